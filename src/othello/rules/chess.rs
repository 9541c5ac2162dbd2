//! The text forms of programs made for chess: drops, their passes, and FEN.
//!
//! | variant | square | pass | discs | side to move |
//! | --- | --- | --- | --- | --- |
//! | othello | `f5`, row 1 on top | `pass` | `X` black, `O` white | `X`, `O` |
//! | flipello | `P@f4`, row 1 at the bottom | `c1c1`, a disc of one's own stays | `P` black, `p` white | `w` black, `b` white |
//!
//! In flipello the side that begins is chess's white. A FEN begins with the topmost row in both, so that its picture is
//! the same: only the names of the squares are mirrored. What is in hand, `[PPpp]`, follows the board.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, value, verify};
use nom::multi::{many1, separated_list1};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

use super::moves::{Move, Squares};
use super::notation::{Cell, pass, square};
use super::position::{Othello, Position};
use crate::game::text::fen_after_board;
use crate::game::{Game, PositionTextError, Side, Spelling};

type Parsed<'a, T> = IResult<&'a [u8], T>;

/// Turns the number of a square upside down.
const UPSIDE_DOWN: usize = 56;

/// The move with its row counted from the other end.
fn mirrored(mv: Move) -> Move {
    mv.square()
        .map_or(Move::PASS, |square| Move::on(square ^ UPSIDE_DOWN))
}

/// A pass in any form that is about: a move from a square to itself, a null move, a word.
fn any_pass(input: &[u8]) -> Parsed<'_, Move> {
    let unmoved = verify(pair(square, square), |(from, to)| from == to);
    let null = alt((tag("0000"), tag("@@@@")));
    alt((value(Move::PASS, unmoved), value(Move::PASS, null), pass)).parse(input)
}

fn drop_on(input: &[u8]) -> Parsed<'_, Move> {
    map(preceded(opt(tag_no_case("P@")), square), mirrored).parse(input)
}

/// Reads a move, without blanks around it.
pub(super) fn read_move(text: &[u8], spelling: Spelling) -> Option<Move> {
    let on = match spelling {
        Spelling::Drop => drop_on,
        _ => square,
    };
    let form = all_consuming(alt((any_pass, on))).parse(text);
    form.ok().map(|(_, mv)| mv)
}

/// Writes a drop; a pass as chess's null move, for want of the position.
pub(super) fn show_drop(mv: Move) -> String {
    match mv.square() {
        Some(_) => format!("P@{}", mirrored(mv)),
        None => "0000".to_owned(),
    }
}

/// Writes a pass. Of the disc's many names Fairy-Stockfish takes only that of the first own disc, from the bottom left.
pub(super) fn show_pass(at: &Position) -> String {
    let from_below = at.board.mover.swap_bytes();
    match Squares(from_below).next().map(Move::on) {
        Some(disc) => format!("{disc}{disc}"),
        None => show_drop(Move::PASS),
    }
}

fn disc_letters(spelling: Spelling) -> [&'static str; 2] {
    match spelling {
        Spelling::Drop => ["P", "p"],
        _ => ["X*xBb", "OoWw"],
    }
}

/// A run of equal cells: a number of empty ones, or a single disc.
fn run(spelling: Spelling) -> impl FnMut(&[u8]) -> Parsed<'_, (usize, Cell)> {
    let [black, white] = disc_letters(spelling);
    move |input| {
        let empty = map(
            map_opt(one_of("12345678"), |digit| digit.to_digit(10)),
            |count| (count as usize, Cell::Empty),
        );
        let disc = |letters, cell| value((1, cell), one_of(letters));
        alt((
            empty,
            value((1, Cell::Empty), one_of("-.")),
            disc(black, Cell::Black),
            disc(white, Cell::White),
        ))
        .parse(input)
    }
}

fn row(spelling: Spelling) -> impl FnMut(&[u8]) -> Parsed<'_, Vec<Cell>> {
    move |input| {
        let cells = map(many1(run(spelling)), |runs| {
            runs.into_iter()
                .flat_map(|(count, cell)| std::iter::repeat_n(cell, count))
                .collect()
        });
        verify(cells, |cells: &Vec<Cell>| cells.len() == 8).parse(input)
    }
}

/// Reads a FEN; in the usual spelling a board of 64 characters with its side will do as well.
pub(super) fn read_fen(text: &[u8], spelling: Spelling) -> Result<Position, PositionTextError> {
    let text = text.trim_ascii();
    if spelling != Spelling::Drop && !text.contains(&b'/') {
        return Othello::read_position(text);
    }
    let rows = separated_list1(char('/'), row(spelling));
    let mut board = verify(rows, |rows: &Vec<Vec<Cell>>| rows.len() == 8);
    let (rest, rows) = board
        .parse(text)
        .map_err(PositionTextError::unread("8 rows of 8 squares"))?;
    // Chess's white begins, and so does Othello's black.
    let [first, second] = match spelling {
        Spelling::Drop => ["wW", "bB"],
        _ => ["X*xbB", "OowW"],
    };
    let side = fen_after_board(rest, first, second, "the side to move after the board")?;
    let set = |wanted: Cell| {
        rows.iter()
            .flatten()
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

/// Writes a FEN. Of flipello's discs in hand it gives each side as many as there are empty squares, which is what the game
/// begins with and never too few.
pub(super) fn show_fen(at: &Position, spelling: Spelling) -> String {
    let (black, white) = at.colours();
    let letters = if spelling == Spelling::Drop {
        ['P', 'p']
    } else {
        ['X', 'O']
    };
    let mut text = String::new();
    for row in 0..8 {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for square in row * 8..row * 8 + 8 {
            let disc = match (black >> square & 1, white >> square & 1) {
                (1, _) => letters[0],
                (_, 1) => letters[1],
                _ => {
                    empty += 1;
                    continue;
                }
            };
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            empty = 0;
            text.push(disc);
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    }
    if spelling == Spelling::Drop {
        let side = if at.side == Side::First { 'w' } else { 'b' };
        let hand = at.board.empties() as usize;
        let (black, white) = ("P".repeat(hand), "p".repeat(hand));
        return format!("{text}[{black}{white}] {side} - - 0 1");
    }
    let side = if at.side == Side::First { 'X' } else { 'O' };
    format!("{text} {side}")
}
