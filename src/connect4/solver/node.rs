//! A position on the path with what is known of its threats, and the moves that nobody has to think about.

use super::Parts;
use super::masks::Masks;
use super::parity::{Sides, assured};
use crate::connect4::rules::bits::Bits;
use crate::connect4::rules::board::{Board, holding};
use crate::connect4::rules::lines::completing;
use crate::connect4::rules::position::win_score;
use crate::connect4::rules::size::Size;

/// A position in which the mover cannot complete a four at once and has a move that does not lose at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<S: Size> {
    pub(super) board: Board<S>,
    /// Empty cells on which the mover completes a four.
    pub(super) mine: S::Bits,
    /// The same for the other side.
    pub(super) theirs: S::Bits,
    /// The moves that do not lose at once.
    pub(super) moves: S::Bits,
    /// Empty cells.
    pub(super) empty: u32,
}

/// What follows a move when all forced replies are played.
#[derive(Debug, Clone, Copy)]
pub(super) enum Course<S: Size> {
    /// The score, for the side that is to move after the first move.
    Over(i32),
    /// A position in which there is a choice. `turned` if it is the other side's turn than after the first move.
    Open { node: Node<S>, turned: bool },
}

impl<S: Size> Node<S> {
    /// The position after the mover's disc on `cell`, and after all replies without a choice.
    #[inline(always)]
    pub(super) fn follow(&self, cell: S::Bits) -> Course<S> {
        let board = self.board.play(cell);
        let threats = completing::<S>(board.other) & board.empty();
        course(board, [self.theirs.without(cell), threats], self.empty - 1)
    }

    /// The scores that are still possible: neither side wins with its next disc.
    #[inline(always)]
    pub(super) fn range(&self) -> [i32; 2] {
        let empty = self.empty.cast_signed();
        [-((empty - 2) / 2), (empty - 1) / 2]
    }

    /// A bound on the score that lies above `alpha` or not, if the number of empty cells shows it or what either side is sure of
    /// when it follows; the other side must not threaten to complete a four at once.
    #[inline(always)]
    pub(super) fn verdict(&self, masks: &Masks<S>, parts: Parts, alpha: i32) -> Option<i32> {
        let [least, most] = self.range();
        if most <= alpha {
            return Some(most);
        }
        if least > alpha {
            return Some(least);
        }
        if !parts.parity {
            return None;
        }
        let Self {
            board,
            mine,
            theirs,
            ..
        } = *self;
        let sides = |threats, leader| Sides {
            threats,
            leader,
            playable: board.playable(),
            empty: board.empty(),
        };
        let even = self.empty.is_multiple_of(2);
        if let Some(score) = assured(masks, &sides(theirs, board.mover), even, -alpha) {
            return Some(-score);
        }
        assured(masks, &sides(mine, board.other), !even, alpha + 1)
    }
}

/// Plays on while there is only one move that does not lose at once because the other side threatens to complete a four.
/// `threats` are those of the mover, of which none is playable, and of the other side.
#[inline(always)]
pub(super) fn course<S: Size>(
    mut board: Board<S>,
    [mut mine, mut theirs]: [S::Bits; 2],
    mut empty: u32,
) -> Course<S> {
    let mut turned = false;
    loop {
        let sign = if turned { -1 } else { 1 };
        let playable = board.playable();
        if playable.is_empty() {
            return Course::Over(0);
        }
        let forced = playable & theirs;
        let moves = holding(playable, theirs);
        if moves.is_empty() {
            return Course::Over(-sign * win_score(empty - 1));
        }
        if forced.is_empty() {
            let node = Node {
                board,
                mine,
                theirs,
                moves,
                empty,
            };
            return Course::Open { node, turned };
        }
        board = board.play(forced);
        let threats = completing::<S>(board.other) & board.empty();
        (mine, theirs) = (theirs.without(forced), threats);
        empty -= 1;
        turned = !turned;
    }
}
