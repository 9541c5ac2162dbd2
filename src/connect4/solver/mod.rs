//! The exact solver: the score of a position, searched to the end of the game.
//!
//! Null windows close in on the score. What needs no search comes first: threats that have to be parried are parried in a
//! loop, moves under a threat are left out, and parity tells who will be forced to fill the cell under a threat. A
//! node is a position entered by recursion: one with a choice, whose score did not show by itself to the position before.
//!
//! Scores are those of [`win_score`]: 0 a draw, n a win with the nth last own disc, −n a loss by the other side's.

mod masks;
mod memory;
mod node;
mod parity;
pub mod player;
mod search;

use self::masks::Masks;
use self::memory::{Memory, identity};
use self::node::{Course, Node};
use self::search::Search;
use super::rules::bits::{Bits, Cells};
use super::rules::board::Board;
use super::rules::position::win_score;
use super::rules::size::Size;
use crate::search::watch::Watch;

/// Parts of the solver that change how long it takes and not what it finds; the tests switch them off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// Bounds by parity.
    pub parity: bool,
    /// The table of known positions.
    pub table: bool,
    /// Looking up all children before the first is searched.
    pub probing: bool,
}

impl Parts {
    /// All of them.
    pub const ALL: Self = Self {
        parity: true,
        table: true,
        probing: true,
    };
}

/// What is to be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The score.
    Score,
    /// Only who wins.
    Outcome,
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    /// The score for the side to move; where only the outcome was asked for 1 for a win, −1 for a loss.
    pub score: i32,
    /// The column of a best move; none if the game is over.
    pub column: Option<u32>,
}

/// Solves positions, with what it remembers of those before.
#[derive(Debug)]
pub struct Solver {
    memory: Memory,
    parts: Parts,
}

impl Solver {
    /// A solver with a table of at most so many MiB.
    pub fn new(mebibytes: usize, parts: Parts) -> Self {
        Self {
            memory: Memory::new(mebibytes),
            parts,
        }
    }

    /// Forgets all positions, in no time. Due before a position of another game: one with other neutral discs.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// The answer to the question, and how many nodes it took; none if the watch has ended the search.
    pub fn solve<S: Size>(
        &mut self,
        board: Board<S>,
        question: Question,
        watch: Watch<'_>,
    ) -> (Option<Solution>, u64) {
        let masks = Masks::new();
        let search = Search {
            memory: &mut self.memory,
            masks: &masks,
            parts: self.parts,
            watch,
        };
        let mut inquiry = Inquiry { search, question };
        let solution = inquiry.solve(board);
        let solution = solution.filter(|_| !inquiry.search.watch.aborted());
        (solution, inquiry.search.watch.nodes())
    }
}

/// One question on its way to the answer.
struct Inquiry<'a, S: Size> {
    search: Search<'a, S>,
    question: Question,
}

impl<S: Size> Inquiry<'_, S> {
    fn solve(&mut self, board: Board<S>) -> Option<Solution> {
        let empty = board.empty().count();
        let ended = |score| Solution {
            score,
            column: None,
        };
        if board.is_won() {
            return Some(ended(self.counted(-win_score(empty + 1))));
        }
        if board.is_full() {
            return Some(ended(0));
        }
        let threats = [board.threats(), board.threats_against()];
        let winning = board.playable() & threats[0];
        let moved = |score, cells: S::Bits| Solution {
            score,
            column: Some(cells.first() / S::STRIDE),
        };
        if !winning.is_empty() {
            return Some(moved(self.counted(win_score(empty)), winning));
        }
        let forced = board.playable() & threats[1];
        match node::course(board, threats, empty) {
            Course::Over(score) if forced.is_empty() => {
                Some(moved(self.counted(score), board.playable()))
            }
            Course::Over(score) => Some(moved(self.counted(score), forced)),
            Course::Open { node, turned } => {
                let score = self.close_in(&node)?;
                if forced.is_empty() {
                    return Some(moved(score, self.best(&node, score)?));
                }
                Some(moved(if turned { -score } else { score }, forced))
            }
        }
    }

    /// The score as far as it was asked for.
    fn counted(&self, score: i32) -> i32 {
        match self.question {
            Question::Score => score,
            Question::Outcome => score.signum(),
        }
    }

    /// A bound on the node's score which shows whether it is above `alpha`; none after an abort.
    fn above(&mut self, node: &Node<S>, alpha: i32) -> Option<i32> {
        let Search { masks, parts, .. } = self.search;
        let bound = node.verdict(masks, parts, alpha).unwrap_or_else(|| {
            let own = identity(node.board);
            self.search.score(node, own, alpha)
        });
        (!self.search.watch.aborted()).then_some(bound)
    }

    /// The score of a node, by null windows: first who wins, then windows beside the last bound. None after an abort.
    fn close_in(&mut self, node: &Node<S>) -> Option<i32> {
        let [mut least, mut most] = node.range().map(|bound| self.counted(bound));
        let mut alpha = 0;
        while least < most {
            alpha = alpha.clamp(least, most - 1);
            let bound = self.above(node, alpha)?;
            let counted = self.counted(bound);
            if bound > alpha {
                least = counted;
                alpha = counted;
            } else {
                most = counted;
                alpha = counted - 1;
            }
        }
        Some(least)
    }

    /// The cell of a move that leads to the node's score; none after an abort.
    fn best(&mut self, node: &Node<S>, score: i32) -> Option<S::Bits> {
        let masks = self.search.masks;
        let least = node.range()[0];
        let hopeless = self.question == Question::Outcome && score < 0;
        let score = if hopeless { least } else { score };
        let mut cells: Vec<u32> = Cells(node.moves).collect();
        cells.sort_by_key(|&bit| -masks.places[bit as usize]);
        for bit in cells {
            let cell = S::Bits::single(bit);
            let found = match node.follow(cell) {
                Course::Over(found) => -found,
                Course::Open { node, turned: true } => self.above(&node, score - 1)?,
                Course::Open { node, .. } => -self.above(&node, -score)?,
            };
            if found >= score {
                return Some(cell);
            }
        }
        debug_assert!(false, "some move has the score of the position");
        Some(node.moves)
    }
}
