//! Discs on a board, seen by the side to move.

use super::bits::Bits;
use super::lines;
use super::size::Size;

/// The discs of both sides and the cells that are taken, by them or by neutral discs. Discs lie without gaps from the
/// bottom of each column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<S: Size> {
    /// Discs of the side to move.
    pub mover: S::Bits,
    /// Discs of the other side.
    pub other: S::Bits,
    /// All discs, the neutral ones too.
    pub filled: S::Bits,
}

impl<S: Size> Board<S> {
    /// No discs at all.
    pub const EMPTY: Self = Self {
        mover: S::Bits::NONE,
        other: S::Bits::NONE,
        filled: S::Bits::NONE,
    };

    /// The neutral discs.
    pub fn neutral(self) -> S::Bits {
        self.filled.without(self.mover | self.other)
    }

    /// Cells that are empty.
    #[inline]
    pub fn empty(self) -> S::Bits {
        S::BOARD.without(self.filled)
    }

    /// Cells into which a disc can fall now, at most one in each column.
    #[inline(always)]
    pub fn playable(self) -> S::Bits {
        self.filled.plus(S::BOTTOM) & S::BOARD
    }

    /// Whether all columns are full.
    #[inline]
    pub fn is_full(self) -> bool {
        self.filled == S::BOARD
    }

    /// Whether the side that has just moved has four in line.
    pub fn is_won(self) -> bool {
        lines::has_four::<S>(self.other)
    }

    /// Whether the game is over.
    pub fn is_over(self) -> bool {
        self.is_full() || self.is_won()
    }

    /// The board after the mover's disc on `cell`, which must be one of the playable ones.
    #[inline(always)]
    #[must_use]
    pub fn play(self, cell: S::Bits) -> Self {
        Self {
            mover: self.other,
            other: self.mover | cell,
            filled: self.filled | cell,
        }
    }

    /// The board after a neutral disc on `cell`; whose move it is stays the same.
    #[must_use]
    pub fn play_neutral(self, cell: S::Bits) -> Self {
        Self {
            filled: self.filled | cell,
            ..self
        }
    }

    /// All cells of a column.
    pub fn column(column: u32) -> S::Bits {
        let bits = (0..S::HEIGHT).map(|row| S::Bits::single(S::bit(column, row)));
        bits.fold(S::Bits::NONE, |cells, cell| cells | cell)
    }

    /// The cell into which a disc falls that is dropped into `column`; the empty set if the column is full.
    pub fn landing(self, column: u32) -> S::Bits {
        self.playable() & Self::column(column)
    }

    /// Empty cells on which the side to move would complete four in line, at once or later.
    #[inline]
    pub fn threats(self) -> S::Bits {
        lines::completing::<S>(self.mover).without(self.filled) & S::BOARD
    }

    /// The same for the other side.
    #[inline]
    pub fn threats_against(self) -> S::Bits {
        lines::completing::<S>(self.other).without(self.filled) & S::BOARD
    }

    /// The board seen in a mirror, its columns from right to left.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self {
            mover: mirrored::<S>(self.mover),
            other: mirrored::<S>(self.other),
            filled: mirrored::<S>(self.filled),
        }
    }
}

/// A set of cells seen in a mirror, its columns from right to left.
#[must_use]
pub fn mirrored<S: Size>(cells: S::Bits) -> S::Bits {
    let mut found = S::Bits::NONE;
    for column in 0..S::WIDTH {
        let there = S::WIDTH - 1 - column;
        let own = cells & Board::<S>::column(column);
        found = found
            | match there.cmp(&column) {
                std::cmp::Ordering::Greater => columns_up::<S>(own, there - column),
                std::cmp::Ordering::Less => columns_down::<S>(own, column - there),
                std::cmp::Ordering::Equal => own,
            };
    }
    found
}

/// The cells moved to the right by so many columns, in steps that [`Bits::up`] takes.
fn columns_up<S: Size>(mut cells: S::Bits, mut columns: u32) -> S::Bits {
    while columns > 0 {
        let step = columns.min(3);
        cells = cells.up(step * S::STRIDE);
        columns -= step;
    }
    cells
}

/// The same to the left.
fn columns_down<S: Size>(mut cells: S::Bits, mut columns: u32) -> S::Bits {
    while columns > 0 {
        let step = columns.min(3);
        cells = cells.down(step * S::STRIDE);
        columns -= step;
    }
    cells
}

/// The moves that do not lose at once, where the mover cannot complete a four itself: the one that parries a threat of the
/// other side, else all that do not open the cell of one to it. `theirs` are the other side's threats.
#[inline(always)]
#[must_use]
pub fn holding<B: Bits>(playable: B, theirs: B) -> B {
    let safe = playable.without(theirs.down(1));
    let forced = playable & theirs;
    if forced.is_empty() {
        safe
    } else if forced.is_several() {
        B::NONE
    } else {
        safe & forced
    }
}

/// The lowest cell of the set in each column.
#[inline(always)]
#[must_use]
pub fn lowest<S: Size>(cells: S::Bits) -> S::Bits {
    cells & S::BOARD.without(cells).plus(S::BOTTOM)
}

/// All cells from those of the set upwards; the set has one cell of a column at most.
#[inline(always)]
#[must_use]
pub fn upwards<S: Size>(cells: S::Bits) -> S::Bits {
    // The place above each column, which none has, less one cell below it.
    S::TOP.up(1).minus(cells) & S::BOARD
}
