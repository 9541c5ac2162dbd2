//! Games in GGF, the Generic Game Format of the game servers and of `NBoard`: `(;TAG[value]TAG[value]…;)`.
//!
//! | tag | read as |
//! | --- | --- |
//! | `GM` | must be Othello where it stands |
//! | `BO` | size, 64 cells, side to move; blanks anywhere; the usual start if missing |
//! | `B`, `W` | `move/evaluation/seconds`, the last two may be missing; a pass is any beginning of `PASS`, or `--` |
//! | `TI`, `TB`, `TW` | clock of both sides, of black, of white: `mm:ss/increment/grace`, hours or any part but the first may be missing |
//!
//! Every other tag is skipped. Programs differ in small things, so a game may stand behind a count (`1 `) and before
//! another game, blanks and `;` may stand between the tags, a forced pass may be missing, and passes may follow the end.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag_no_case, take_till, take_while, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, map_res, opt, value, verify};
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};

use super::moves::Move;
use super::notation;
use super::position::{Othello, Position};
use crate::base::snippet::Snippet;
use crate::game::written::{Clocks, GameClock, Written};
use crate::game::{Game, PositionTextError, Side};

type Parsed<'a, T> = IResult<&'a [u8], T>;

/// The longest time that is believed: a thousand days.
const MOST_TIME: f64 = 86_400_000.0;

/// A tag with its value.
struct Tag<'a> {
    name: &'a [u8],
    value: &'a [u8],
}

impl Tag<'_> {
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }
}

fn bad_game(expected: &'static str, seen: &[u8]) -> PositionTextError {
    let seen = if seen.is_empty() {
        "nothing".to_owned()
    } else {
        format!("`{}`", Snippet::new(seen))
    };
    PositionTextError { expected, seen }
}

fn blanks(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte: u8| byte.is_ascii_whitespace()).parse(input)
}

/// What may stand between tags.
fn gap(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte: u8| byte.is_ascii_whitespace() || byte == b';').parse(input)
}

fn tagged(input: &[u8]) -> Parsed<'_, Tag<'_>> {
    let name = take_while1(|byte: u8| byte.is_ascii_alphanumeric());
    let value = delimited(char('['), take_till(|byte| byte == b']'), char(']'));
    let (rest, (name, value)) = pair(preceded(gap, name), preceded(blanks, value)).parse(input)?;
    let value = value.trim_ascii();
    Ok((rest, Tag { name, value }))
}

/// The tags of the first game in the text.
fn tags(input: &[u8]) -> Parsed<'_, Vec<Tag<'_>>> {
    let begin = (blanks, opt(digit1), blanks, char('('), blanks, char(';'));
    let end = pair(gap, char(')'));
    delimited(begin, many0(tagged), end).parse(input)
}

fn pass(input: &[u8]) -> Parsed<'_, Move> {
    value(
        Move::PASS,
        alt((
            tag_no_case("pass"),
            tag_no_case("pas"),
            tag_no_case("pa"),
            tag_no_case("p"),
            tag_no_case("--"),
        )),
    )
    .parse(input)
}

/// Seconds, minutes and seconds, or hours too: `2.4`, `5:00`, `1:00:00`. What follows a comma counts moves and is
/// skipped. None for what is no time.
fn time(text: &[u8]) -> Option<Duration> {
    let digits = take_while1(|byte: u8| byte.is_ascii_digit() || byte == b'.');
    let figure = map_res(digits, |digits: &[u8]| {
        let text = std::str::from_utf8(digits).unwrap_or_default();
        text.parse::<f64>()
    });
    let figures = verify(separated_list1(char(':'), figure), |figures: &Vec<f64>| {
        figures.len() <= 3
    });
    let count = opt(preceded(char(','), take_while(|_| true)));
    let figures = terminated(figures, count);
    let parsed: Parsed<'_, Vec<f64>> = all_consuming(figures).parse(text.trim_ascii());
    let seconds = parsed
        .ok()?
        .1
        .into_iter()
        .fold(0.0, |sum, figure| sum * 60.0 + figure);
    Duration::try_from_secs_f64(seconds.min(MOST_TIME)).ok()
}

