//! The eight symmetries of the board.

use super::board::Board;

/// Top and bottom exchanged.
pub fn flip_rows(set: u64) -> u64 {
    set.swap_bytes()
}

/// Left and right exchanged.
pub fn flip_columns(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

/// Rows and columns exchanged: a1–h8 stays.
pub fn transpose(mut set: u64) -> u64 {
    for (mask, shift) in [
        (0x00aa_00aa_00aa_00aa, 7),
        (0x0000_cccc_0000_cccc, 14),
        (0x0000_0000_f0f0_f0f0, 28),
    ] {
        let swapped = (set ^ set >> shift) & mask;
        set ^= swapped ^ swapped << shift;
    }
    set
}

/// One of the eight symmetries, 0..8; 0 leaves everything where it is.
pub fn apply(symmetry: usize, mut set: u64) -> u64 {
    if symmetry & 1 != 0 {
        set = flip_rows(set);
    }
    if symmetry & 2 != 0 {
        set = flip_columns(set);
    }
    if symmetry & 4 != 0 {
        set = transpose(set);
    }
    set
}

impl Board {
    /// The board under one of the eight symmetries.
    #[must_use]
    pub fn symmetric(self, symmetry: usize) -> Self {
        Self {
            mover: apply(symmetry, self.mover),
            other: apply(symmetry, self.other),
        }
    }

    /// The least of the eight symmetric boards: the same for all of them.
    #[must_use]
    pub fn canonical(self) -> Self {
        (0..8)
            .map(|symmetry| self.symmetric(symmetry))
            .fold(self, Ord::min)
    }
}
