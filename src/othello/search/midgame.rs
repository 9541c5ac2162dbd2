//! Null-window search of limited depth. The lowest plies have routines of their own, because most nodes are there.

use super::Searcher;
use super::node::Node;
use super::ordering::Candidates;
use crate::othello::endgame::NONE;
use crate::othello::rules::moves::Squares;

/// From this depth on the table is used: below it a probe costs more than it saves.
const TABLE_FROM: u32 = 3;
/// From this depth on the table is asked about the children first.
const ENHANCED_FROM: u32 = 5;
/// From this depth on moves are ordered by the evaluation of their child.
const ORDERED_BY_EVALUATION: u32 = 3;
/// What a reply of the opponent weighs in that order, in the unit of estimates.
const MOBILITY_WEIGHT: i32 = 64;

/// What it weighs that the opponent must pass.
const PASS_WORTH: i32 = 20 * MOBILITY_WEIGHT;

impl Searcher<'_> {
    /// Whether the score of `node` is above `alpha` by a search of `depth` plies; to the end of the game where the depth
    /// reaches it. Fail-soft, in discs. After an abort the value means nothing.
    pub(crate) fn null_window(&mut self, node: &Node, depth: u32, alpha: i32) -> i32 {
        let empties = node.board.empties();
        if depth >= empties {
            return self.solve_null(node, empties, alpha);
        }
        if node.moves == 0 {
            return match node.forced_pass() {
                Some(passed) => -self.null_window(&passed, depth, -alpha - 1),
                None => node.board.final_score(),
            };
        }
        match depth {
            0 => {
                self.watch.count();
                self.weights
                    .evaluate_against(&node.lanes, node.board, node.moves, alpha)
            }
            1 => self.depth_one(node, alpha),
            _ => self.null_window_ordered(node, depth, alpha),
        }
    }

    /// One ply: every child evaluated where it stands.
    fn depth_one(&mut self, node: &Node, alpha: i32) -> i32 {
        self.watch.count();
        let mut best = NONE;
        for square in Squares(node.moves) {
            let flipped = node.board.flips(square);
            let board = node.board.after(square, flipped);
            let moves = board.moves();
            let lanes = node.lanes.after(square, flipped);
            let child = Node {
                lanes,
                board,
                moves,
            };
            let score = -self.null_window(&child, 0, -alpha - 1);
            if score > best {
                best = score;
                if score > alpha {
                    break;
                }
            }
        }
        best
    }

    fn null_window_ordered(&mut self, node: &Node, depth: u32, alpha: i32) -> i32 {
        self.watch.count();
        if self.watch.is_over() {
            return alpha;
        }
        let board = node.board;
        let hash = board.hash();
        let mut known = None;
        if depth >= TABLE_FROM
            && let Some(entry) = self.recall(board, hash)
        {
            if let Some(score) = self.settled(entry, depth, alpha) {
                return score;
            }
            known = Some(entry.best);
        }
        if let Some(score) = self.probable_cut(node, depth, alpha) {
            return score;
        }
        if depth >= TABLE_FROM && known.is_none() {
            // What the search that decided against a cut found best.
            known = self.recall(board, hash).map(|entry| entry.best);
        }
        let mut candidates = Candidates::new();
        candidates.fill(board, node.moves);
        if depth >= ENHANCED_FROM
            && let Some(score) = self.enhanced_cut(&candidates, depth, alpha)
        {
            return score;
        }
        self.order(&mut candidates, node, known, depth);
        let found = self.best_of(&mut candidates, alpha, |search, candidate| {
            -search.null_window(&node.after(candidate), depth - 1, -alpha - 1)
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
    pub(crate) fn order(
        &self,
        candidates: &mut Candidates,
        node: &Node,
        best: Option<[u8; 2]>,
        depth: u32,
    ) {
        if depth < ORDERED_BY_EVALUATION {
            candidates.order_for_endgame(node.board, best);
            return;
        }
        candidates.order_by(best, |candidate| {
            let replies = candidate.moves.count_ones().cast_signed();
            if replies == 0 {
                return PASS_WORTH;
            }
            let lanes = node.after(candidate).lanes;
            let eval = self
                .weights
                .evaluate_first(&lanes, candidate.child, candidate.moves);
            -eval - MOBILITY_WEIGHT * replies
        });
    }
}
