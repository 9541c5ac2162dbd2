//! Which move to try first: the largest lever of the search.

use arrayvec::ArrayVec;

use crate::othello::endgame::odd_quadrants;
use crate::othello::endgame::parts::{Part, in_use};
use crate::othello::rules::board::Board;
use crate::othello::rules::moves::Squares;
use crate::othello::rules::{CORNERS, X_SQUARES};

/// No position can have more moves, reached by play or set up: four squares at least are taken.
const MOST_MOVES: usize = 60;

/// Weights of the ordering near the end, in arbitrary units; found by counting the solver's nodes.
mod weight {
    /// For each reply of the opponent; one on a corner counts twice.
    pub(super) const MOBILITY: i32 = 32;
    /// For each empty square beside our discs.
    pub(super) const POTENTIAL: i32 = 6;
    /// A move into a quadrant with an odd number of empties.
    pub(super) const ODD: i32 = 14;
    /// A move on a corner.
    pub(super) const CORNER: i32 = 20;
    /// A move diagonally beside a corner.
    pub(super) const X_SQUARE: i32 = -6;
    /// The moves that the table remembers, the first and the second.
    pub(super) const TABLE: [i32; 2] = [1 << 20, 1 << 19];
}

/// A move that may be searched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    /// The board after it.
    pub(crate) child: Board,
    /// The opponent's moves there.
    pub(crate) moves: u64,
    /// The square.
    pub(crate) square: u8,
    /// Higher is tried earlier.
    pub(crate) order: i32,
}

/// The moves of a position, handed out best first.
pub(crate) struct Candidates {
    list: ArrayVec<Candidate, MOST_MOVES>,
    next: usize,
}

impl Candidates {
    /// No moves yet. Made empty and filled in place, because a list returned by value would be copied.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            list: ArrayVec::new_const(),
            next: 0,
        }
    }

    /// Takes in all moves of `board`, unordered.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "squares are below 64")]
    pub(crate) fn fill(&mut self, board: Board, moves: u64) {
        for square in Squares(moves) {
            let child = board.play(square);
            let candidate = Candidate {
                child,
                moves: child.moves(),
                square: square as u8,
                order: 0,
            };
            if self.list.try_push(candidate).is_err() {
                debug_assert!(false, "more moves than any position has");
            }
        }
    }

    /// Takes in all moves with the order that suits the last dozen empties.
    #[inline(always)]
    pub(crate) fn fill_fast(&mut self, board: Board, moves: u64, table_move: u8) {
        self.fill(board, moves);
        if self.list.len() > 1 && in_use(Part::Ordering) {
            let odd = odd_quadrants(board.empty());
            for candidate in &mut self.list {
                candidate.order = fast_order(candidate, odd);
                if candidate.square == table_move {
                    candidate.order += weight::TABLE[0];
                }
            }
        }
    }

    /// Orders for the solver's upper layers; `best` are the table's moves.
    pub(crate) fn order_for_endgame(&mut self, board: Board, best: Option<[u8; 2]>) {
        if !in_use(Part::Ordering) {
            return;
        }
        let odd = odd_quadrants(board.empty());
        for candidate in &mut self.list {
            candidate.order = fast_order(candidate, odd);
            if let Some(best) = best {
                candidate.order += table_bonus(best, candidate.square);
            }
        }
    }

    /// Gives each move the order that `worth` says, the table's moves before all others.
    pub(crate) fn order_by(
        &mut self,
        best: Option<[u8; 2]>,
        mut worth: impl FnMut(&Candidate) -> i32,
    ) {
        for candidate in &mut self.list {
            candidate.order = worth(candidate);
            if let Some(best) = best {
                candidate.order += table_bonus(best, candidate.square);
            }
        }
    }

    /// Adds to the order of each move what `worth` says.
    pub(crate) fn adjust(&mut self, mut worth: impl FnMut(&Candidate) -> i32) {
        for candidate in &mut self.list {
            candidate.order += worth(candidate);
        }
    }

    /// The best of the moves not handed out yet.
    #[inline]
    pub(crate) fn next_best(&mut self) -> Option<Candidate> {
        let rest = self.list.get_mut(self.next..)?;
        let mut best = 0;
        for (place, candidate) in rest.iter().enumerate() {
            if candidate.order > rest[best].order {
                best = place;
            }
        }
        let first = rest.first().copied()?;
        let chosen = rest[best];
        rest[best] = first;
        rest[0] = chosen;
        self.next += 1;
        Some(chosen)
    }

    /// The moves in no particular order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.list.iter()
    }
}

#[inline]
fn table_bonus(best: [u8; 2], square: u8) -> i32 {
    if square == best[0] {
        weight::TABLE[0]
    } else if square == best[1] {
        weight::TABLE[1]
    } else {
        0
    }
}

/// Few replies for the opponent, odd regions and corners first.
#[inline(always)]
fn fast_order(candidate: &Candidate, odd: u64) -> i32 {
    let replies = candidate.moves.count_ones() + (candidate.moves & CORNERS).count_ones();
    let potential = candidate.child.potential_moves().count_ones();
    let square = 1u64 << candidate.square;
    let mut order =
        -(weight::MOBILITY * replies.cast_signed()) - weight::POTENTIAL * potential.cast_signed();
    if odd & square != 0 {
        order += weight::ODD;
    }
    if CORNERS & square != 0 {
        order += weight::CORNER;
    }
    if X_SQUARES & square != 0 {
        order += weight::X_SQUARE;
    }
    order
}
