//! The boards there are.

use std::fmt::Debug;
use std::hash::Hash;

use super::bits::Bits;
use super::wide::Wide;
use crate::game::Spelling;

/// The size of a board, known at compile time.
pub trait Size: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A set of cells.
    type Bits: Bits;
    /// Columns.
    const WIDTH: u32;
    /// Rows.
    const HEIGHT: u32;
    /// Bits from one column to the next.
    const STRIDE: u32 = Self::HEIGHT + 1;
    /// Cells.
    const CELLS: u32 = Self::WIDTH * Self::HEIGHT;
    /// All cells of the board.
    const BOARD: Self::Bits;
    /// The lowest cell of each column.
    const BOTTOM: Self::Bits;
    /// The highest cell of each column.
    const TOP: Self::Bits;
    /// The game's name on the command line.
    const NAME: &'static str;
    /// What people call it.
    const TITLE: &'static str;
    /// Its names among programs made for chess.
    const VARIANTS: &'static [(&'static str, Spelling)];

    /// The bit of a cell.
    #[inline]
    fn bit(column: u32, row: u32) -> u32 {
        column * Self::STRIDE + row
    }
}

/// The bits of rows `from..to` of every column.
const fn rows(width: u32, height: u32, from: u32, to: u32) -> [u64; 4] {
    let mut words = [0; 4];
    let mut column = 0;
    while column < width {
        let mut row = from;
        while row < to {
            let bit = column * (height + 1) + row;
            words[bit as usize / 64] |= 1 << (bit % 64);
            row += 1;
        }
        column += 1;
    }
    words
}

const fn one_word(words: [u64; 4]) -> u64 {
    words[0]
}

const fn two_words(words: [u64; 4]) -> u128 {
    words[0] as u128 | (words[1] as u128) << 64
}

macro_rules! size {
    ($(#[$doc:meta])* $name:ident, $text:literal, $title:literal, $variant:literal, $width:literal x $height:literal, $bits:ty, $join:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {}

        impl Size for $name {
            type Bits = $bits;
            const WIDTH: u32 = $width;
            const HEIGHT: u32 = $height;
            const BOARD: $bits = $join(rows($width, $height, 0, $height));
            const BOTTOM: $bits = $join(rows($width, $height, 0, 1));
            const TOP: $bits = $join(rows($width, $height, $height - 1, $height));
            const NAME: &'static str = $text;
            const TITLE: &'static str = $title;
            const VARIANTS: &'static [(&'static str, Spelling)] = &[($variant, Spelling::Drop)];
        }
    };
}

size!(
    /// The contest's board of Four in Line.
    TenByFifteen, "four-in-line", "Four in Line", "fourinline", 10 x 15, Wide, Wide
);
size!(
    /// The board of the shops.
    SevenBySix, "connect4-7x6", "connect four, 7x6", "cfour", 7 x 6, u64, one_word
);
size!(
    /// A solved size that fits a word.
    NineByFive, "connect4-9x5", "connect four, 9x5", "cfour9x5", 9 x 5, u64, one_word
);
size!(
    /// A solved size that takes two words.
    TenBySix, "connect4-10x6", "connect four, 10x6", "cfour10x6", 10 x 6, u128, two_words
);
