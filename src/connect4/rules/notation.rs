//! Text forms of moves, boards and games.
//!
//! | form | example | |
//! | --- | --- | --- |
//! | column | `4` | counted from 0 at the left |
//! | vertex | `E1`, `e` | letter of the column without I, as in the Go Text Protocol, and the row from below, which may be left out |
//! | drop | `P@e1`, `e1` | letter of the column with I, as on a chess board, and the row from below |
//! | board | `---X#O---…` | cells from the top row down, each row from the left; `/` and blanks between rows are skipped |
//! | cell | | `X` `x` `R` `r` red, `O` `o` `0` `B` `b` blue, `#` `*` neutral, `-` `.` `_` empty |
//! | FEN | `7/7/7/7/3p3/3P3[PPpp] w - - 0 1` | rows from the top, runs of empty cells as numbers, `P` red, `p` blue, `*` neutral |
//! | game | `4 4 5`, `445` | columns; blanks are skipped |

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while};
use nom::character::complete::{char, digit1, multispace0, one_of, satisfy, space0, u32 as number};
use nom::combinator::{all_consuming, map, map_opt, opt, value, verify};
use nom::multi::{many_m_n, many0, many1, separated_list1};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};

use super::bits::Bits;
use super::board::Board;
use super::lines::has_four;
use super::position::{Move, Position};
use super::size::Size;
use crate::game::text::{fen_after_board, shown};
use crate::game::{Cell, PositionTextError, Side, Spelling};

/// Rows of the highest board.
const MOST_ROWS: u32 = 15;

type Parsed<'a, T> = IResult<&'a [u8], T>;

/// Letters of columns in the Go Text Protocol.
const VERTEX: &[u8] = b"ABCDEFGHJK";
/// Letters of columns on a chess board.
const CHESS: &[u8] = b"ABCDEFGHIJ";

fn column(input: &[u8]) -> Parsed<'_, u32> {
    map_opt(one_of("0123456789"), |digit| digit.to_digit(10)).parse(input)
}

/// A column as a host may write it, with zeros in front.
fn padded_column(input: &[u8]) -> Parsed<'_, u32> {
    verify(number, |&column| column < 10).parse(input)
}

fn row(input: &[u8]) -> Parsed<'_, u32> {
    let row = |number: u32| number.checked_sub(1).filter(|&row| row < MOST_ROWS);
    map_opt(number, row).parse(input)
}

fn letter(letters: &'static [u8]) -> impl FnMut(&[u8]) -> Parsed<'_, u32> {
    move |input| {
        map_opt(satisfy(|sign| sign.is_ascii_alphabetic()), |sign| {
            let sign = sign.to_ascii_uppercase();
            let place = letters
                .iter()
                .position(|&known| char::from(known) == sign)?;
            u32::try_from(place).ok()
        })
        .parse(input)
    }
}

fn move_onto((column, row): (u32, Option<u32>)) -> Move {
    match row {
        Some(row) => Move::onto(column, row),
        None => Move::into_column(column),
    }
}

/// Reads a column or a vertex, blanks around it allowed.
pub(super) fn read_move(text: &[u8]) -> Option<Move> {
    let form = alt((
        map(padded_column, Move::into_column),
        map(pair(letter(VERTEX), opt(row)), move_onto),
    ));
    let parsed = all_consuming(delimited(space0, form, space0)).parse(text);
    parsed.ok().map(|(_, mv)| mv)
}

/// Reads a drop, without blanks around it.
pub(super) fn read_drop(text: &[u8]) -> Option<Move> {
    let form = map(pair(letter(CHESS), map(row, Some)), move_onto);
    let parsed = all_consuming(preceded(opt(tag_no_case("P@")), form)).parse(text);
    parsed.ok().map(|(_, mv)| mv)
}

/// Writes a move, with its row where the spelling has one and it is known.
pub(super) fn show_move(column: u32, row: Option<u32>, spelling: Spelling) -> String {
    let row = row.map_or(String::new(), |row| (row + 1).to_string());
    let letter = |letters: &[u8]| char::from(letters[column as usize]);
    match spelling {
        Spelling::Square | Spelling::Pair => column.to_string(),
        Spelling::Drop => format!("P@{}{row}", letter(CHESS).to_ascii_lowercase()),
        Spelling::Vertex | Spelling::Capitals => format!("{}{row}", letter(VERTEX)),
    }
}

/// Reads columns one after the other; gives back what it could not read.
pub(super) fn read_columns(text: &[u8]) -> (Vec<u32>, &[u8]) {
    let columns = many0(preceded(multispace0, column));
    match terminated(columns, multispace0).parse(text) {
        Ok((rest, columns)) => (columns, rest),
        Err(_) => (Vec::new(), text),
    }
}

fn cell(input: &[u8]) -> Parsed<'_, Cell> {
    alt((
        value(Cell::Disc(Side::First), one_of("XxRr")),
        value(Cell::Disc(Side::Second), one_of("Oo0Bb")),
        value(Cell::Neutral, one_of("#*")),
        value(Cell::Empty, one_of("-._")),
    ))
    .parse(input)
}

fn between(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte: u8| byte == b'/' || byte.is_ascii_whitespace()).parse(input)
}

