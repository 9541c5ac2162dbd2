//! Othello on an array of 64 cells, square by square and direction by direction, as the rules tell it.

use brightsword::othello::rules::board::Board;

/// What a cell holds, seen by the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell {
    Empty,
    Mover,
    Other,
}

impl Cell {
    fn opposite(self) -> Self {
        match self {
            Self::Empty => Self::Empty,
            Self::Mover => Self::Other,
            Self::Other => Self::Mover,
        }
    }
}

/// The eight directions as steps of row and column.
pub(crate) const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// The cells by row and column, row 0 on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NaiveBoard([[Cell; 8]; 8]);

impl NaiveBoard {
    pub(crate) fn start() -> Self {
        let mut board = Self([[Cell::Empty; 8]; 8]);
        // White on d4 and e5, black on e4 and d5; black moves.
        board.0[3][3] = Cell::Other;
        board.0[4][4] = Cell::Other;
        board.0[3][4] = Cell::Mover;
        board.0[4][3] = Cell::Mover;
        board
    }

    pub(crate) fn from_board(board: Board) -> Self {
        let mut cells = [[Cell::Empty; 8]; 8];
        for (square, cell) in cells.iter_mut().flatten().enumerate() {
            if board.mover >> square & 1 == 1 {
                *cell = Cell::Mover;
            } else if board.other >> square & 1 == 1 {
                *cell = Cell::Other;
            }
        }
        Self(cells)
    }

    pub(crate) fn to_board(self) -> Board {
        Board {
            mover: self.set(|_, _, cell| cell == Cell::Mover),
            other: self.set(|_, _, cell| cell == Cell::Other),
        }
    }

    /// The squares for which `wanted(row, column, cell)` holds.
    fn set(self, wanted: impl Fn(i32, i32, Cell) -> bool) -> u64 {
        let mut set = 0;
        for row in 0..8 {
            for column in 0..8 {
                let cell = self.at(row, column).expect("on the board");
                if wanted(row, column, cell) {
                    set |= 1 << (row * 8 + column);
                }
            }
        }
        set
    }

    /// The cell; none beyond the edges.
    fn at(self, row: i32, column: i32) -> Option<Cell> {
        let cells = self.0.get(usize::try_from(row).ok()?)?;
        cells.get(usize::try_from(column).ok()?).copied()
    }

    /// The squares whose discs a disc of the mover would turn; none if the square is taken.
    pub(crate) fn flips(self, row: i32, column: i32) -> Vec<(i32, i32)> {
        if self.at(row, column) != Some(Cell::Empty) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for (down, right) in DIRECTIONS {
            let mut run = Vec::new();
            let (mut at_row, mut at_column) = (row + down, column + right);
            while self.at(at_row, at_column) == Some(Cell::Other) {
                run.push((at_row, at_column));
                at_row += down;
                at_column += right;
            }
            if self.at(at_row, at_column) == Some(Cell::Mover) {
                all.extend(run);
            }
        }
        all
    }

    /// The same as a set of squares.
    pub(crate) fn flip_set(self, square: usize) -> u64 {
        let square = i32::try_from(square).expect("below 64");
        let turned = self.flips(square / 8, square % 8);
        turned
            .iter()
            .fold(0, |set, (row, column)| set | 1 << (row * 8 + column))
    }

    pub(crate) fn moves(self) -> u64 {
        self.set(|row, column, _| !self.flips(row, column).is_empty())
    }

    /// Empty squares with an enemy disc beside them that has room for another disc behind it.
    pub(crate) fn potential_moves(self) -> u64 {
        self.set(|row, column, cell| {
            cell == Cell::Empty
                && DIRECTIONS.iter().any(|&(down, right)| {
                    self.at(row + down, column + right) == Some(Cell::Other)
                        && self.at(row + 2 * down, column + 2 * right).is_some()
                })
        })
    }

    /// For row, column, diagonal a1–h8 and diagonal a8–h1: the squares whose whole line is full.
    pub(crate) fn full_lines(self) -> [u64; 4] {
        [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(down, right)| {
            self.set(|row, column, _| {
                (-7..=7).all(|steps| {
                    self.at(row + steps * down, column + steps * right) != Some(Cell::Empty)
                })
            })
        })
    }

    #[must_use]
    pub(crate) fn play(mut self, row: i32, column: i32) -> Self {
        let turned = self.flips(row, column);
        assert!(!turned.is_empty(), "illegal move {row} {column}");
        for (row, column) in turned.into_iter().chain([(row, column)]) {
            let (row, column) = (usize::try_from(row), usize::try_from(column));
            self.0[row.expect("on the board")][column.expect("on the board")] = Cell::Mover;
        }
        self.pass()
    }

    #[must_use]
    pub(crate) fn pass(self) -> Self {
        Self(self.0.map(|row| row.map(Cell::opposite)))
    }

    /// Leaves of the game tree: a pass is a ply, a finished game one leaf.
    pub(crate) fn perft(self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if moves == 0 {
            let passed = self.pass();
            return if passed.moves() == 0 {
                1
            } else {
                passed.perft(depth - 1)
            };
        }
        (0..64)
            .filter(|square| moves >> square & 1 == 1)
            .map(|square| self.play(square / 8, square % 8).perft(depth - 1))
            .sum()
    }

    /// The value of the game for the mover in discs, empties to the winner, by trying everything.
    pub(crate) fn minimax(self) -> i32 {
        let moves = self.moves();
        if moves == 0 {
            let passed = self.pass();
            if passed.moves() == 0 {
                return self.score();
            }
            return -passed.minimax();
        }
        (0..64)
            .filter(|square| moves >> square & 1 == 1)
            .map(|square| -self.play(square / 8, square % 8).minimax())
            .max()
            .expect("there is a move")
    }

    fn score(self) -> i32 {
        let count = |wanted| {
            let cells = self.0.iter().flatten();
            i32::try_from(cells.filter(|&&cell| cell == wanted).count()).expect("at most 64")
        };
        let (mover, other) = (count(Cell::Mover), count(Cell::Other));
        match mover.cmp(&other) {
            std::cmp::Ordering::Greater => 64 - 2 * other,
            std::cmp::Ordering::Less => 2 * mover - 64,
            std::cmp::Ordering::Equal => 0,
        }
    }
}
