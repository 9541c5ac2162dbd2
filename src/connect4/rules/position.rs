//! A board with its side to move, and connect four as a [`Game`].

use std::fmt;
use std::marker::PhantomData;

use super::bits::Bits;
use super::board::Board;
use super::notation;
use super::size::Size;
use crate::base::snippet::Snippet;
use crate::game::written::Written;
use crate::game::{
    Cell, Examples, Game, IllegalMove, MoveTextError, Outcome, PositionTextError, Side, Spelling,
    WrittenGame,
};

/// A disc dropped into a column. Whoever named the cell where it is to come to lie is held to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    column: u8,
    row: Option<u8>,
}

impl Move {
    /// The move into column 0..=9.
    pub const fn into_column(column: u32) -> Self {
        assert!(column < 10);
        #[expect(clippy::cast_possible_truncation, reason = "below 10")]
        Self {
            column: column as u8,
            row: None,
        }
    }

    /// The move into column 0..=9 that is said to fill row 0..=14.
    pub(super) const fn onto(column: u32, row: u32) -> Self {
        assert!(row < 15);
        #[expect(clippy::cast_possible_truncation, reason = "below 15")]
        Self {
            row: Some(row as u8),
            ..Self::into_column(column)
        }
    }

    /// The column, from 0 at the left.
    pub fn column(self) -> u32 {
        u32::from(self.column)
    }

    /// The row that it is said to fill, from 0 at the bottom.
    fn row(self) -> Option<u32> {
        self.row.map(u32::from)
    }
}

impl fmt::Display for Move {
    /// The number of the column.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.column)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Everything needed to go on with a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<S: Size> {
    /// The discs, seen by the side to move.
    pub board: Board<S>,
    /// The side to move; red is the first.
    pub side: Side,
}

impl<S: Size> Position<S> {
    /// The empty board, red to move.
    pub const START: Self = Self {
        board: Board::EMPTY,
        side: Side::First,
    };

    /// The start of a game in which neutral discs were dropped into these columns, one after the other; columns that are
    /// full or do not exist are left out.
    pub fn with_neutral(columns: &[i64]) -> Self {
        let mut board = Board::EMPTY;
        for &column in columns {
            let column = u32::try_from(column).ok();
            if let Some(column) = column.filter(|&column| column < S::WIDTH) {
                board = board.play_neutral(board.landing(column));
            }
        }
        Self {
            board,
            side: Side::First,
        }
    }

    /// The discs of red and of blue.
    fn colours(&self) -> (S::Bits, S::Bits) {
        match self.side {
            Side::First => (self.board.mover, self.board.other),
            Side::Second => (self.board.other, self.board.mover),
        }
    }

    /// What lies where, row by row from the top.
    pub(super) fn rows(&self) -> Vec<Vec<Cell>> {
        let (red, blue) = self.colours();
        let cell = |column, row| {
            let bit = S::bit(column, row);
            if red.has(bit) {
                Cell::Disc(Side::First)
            } else if blue.has(bit) {
                Cell::Disc(Side::Second)
            } else if self.board.filled.has(bit) {
                Cell::Neutral
            } else {
                Cell::Empty
            }
        };
        let row = |row| (0..S::WIDTH).map(|column| cell(column, row)).collect();
        (0..S::HEIGHT).rev().map(row).collect()
    }

    /// The row to which a disc falls that is dropped into the column; none if the column is full.
    fn landing_row(&self, column: u32) -> Option<u32> {
        let cell = self.board.landing(column);
        (!cell.is_empty()).then(|| cell.first() % S::STRIDE)
    }
}

/// The game on a board of this size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connect4<S>(PhantomData<S>);

/// A score for the side to move that wins with its `n`th last own disc, that is when so many cells are empty before that
/// disc: 1 for the last own disc of a full board.
pub fn win_score(empty_before: u32) -> i32 {
    (empty_before.cast_signed() + 1) / 2
}

/// The move that was read, if the board has such a cell.
fn on_board<S: Size>(
    mv: Option<Move>,
    text: &[u8],
    expected: &'static str,
) -> Result<Move, MoveTextError> {
    let fits = |mv: &Move| mv.column() < S::WIDTH && mv.row().is_none_or(|row| row < S::HEIGHT);
    mv.filter(fits).ok_or_else(|| MoveTextError {
        seen: Snippet::new(text),
        expected,
    })
}

