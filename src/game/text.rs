//! What the text forms of all games have in common.

use nom::branch::alt;
use nom::bytes::complete::{take_till, take_till1};
use nom::character::complete::{char, one_of, space0, space1};
use nom::combinator::{opt, value, verify};
use nom::multi::many_m_n;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::{PositionTextError, Side};
use crate::base::snippet::Snippet;

type Parsed<'a, T> = IResult<&'a [u8], T>;

impl PositionTextError {
    /// `seen` stood where something else was expected.
    pub fn new(expected: &'static str, seen: impl Into<String>) -> Self {
        let seen = seen.into();
        Self { expected, seen }
    }

    /// What was expected where this rest of the text begins.
    pub fn at(expected: &'static str, rest: &[u8]) -> Self {
        Self::new(expected, shown(rest))
    }

    /// The same, for a parser of nom that failed.
    pub(crate) fn unread(
        expected: &'static str,
    ) -> impl Fn(nom::Err<nom::error::Error<&[u8]>>) -> Self {
        move |error| {
            let rest = match &error {
                nom::Err::Error(fault) | nom::Err::Failure(fault) => fault.input,
                // Only streaming parsers ask for more.
                nom::Err::Incomplete(_) => &[],
            };
            Self::at(expected, rest)
        }
    }
}

/// What was found at a place in the text.
pub(crate) fn shown(rest: &[u8]) -> String {
    if rest.is_empty() {
        "the end".to_owned()
    } else {
        format!("`{}`", Snippet::new(rest))
    }
}

/// A line of a problem file without its comment, which `%` begins, and without blanks around it.
pub(crate) fn content(line: &[u8]) -> &[u8] {
    let before = line.split(|&byte| byte == b'%').next();
    before.unwrap_or_default().trim_ascii()
}

/// What a FEN of chess has behind the side to move: castling, en passant, counters. It means nothing here.
fn tail(input: &[u8]) -> Parsed<'_, Vec<&[u8]>> {
    let field = verify(take_till1(|byte| byte == b' '), |field: &[u8]| {
        field == b"-" || field.iter().all(u8::is_ascii_digit)
    });
    many_m_n(0, 4, preceded(space1, field)).parse(input)
}

/// Reads what follows the board in a FEN: the discs in hand, which are skipped, the side to move and counters. `first` and
/// `second` are the letters of the sides, `expected` says so to who has forgotten it.
pub(crate) fn fen_after_board(
    rest: &[u8],
    first: &str,
    second: &str,
    expected: &'static str,
) -> Result<Side, PositionTextError> {
    let unread = PositionTextError::unread;
    let hand = delimited(char('['), take_till(|byte| byte == b']'), char(']'));
    let (rest, _) = opt(hand)
        .parse(rest)
        .map_err(unread("the discs in hand in brackets"))?;
    let side = alt((
        value(Side::First, one_of(first)),
        value(Side::Second, one_of(second)),
    ));
    let (rest, side) = preceded(space1, side)
        .parse(rest)
        .map_err(unread(expected))?;
    let (rest, _) = terminated(tail, space0)
        .parse(rest)
        .map_err(unread("counters after the side to move"))?;
    if rest.is_empty() {
        Ok(side)
    } else {
        let expected = "nothing but counters after the side to move";
        Err(PositionTextError::at(expected, rest))
    }
}