/// Reads a board and its side to move.
pub(super) fn read_position<S: Size>(text: &[u8]) -> Result<Position<S>, PositionTextError> {
    let wanted = S::CELLS as usize;
    let cells = many_m_n(0, wanted, preceded(between, cell)).parse(text);
    let (rest, cells) = cells.unwrap_or((text, Vec::new()));
    if cells.len() != wanted {
        let seen = format!("{} before {}", cells.len(), shown(rest));
        return Err(PositionTextError::new("the cells of the whole board", seen));
    }
    let side = preceded(
        between,
        map_opt(cell, |cell| match cell {
            Cell::Disc(side) => Some(side),
            _ => None,
        }),
    );
    let (rest, side) = terminated(side, between).parse(rest).map_err(
        |_: nom::Err<nom::error::Error<&[u8]>>| {
            PositionTextError::at("the side to move, X or O, after the board", rest)
        },
    )?;
    if !rest.is_empty() {
        return Err(PositionTextError::at(
            "nothing after the side to move",
            rest,
        ));
    }
    arrange(&cells, side)
}

/// The position with these cells, top row first; they must obey gravity and the order of moves.
fn arrange<S: Size>(cells: &[Cell], side: Side) -> Result<Position<S>, PositionTextError> {
    let set = |wanted: &[Cell]| {
        let mut bits = S::Bits::NONE;
        for (place, cell) in (0..S::CELLS).zip(cells) {
            if wanted.contains(cell) {
                let row = S::HEIGHT - 1 - place / S::WIDTH;
                bits = bits | S::Bits::single(S::bit(place % S::WIDTH, row));
            }
        }
        bits
    };
    let red = set(&[Cell::Disc(Side::First)]);
    let blue = set(&[Cell::Disc(Side::Second)]);
    let filled = red | blue | set(&[Cell::Neutral]);
    let floating = filled.without(filled.up(1) | S::BOTTOM);
    if !floating.is_empty() {
        return Err(PositionTextError::new(
            "no disc above an empty cell",
            format!("one in column {}", floating.first() / S::STRIDE),
        ));
    }
    let (reds, blues) = (red.count(), blue.count());
    let turn = if reds == blues {
        Side::First
    } else {
        Side::Second
    };
    if reds != blues && reds != blues + 1 || turn != side {
        return Err(PositionTextError::new(
            "as many discs of both sides with X to move, or one more X with O to move",
            format!("{reds} X and {blues} O"),
        ));
    }
    let (mover, other) = match side {
        Side::First => (red, blue),
        Side::Second => (blue, red),
    };
    if has_four::<S>(mover) {
        return Err(PositionTextError::new(
            "no four of the side to move, whose turn would not have come",
            "one",
        ));
    }
    let board = Board {
        mover,
        other,
        filled,
    };
    Ok(Position { board, side })
}

/// Writes a board with its side to move, rows parted by `/`.
pub(super) fn show_position<S: Size>(at: &Position<S>) -> String {
    let row = |row: Vec<Cell>| row.into_iter().map(sign).collect::<String>();
    let rows: Vec<String> = at.rows().into_iter().map(row).collect();
    format!("{} {}", rows.join("/"), sign(Cell::Disc(at.side)))
}

/// The sign of a cell in a board.
pub(super) fn sign(cell: Cell) -> char {
    match cell {
        Cell::Disc(Side::First) => 'X',
        Cell::Disc(Side::Second) => 'O',
        Cell::Neutral => '#',
        Cell::Empty => '-',
    }
}

/// A run of equal cells: a number of empty ones, or a single disc.
fn run(input: &[u8]) -> Parsed<'_, Vec<Cell>> {
    let number = verify(
        map_opt(digit1, |digits| str::from_utf8(digits).ok()),
        |text: &str| text.len() <= 2,
    );
    let empty = map_opt(number, |text: &str| {
        Some(vec![Cell::Empty; text.parse().ok()?])
    });
    let disc = alt((
        value(Cell::Disc(Side::First), char('P')),
        value(Cell::Disc(Side::Second), char('p')),
        value(Cell::Neutral, char('*')),
    ));
    alt((empty, map(disc, |cell| vec![cell]))).parse(input)
}

/// Reads a FEN.
pub(super) fn read_fen<S: Size>(text: &[u8]) -> Result<Position<S>, PositionTextError> {
    let text = text.trim_ascii();
    let width = S::WIDTH as usize;
    let row = map(many1(run), |runs| runs.concat());
    let row = verify(row, |cells: &Vec<Cell>| cells.len() == width);
    let mut board = verify(separated_list1(char('/'), row), |rows: &Vec<_>| {
        rows.len() == S::HEIGHT as usize
    });
    let (rest, rows) = board.parse(text).map_err(PositionTextError::unread(
        "all rows of the board, each with all its cells",
    ))?;
    let side = fen_after_board(
        rest,
        "wW",
        "bB",
        "the side to move, w or b, after the board",
    )?;
    arrange(&rows.concat(), side)
}

/// Writes a FEN, with the discs that each side still has in hand.
pub(super) fn show_fen<S: Size>(at: &Position<S>) -> String {
    let mut text = String::new();
    for (number, row) in at.rows().into_iter().enumerate() {
        if number > 0 {
            text.push('/');
        }
        for run in row.chunk_by(|a, b| a == b) {
            match run[0] {
                Cell::Empty => text.push_str(&run.len().to_string()),
                cell => run.iter().for_each(|_| text.push(fen_sign(cell))),
            }
        }
    }
    let left = at.board.empty().count() as usize;
    let (own, theirs) = (left.div_ceil(2), left / 2);
    let (red, blue, turn) = match at.side {
        Side::First => (own, theirs, 'w'),
        Side::Second => (theirs, own, 'b'),
    };
    let hand = "P".repeat(red) + &"p".repeat(blue);
    let played = at.board.mover.count() + at.board.other.count();
    format!("{text}[{hand}] {turn} - - 0 {}", played / 2 + 1)
}

fn fen_sign(cell: Cell) -> char {
    match cell {
        Cell::Disc(Side::First) => 'P',
        Cell::Disc(Side::Second) => 'p',
        _ => '*',
    }
}
