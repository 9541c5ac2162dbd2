//! One to four empty squares: everything unrolled, no move lists.

use crate::othello::rules::QUADRANTS;
use crate::othello::rules::board::Board;
use crate::othello::rules::flips::last::last_flips;
use crate::othello::rules::moves::Squares;
use crate::othello::search::Searcher;

use super::{NONE, stability_cut};

/// The score for the side whose discs are `mover` with `square` the only empty one.
#[inline(always)]
pub(super) fn one_empty(mover: u64, square: usize) -> i32 {
    let (own, other) = last_flips(mover, square);
    let score = 2 * mover.count_ones().cast_signed() - 64;
    if own != 0 {
        score + 2 * own + 2
    } else if other != 0 {
        score - 2 * other
    } else if score >= 0 {
        // Nobody can move; the winner gets the square.
        score + 2
    } else {
        score
    }
}

impl Searcher<'_> {
    #[inline(always)]
    fn two_empties(&mut self, board: Board, first: usize, second: usize, alpha: i32) -> i32 {
        self.watch.count();
        let mut best = NONE;
        let flipped = touching_flips(board, first);
        if flipped != 0 {
            best = -one_empty(board.other & !flipped, second);
            if best > alpha {
                return best;
            }
        }
        let flipped = touching_flips(board, second);
        if flipped != 0 {
            return best.max(-one_empty(board.other & !flipped, first));
        }
        if best != NONE {
            return best;
        }
        two_empties_after_pass(board, first, second, alpha)
    }

    #[inline(always)]
    fn three_empties(&mut self, board: Board, squares: [usize; 3], alpha: i32) -> i32 {
        self.watch.count();
        let score = self.three_ordered(board, squares, alpha);
        if score == NONE {
            self.three_empties_after_pass(board, squares, alpha)
        } else {
            score
        }
    }

    #[cold]
    #[inline(never)]
    fn three_empties_after_pass(&mut self, board: Board, squares: [usize; 3], alpha: i32) -> i32 {
        let score = self.three_ordered(board.pass(), squares, -alpha - 1);
        if score == NONE {
            board.final_score()
        } else {
            -score
        }
    }

    /// The best of the moves, [`NONE`] if there is none.
    #[inline(always)]
    fn three_ordered(&mut self, board: Board, [a, b, c]: [usize; 3], alpha: i32) -> i32 {
        let mut best = NONE;
        for (square, first, second) in [(a, b, c), (b, a, c), (c, a, b)] {
            let flipped = touching_flips(board, square);
            if flipped != 0 {
                let child = board.after(square, flipped);
                let score = -self.two_empties(child, first, second, -alpha - 1);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// Four empty squares, odd quadrants first.
    #[inline]
    pub(super) fn four_empties(&mut self, board: Board, alpha: i32) -> i32 {
        self.watch.count();
        if let Some(bound) = stability_cut(board, 4, alpha) {
            return bound;
        }
        let (squares, pairs) = by_parity(board.empty());
        let score = self.four_ordered(board, squares, pairs, alpha);
        if score != NONE {
            return score;
        }
        let passed = board.pass();
        let score = self.four_ordered(passed, squares, pairs, -alpha - 1);
        if score == NONE {
            board.final_score()
        } else {
            -score
        }
    }

    /// The best of the moves, [`NONE`] if there is none.
    #[inline(always)]
    fn four_ordered(
        &mut self,
        board: Board,
        [a, b, c, d]: [usize; 4],
        pairs: bool,
        alpha: i32,
    ) -> i32 {
        // After a move into the second of two pairs its partner is alone in its quadrant and goes first.
        let after_c = if pairs { [d, a, b] } else { [a, b, d] };
        let after_d = if pairs { [c, a, b] } else { [a, b, c] };
        let mut best = NONE;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, after_c), (d, after_d)] {
            let flipped = touching_flips(board, square);
            if flipped != 0 {
                let score = -self.three_empties(board.after(square, flipped), rest, -alpha - 1);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }
}

/// With two empty squares and no move for the mover: the opponent's choice, or the end.
#[cold]
fn two_empties_after_pass(board: Board, first: usize, second: usize, alpha: i32) -> i32 {
    let passed = board.pass();
    let flipped = touching_flips(passed, first);
    let mut worst = -NONE;
    if flipped != 0 {
        worst = one_empty(board.mover & !flipped, second);
        if worst <= alpha {
            return worst;
        }
    }
    let flipped = touching_flips(passed, second);
    if flipped != 0 {
        return worst.min(one_empty(board.mover & !flipped, first));
    }
    if worst == -NONE {
        board.final_score()
    } else {
        worst
    }
}

/// The four empty squares with those in odd quadrants first, and whether they are two pairs: then those of one quadrant
/// stand beside each other.
#[inline(always)]
fn by_parity(empty: u64) -> ([usize; 4], bool) {
    let mut first = 0;
    let mut pairs = 0;
    let mut pair = 0;
    for quadrant in QUADRANTS {
        let here = empty & quadrant;
        match here.count_ones() {
            1 => first |= here,
            2 => {
                pairs += 1;
                pair = here;
            }
            _ => {}
        }
    }
    if pairs == 2 {
        first = pair;
    }
    let mut squares = [0; 4];
    for (place, square) in squares
        .iter_mut()
        .zip(Squares(first).chain(Squares(empty & !first)))
    {
        *place = square;
    }
    (squares, pairs == 2)
}

/// The flips of a square, looked up only if an enemy disc is beside it.
#[inline(always)]
fn touching_flips(board: Board, square: usize) -> u64 {
    if NEIGHBOURS[square] & board.other == 0 {
        0
    } else {
        board.flips(square)
    }
}

/// The squares around each square.
static NEIGHBOURS: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let disc = 1u64 << square;
        let west = disc & !0x0101_0101_0101_0101;
        let east = disc & !0x8080_8080_8080_8080;
        let row = disc | west >> 1 | east << 1;
        all[square] = (row | row << 8 | row >> 8) & !disc;
        square += 1;
    }
    all
};
