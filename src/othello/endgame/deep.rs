//! Twelve and more empty squares: the shared table, enhanced transposition cut-offs, and the entry for all layers.

use crate::othello::rules::board::Board;
use crate::othello::rules::moves::Squares;
use crate::othello::search::ordering::Candidates;
use crate::othello::search::{Searcher, settled};

use super::{DEEP, MIDDLE, NONE, stability_cut};

impl Searcher<'_> {
    /// Whether the exact score of `board` is above `alpha`: returns a lower bound above it, or an upper bound at or below
    /// it. In discs. After an abort the value means nothing.
    pub(crate) fn solve_null(&mut self, board: Board, moves: u64, empties: u32, alpha: i32) -> i32 {
        match empties {
            DEEP.. => self.deep(board, moves, empties, alpha),
            MIDDLE.. => self.middle(board, moves, empties, alpha),
            5.. => self.shallow(board, moves, empties, alpha),
            4 => self.four_empties(board, alpha),
            _ => self.few(board, moves, alpha),
        }
    }

    /// Fewer than four empties reached from a principal variation: no hurry, plain search.
    fn few(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        if moves == 0 {
            return match board.forced_pass() {
                Some((passed, replies)) => -self.few(passed, replies, -alpha - 1),
                None => board.final_score(),
            };
        }
        self.watch.count();
        let mut best = NONE;
        for square in Squares(moves) {
            let child = board.play(square);
            best = best.max(-self.few(child, child.moves(), -alpha - 1));
            if best > alpha {
                break;
            }
        }
        best
    }

    fn deep(&mut self, board: Board, moves: u64, empties: u32, alpha: i32) -> i32 {
        if moves == 0 {
            return match board.forced_pass() {
                Some((passed, replies)) => -self.deep(passed, replies, empties, -alpha - 1),
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
        let known = self.recall(board, hash);
        if let Some(entry) = known
            && let Some(score) = settled(entry, empties, alpha)
        {
            return score;
        }
        let mut candidates = Candidates::new();
        candidates.fill(board, moves);
        if empties > DEEP
            && let Some(score) = self.enhanced_cut(&candidates, empties, alpha)
        {
            return score;
        }
        candidates.order_for_endgame(board, known.map(|entry| entry.best));
        let found = self.best_of(&mut candidates, alpha, |search, candidate| {
            -search.solve_null(candidate.child, candidate.moves, empties - 1, -alpha - 1)
        });
        let Some((best, best_move)) = found else {
            return alpha;
        };
        self.remember(board, hash, empties, [alpha, alpha + 1], best, best_move);
        best
    }
}
