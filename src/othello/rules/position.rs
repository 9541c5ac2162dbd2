//! A board with its side to move, and Othello as a [`Game`].

use std::cmp::Ordering;

use super::board::Board;
use super::chess;
use super::ggf;
use super::moves::{Move, Squares};
use super::notation::{self, Cell};
use super::sgf;
use crate::base::snippet::Snippet;
use crate::game::text::shown;
use crate::game::written::Written;
use crate::game::{
    self, Examples, Game, IllegalMove, MoveTextError, Outcome, PositionTextError, Side, Spelling,
    WrittenGame,
};

/// Everything needed to go on with a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The discs, seen by the side to move.
    pub board: Board,
    /// The side to move; black is the first.
    pub side: Side,
}

impl Position {
    /// The start of a game.
    pub const START: Self = Self {
        board: Board::START,
        side: Side::First,
    };

    /// The position with these discs, `side` to move.
    pub fn new(black: u64, white: u64, side: Side) -> Self {
        let (mover, other) = match side {
            Side::First => (black, white),
            Side::Second => (white, black),
        };
        let board = Board { mover, other };
        Self { board, side }
    }

    /// The discs of black and of white.
    pub fn colours(self) -> (u64, u64) {
        match self.side {
            Side::First => (self.board.mover, self.board.other),
            Side::Second => (self.board.other, self.board.mover),
        }
    }

    /// The position after a pass.
    #[must_use]
    pub fn pass(self) -> Self {
        Self {
            board: self.board.pass(),
            side: self.side.other(),
        }
    }

    /// The characters of the 64 squares.
    pub fn cells(self) -> String {
        let (black, white) = self.colours();
        let cell = |square: usize| match (black >> square & 1, white >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        (0..64).map(cell).collect()
    }
}

/// The game of Othello.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Othello {}

/// Where the reading ended, unless at the end.
fn before(rest: &[u8]) -> String {
    if rest.is_empty() {
        String::new()
    } else {
        format!(" before {}", shown(rest))
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;

    const NAME: &'static str = "othello";
    const VARIANTS: &'static [(&'static str, Spelling)] =
        &[("othello", Spelling::Square), ("flipello", Spelling::Drop)];
    const UNIT: Option<&'static str> = Some("discs");
    const EXAMPLES: Examples = Examples {
        moves: "f5, 4 5 or pass",
        contest: "4 5",
        game: "f5d6c3",
        position: "64 squares a1 b1 .. h8 of X, O and -, then X or O to move",
    };
    const HAS_FILES: bool = true;

    fn start() -> Position {
        Position::START
    }

