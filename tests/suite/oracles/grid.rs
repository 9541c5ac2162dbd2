//! Connect four on an array of cells, cell by cell and line by line, as the rules tell it.

use brightsword::connect4::rules::bits::Bits;
use brightsword::connect4::rules::board::Board;
use brightsword::connect4::rules::position::Position;
use brightsword::connect4::rules::size::Size;
use brightsword::game::{Cell, Side};

/// To the right, upwards, and along both diagonals.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The cells by column and row, both from 0, row 0 at the bottom; and whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Grid {
    width: i32,
    height: i32,
    cells: [[Cell; 15]; 10],
    pub(crate) turn: Side,
}

impl Grid {
    pub(crate) fn new(width: i32, height: i32) -> Self {
        Self {
            width,
            height,
            cells: [[Cell::Empty; 15]; 10],
            turn: Side::First,
        }
    }

    /// An empty grid as large as the board of this size.
    pub(crate) fn sized<S: Size>() -> Self {
        Self::new(S::WIDTH.cast_signed(), S::HEIGHT.cast_signed())
    }

    pub(crate) fn from_position<S: Size>(at: &Position<S>) -> Self {
        let mut grid = Self::sized::<S>();
        grid.turn = at.side;
        for (column, row) in grid.places() {
            let bit = S::bit(column.cast_unsigned(), row.cast_unsigned());
            let cell = if at.board.mover.has(bit) {
                Cell::Disc(at.side)
            } else if at.board.other.has(bit) {
                Cell::Disc(at.side.other())
            } else if at.board.filled.has(bit) {
                Cell::Neutral
            } else {
                Cell::Empty
            };
            grid.put(column, row, cell);
        }
        grid
    }

    pub(crate) fn to_position<S: Size>(self) -> Position<S> {
        let discs = |side| self.set::<S>(|_, _, cell| cell == Cell::Disc(side));
        Position {
            board: Board {
                mover: discs(self.turn),
                other: discs(self.turn.other()),
                filled: self.set::<S>(|_, _, cell| cell != Cell::Empty),
            },
            side: self.turn,
        }
    }

