//! What a position is worth where the search ends: open lines, and who will have to fill the cell under a threat.

use super::rules::bits::Bits;
use super::rules::board::Board;
use super::rules::size::Size;

/// What counts how much, in points of the search.
struct Weights {
    /// A line that only one side can still complete, by the discs that it has there.
    lines: [i32; 4],
    /// The lowest threat of its column on a row that suits its side: when all else is filled the opponent must give it.
    /// Less for each row above the bottom, since the column may never be filled so far.
    suiting: i32,
    suiting_by_row: i32,
    /// Another threat below such a one.
    other: i32,
}

const WEIGHTS: Weights = Weights {
    lines: [0, 1, 4, 12],
    suiting: 40,
    suiting_by_row: 1,
    other: 8,
};

/// Estimates stay within this, which no proven score does.
pub(crate) const MOST: i32 = 1_700;

/// The evaluation of one game: whom a row suits depends on the number of neutral discs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evaluation<S: Size> {
    /// The cells on which a threat of the first side, of the second side, is of use in the end.
    suiting: [S::Bits; 2],
}

/// Both sides' threats: empty cells that complete a four, of the mover and of the other side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Threats<B> {
    pub(crate) mine: B,
    pub(crate) theirs: B,
}

impl<S: Size> Evaluation<S> {
    /// For a game with so many neutral discs.
    ///
    /// Suppose that all columns but one are full, and that one up to row `t`, counted from 0. Then
    /// `CELLS − HEIGHT + t − neutral` discs of the players lie on the board, and the first side is to move if this is even:
    /// threats on such rows are worth something to it, those on the others to the second side.
    pub(crate) fn new(neutral: u32) -> Self {
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
    pub(crate) fn estimate(&self, board: Board<S>, turn: usize, threats: Threats<S::Bits>) -> i32 {
        let empty = board.empty();
        let lines = Self::lines(board.mover, empty) - Self::lines(board.other, empty);
        (lines + self.threats(board, turn, threats)).clamp(-MOST, MOST)
    }

    /// Lines that one side may still complete, by its discs in them.
    fn lines(own: S::Bits, empty: S::Bits) -> i32 {
        let free = own | empty;
        let mut total = 0;
        for step in [1, S::STRIDE - 1, S::STRIDE, S::STRIDE + 1] {
            let pairs = free & free.down(step);
            let open = pairs & pairs.down(2 * step);
            // Adds up four bits at every place.
            let (a, b) = (own, own.down(step));
            let (low, carry) = (a ^ b, a & b);
            let (far_low, far_carry) = (low.down(2 * step), carry.down(2 * step));
            let ones = (low ^ far_low) & open;
            let twos = ((low & far_low) ^ carry ^ far_carry) & open;
            let count = |set: S::Bits| set.count().cast_signed();
            total += WEIGHTS.lines[1] * count(ones.without(twos));
            total += WEIGHTS.lines[2] * count(twos.without(ones));
            total += WEIGHTS.lines[3] * count(ones & twos);
        }
        total
    }

    /// Threats on cells that cannot be filled yet.
    fn threats(
        &self,
        board: Board<S>,
        turn: usize,
        Threats { mine, theirs }: Threats<S::Bits>,
    ) -> i32 {
        let later = board.empty().without(board.playable());
        let (mine, theirs) = (mine & later, theirs & later);
        if (mine | theirs).is_empty() {
            return 0;
        }
        let my_good = mine & self.suiting[turn];
        let their_good = theirs & self.suiting[1 - turn];
        // Who gets the lowest of these cells in a column ends all hopes above it.
        let decisive = lowest::<S>(my_good | their_good | mine & theirs);
        let below = below::<S>(decisive);
        let mut total = 0;
        let both = mine & theirs;
        total += worth::<S>(decisive & my_good);
        total -= worth::<S>(decisive & their_good);
        let count = |set: S::Bits| set.count().cast_signed();
        total += WEIGHTS.other
            * (count((mine & below).without(both)) - count((theirs & below).without(both)));
        total
    }
}

/// What decisive threats on these cells are worth.
fn worth<S: Size>(cells: S::Bits) -> i32 {
    super::rules::bits::Cells(cells)
        .map(|cell| WEIGHTS.suiting - WEIGHTS.suiting_by_row * (cell % S::STRIDE).cast_signed())
        .sum()
}

/// The lowest cell of the set in each column.
fn lowest<S: Size>(cells: S::Bits) -> S::Bits {
    cells & S::BOARD.without(cells).plus(S::BOTTOM)
}

/// All cells below the lowest of the set in each column; whole columns where it has none.
fn below<S: Size>(lowest: S::Bits) -> S::Bits {
    // The bit above a column stands for a cell that no column has.
    let spare = S::TOP.up(1);
    let marked = lowest | spare;
    let first = marked & (S::BOARD | spare).without(marked).plus(S::BOTTOM);
    first.minus(S::BOTTOM) & S::BOARD
}
