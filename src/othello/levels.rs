//! The levels of Othello, in hundredths of a disc. Measured by `scripts/levels`.

use crate::game::level::{Handicap, Handicaps};

const fn errs(depth: u32, solve: u32, moves: usize, bound: i32, half: i32) -> Handicap {
    Handicap {
        depth,
        solve,
        moves,
        bound,
        half,
    }
}

/// From beginner to master.
pub const HANDICAPS: Handicaps = [
    errs(1, 2, 8, 350, 90),
    errs(2, 4, 6, 350, 110),
    errs(3, 7, 4, 200, 60),
    errs(4, 8, 4, 150, 40),
    errs(5, 12, 3, 100, 30),
    errs(7, 16, 2, 60, 30),
    errs(10, 20, 2, 40, 20),
];
