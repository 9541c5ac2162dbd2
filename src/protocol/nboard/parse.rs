//! From a line to a command. Pure: nothing but the bytes of the line is looked at.
//!
//! The protocol wants lines that are not understood to be ignored, so there are no errors, only no command.

use std::time::Duration;

use nom::Parser;

use crate::protocol::words::{Fault, Parsed, blanks, end, number, rest, word};

/// A line understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command<'a> {
    /// `nboard VERSION`
    Greet,
    /// `set game GGF`
    SetGame(&'a [u8]),
    /// `set depth N`
    SetDepth(u32),
    /// `set contempt N`
    SetContempt,
    /// `move MOVE[/[EVALUATION][/TIME]]`
    Move {
        /// Which one.
        mv: MoveText<'a>,
        /// How long it took.
        time: Option<Duration>,
    },
    /// `ping TEXT`
    Ping(&'a [u8]),
    /// `go`
    Go,
    /// `hint N`
    Hint(usize),
    /// `analyze`
    Analyze,
    /// `learn`
    Learn,
    /// `quit`
    Quit,
}

/// A move as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveText<'a> {
    /// Any beginning of `PASS`, or `--`.
    Pass,
    /// Anything else, for the game to read.
    Other(&'a [u8]),
}

/// Most moves that a hint can be asked for; no position of a game of this size has more.
const MOST_LINES: u64 = 64;
/// The largest depth, in plies.
const MOST_DEPTH: u64 = 1000;
/// The longest time for a move that is believed, in seconds: a thousand days.
const MOST_TIME: f64 = 86_400_000.0;

/// Whether a conversation that begins with this line is in this language: `nboard VERSION`.
pub fn speaks(line: &[u8]) -> bool {
    matches!(parse(line), Some(Command::Greet))
}

/// Understands a line that has no blanks at its ends; none if it is to be ignored.
pub fn parse(line: &[u8]) -> Option<Command<'_>> {
    command(line).ok().map(|(_, command)| command)
}

fn refuse<'a, T>(at: &'a [u8], expected: &'static str) -> Parsed<'a, T> {
    Err(nom::Err::Error(Fault { at, expected }))
}

fn command(line: &[u8]) -> Parsed<'_, Command<'_>> {
    let (arguments, verb) = word(line)?;
    let (rest, command) = match verb {
        // Whatever the version, and if it is missing: there is nothing else to speak here.
        b"nboard" => Ok((&[][..], Command::Greet)),
        b"set" => set(arguments),
        b"move" => played(arguments),
        b"ping" => ping(arguments),
        b"go" => Ok((arguments, Command::Go)),
        b"hint" => hint(arguments),
        b"analyze" => Ok((arguments, Command::Analyze)),
        b"learn" => Ok((arguments, Command::Learn)),
        b"quit" => Ok((arguments, Command::Quit)),
        _ => refuse(line, "a known word"),
    }?;
    end(rest)?;
    Ok((&[], command))
}

fn set(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (input, ()) = blanks(input)?;
    let (input, what) = word(input)?;
    match what {
        b"game" => rest("a game").map(Command::SetGame).parse(input).map(whole),
        b"depth" => number(0, MOST_DEPTH, "a number of plies")
            .map(|plies| Command::SetDepth(u32::try_from(plies).unwrap_or(u32::MAX)))
            .parse(input),
        // We keep no book in which draws could be worth something else, so the value does not matter.
        b"contempt" => Ok((&[], Command::SetContempt)),
        _ => refuse(input, "`game`, `depth` or `contempt`"),
    }
}

/// Says that nothing remains of the line.
fn whole<T>((_, all): (&[u8], T)) -> (&'static [u8], T) {
    (&[], all)
}

/// The fields are separated by slashes; some engines write blanks, and managers send on what engines write.
fn played(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (_, text) = rest("a move")(input)?;
    let separator = if text.contains(&b'/') { b'/' } else { b' ' };
    let mut fields = text.split(|&byte| byte == separator);
    let name = fields.next().unwrap_or_default().trim_ascii();
    let time = fields.nth(1).and_then(seconds);
    if name.is_empty() {
        return refuse(input, "a move");
    }
    let mv = if is_pass(name) {
        MoveText::Pass
    } else {
        MoveText::Other(name)
    };
    Ok((&[], Command::Move { mv, time }))
}