impl<S: Size> Game for Connect4<S> {
    type Position = Position<S>;
    type Move = Move;

    const NAME: &'static str = S::NAME;
    const VARIANTS: &'static [(&'static str, Spelling)] = S::VARIANTS;
    const UNIT: Option<&'static str> = None;
    const EXAMPLES: Examples = Examples {
        moves: "4 or E1",
        contest: "4",
        game: "4435",
        position: "all cells, top row first, of X, O, # and -, then X or O to move",
    };
    const HAS_FILES: bool = false;

    fn start() -> Position<S> {
        Position::START
    }

    fn side(at: &Position<S>) -> Side {
        at.side
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "red",
            Side::Second => "blue",
        }
    }

    fn legal_moves(at: &Position<S>) -> Vec<Move> {
        if at.board.is_won() {
            return Vec::new();
        }
        let free = |&column: &u32| at.landing_row(column).is_some();
        let columns = (0..S::WIDTH).filter(free);
        columns.map(Move::into_column).collect()
    }

    fn is_pass(_: Move) -> bool {
        false
    }

    fn play(at: &Position<S>, mv: Move) -> Result<Position<S>, IllegalMove> {
        if at.board.is_over() {
            return Err(IllegalMove::Over { mv: mv.to_string() });
        }
        let refused = |why| IllegalMove::Move {
            mv: mv.to_string(),
            side: Self::side_name(at.side),
            why,
        };
        if mv.column() >= S::WIDTH {
            return Err(refused("there is no such column"));
        }
        let cell = at.board.landing(mv.column());
        if cell.is_empty() {
            return Err(refused("the column is full"));
        }
        if mv.row().is_some_and(|row| row != cell.first() % S::STRIDE) {
            return Err(refused("a disc does not come to lie there"));
        }
        Ok(Position {
            board: at.board.play(cell),
            side: at.side.other(),
        })
    }

    /// One for the winner and nothing for the loser.
    fn outcome(at: &Position<S>) -> Option<Outcome> {
        let won = at.board.is_won();
        let points = |side| u32::from(won && at.side != side);
        at.board.is_over().then(|| Outcome {
            first: points(Side::First),
            second: points(Side::Second),
        })
    }

    /// In discs: a loss by the opponent's `n`th last disc counts −n.
    fn final_score(at: &Position<S>) -> Option<i32> {
        if at.board.is_won() {
            return Some(win_score(at.board.empty().count() + 1) * -100);
        }
        at.board.is_full().then_some(0)
    }

    fn tournament_outcome(at: &Position<S>) -> Option<Outcome> {
        Self::outcome(at)
    }

    /// A score counts the winner's discs from the last one that the full board would have; whose turn it is says which of
    /// two cells that leaves for the winning one.
    fn plies_to_win(at: &Position<S>, score: i32) -> Option<u32> {
        let discs = Some(score.unsigned_abs() / 100).filter(|&discs| discs > 0)?;
        let empty = at.board.empty().count();
        let before = match score.signum() {
            1 => (2 * discs).checked_sub(empty % 2)?,
            -1 => (2 * discs).checked_sub((empty + 1) % 2)?,
            _ => return None,
        };
        (empty + 1).checked_sub(before)
    }

    fn turn_over(_: &Position<S>) -> Option<(Move, Position<S>)> {
        None
    }

    fn rows(at: &Position<S>) -> Vec<Vec<Cell>> {
        at.rows().into_iter().rev().collect()
    }

    fn prepare(numbers: &[i64]) -> Option<Position<S>> {
        Some(Position::with_neutral(numbers))
    }

    fn read_move(text: &[u8]) -> Result<Move, MoveTextError> {
        on_board::<S>(notation::read_move(text), text, "`4` or `E1`")
    }

    fn show_move(mv: Move, spelling: Spelling) -> String {
        notation::show_move(mv.column(), mv.row(), spelling)
    }

    fn read_word(text: &[u8], spelling: Spelling) -> Result<Move, MoveTextError> {
        match spelling {
            Spelling::Drop => on_board::<S>(notation::read_drop(text), text, "`P@e1`"),
            _ => Self::read_move(text),
        }
    }

    fn show_move_at(at: &Position<S>, mv: Move, spelling: Spelling) -> String {
        let column = mv.column();
        notation::show_move(column, at.landing_row(column), spelling)
    }

    fn read_fen(text: &[u8], _: Spelling) -> Result<Position<S>, PositionTextError> {
        notation::read_fen(text)
    }

    fn show_fen(at: &Position<S>, _: Spelling) -> String {
        notation::show_fen(at)
    }

    fn read_position(text: &[u8]) -> Result<Position<S>, PositionTextError> {
        notation::read_position(text)
    }

    fn show_position(at: &Position<S>) -> String {
        notation::show_position(at)
    }

    fn draw_position(at: &Position<S>) -> Vec<String> {
        let spaced = |signs: Vec<char>| {
            let signs: Vec<String> = signs.into_iter().map(String::from).collect();
            signs.join(" ")
        };
        let row = |row: Vec<Cell>| spaced(row.into_iter().map(notation::sign).collect());
        let mut lines: Vec<String> = at.rows().into_iter().map(row).collect();
        let digits = (0..S::WIDTH).filter_map(|column| char::from_digit(column, 10));
        lines.push(spaced(digits.collect()));
        let turn = match Self::outcome(at) {
            Some(outcome) => match outcome.winner() {
                Some(side) => format!("{} has won", Self::side_name(side)),
                None => "drawn".to_owned(),
            },
            None => format!("{} to move", Self::side_name(at.side)),
        };
        let (red, blue) = at.colours();
        lines.push(format!(
            "red X {}, blue O {}, {turn}",
            red.count(),
            blue.count()
        ));
        lines
    }

    fn read_moves(text: &[u8]) -> Result<Vec<Move>, PositionTextError> {
        let (columns, rest) = notation::read_columns(text);
        if !rest.is_empty() {
            return Err(PositionTextError::at("columns such as `4`", rest));
        }
        Ok(columns.into_iter().map(Move::into_column).collect())
    }

    fn read_game(_: &[u8]) -> Result<Written<Self>, PositionTextError> {
        Err(no_files())
    }

    fn read_sgf(_: &[u8]) -> Result<WrittenGame<Position<S>, Move>, PositionTextError> {
        Err(no_files())
    }
}

