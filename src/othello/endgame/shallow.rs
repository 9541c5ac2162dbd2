//! Five and six empty squares: moves in the order of parity, no table.

use crate::othello::rules::CORNERS;
use crate::othello::rules::board::Board;
use crate::othello::rules::moves::Squares;
use crate::othello::search::Searcher;

use super::{NONE, odd_quadrants, stability_cut};

impl Searcher<'_> {
    /// Five or six empties; `moves` are the mover's.
    pub(super) fn shallow(&mut self, board: Board, moves: u64, empties: u32, alpha: i32) -> i32 {
        if moves == 0 {
            return match board.forced_pass() {
                Some((passed, replies)) => -self.shallow(passed, replies, empties, -alpha - 1),
                None => board.final_score(),
            };
        }
        self.watch.count();
        if let Some(bound) = stability_cut(board, empties, alpha) {
            return bound;
        }
        let odd = odd_quadrants(board.empty());
        let mut best = NONE;
        for group in [
            moves & odd & CORNERS,
            moves & odd & !CORNERS,
            moves & !odd & CORNERS,
            moves & !odd & !CORNERS,
        ] {
            for square in Squares(group) {
                let child = board.play(square);
                let score = if empties == 5 {
                    -self.four_empties(child, -alpha - 1)
                } else {
                    -self.shallow(child, child.moves(), empties - 1, -alpha - 1)
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }
}