    /// Columns and rows of all cells.
    fn places(self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.width).flat_map(move |column| (0..self.height).map(move |row| (column, row)))
    }

    /// The cells for which `wanted(column, row, cell)` holds.
    pub(crate) fn set<S: Size>(self, wanted: impl Fn(i32, i32, Cell) -> bool) -> S::Bits {
        let mut set = S::Bits::NONE;
        for (column, row) in self.places() {
            if wanted(column, row, self.at(column, row).expect("on the board")) {
                let bit = S::bit(column.cast_unsigned(), row.cast_unsigned());
                set = set | S::Bits::single(bit);
            }
        }
        set
    }

    /// The cell; none beyond the edges.
    pub(crate) fn at(&self, column: i32, row: i32) -> Option<Cell> {
        if (0..self.width).contains(&column) && (0..self.height).contains(&row) {
            Some(self.cells[column.cast_unsigned() as usize][row.cast_unsigned() as usize])
        } else {
            None
        }
    }

    pub(crate) fn put(&mut self, column: i32, row: i32, cell: Cell) {
        self.cells[column.cast_unsigned() as usize][row.cast_unsigned() as usize] = cell;
    }

    /// The row to which a disc falls; none if the column is full or does not exist.
    pub(crate) fn landing(&self, column: i32) -> Option<i32> {
        (0..self.height).find(|&row| self.at(column, row) == Some(Cell::Empty))
    }

    pub(crate) fn playable(self, column: i32, row: i32) -> bool {
        self.landing(column) == Some(row)
    }

    /// Drops a disc of the side whose turn it is.
    pub(crate) fn play(&mut self, column: i32) {
        let row = self.landing(column).expect("the column is not full");
        self.put(column, row, Cell::Disc(self.turn));
        self.turn = self.turn.other();
    }

    /// Drops a neutral disc; nothing happens where there is no room for it.
    pub(crate) fn play_neutral(&mut self, column: i32) {
        if let Some(row) = self.landing(column) {
            self.put(column, row, Cell::Neutral);
        }
    }

    /// Whether all four cells from this one on in the direction are such.
    fn line(
        &self,
        (column, row): (i32, i32),
        (right, up): (i32, i32),
        such: impl Fn(Cell) -> bool,
    ) -> bool {
        (0..4).all(|step| {
            let cell = self.at(column + step * right, row + step * up);
            cell.is_some_and(&such)
        })
    }

    pub(crate) fn has_four(&self, side: Side) -> bool {
        let mut found = false;
        for column in 0..self.width {
            for row in 0..self.height {
                for direction in DIRECTIONS {
                    found |= self.line((column, row), direction, |cell| cell == Cell::Disc(side));
                }
            }
        }
        found
    }

    /// Whether a line of four through this cell consists of such cells.
    fn within_line(&self, (column, row): (i32, i32), such: impl Fn(Cell) -> bool) -> bool {
        DIRECTIONS.iter().any(|&(right, up)| {
            (0..4).any(|back| {
                let from = (column - back * right, row - back * up);
                self.line(from, (right, up), &such)
            })
        })
    }

    /// Whether a disc of the side on this cell, taken or not, makes a line of four through it. What lies above the cell
    /// does not count: a disc that is dropped has nothing above it.
    pub(crate) fn completes(mut self, side: Side, column: i32, row: i32) -> bool {
        self.put(column, row, Cell::Disc(side));
        for above in row + 1..self.height {
            self.put(column, above, Cell::Empty);
        }
        self.within_line((column, row), |cell| cell == Cell::Disc(side))
    }

    /// Whether some line of four through this cell holds only discs of the side and so many empty cells.
    pub(crate) fn lacks(&self, side: Side, (column, row): (i32, i32), missing: usize) -> bool {
        DIRECTIONS.iter().any(|&(right, up)| {
            (0..4).any(|back| {
                let from = (column - back * right, row - back * up);
                let mine = |cell| cell == Cell::Empty || cell == Cell::Disc(side);
                let empty = (0..4).filter(|step| {
                    self.at(from.0 + step * right, from.1 + step * up) == Some(Cell::Empty)
                });
                self.line(from, (right, up), mine) && empty.count() == missing
            })
        })
    }

    /// How many lines of four the side can still complete.
    pub(crate) fn open_lines(self, side: Side) -> usize {
        let open = |place, direction| {
            self.line(place, direction, |cell| {
                cell == Cell::Empty || cell == Cell::Disc(side)
            })
        };
        let lines = self
            .places()
            .flat_map(|place| DIRECTIONS.map(|direction| (place, direction)));
        lines
            .filter(|&(place, direction)| open(place, direction))
            .count()
    }

    #[must_use]
    pub(crate) fn mirrored(self) -> Self {
        let mut image = self;
        for (column, row) in self.places() {
            let cell = self.at(column, row).expect("on the board");
            image.put(self.width - 1 - column, row, cell);
        }
        image
    }

    pub(crate) fn legal_columns(&self) -> Vec<i32> {
        if self.has_four(Side::First) || self.has_four(Side::Second) {
            return Vec::new();
        }
        let free = |&column: &i32| self.landing(column).is_some();
        (0..self.width).filter(free).collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.legal_columns().is_empty()
    }

    /// How many cells are such.
    pub(crate) fn count(self, such: impl Fn(Cell) -> bool) -> i32 {
        let cells = self
            .places()
            .filter_map(|(column, row)| self.at(column, row));
        i32::try_from(cells.filter(|&cell| such(cell)).count()).expect("at most 150")
    }

    /// The score of a finished game for the side to move: the loser's, less for each disc that the winner has left.
    pub(crate) fn final_score(self) -> i32 {
        let lost = self.has_four(self.turn.other());
        let empty = self.count(|cell| cell == Cell::Empty);
        // Each side would drop every other one of the empty cells, the side to move the first of them.
        let left_to_winner = empty / 2;
        if lost { -(left_to_winner + 1) } else { 0 }
    }

    /// Leaves of the game tree: a finished game is one leaf.
    pub(crate) fn perft(self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let columns = self.legal_columns();
        if columns.is_empty() {
            return 1;
        }
        if depth == 1 {
            return columns.len() as u64;
        }
        let after = |column| {
            let mut next = self;
            next.play(column);
            next.perft(depth - 1)
        };
        columns.into_iter().map(after).sum()
    }
}
