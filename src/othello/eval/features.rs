//! What is worth knowing about a position, as small numbers.

use crate::othello::rules::board::Board;
use crate::othello::rules::stability::stable;
use crate::othello::rules::{CORNERS, X_SQUARES};

/// How many features there are.
pub const FEATURES: usize = 23;

/// The ten classes of squares that the symmetries of the board make, named as players do where there is a name.
const CLASSES: [u64; 10] = [
    CORNERS,
    0x4281_0000_0000_8142, // C squares, beside a corner on the edge
    0x2400_8100_0081_0024, // A squares
    0x1800_0081_8100_0018, // B squares
    X_SQUARES,
    0x0024_4200_0042_2400, // c2 and its like
    0x0018_0042_4200_1800, // d2
    0x0000_2400_0024_0000, // c3
    0x0000_1824_2418_0000, // d3
    0x0000_0018_1800_0000, // the centre
];

/// 16·ln(1 + n), rounded: the first few moves matter more than the tenth.
const LOGARITHMS: [i16; 35] = [
    0, 11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 49, 50, 51,
    52, 52, 53, 53, 54, 54, 55, 55, 56, 56, 57,
];

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "at most 64")]
fn count(set: u64) -> i16 {
    set.count_ones() as i16
}

/// The corner regions of empty corners: which X and C squares still are dangerous.
#[inline]
fn beside_empty_corners(empty: u64) -> (u64, u64) {
    let mut x = 0;
    let mut c = 0;
    for (corner, x_square, c_squares) in [
        (0, 1 << 9, 1 << 1 | 1 << 8),
        (7, 1 << 14, 1 << 6 | 1 << 15),
        (56, 1 << 49, 1 << 48 | 1 << 57),
        (63, 1u64 << 54, 1u64 << 55 | 1 << 62),
    ] {
        let open = 0u64.wrapping_sub(empty >> corner & 1);
        x |= open & x_square;
        c |= open & c_squares;
    }
    (x, c)
}

/// The features of a position; `moves` are the mover's moves. Differences are the mover's minus the opponent's.
#[inline]
pub fn features(board: Board, moves: u64) -> [i16; FEATURES] {
    let Board { mover, other } = board;
    let empty = board.empty();
    let passed = board.pass();
    let replies = passed.moves();
    let (x, c) = beside_empty_corners(empty);
    let difference = |set: u64| count(mover & set) - count(other & set);

    let mut values = [0; FEATURES];
    values[0] = 1;
    values[1] = count(empty) & 1;
    values[2] = count(moves);
    values[3] = count(replies);
    values[4] = LOGARITHMS[moves.count_ones().min(34) as usize];
    values[5] = LOGARITHMS[replies.count_ones().min(34) as usize];
    values[6] = count(board.potential_moves());
    values[7] = count(passed.potential_moves());
    values[8] = count(moves & CORNERS);
    values[9] = count(replies & CORNERS);
    for (value, class) in values[10..20].iter_mut().zip(CLASSES) {
        *value = difference(class);
    }
    values[20] = difference(x);
    values[21] = difference(c);
    // Without a disc on a corner hardly anything is stable, and looking would take most of the time.
    if !empty & CORNERS != 0 {
        values[22] = count(stable(mover, other)) - count(stable(other, mover));
    }
    values
}
