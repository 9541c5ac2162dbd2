//! Null-window search of limited depth. The lowest plies have routines of their own, because most nodes are there.

use super::ordering::Candidates;
use super::{Searcher, settled};
use crate::othello::endgame::NONE;
use crate::othello::eval::evaluate;
use crate::othello::rules::board::Board;
use crate::othello::rules::moves::Squares;

/// From this depth on the table is used: below it a probe costs more than it saves.
const TABLE_FROM: u32 = 3;
/// From this depth on the table is asked about the children first.
const ENHANCED_FROM: u32 = 5;
/// From this depth on moves are ordered by the evaluation of their child.
const ORDERED_BY_EVALUATION: u32 = 4;
/// Weights of that order: for a disc of evaluation and for each reply of the opponent.
const EVALUATION_WEIGHT: i32 = 1;
const MOBILITY_WEIGHT: i32 = 2;

impl Searcher<'_> {
    /// Whether the score of `board` is above `alpha` by a search of `depth` plies; to the end of the game where the depth
    /// reaches it. Fail-soft, in discs. After an abort the value means nothing.
    pub(crate) fn null_window(&mut self, board: Board, moves: u64, depth: u32, alpha: i32) -> i32 {
        let empties = board.empties();
        if depth >= empties {
            return self.solve_null(board, moves, empties, alpha);
        }
        if moves == 0 {
            return match board.forced_pass() {
                Some((passed, replies)) => -self.null_window(passed, replies, depth, -alpha - 1),
                None => board.final_score(),
            };
        }
        match depth {
            0 => {
                self.watch.count();
                evaluate(board, moves)
            }
            1 => self.depth_one(board, moves, alpha),
            _ => self.null_window_ordered(board, moves, depth, alpha),
        }
    }

    /// One ply: every child evaluated where it stands.
    fn depth_one(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        self.watch.count();
        let mut best = NONE;
        for square in Squares(moves) {
            let child = board.play(square);
            let replies = child.moves();
            let score = -self.null_window(child, replies, 0, -alpha - 1);
            if score > best {
                best = score;
                if score > alpha {
                    break;
                }
            }
        }
        best
    }

    fn null_window_ordered(&mut self, board: Board, moves: u64, depth: u32, alpha: i32) -> i32 {
        self.watch.count();
        if self.watch.is_over() {
            return alpha;
        }
        let hash = board.hash();
        let mut known = None;
        if depth >= TABLE_FROM
            && let Some(entry) = self.recall(board, hash)
        {
            if let Some(score) = settled(entry, depth, alpha) {
                return score;
            }
            known = Some(entry.best);
        }
        let mut candidates = Candidates::new();
        candidates.fill(board, moves);
        if depth >= ENHANCED_FROM
            && let Some(score) = self.enhanced_cut(&candidates, depth, alpha)
        {
            return score;
        }
        Self::order(&mut candidates, board, known, depth);
        let found = self.best_of(&mut candidates, alpha, |search, candidate| {
            -search.null_window(candidate.child, candidate.moves, depth - 1, -alpha - 1)
        });
        let Some((best, best_move)) = found else {
            return alpha;
        };
        if depth >= TABLE_FROM {
            self.remember(board, hash, depth, [alpha, alpha + 1], best, best_move);
        }
        best
    }

    /// Orders the moves of an inner node: by the evaluation of the child where the work below is worth it.
    pub(super) fn order(
        candidates: &mut Candidates,
        board: Board,
        best: Option<[u8; 2]>,
        depth: u32,
    ) {
        if depth < ORDERED_BY_EVALUATION {
            candidates.order_for_endgame(board, best);
        } else {
            candidates.order_by(best, |candidate| {
                let eval = -evaluate(candidate.child, candidate.moves);
                EVALUATION_WEIGHT * eval
                    - MOBILITY_WEIGHT * candidate.moves.count_ones().cast_signed()
            });
        }
    }
}
