//! Seven to eleven empty squares: ordered moves and the local table.

use crate::othello::rules::board::Board;
use crate::othello::search::Searcher;
use crate::othello::search::ordering::Candidates;
use crate::search::table::NO_MOVE;

use super::{MIDDLE, NONE, stability_cut};

impl Searcher<'_> {
    /// Null-window search of a position with at least [`MIDDLE`] empties; `moves` are the mover's.
    pub(super) fn middle(&mut self, board: Board, moves: u64, empties: u32, alpha: i32) -> i32 {
        if moves == 0 {
            let passed = board.pass();
            let replies = passed.moves();
            return if replies == 0 {
                board.final_score()
            } else {
                -self.middle(passed, replies, empties, -alpha - 1)
            };
        }
        self.watch.count();
        if self.watch.is_over() {
            return alpha;
        }
        if let Some(bound) = stability_cut(board, empties, alpha) {
            return bound;
        }
        let hash = board.hash();
        let (mut lower, mut upper, mut table_move) = (-64, 64, NO_MOVE);
        if let Some(entry) = self.local.probe(board, hash) {
            lower = i32::from(entry.lower);
            upper = i32::from(entry.upper);
            if lower > alpha {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            table_move = entry.best;
        }
        let mut candidates = Candidates::new();
        candidates.fill_fast(board, moves, table_move);
        let mut best = NONE;
        let mut best_move = NO_MOVE;
        while let Some(candidate) = candidates.next_best() {
            let child = candidate.child;
            let score = if empties == MIDDLE {
                -self.shallow(child, candidate.moves, empties - 1, -alpha - 1)
            } else {
                -self.middle(child, candidate.moves, empties - 1, -alpha - 1)
            };
            if self.watch.aborted() {
                return alpha;
            }
            if score > best {
                best = score;
                best_move = candidate.square;
                if score > alpha {
                    break;
                }
            }
        }
        if best > alpha {
            lower = lower.max(best);
        } else {
            upper = upper.min(best);
        }
        self.local.store(board, hash, lower, upper, best_move);
        best
    }
}