fn no_files() -> PositionTextError {
    PositionTextError::new("no game file: this game has no format for them", "one")
}

#[cfg(test)]
mod tests {
    use super::super::size::{NineByFive, SevenBySix, TenByFifteen};
    use super::*;

    /// Plays a game to its win and asks in each position before it, with the score that this win has, when it comes.
    fn all_the_way<S: Size>(neutral: &[i64], moves: &str) {
        let mut game = vec![Position::<S>::with_neutral(neutral)];
        for mv in Connect4::<S>::read_moves(moves.as_bytes()).unwrap() {
            let next = Connect4::play(game.last().unwrap(), mv).unwrap();
            game.push(next);
        }
        let last = *game.last().unwrap();
        assert!(last.board.is_won());
        let score = Connect4::final_score(&last).unwrap();
        for (plies, at) in (0..).zip(game.iter().rev()) {
            let own = if at.side == last.side { score } else { -score };
            assert_eq!(Connect4::plies_to_win(at, own), Some(plies), "{at:?}");
        }
    }

    #[test]
    fn a_score_tells_when_the_win_comes() {
        all_the_way::<SevenBySix>(&[], "3031323");
        all_the_way::<SevenBySix>(&[6], "3031323");
        all_the_way::<SevenBySix>(&[], "03132343");
        all_the_way::<NineByFive>(&[], "0414243");
        all_the_way::<NineByFive>(&[7, 7, 8], "03132343");
        all_the_way::<TenByFifteen>(&[9], "0515253");
        all_the_way::<TenByFifteen>(&[0, 1], "54948494");
        let start = Position::<SevenBySix>::START;
        for score in [0, 99, -99] {
            assert_eq!(Connect4::plies_to_win(&start, score), None);
        }
    }
}
