//! Static evaluation: what the final score will probably be, by what stands on lines, corners and edges.
//!
//! The first estimate is the sum of a learned weight for each of 62 patterns, for the mobility of both sides and for the parity
//! of the quadrants, by phase of the game. What such a sum cannot say a small net adds: the larger patterns have rows of 32 small
//! numbers, whose sums are multiplied two by two, and 16 hidden units weigh the products. The net takes several times as long,
//! so the search asks for it only where the first estimate leaves a question open. The numbers that say what stands on the
//! patterns are kept in an index vector ([`Lanes`]) that each move updates.

pub mod lanes;
pub mod shapes;
pub mod weights;

use self::lanes::{after, correction, sum};
pub use self::shapes::Lanes;
use self::weights::{MOBILITIES, MOVES, PARITIES, REPLIES, Table, UNIT, Weights, phase};
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

/// What is not a pattern: places in tables, from [`MOVES`], [`REPLIES`] and [`PARITIES`] on.
pub type Features = [usize; 3];

/// The features of a position, of which `moves` are the mover's.
#[inline]
pub fn features(board: Board, moves: u64) -> Features {
    [
        MOVES + mobility(moves),
        REPLIES + mobility(board.pass().moves()),
        PARITIES + parity(board.empty()),
    ]
}

/// A first estimate that is farther than this from a bound, in discs, stands: more than two and a half standard deviations of what
/// the net adds. Without this limit searches to 20,000 nodes a move were no stronger (400 games, +9 Elo, −14 to +31) and took 10 %
/// longer.
pub const DOUBT: i32 = 10;

impl Weights {
    /// Estimated final score for the mover, in discs; `lanes` are those of `board`, `moves` the mover's and not empty.
    #[inline]
    pub fn evaluate(&self, lanes: &Lanes, board: Board, moves: u64) -> i32 {
        discs(self.evaluate_fine(lanes, board, moves))
    }

    /// An estimate that tells on which side of `alpha`, in discs, the score is. Where the first estimate is far from it the net is
    /// not asked, and what is returned is a bound: the first estimate, [`DOUBT`] discs nearer to `alpha`.
    #[inline]
    pub fn evaluate_against(&self, lanes: &Lanes, board: Board, moves: u64, alpha: i32) -> i32 {
        let table = self.table(phase(board.empties()));
        let features = features(board, moves);
        let first = first(table, lanes, features);
        let bounded = first.clamp(-LARGEST * UNIT, LARGEST * UNIT);
        if bounded - DOUBT * UNIT > alpha * UNIT {
            return discs(bounded - DOUBT * UNIT).max(alpha + 1);
        }
        if bounded + DOUBT * UNIT < alpha * UNIT {
            return discs(bounded + DOUBT * UNIT);
        }
        discs(first + self.correct(lanes, board, features))
    }

    /// The same as [`Self::evaluate`] in hundredths of a disc, the index vector made afresh.
    pub fn evaluate_hundredths(&self, board: Board, moves: u64) -> i32 {
        let fine = self.evaluate_fine(&Lanes::of(board), board, moves);
        (fine * 100 / UNIT).clamp(-100 * LARGEST, 100 * LARGEST)
    }

    /// The same in units of 1/[`UNIT`] disc.
    #[inline]
    pub fn evaluate_fine(&self, lanes: &Lanes, board: Board, moves: u64) -> i32 {
        let features = features(board, moves);
        let table = self.table(phase(board.empties()));
        first(table, lanes, features) + self.correct(lanes, board, features)
    }

    /// The first estimate alone, in units of 1/[`UNIT`] disc.
    #[inline]
    pub fn evaluate_first(&self, lanes: &Lanes, board: Board, moves: u64) -> i32 {
        let table = self.table(phase(board.empties()));
        first(table, lanes, features(board, moves))
    }

    #[inline]
    fn correct(&self, lanes: &Lanes, board: Board, features: Features) -> i32 {
        correction(
            self.net(phase(board.empties())),
            self.rows(),
            lanes,
            features,
        )
    }
}

#[inline]
fn first(table: &Table, lanes: &Lanes, features: Features) -> i32 {
    features.iter().fold(sum(table, lanes), |sum, &place| {
        sum + i32::from(table[place])
    })
}

#[inline]
fn discs(fine: i32) -> i32 {
    ((fine + UNIT / 2).div_euclid(UNIT)).clamp(-LARGEST, LARGEST)
}
