//! The estimate by a formula, for boards for which nothing was learned: open lines, and who will have to fill the cell under
//! a threat.

use super::Threats;
use crate::connect4::rules::bits::Bits;
use crate::connect4::rules::board::{Board, lowest, upwards};
use crate::connect4::rules::lines::{Counted, counted, steps};
use crate::connect4::rules::size::Size;
use crate::connect4::zugzwang::zugzwang;

/// What counts how much, in points of the search: a hundred points multiply the odds of winning by e. Fitted by logistic
/// regression on 203,340 quiet positions of 3,886 games at 2,500 nodes a move, the second such round.
struct Weights {
    /// A line that only one side can still complete, with one, two or three discs of it; upright, level and slanting ones.
    /// A line of three counts little, because it makes a threat, which counts for itself.
    upright: [i32; 3],
    level: [i32; 3],
    slanting: [i32; 3],
    /// The lowest threat of its column on a row that suits its side: when all else is filled the opponent must give it.
    suiting: i32,
    /// Another threat below it, by the number of empty cells between it and the discs: it closes the cell under it to the
    /// opponent.
    closing: [i32; 3],
    /// Whoever wins the ending by the count of harmless moves: at once, times the share of the board that is full, and times
    /// its square.
    zugzwang: [i32; 3],
}

const WEIGHTS: Weights = Weights {
    upright: [4, 2, 0],
    level: [3, 10, 1],
    slanting: [0, 4, 2],
    suiting: 42,
    closing: [62, 22, 2],
    zugzwang: [13, 178, 82],
};

/// The formula in one game: whom a row suits depends on the number of neutral discs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Formula<S: Size> {
    /// The cells on which a threat of the first side, of the second side, is of use in the end.
    suiting: [S::Bits; 2],
}

impl<S: Size> Formula<S> {
    /// For a game with so many neutral discs.
    ///
    /// Suppose that all columns but one are full, and that one up to row `t`, counted from 0. Then
    /// `CELLS − HEIGHT + t − neutral` discs of the players lie on the board, and the first side is to move if this is even:
    /// threats on such rows are worth something to it, those on the others to the second side.
    pub(super) fn new(neutral: u32) -> Self {
        let first_side = |row: &u32| (S::CELLS - S::HEIGHT + row + neutral).is_multiple_of(2);
        let mut suiting = [S::Bits::NONE; 2];
        for row in 0..S::HEIGHT {
            let side = usize::from(!first_side(&row));
            for column in 0..S::WIDTH {
                suiting[side] = suiting[side] | S::Bits::single(S::bit(column, row));
            }
        }
        Self { suiting }
    }

    /// The estimate for the mover, who is the first side if `turn` is 0, else the second.
    pub(super) fn estimate(&self, board: Board<S>, turn: usize, threats: Threats<S::Bits>) -> i32 {
        let empty = board.empty();
        let lines = Self::lines(board.mover, empty) - Self::lines(board.other, empty);
        lines + self.threats(board, turn, threats)
    }

    /// Lines that one side may still complete, by its discs in them.
    fn lines(own: S::Bits, empty: S::Bits) -> i32 {
        let weights = [
            WEIGHTS.upright,
            WEIGHTS.slanting,
            WEIGHTS.level,
            WEIGHTS.slanting,
        ];
        let mut total = 0;
        for (step, weights) in steps::<S>().into_iter().zip(weights) {
            let Counted { one, two, three } = counted::<S>(own, own | empty, step);
            for (weight, lines) in weights.into_iter().zip([one, two, three]) {
                if weight != 0 {
                    total += weight * count(lines);
                }
            }
        }
        total
    }

    /// Threats on cells that cannot be filled yet.
    fn threats(&self, board: Board<S>, turn: usize, all: Threats<S::Bits>) -> i32 {
        let later = board.empty().without(board.playable());
        let (mine, theirs) = (all.mine & later, all.theirs & later);
        if (mine | theirs).is_empty() {
            return 0;
        }
        let my_good = mine & self.suiting[turn];
        let their_good = theirs & self.suiting[1 - turn];
        // Who gets the lowest of these cells in a column ends all hopes above it.
        let decisive = lowest::<S>(my_good | their_good | mine & theirs);
        let until = decisive | S::BOARD.without(upwards::<S>(decisive));
        let suiting = count(decisive & my_good) - count(decisive & their_good);
        let mut total = WEIGHTS.suiting * suiting;
        let [early, share, square] = WEIGHTS.zugzwang;
        let (full, cells) = (count(board.filled), S::CELLS.cast_signed());
        let weight = early + (share + square * full / cells) * full / cells;
        total += weight * zugzwang(board, all);
        let mine = (mine & until).without(my_good);
        let theirs = (theirs & until).without(their_good);
        let next = board.playable().up(1);
        let near = [next, next.up(1)];
        let far = later.without(near[0] | near[1]);
        for (weight, at) in WEIGHTS.closing.into_iter().zip([near[0], near[1], far]) {
            total += weight * (count(mine & at) - count(theirs & at));
        }
        total
    }
}

#[inline(always)]
fn count(set: impl Bits) -> i32 {
    set.count().cast_signed()
}
