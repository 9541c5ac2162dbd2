//! Static evaluation: what the final score will probably be, by what stands on lines, corners and edges.
//!
//! The sum of a learned weight for each of 62 patterns, for the mobility of both sides and for the parity of the quadrants, all
//! by phase of the game. The numbers that say what stands on the patterns are kept in an index vector ([`Lanes`]) that each
//! move updates.

pub mod lanes;
pub mod shapes;
pub mod weights;

use self::lanes::{after, sum};
pub use self::shapes::Lanes;
use self::weights::{MOBILITIES, MOVES, PARITIES, REPLIES, UNIT, Weights, phase};
use super::rules::QUADRANTS;
use super::rules::board::Board;

/// The estimate is kept off the scores that mean a wipe-out, which only rules and solver may claim.
const LARGEST: i32 = 62;

/// Kinds of parity: how many quadrants have an odd number of empty squares, and for two whether they touch along a side.
pub const PARITY_KINDS: usize = 6;

/// The kind of each set of odd quadrants, a bit for each in the order of the squares: a1's, h1's, a8's, h8's.
const PARITY_KIND: [u8; 16] = [0, 1, 1, 2, 1, 2, 3, 4, 1, 3, 2, 4, 2, 4, 4, 5];

/// Which kind of parity the empty squares have; the same under all symmetries.
#[inline]
pub fn parity(empty: u64) -> usize {
    let odd = QUADRANTS
        .iter()
        .enumerate()
        .map(|(place, quadrant)| ((empty & quadrant).count_ones() as usize & 1) << place)
        .sum::<usize>();
    usize::from(PARITY_KIND[odd])
}

/// The number of moves as weights know it.
#[inline]
pub fn mobility(moves: u64) -> usize {
    (moves.count_ones() as usize).min(MOBILITIES - 1)
}

impl Lanes {
    /// What the other side sees after a move.
    #[inline]
    #[must_use]
    pub fn after(&self, square: usize, flipped: u64) -> Self {
        after(self, square, flipped)
    }

    /// What the other side sees after the move that leads from `parent` to `child`.
    #[inline]
    #[must_use]
    pub fn between(&self, parent: Board, child: Board, square: usize) -> Self {
        after(self, square, parent.other & !child.mover)
    }
}

impl Weights {
    /// Estimated final score for the mover, in discs; `lanes` are those of `board`, `moves` the mover's and not empty.
    #[inline]
    pub fn evaluate(&self, lanes: &Lanes, board: Board, moves: u64) -> i32 {
        let fine = self.evaluate_fine(lanes, board, moves);
        ((fine + UNIT / 2).div_euclid(UNIT)).clamp(-LARGEST, LARGEST)
    }

    /// The same in hundredths of a disc, the index vector made afresh.
    pub fn evaluate_hundredths(&self, board: Board, moves: u64) -> i32 {
        let fine = self.evaluate_fine(&Lanes::of(board), board, moves);
        (fine * 100 / UNIT).clamp(-100 * LARGEST, 100 * LARGEST)
    }

    /// The same in the unit of the weights.
    #[inline]
    pub fn evaluate_fine(&self, lanes: &Lanes, board: Board, moves: u64) -> i32 {
        let table = self.table(phase(board.empties()));
        let replies = board.pass().moves();
        sum(table, lanes)
            + i32::from(table[MOVES + mobility(moves)])
            + i32::from(table[REPLIES + mobility(replies)])
            + i32::from(table[PARITIES + parity(board.empty())])
    }
}
