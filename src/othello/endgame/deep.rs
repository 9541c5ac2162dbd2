//! Twelve and more empty squares: the shared table, enhanced transposition cut-offs, and the entry for all layers.

use crate::othello::rules::board::Board;
use crate::othello::rules::moves::Squares;
use crate::othello::search::Searcher;
use crate::othello::search::node::Node;
use crate::othello::search::ordering::Candidates;

use super::parts::{Part, in_use};
use super::{DEEP, MIDDLE, NONE, stability_cut};

/// From so many empties on moves are ordered by the evaluation of their child.
const ORDERED_BY_EVALUATION: u32 = 13;
/// What the evaluation, in the unit of the weights, is divided by in that order: a disc weighs a quarter of a reply.
const EVALUATION_SHARE: i32 = 8;
/// From so many empties on searches that need not be certain leave out what is improbable.
const SELECTIVE_FROM: u32 = 14;

impl Searcher<'_> {
    /// Whether the exact score of `node` is above `alpha`: returns a lower bound above it, or an upper bound at or below
    /// it. In discs. After an abort the value means nothing.
    pub(crate) fn solve_null(&mut self, node: &Node, empties: u32, alpha: i32) -> i32 {
        let Node { board, moves, .. } = *node;
        match empties {
            DEEP.. => self.deep(node, empties, alpha),
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

    fn deep(&mut self, node: &Node, empties: u32, alpha: i32) -> i32 {
        let board = node.board;
        if node.moves == 0 {
            return match node.forced_pass() {
                Some(passed) => -self.deep(&passed, empties, -alpha - 1),
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
            && let Some(score) = self.settled(entry, empties, alpha)
        {
            return score;
        }
        if empties >= SELECTIVE_FROM
            && let Some(score) = self.probable_cut(node, empties, alpha)
        {
            return score;
        }
        let mut candidates = Candidates::new();
        candidates.fill(board, node.moves);
        if empties > DEEP
            && let Some(score) = self.enhanced_cut(&candidates, empties, alpha)
        {
            return score;
        }
        let best = known.map(|entry| entry.best);
        if empties < ORDERED_BY_EVALUATION || !in_use(Part::Ordering) {
            candidates.order_for_endgame(board, best);
        } else {
            self.order_solving(&mut candidates, node, best);
        }
        let found = self.best_of(&mut candidates, alpha, |search, candidate| {
            if empties == DEEP {
                -search.middle(candidate.child, candidate.moves, empties - 1, -alpha - 1)
            } else {
                -search.deep(&node.after(candidate), empties - 1, -alpha - 1)
            }
        });
        let Some((best, best_move)) = found else {
            return alpha;
        };
        self.remember(board, hash, empties, [alpha, alpha + 1], best, best_move);
        best
    }

    /// Few replies for the opponent, what is good for us by the evaluation, odd regions first.
    fn order_solving(&self, candidates: &mut Candidates, node: &Node, best: Option<[u8; 2]>) {
        candidates.order_for_endgame(node.board, best);
        candidates.adjust(|candidate| {
            if candidate.moves == 0 {
                return 0;
            }
            let lanes = node.after(candidate).lanes;
            -self
                .weights
                .evaluate_first(&lanes, candidate.child, candidate.moves)
                / EVALUATION_SHARE
        });
    }
}
