//! The levels of connect four on any board. Losses are in hundredths of the way from an even game to a won one; only where the
//! bound lies beyond everything a four can be overlooked. Measured on Four in Line by `scripts/levels`.

use crate::game::level::{Handicap, Handicaps};

const fn errs(depth: u32, moves: usize, bound: i32, half: i32) -> Handicap {
    Handicap {
        depth,
        solve: 0,
        moves,
        bound,
        half,
    }
}

/// A bound that no loss reaches.
const ANY: i32 = 1_200;

/// From beginner to master.
pub const HANDICAPS: Handicaps = [
    errs(1, 10, ANY, 80),
    errs(1, 10, 120, 30),
    errs(2, 6, 60, 20),
    errs(3, 4, 40, 15),
    errs(4, 3, 30, 10),
    errs(5, 3, 20, 6),
    errs(7, 2, 10, 4),
];
