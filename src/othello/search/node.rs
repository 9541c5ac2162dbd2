//! A position in the search, with what is kept up to date along the way.

use super::ordering::Candidate;
use crate::othello::eval::Lanes;
use crate::othello::rules::board::Board;

/// A position, its moves and what stands on its patterns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) lanes: Lanes,
    pub(crate) board: Board,
    /// The mover's moves.
    pub(crate) moves: u64,
}

impl Node {
    /// A position that comes from nowhere.
    pub(crate) fn new(board: Board) -> Self {
        Self {
            lanes: Lanes::of(board),
            board,
            moves: board.moves(),
        }
    }

    /// The position after one of the moves.
    #[inline]
    pub(crate) fn after(&self, candidate: &Candidate) -> Self {
        let square = usize::from(candidate.square);
        Self {
            lanes: self.lanes.between(self.board, candidate.child, square),
            board: candidate.child,
            moves: candidate.moves,
        }
    }

    /// Where the mover has no move: the other side's view; nothing if the game is over.
    pub(crate) fn forced_pass(&self) -> Option<Self> {
        let (board, moves) = self.board.forced_pass()?;
        Some(Self {
            lanes: self.lanes.passed(),
            board,
            moves,
        })
    }
}