fn is_pass(name: &[u8]) -> bool {
    let beginning = b"PASS".get(..name.len());
    name == b"--" || beginning.is_some_and(|word| word.eq_ignore_ascii_case(name))
}

/// A decimal number of seconds; none for anything else a float may be, such as `NaN`.
fn seconds(field: &[u8]) -> Option<Duration> {
    let text = std::str::from_utf8(field.trim_ascii()).ok()?;
    if !text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return None;
    }
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds.min(MOST_TIME)).ok()
}

fn ping(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (text, ()) = blanks(input)?;
    if text.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        Ok((&[], Command::Ping(text)))
    } else {
        refuse(text, "printable ASCII")
    }
}

fn hint(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (rest, ()) = blanks(input)?;
    if rest.is_empty() {
        return Ok((rest, Command::Hint(1)));
    }
    let (rest, lines) = number(0, u64::MAX, "a number of moves")(rest)?;
    let lines = usize::try_from(lines.clamp(1, MOST_LINES)).unwrap_or(1);
    Ok((rest, Command::Hint(lines)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Command<'_>> {
        parse(line.as_bytes())
    }

    #[test]
    fn what_is_understood() {
        assert_eq!(read("nboard 2"), Some(Command::Greet));
        assert_eq!(read("nboard 1"), Some(Command::Greet));
        assert_eq!(read("nboard"), Some(Command::Greet));
        assert_eq!(
            read("set  game (;GM[Othello] PC[a b];)"),
            Some(Command::SetGame(b"(;GM[Othello] PC[a b];)"))
        );
        assert_eq!(read("set depth 26"), Some(Command::SetDepth(26)));
        assert_eq!(read("set contempt -100"), Some(Command::SetContempt));
        assert_eq!(read("ping 7"), Some(Command::Ping(b"7")));
        assert_eq!(read("ping"), Some(Command::Ping(b"")));
        assert_eq!(read("hint 4"), Some(Command::Hint(4)));
        assert_eq!(read("hint"), Some(Command::Hint(1)));
        assert_eq!(read("hint 0"), Some(Command::Hint(1)));
        assert_eq!(read("hint 9999999999"), Some(Command::Hint(64)));
        assert_eq!(read("analyze"), Some(Command::Analyze));
    }

    #[test]
    fn what_is_ignored() {
        for line in [
            "hello",
            "GO",
            "go now",
            "set",
            "set game",
            "set depth",
            "set depth -1",
            "set depth 6 7",
            "set colour red",
            "move",
            "move /1/2",
            "hint x",
            "hint 3 4",
            "ping \u{7}",
            "quit now",
            "\0",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn moves_in_every_form() {
        let mv = |line| match read(line) {
            Some(Command::Move { mv, time }) => (mv, time.map(|time| time.as_secs_f64())),
            other => panic!("{line}: {other:?}"),
        };
        let d3 = MoveText::Other(b"D3");
        assert_eq!(mv("move D3"), (d3, None));
        assert_eq!(mv("move D3//1.5"), (d3, Some(1.5)));
        assert_eq!(mv("move D3/-2.00/0.25"), (d3, Some(0.25)));
        assert_eq!(mv("move D3/1.5"), (d3, None));
        assert_eq!(mv("move D3 -2.00 0.25"), (d3, Some(0.25)));
        assert_eq!(mv("move D3/NaN/NaN"), (d3, None));
        assert_eq!(mv("move D3//-1"), (d3, None));
        assert_eq!(mv("move D3//99999999999"), (d3, Some(MOST_TIME)));
        for line in [
            "move PA",
            "move pass",
            "move P",
            "move pas/0.00/1",
            "move --",
        ] {
            assert_eq!(mv(line).0, MoveText::Pass, "{line}");
        }
        assert_eq!(mv("move passing").0, MoveText::Other(b"passing"));
    }
}
