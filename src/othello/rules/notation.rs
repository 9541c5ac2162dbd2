//! Text forms of squares, moves, boards and games.
//!
//! | form | example | |
//! | --- | --- | --- |
//! | square | `f5`, `F5` | column letter from the left, row digit from the top |
//! | contest pair | `4 5` | row and column from 0, one digit each; `-1 -1` is a pass |
//! | pass | `pass`, `pa`, `ps`, `--` | in any case |
//! | board | 64 cells a1 b1 … h8 | `X` `x` `*` `@` `b` `B` black, `O` `o` `0` `w` `W` white, `-` `.` `_` empty |
//! | side | `X`, `black` | right behind the board or after blanks; the letters of the discs, or the words in any case |
//! | game | `f5d6c3` | passes may be left out; blanks and move numbers are skipped |

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while1};
use nom::character::complete::{char, digit1, one_of, space0, space1};
use nom::combinator::{all_consuming, map, opt, recognize, value};
use nom::multi::many0;
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use super::moves::Move;

type Parsed<'a, T> = IResult<&'a [u8], T>;

/// What a cell of a board text holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell {
    /// A black disc.
    Black,
    /// A white disc.
    White,
    /// Nothing.
    Empty,
}

pub(super) fn square(input: &[u8]) -> Parsed<'_, Move> {
    map(
        pair(one_of("abcdefghABCDEFGH"), one_of("12345678")),
        |(column, row)| {
            let column = column.to_ascii_lowercase() as usize - 'a' as usize;
            let row = row as usize - '1' as usize;
            Move::on(row * 8 + column)
        },
    )
    .parse(input)
}

pub(super) fn pass(input: &[u8]) -> Parsed<'_, Move> {
    value(
        Move::PASS,
        alt((
            tag_no_case("pass"),
            tag_no_case("pa"),
            tag_no_case("ps"),
            tag_no_case("--"),
        )),
    )
    .parse(input)
}

fn contest_pair(input: &[u8]) -> Parsed<'_, Move> {
    let digit = || map(one_of("01234567"), |digit| digit as usize - '0' as usize);
    let on_board = separated_pair(digit(), space1, digit());
    alt((
        value(Move::PASS, (tag("-1"), space1, tag("-1"))),
        map(on_board, |(row, column)| Move::on(row * 8 + column)),
    ))
    .parse(input)
}

/// Reads a single move in any of its forms, blanks around it allowed.
pub fn read_move(text: &[u8]) -> Option<Move> {
    let form = alt((square, contest_pair, pass));
    all_consuming(delimited(space0, form, space0))
        .parse(text)
        .ok()
        .map(|(_, mv)| mv)
}

/// Writes the contest's pair: row and column from 0, `-1 -1` for a pass.
pub fn show_pair(mv: Move) -> String {
    match mv.square() {
        Some(square) => format!("{} {}", square / 8, square % 8),
        None => "-1 -1".to_owned(),
    }
}

fn filler(input: &[u8]) -> Parsed<'_, ()> {
    let number = recognize(terminated(digit1, char('.')));
    let blank = take_while1(|byte: u8| byte.is_ascii_whitespace());
    value((), many0(alt((number, blank)))).parse(input)
}

/// Reads moves one after the other; gives back what it could not read.
pub(crate) fn read_moves(text: &[u8]) -> (Vec<Move>, &[u8]) {
    let moves = many0(preceded(filler, alt((square, pass))));
    match terminated(moves, filler).parse(text) {
        Ok((rest, moves)) => (moves, rest),
        Err(_) => (Vec::new(), text),
    }
}

pub(crate) fn cell(input: &[u8]) -> Parsed<'_, Cell> {
    alt((
        value(Cell::Black, one_of("X*xB@b")),
        value(Cell::White, one_of("Oo0Ww")),
        value(Cell::Empty, one_of("-._")),
    ))
    .parse(input)
}

fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte: u8| byte.is_ascii_whitespace()).parse(input)
}

fn side(input: &[u8]) -> Parsed<'_, Cell> {
    alt((
        value(Cell::Black, tag_no_case("black")),
        value(Cell::White, tag_no_case("white")),
        cell,
    ))
    .parse(input)
}

/// Reads the cells of a board and, if it follows, the side to move; gives back what remains.
pub(crate) fn board(text: &[u8]) -> (Vec<Cell>, Option<Cell>, &[u8]) {
    let cells = preceded(blanks, many0(cell));
    let side = opt(preceded(blanks, side));
    match terminated(pair(cells, side), blanks).parse(text) {
        Ok((rest, (mut cells, mut side))) => {
            // The side may stand right behind the board, without a blank.
            if side.is_none() && cells.len() == 65 {
                side = cells.pop();
            }
            (cells, side, rest)
        }
        Err(_) => (Vec::new(), None, text),
    }
}
