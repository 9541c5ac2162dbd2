//! Principal variation search: the few nodes with an open window.

use arrayvec::ArrayVec;

use super::Searcher;
use super::node::Node;
use super::ordering::Candidates;
use crate::othello::endgame::NONE;
use crate::othello::rules::moves::Move;

/// A course of play: at most 60 discs and the passes between them.
pub(crate) type Line = ArrayVec<Move, 128>;

impl Searcher<'_> {
    /// The score of `node` by a search of `depth` plies within `[alpha, beta]`, and the course of play that leads to it
    /// in `line`. Fail-soft, in discs. After an abort the value means nothing.
    pub(crate) fn principal(
        &mut self,
        node: &Node,
        depth: u32,
        [alpha, beta]: [i32; 2],
        line: &mut Line,
    ) -> i32 {
        line.clear();
        let board = node.board;
        if node.moves == 0 {
            let Some(passed) = node.forced_pass() else {
                return board.final_score();
            };
            let mut rest = Line::new();
            let score = -self.principal(&passed, depth, [-beta, -alpha], &mut rest);
            extend(line, Move::PASS, &rest);
            return score;
        }
        self.watch.count();
        if depth == 0 {
            return self.weights.evaluate(&node.lanes, board, node.moves);
        }
        if self.watch.is_over() {
            return alpha;
        }
        let hash = board.hash();
        let known = self.recall(board, hash).map(|entry| entry.best);
        let mut candidates = Candidates::new();
        candidates.fill(board, node.moves);
        self.order(&mut candidates, node, known, depth);
        let mut best = NONE;
        let mut best_move = 0;
        let mut rest = Line::new();
        while let Some(candidate) = candidates.next_best() {
            let floor = alpha.max(best);
            rest.clear();
            let child = node.after(&candidate);
            let mut score = NONE;
            if best != NONE {
                score = -self.null_window(&child, depth - 1, -floor - 1);
            }
            if best == NONE || score > floor && score < beta {
                let window = [-beta, -floor.max(score - 1).min(beta - 1)];
                let window = if best == NONE {
                    [-beta, -floor]
                } else {
                    window
                };
                score = -self.principal(&child, depth - 1, window, &mut rest);
            }
            if self.watch.aborted() {
                return alpha;
            }
            if score > best {
                best = score;
                best_move = candidate.square;
                if score > alpha {
                    extend(line, Move::on(usize::from(best_move)), &rest);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.remember(board, hash, depth, [alpha, beta], best, best_move);
        best
    }
}

/// `line` becomes `first` followed by `rest`.
pub(super) fn extend(line: &mut Line, first: Move, rest: &Line) {
    line.clear();
    line.push(first);
    line.extend(rest.iter().copied().take(line.remaining_capacity()));
}
