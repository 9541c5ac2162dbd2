//! Seven to eleven empty squares: ordered moves and the local table.

use crate::othello::rules::board::Board;
use crate::othello::search::Searcher;
use crate::othello::search::ordering::{Candidate, Candidates};
use crate::search::table::NO_MOVE;

use super::{MIDDLE, stability_cut};

impl Searcher<'_> {
    /// Null-window search of a position with at least [`MIDDLE`] empties; `moves` are the mover's.
    pub(super) fn middle(&mut self, board: Board, moves: u64, empties: u32, alpha: i32) -> i32 {
        if moves == 0 {
            return match board.forced_pass() {
                Some((passed, replies)) => -self.middle(passed, replies, empties, -alpha - 1),
                None => board.final_score(),
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
        let found = self.best_of(&mut candidates, alpha, |search, candidate| {
            let Candidate { child, moves, .. } = *candidate;
            if empties == MIDDLE {
                -search.shallow(child, moves, empties - 1, -alpha - 1)
            } else {
                -search.middle(child, moves, empties - 1, -alpha - 1)
            }
        });
        let Some((best, best_move)) = found else {
            return alpha;
        };
        if best > alpha {
            lower = lower.max(best);
        } else {
            upper = upper.min(best);
        }
        self.local.store(board, hash, lower, upper, best_move);
        best
    }
}