/// `start/increment/grace`. None if there is no start, or a clock on which nothing is left.
fn clock(text: &[u8]) -> Option<GameClock> {
    let mut parts = text.split(|&byte| byte == b'/');
    let left = time(parts.next()?)?;
    let mut part = || parts.next().and_then(time).unwrap_or_default();
    let clock = GameClock {
        left,
        increment: part(),
        grace: part(),
    };
    let nothing = left.is_zero() && clock.increment.is_zero() && clock.grace.is_zero();
    (!nothing).then_some(clock)
}

/// Size, cells and the side to move.
fn board(text: &[u8]) -> Result<Position, PositionTextError> {
    const SIZE: &str = "a board of size 8";
    let size: Parsed<'_, &[u8]> = digit1(text);
    let (cells, size) = size.map_err(|_| bad_game(SIZE, text))?;
    if size != b"8" {
        return Err(bad_game(SIZE, size));
    }
    let cells: Vec<u8> = cells
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    Othello::read_position(&cells)
}

/// `move/evaluation/seconds`.
fn played(text: &[u8]) -> Result<(Move, Option<Duration>), PositionTextError> {
    let field: Parsed<'_, &[u8]> = is_not("/").parse(text);
    let (rest, mv) = field.map_err(|_| bad_game("a move such as `F5` or `PA`", text))?;
    let name = mv.trim_ascii();
    let passed: Parsed<'_, Move> = all_consuming(pass).parse(name);
    let mv = match passed {
        Ok((_, mv)) => Some(mv),
        Err(_) => notation::read_move(name),
    };
    let mv = mv.ok_or_else(|| bad_game("a move such as `F5` or `PA`", name))?;
    // Nothing before the first of the slashes, then the evaluation, then the time.
    let spent = rest.split(|&byte| byte == b'/').nth(2).and_then(time);
    Ok((mv, spent))
}

/// Reads the first game in a text.
pub(crate) fn read(text: &[u8]) -> Result<Written<Othello>, PositionTextError> {
    let (_, tags) = tags(text).map_err(|_| bad_game("a game such as `(;GM[Othello]…;)`", text))?;
    let find = |name: &str| tags.iter().find(|tag| tag.is(name)).map(|tag| tag.value);
    if let Some(name) = find("GM")
        && !name.eq_ignore_ascii_case(b"othello")
    {
        return Err(bad_game("the game of Othello", name));
    }
    let start = find("BO").map_or(Ok(Position::START), board)?;
    let clock_of = |own: &str| find(own).or_else(|| find("TI")).and_then(clock);
    let mut game = Written {
        start,
        moves: Vec::new(),
        clocks: Clocks {
            first: clock_of("TB"),
            second: clock_of("TW"),
        },
    };
    let mut at = start;
    for tag in &tags {
        let side = match tag {
            tag if tag.is("B") => Side::First,
            tag if tag.is("W") => Side::Second,
            _ => continue,
        };
        let (mv, spent) = played(tag.value)?;
        if at.board.is_over() && mv == Move::PASS {
            // Some close a game with the passes of both.
            continue;
        }
        if at.side != side && at.board.moves() == 0 {
            at = at.pass();
            game.moves.push(Move::PASS);
        }
        if at.side != side {
            return Err(bad_game("the moves of both sides in turn", tag.value));
        }
        at = Othello::play(&at, mv).map_err(|error| PositionTextError {
            expected: "legal moves",
            seen: format!("move {}: {error}", game.moves.len() + 1),
        })?;
        game.moves.push(mv);
        game.clocks.spend(side, spent.unwrap_or_default());
    }
    Ok(game)
}
