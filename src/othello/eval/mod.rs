//! Static evaluation: what the final score will probably be, from features that players name.
//!
//! A weighted sum of the [`features`] below, with a set of weights for every phase of the game. This is the
//! seam where learned pattern weights will come: the search knows only [`evaluate`].

mod features;
mod weights;

pub use features::{FEATURES, features};

use super::rules::board::Board;
use weights::{PHASE_EMPTIES, UNIT, WEIGHTS};

/// The estimate is kept off the scores that mean a wipe-out, which only rules and solver may claim.
const LARGEST: i32 = 62;

/// Estimated final score for the mover, in discs; `moves` are the mover's and not empty.
#[inline]
pub fn evaluate(board: Board, moves: u64) -> i32 {
    let fine = evaluate_fine(board, moves);
    ((fine + UNIT / 2).div_euclid(UNIT)).clamp(-LARGEST, LARGEST)
}

/// The same in hundredths of a disc.
pub fn evaluate_hundredths(board: Board, moves: u64) -> i32 {
    (evaluate_fine(board, moves) * 100 / UNIT).clamp(-100 * LARGEST, 100 * LARGEST)
}

#[inline]
fn evaluate_fine(board: Board, moves: u64) -> i32 {
    let values = features(board, moves);
    let phase = (board.empties() / PHASE_EMPTIES) as usize;
    let weights = &WEIGHTS[phase.min(WEIGHTS.len() - 1)];
    values
        .iter()
        .zip(weights)
        .map(|(&value, &weight)| i32::from(value) * i32::from(weight))
        .sum()
}
