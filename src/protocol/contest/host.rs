//! The conversation of a host that asks for one move after the other, as it would call a library: it prepares the board,
//! tells what the opponent played and gets our move in return, and never says that a game is over. What its calls mean is
//! said in [`crate::game::guest`]; here they are put to the desk.

use std::time::Duration;

use nom::Parser;
use nom::combinator::{all_consuming, map_opt};
use nom::multi::many0;

use super::format::{Complaint, Fact};
use super::parse::MOST_TIME;
use crate::base::clock::Clock;
use crate::game::Spelling;
use crate::game::seat::answer_within;
use crate::protocol::words::{Parsed, end, expect, number, rest, word};
use crate::search::limits::Limits;
use crate::session::desk::{Desk, Refusal, Request};

/// What a host says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call<'a> {
    /// `setup N NUMBERS`: a game begins that is prepared by these numbers, of which there are as many as was said.
    Setup(&'a [u8]),
    /// `move -1`: we begin.
    Begin,
    /// `move MOVE`: the opponent has moved.
    Hear(&'a [u8]),
    /// `time MS`: the limit for a move.
    Time(Duration),
    /// `put MOVE`: whoever is to move has moved so.
    Put(&'a [u8]),
    /// `think`: a move for whoever is to move.
    Think,
}

impl Call<'_> {
    /// Its verb.
    pub(super) fn verb(self) -> &'static str {
        match self {
            Self::Setup(_) => "setup",
            Self::Begin | Self::Hear(_) => "move",
            Self::Time(_) => "time",
            Self::Put(_) => "put",
            Self::Think => "think",
        }
    }
}

/// What a move may take unless the host says otherwise.
const LIMIT: Duration = Duration::from_secs(2);

/// What is known of the host.
pub(super) struct Host {
    /// What it allows for a move.
    limit: Duration,
    /// It waits for the move of the search in hand.
    waits: bool,
}

impl Host {
    /// A host that has said nothing yet.
    pub(super) fn new() -> Self {
        Self {
            limit: LIMIT,
            waits: false,
        }
    }

    /// Whether the search in hand is for the host, who wants nothing but the move.
    pub(super) fn waits(&self) -> bool {
        self.waits
    }

    /// Does what a call asks. What there is to say; nothing if that takes a search, or is not wanted.
    pub(super) fn answer(
        &mut self,
        call: Call<'_>,
        started: Duration,
        desk: &mut dyn Desk,
    ) -> Result<Option<Fact>, Complaint> {
        match call {
            Call::Setup(text) => {
                let numbers = numbers(text);
                let columns: Vec<i64> = numbers.iter().copied().map(i64::from).collect();
                desk.prepare(&columns)?;
                // The sum tells that they arrived; a function of C would return it so.
                let sum = numbers.into_iter().fold(0, i32::wrapping_add);
                Ok(Some(Fact::Sum(sum)))
            }
            Call::Begin => {
                desk.begin()?;
                self.think(started, desk)
            }
            Call::Hear(text) => match desk.hear(text) {
                Ok(true) => self.think(started, desk),
                Ok(false) => Ok(Some(Fact::NoMove)),
                // No place on this board, but what a library could have been called with.
                Err(Refusal::NotAMove(_)) if is_number(text) => Ok(Some(Fact::NoMove)),
                Err(refusal) => Err(refusal.into()),
            },
            Call::Time(limit) => {
                self.limit = limit;
                Ok(None)
            }
            Call::Put(text) => {
                desk.play(text)?;
                Ok(None)
            }
            Call::Think => self.think(started, desk),
        }
    }

