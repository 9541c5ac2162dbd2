//! Pieces of grammar that all dialects share, and what they say when a line does not fit.

use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

use crate::base::snippet::Snippet;

/// The result of a piece: what remains and what it read.
pub type Parsed<'a, T> = IResult<&'a [u8], T, Fault<'a>>;

/// Where a line does not fit, and what would have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault<'a> {
    /// The line from the mistake on.
    pub at: &'a [u8],
    /// What was expected there.
    pub expected: &'static str,
}

impl<'a> ParseError<&'a [u8]> for Fault<'a> {
    fn from_error_kind(at: &'a [u8], _: ErrorKind) -> Self {
        Self {
            at,
            expected: "something else",
        }
    }

    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }

    /// Of two ways that both failed the one that got further.
    fn or(self, other: Self) -> Self {
        if other.at.len() < self.at.len() {
            other
        } else {
            self
        }
    }
}

/// Why a line was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {seen}")]
pub struct Misread {
    /// Where in the line, counted from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// What stood there.
    pub seen: String,
}

impl Misread {
    /// The fault as it is seen in the whole line.
    pub fn new(line: &[u8], fault: Fault<'_>) -> Self {
        let here = fault.at.trim_ascii_start();
        let end = here
            .iter()
            .position(|&byte| is_blank(byte))
            .unwrap_or(here.len());
        let seen = match here.get(..end) {
            None | Some([]) => "the end of the line".to_owned(),
            Some(word) => format!("`{}`", Snippet::new(word)),
        };
        Self {
            column: line.len().saturating_sub(here.len()).saturating_add(1),
            expected: fault.expected,
            seen,
        }
    }
}

/// What separates words.
pub fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

/// Blanks, if any.
pub fn blanks(input: &[u8]) -> Parsed<'_, ()> {
    Ok((input.trim_ascii_start(), ()))
}

/// A word: everything up to the next blank.
pub fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    nom::bytes::complete::take_till1(is_blank).parse(input)
}

/// Says what was expected where `piece`, after blanks, does not fit.
pub fn expect<'a, T>(
    expected: &'static str,
    mut piece: impl Parser<&'a [u8], Output = T, Error = Fault<'a>>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, T> {
    move |input| {
        let (at, ()) = blanks(input)?;
        piece
            .parse(at)
            .map_err(|error| error.map(|_| Fault { at, expected }))
    }
}

/// A decimal number within bounds, as a word of its own.
pub fn number<'a>(
    least: u64,
    most: u64,
    expected: &'static str,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, u64> {
    let digits = nom::combinator::map_opt(word, move |word: &[u8]| {
        let text = std::str::from_utf8(word).ok()?;
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        text.parse().ok().filter(|at| (least..=most).contains(at))
    });
    expect(expected, digits)
}

/// Everything that remains, blanks around it left out; not nothing.
pub fn rest<'a>(expected: &'static str) -> impl FnMut(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    expect(
        expected,
        nom::combinator::map(
            nom::bytes::complete::take_while1(|_| true),
            <[u8]>::trim_ascii_end,
        ),
    )
}

/// The end of the line.
pub fn end(input: &[u8]) -> Parsed<'_, ()> {
    expect(
        "the end of the line",
        nom::combinator::value((), nom::combinator::eof),
    )(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn misread<T>(line: &[u8], parsed: &Parsed<'_, T>) -> String {
        match parsed {
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                Misread::new(line, *fault).to_string()
            }
            _ => "read".to_owned(),
        }
    }

    #[test]
    fn numbers_know_their_bounds() {
        let piece = |line: &'static str| {
            misread(
                line.as_bytes(),
                &number(1, 4, "a number from 1 to 4")(line.as_bytes()),
            )
        };
        assert_eq!(piece("  4 x"), "read");
        assert_eq!(
            piece(" 5"),
            "column 2: expected a number from 1 to 4, found `5`"
        );
        assert_eq!(
            piece("  "),
            "column 3: expected a number from 1 to 4, found the end of the line"
        );
        for bad in ["0", "+1", "-1", "1x", "99999999999999999999999", "1.0"] {
            assert!(piece(bad).ends_with(&format!("found `{bad}`")));
        }
    }

    #[test]
    fn the_end_is_the_end() {
        assert!(end(b" \t").is_ok());
        assert_eq!(
            misread(b" now", &end(b" now")),
            "column 2: expected the end of the line, found `now`"
        );
    }
}