    fn side(at: &Position) -> Side {
        at.side
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "black",
            Side::Second => "white",
        }
    }

    fn legal_moves(at: &Position) -> Vec<Move> {
        let moves = at.board.moves();
        if moves == 0 && at.board.pass().moves() != 0 {
            return vec![Move::PASS];
        }
        Squares(moves).map(Move::on).collect()
    }

    fn is_pass(mv: Move) -> bool {
        mv == Move::PASS
    }

    fn play(at: &Position, mv: Move) -> Result<Position, IllegalMove> {
        let side = Self::side_name(at.side);
        let moves = at.board.moves();
        let refused = |why| IllegalMove::Move {
            mv: mv.to_string(),
            side,
            why,
        };
        if moves == 0 && at.board.pass().moves() == 0 {
            return Err(IllegalMove::Over { mv: mv.to_string() });
        }
        let Some(square) = mv.square() else {
            return match Squares(moves).next() {
                Some(example) => Err(IllegalMove::Pass {
                    side,
                    example: Move::on(example).to_string(),
                }),
                None => Ok(at.pass()),
            };
        };
        if at.board.empty() >> square & 1 == 0 {
            return Err(refused("the square is taken"));
        }
        if moves == 0 {
            return Err(IllegalMove::MustPass {
                mv: mv.to_string(),
                side,
            });
        }
        if moves >> square & 1 == 0 {
            return Err(refused("it turns nothing"));
        }
        Ok(Position {
            board: at.board.play(square),
            side: at.side.other(),
        })
    }

    fn outcome(at: &Position) -> Option<Outcome> {
        let (black, white) = at.colours();
        at.board.is_over().then(|| Outcome {
            first: black.count_ones(),
            second: white.count_ones(),
        })
    }

    fn final_score(at: &Position) -> Option<i32> {
        at.board.is_over().then(|| at.board.final_score() * 100)
    }

    /// The empty squares go to the winner, as the World Othello Federation and the WTHOR files have it.
    fn tournament_outcome(at: &Position) -> Option<Outcome> {
        let Outcome { first, second } = Self::outcome(at)?;
        let empty = at.board.empties();
        Some(match first.cmp(&second) {
            Ordering::Greater => Outcome {
                first: first + empty,
                second,
            },
            Ordering::Less => Outcome {
                first,
                second: second + empty,
            },
            Ordering::Equal => Outcome { first, second },
        })
    }

    fn plies_to_win(_: &Position, _: i32) -> Option<u32> {
        None
    }

    fn turn_over(at: &Position) -> Option<(Move, Position)> {
        Some((Move::PASS, at.pass()))
    }

    fn prepare(_: &[i64]) -> Option<Position> {
        None
    }

    fn rows(at: &Position) -> Vec<Vec<game::Cell>> {
        let (black, white) = at.colours();
        let disc = |square: usize| match (black >> square & 1, white >> square & 1) {
            (1, _) => game::Cell::Disc(Side::First),
            (_, 1) => game::Cell::Disc(Side::Second),
            _ => game::Cell::Empty,
        };
        (0..8)
            .map(|row| (0..8).map(|column| disc(row * 8 + column)).collect())
            .collect()
    }

    fn read_move(text: &[u8]) -> Result<Move, MoveTextError> {
        notation::read_move(text).ok_or_else(|| MoveTextError {
            seen: Snippet::new(text),
            expected: "`f5`, `4 5` or `pass`",
        })
    }

    fn show_move(mv: Move, spelling: Spelling) -> String {
        match spelling {
            Spelling::Square => mv.to_string(),
            Spelling::Pair => notation::show_pair(mv),
            Spelling::Capitals if mv == Move::PASS => "PA".to_owned(),
            Spelling::Drop => chess::show_drop(mv),
            Spelling::Vertex if mv == Move::PASS => mv.to_string(),
            Spelling::Capitals | Spelling::Vertex => mv.to_string().to_ascii_uppercase(),
        }
    }

    fn read_word(text: &[u8], spelling: Spelling) -> Result<Move, MoveTextError> {
        chess::read_move(text, spelling).ok_or_else(|| MoveTextError {
            seen: Snippet::new(text),
            expected: match spelling {
                Spelling::Drop => "`P@f4` or `c1c1`",
                _ => "`f5` or `pass`",
            },
        })
    }

    fn show_move_at(at: &Position, mv: Move, spelling: Spelling) -> String {
        if spelling == Spelling::Drop && mv == Move::PASS {
            chess::show_pass(at)
        } else {
            Self::show_move(mv, spelling)
        }
    }

    fn read_fen(text: &[u8], spelling: Spelling) -> Result<Position, PositionTextError> {
        chess::read_fen(text, spelling)
    }

    fn show_fen(at: &Position, spelling: Spelling) -> String {
        chess::show_fen(at, spelling)
    }

    /// 64 squares and the side to move; at least one disc must be on the board.
    fn read_position(text: &[u8]) -> Result<Position, PositionTextError> {
        let (cells, side, rest) = notation::board(text);
        if cells.len() != 64 {
            let plural = if cells.len() == 1 { "" } else { "s" };
            let squares = format!("{} square{plural}{}", cells.len(), before(rest));
            return Err(PositionTextError::new("64 squares", squares));
        }
        let side = match side {
            Some(Cell::Black) => Side::First,
            Some(Cell::White) => Side::Second,
            unfit => {
                let seen = unfit.map_or_else(|| shown(rest), |_| "`-`".to_owned());
                return Err(PositionTextError::new(
                    "the side to move, X or O, after the board",
                    seen,
                ));
            }
        };
        if !rest.is_empty() {
            return Err(PositionTextError::at(
                "nothing after the side to move",
                rest,
            ));
        }
        let set = |wanted: Cell| {
            cells
                .iter()
                .enumerate()
                .filter(|&(_, &cell)| cell == wanted)
                .fold(0, |set, (square, _)| set | 1 << square)
        };
        let (black, white) = (set(Cell::Black), set(Cell::White));
        if black | white == 0 {
            return Err(PositionTextError::new(
                "at least one disc on the board",
                "an empty board",
            ));
        }
        Ok(Position::new(black, white, side))
    }

    fn show_position(at: &Position) -> String {
        let side = if at.side == Side::First { 'X' } else { 'O' };
        format!("{} {side}", at.cells())
    }

    fn draw_position(at: &Position) -> Vec<String> {
        let cells = at.cells();
        let moves = at.board.moves();
        let letters = "  a b c d e f g h".to_owned();
        let mut lines = vec![letters];
        for row in 0..8 {
            let mut line = format!("{}", row + 1);
            for (column, cell) in cells[row * 8..row * 8 + 8].chars().enumerate() {
                line.push(' ');
                line.push(if moves >> (row * 8 + column) & 1 == 1 {
                    '.'
                } else {
                    cell
                });
            }
            lines.push(line);
        }
        let (black, white) = at.colours();
        let turn = if at.board.is_over() {
            "game over".to_owned()
        } else {
            format!("{} to move", Self::side_name(at.side))
        };
        lines.push(format!(
            "black X {}, white O {}, {turn}",
            black.count_ones(),
            white.count_ones()
        ));
        lines
    }

    fn read_moves(text: &[u8]) -> Result<Vec<Move>, PositionTextError> {
        let (moves, rest) = notation::read_moves(text);
        if !rest.is_empty() {
            return Err(PositionTextError::at("a move such as `f5` or `pass`", rest));
        }
        Ok(moves)
    }
    /// In GGF.
    fn read_game(text: &[u8]) -> Result<Written<Self>, PositionTextError> {
        ggf::read(text)
    }

    fn read_sgf(text: &[u8]) -> Result<WrittenGame<Position, Move>, PositionTextError> {
        sgf::read(text)
    }
}