    /// Begins to think for whoever is to move.
    fn think(&mut self, started: Duration, desk: &mut dyn Desk) -> Result<Option<Fact>, Complaint> {
        let limits = Limits::move_time(answer_within(self.limit));
        let begun = desk.go(Request {
            limits,
            goal: None,
            clock: Clock::Wall,
            started,
            lines: 1,
            at_level: true,
        });
        match begun {
            Ok(()) => {
                self.waits = true;
                Ok(None)
            }
            Err(Refusal::Over) => Ok(Some(Fact::NoMove)),
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// The search is over: its move, which is played.
    pub(super) fn decided(&mut self, desk: &mut dyn Desk) -> Result<Fact, Complaint> {
        self.waits = false;
        let Some(mv) = desk.chosen(Spelling::Square) else {
            return Ok(Fact::NoMove);
        };
        desk.play(mv.as_bytes())?;
        Ok(Fact::OwnMove(mv))
    }
}

/// A whole number that a function of C takes.
fn integer(input: &[u8]) -> Parsed<'_, i32> {
    let number = map_opt(word, |word: &[u8]| {
        // A plus sign is none of ours.
        let text = str::from_utf8(word).ok()?;
        text.parse().ok().filter(|_| !text.starts_with('+'))
    });
    expect("a whole number", number).parse(input)
}

/// Whether a text is such a number.
fn is_number(text: &[u8]) -> bool {
    all_consuming(integer).parse(text).is_ok()
}

/// The numbers of [`Call::Setup`].
fn numbers(text: &[u8]) -> Vec<i32> {
    let all = many0(integer).parse(text);
    all.map_or(Vec::new(), |(_, numbers)| numbers)
}

/// The rest of a line that begins with `setup`.
pub(super) fn setup(input: &[u8]) -> Parsed<'_, Call<'_>> {
    let (text, count) = integer(input)?;
    let mut after = text;
    // Less than none is none.
    for _ in 0..count {
        (after, _) = integer(after)?;
    }
    end(after)?;
    Ok((&[], Call::Setup(text.trim_ascii())))
}

/// The rest of a line that begins with `move`.
pub(super) fn heard(input: &[u8]) -> Parsed<'_, Call<'_>> {
    let (_, text) = rest("a move, or -1 if the game begins")(input)?;
    let call = match text {
        b"-1" => Call::Begin,
        _ => Call::Hear(text),
    };
    Ok((&[], call))
}

/// The rest of a line that begins with `put`.
pub(super) fn put(input: &[u8]) -> Parsed<'_, Call<'_>> {
    let (_, text) = rest("a move")(input)?;
    Ok((&[], Call::Put(text)))
}

/// The rest of a line that begins with `time`.
pub(super) fn limit(input: &[u8]) -> Parsed<'_, Call<'_>> {
    number(1, MOST_TIME, "a number of milliseconds, at least 1")
        .map(|limit| Call::Time(Duration::from_millis(limit)))
        .parse(input)
}

#[cfg(test)]
mod tests {
    use super::super::parse::{Command, parse};
    use super::*;

    #[test]
    fn calls() {
        for (line, call) in [
            ("setup 3 4 4 7", Call::Setup(b"4 4 7")),
            ("setup  0", Call::Setup(b"")),
            ("setup -2", Call::Setup(b"")),
            ("move -1", Call::Begin),
            ("move 3", Call::Hear(b"3")),
            ("move  -1 -1", Call::Hear(b"-1 -1")),
            ("put e1", Call::Put(b"e1")),
            ("time 100", Call::Time(Duration::from_millis(100))),
            ("think", Call::Think),
        ] {
            assert_eq!(parse(line.as_bytes()), Ok(Command::Host(call)), "{line}");
        }
        assert_eq!(numbers(b"4 -1  99"), [4, -1, 99]);
    }

    #[test]
    fn numbers_that_a_function_takes() {
        assert!(is_number(b"-12") && is_number(b"2147483647"));
        for text in [&b""[..], b"-", b"+1", b"1 2", b"2147483648", b"f5"] {
            assert!(!is_number(text), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        for (line, expected) in [
            (
                "setup 3 4 4",
                "column 12: expected a whole number, found the end of the line",
            ),
            (
                "setup 1 4 4",
                "column 11: expected the end of the line, found `4`",
            ),
            (
                "move",
                "column 5: expected a move, or -1 if the game begins, found the end of the line",
            ),
            (
                "think hard",
                "column 7: expected the end of the line, found `hard`",
            ),
        ] {
            let error = parse(line.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), expected, "{line}");
        }
    }
}
