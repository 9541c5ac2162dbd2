//! From a line to a command. Pure: nothing but the bytes of the line is looked at.
//!
//! What UCI asks of an engine is patience: words that mean nothing are skipped, numbers out of range are taken for the
//! nearest that will do, so that a `go` is always answered.

use std::time::Duration;

use nom::Parser;

use crate::game::Side;
use crate::protocol::words::{Fault, Misread, Parsed, blanks, expect, rest, word};
use crate::search::limits::{Byoyomi, Limits, TimeControl};

/// A line understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command<'a> {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// Its name, which may have blanks in it.
        name: &'a [u8],
        /// The value to be set; nothing for a button.
        value: &'a [u8],
    },
    /// `position (startpos | fen FEN) [moves MOVES]`
    Position {
        /// The FEN; none for the start position.
        fen: Option<&'a [u8]>,
        /// The moves from there on, blanks between them.
        moves: &'a [u8],
    },
    /// `go …`
    Go(Go<'a>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `d`: the position for people, as Stockfish and its kin have it.
    Show,
    /// `debug`, `register`: nothing to be done.
    Ignored,
    /// `quit`
    Quit,
    /// A line that begins with no known word.
    Unknown(&'a [u8]),
}

/// What a `go` allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Go<'a> {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    /// The clocks of the side that begins and of the other.
    clocks: [Option<Duration>; 2],
    increments: [Duration; 2],
    /// Moves to be made with what is left on the clock.
    stones: Option<u32>,
    infinite: bool,
    /// Whether the search goes on until it is told that the expected move was made.
    pub ponder: bool,
    /// Whether only some moves were to be searched.
    pub search_moves: bool,
    /// The first word that means nothing.
    pub skipped: Option<&'a [u8]>,
}

/// The longest time that can be given, in milliseconds: a thousand days.
const MOST_TIME: u64 = 86_400_000_000;
/// The deepest search that can be asked for.
const MOST_DEPTH: u64 = 1000;

impl Go<'_> {
    /// Whether the answer has to wait for `stop`, even if the search has nothing left to do.
    pub fn is_infinite(&self) -> bool {
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.clock(Side::First).is_some();
        self.infinite || !limited && self.skipped.is_none()
    }

    /// The limits for the side to move. The clock of white in chess is that of the side that begins.
    pub fn limits(&self, side: Side) -> Limits {
        let infinite = self.is_infinite().then_some(TimeControl::Infinite);
        let move_time = self.move_time.map(TimeControl::MoveTime);
        let time = move_time.or_else(|| self.clock(side)).or(infinite);
        Limits::told(self.depth, self.nodes, time)
    }

    /// The clock of a side; the other's will do where only one is told.
    fn clock(&self, side: Side) -> Option<TimeControl> {
        let ([first, second], [first_inc, second_inc]) = (self.clocks, self.increments);
        let (own, other, increment) = match side {
            Side::First => (first, second, first_inc),
            Side::Second => (second, first, second_inc),
        };
        let left = own.or(other)?;
        Some(match self.stones {
            None => TimeControl::Clock {
                left,
                increment,
                byoyomi: None,
            },
            // What is left is for so many moves, and more comes after them: an overtime that has begun.
            Some(stones) => TimeControl::Clock {
                left: Duration::ZERO,
                increment,
                byoyomi: Some(Byoyomi {
                    period: left,
                    stones,
                }),
            },
        })
    }
}

type Arguments = for<'a> fn(&'a [u8]) -> Parsed<'a, Command<'a>>;

/// Every word that a line begins with, and how the rest of it reads. What a command has no use for is left alone.
const VERBS: [(&[u8], Arguments); 12] = [
    (b"uci", |rest| Ok((rest, Command::Uci))),
    (b"isready", |rest| Ok((rest, Command::IsReady))),
    (b"ucinewgame", |rest| Ok((rest, Command::NewGame))),
    (b"setoption", set_option),
    (b"position", position),
    (b"go", |rest| Ok((&[], Command::Go(go(rest))))),
    (b"stop", |rest| Ok((rest, Command::Stop))),
    (b"ponderhit", |rest| Ok((rest, Command::PonderHit))),
    (b"d", |rest| Ok((rest, Command::Show))),
    (b"debug", |rest| Ok((rest, Command::Ignored))),
    (b"register", |rest| Ok((rest, Command::Ignored))),
    (b"quit", |rest| Ok((rest, Command::Quit))),
];

/// Understands a line that has no blanks at its ends.
pub fn parse(line: &[u8]) -> Result<Command<'_>, Misread> {
    let Ok((arguments, verb)) = word(line) else {
        return Ok(Command::Unknown(line));
    };
    let Some((_, read)) = VERBS.iter().find(|(name, _)| *name == verb) else {
        return Ok(Command::Unknown(line));
    };
    match read(arguments) {
        Ok((_, command)) => Ok(command),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(Misread::new(line, fault)),
        // Only streaming parsers ask for more.
        Err(nom::Err::Incomplete(_)) => Ok(Command::Unknown(line)),
    }
}

/// Whether a conversation in this language begins with this line. The native dialect has a `position` and a `go` as well,
/// but with other words behind them.
pub fn speaks(line: &[u8]) -> bool {
    let Ok((arguments, verb)) = word(line) else {
        return false;
    };
    match verb {
        b"uci" | b"isready" | b"ucinewgame" | b"setoption" | b"ponderhit" => true,
        b"debug" => words(arguments).all(|word| matches!(word, b"on" | b"off")),
        b"position" => matches!(words(arguments).next(), Some(b"startpos" | b"fen")),
        b"go" => words(arguments).any(|word| {
            matches!(
                word,
                b"wtime" | b"btime" | b"winc" | b"binc" | b"movestogo" | b"ponder" | b"searchmoves"
            )
        }),
        _ => false,
    }
}

/// All words of a text.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
}

/// Splits a text before and after the word `wanted`; nothing comes after if it does not occur.
fn split_at_word<'a>(text: &'a [u8], wanted: &[u8]) -> (&'a [u8], &'a [u8]) {
    let mut rest = text;
    while let Ok((after, found)) = blanks(rest).and_then(|(rest, ())| word(rest)) {
        if found == wanted {
            let before = text.len() - after.len() - wanted.len();
            let before = text.get(..before).unwrap_or_default();
            return (before.trim_ascii(), after.trim_ascii());
        }
        rest = after;
    }
    (text.trim_ascii(), &[])
}

/// Only this word.
fn key<'a>(
    name: &'static [u8],
    expected: &'static str,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, &'a [u8]> {
    expect(
        expected,
        nom::combinator::verify(word, move |word: &[u8]| word == name),
    )
}

fn set_option(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (input, _) = key(b"name", "`name`")(input)?;
    let (after, text) = rest("the name of an option")(input)?;
    let (name, value) = split_at_word(text, b"value");
    Ok((after, Command::SetOption { name, value }))
}

fn position(input: &[u8]) -> Parsed<'_, Command<'_>> {
    const FORMS: &str = "`startpos` or `fen`";
    let (after, form) = expect(FORMS, word)(input)?;
    match form {
        b"startpos" => {
            let (rest, ()) = blanks(after)?;
            let moves = if rest.is_empty() {
                rest
            } else {
                key(b"moves", "`moves`")(rest)?.0.trim_ascii()
            };
            Ok((&[], Command::Position { fen: None, moves }))
        }
        b"fen" => {
            let (_, text) = rest("a position")(after)?;
            let (fen, moves) = split_at_word(text, b"moves");
            let fen = Some(fen);
            Ok((&[], Command::Position { fen, moves }))
        }
        _ => Err(nom::Err::Failure(Fault {
            at: input,
            expected: FORMS,
        })),
    }
}

/// A whole number as a word of its own, taken into bounds. Match managers do send clocks below zero.
fn clamped<'a>(least: u64, most: u64) -> impl FnMut(&'a [u8]) -> Parsed<'a, u64> {
    let digits = nom::combinator::map_opt(word, move |word: &[u8]| {
        let (negative, digits) = match word.strip_prefix(b"-") {
            Some(digits) => (true, digits),
            None => (false, word),
        };
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let number = std::str::from_utf8(digits).ok()?.parse();
        // Only too large a number fails now.
        let size = number.unwrap_or(u64::MAX);
        Some(if negative {
            least
        } else {
            size.clamp(least, most)
        })
    });
    expect("a number", digits)
}

fn milliseconds(input: &[u8]) -> Parsed<'_, Duration> {
    clamped(0, MOST_TIME)
        .map(Duration::from_millis)
        .parse(input)
}

/// A number that fits its narrower type because its bounds do.
fn narrow<T: TryFrom<u64> + Default>(number: u64) -> T {
    T::try_from(number).unwrap_or_default()
}

/// Whether `go` knows this word; then it cannot be one of the moves of `searchmoves`.
fn is_limit(word: &[u8]) -> bool {
    matches!(
        word,
        b"depth"
            | b"nodes"
            | b"movetime"
            | b"wtime"
            | b"btime"
            | b"winc"
            | b"binc"
            | b"movestogo"
            | b"infinite"
            | b"ponder"
            | b"searchmoves"
    )
}

/// Reads what it can.
fn go(input: &[u8]) -> Go<'_> {
    let mut go = Go::default();
    let mut rest = input;
    while let Ok((after, name)) = blanks(rest).and_then(|(rest, ())| word(rest)) {
        if let Ok((after, ())) = limit(&mut go, name, after) {
            rest = after;
            continue;
        }
        if !go.search_moves || is_limit(name) {
            go.skipped = go.skipped.or(Some(name));
        }
        rest = after;
    }
    go
}

/// Reads what belongs to the word `name`; fails if it means nothing or its number is missing.
fn limit<'a>(go: &mut Go<'a>, name: &[u8], input: &'a [u8]) -> Parsed<'a, ()> {
    let [first_clock, second_clock] = &mut go.clocks;
    let [first_increment, second_increment] = &mut go.increments;
    match name {
        b"depth" => clamped(0, MOST_DEPTH)
            .map(|plies| go.depth = Some(narrow(plies)))
            .parse(input),
        b"nodes" => clamped(1, u64::MAX)
            .map(|nodes| go.nodes = Some(nodes))
            .parse(input),
        b"movestogo" => clamped(1, 1000)
            .map(|moves| go.stones = Some(narrow(moves)))
            .parse(input),
        b"movetime" => milliseconds
            .map(|time| go.move_time = Some(time))
            .parse(input),
        b"wtime" => milliseconds
            .map(|time| *first_clock = Some(time))
            .parse(input),
        b"btime" => milliseconds
            .map(|time| *second_clock = Some(time))
            .parse(input),
        b"winc" => milliseconds
            .map(|time| *first_increment = time)
            .parse(input),
        b"binc" => milliseconds
            .map(|time| *second_increment = time)
            .parse(input),
        b"infinite" => {
            go.infinite = true;
            Ok((input, ()))
        }
        b"ponder" => {
            go.ponder = true;
            Ok((input, ()))
        }
        b"searchmoves" => {
            go.search_moves = true;
            Ok((input, ()))
        }
        _ => Err(nom::Err::Error(Fault {
            at: input,
            expected: "a limit",
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn read(line: &str) -> Go<'_> {
        match parse(line.as_bytes()) {
            Ok(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn clock(left: u64, increment: u64) -> TimeControl {
        TimeControl::Clock {
            left: ms(left),
            increment: ms(increment),
            byoyomi: None,
        }
    }

    #[test]
    fn each_side_has_its_clock() {
        let go = read("go wtime 1000 btime 2000 winc 10 binc 20");
        assert_eq!(go.limits(Side::First).time, clock(1000, 10));
        assert_eq!(go.limits(Side::Second).time, clock(2000, 20));
        assert!(!go.is_infinite());
        let alone = read("go btime -7");
        assert_eq!(alone.limits(Side::First).time, clock(0, 0));
        let few = read("go wtime 500 movestogo 4");
        assert_eq!(
            few.limits(Side::First).time,
            TimeControl::Clock {
                left: ms(0),
                increment: ms(0),
                byoyomi: Some(Byoyomi {
                    period: ms(500),
                    stones: 4
                })
            }
        );
    }

    #[test]
    fn limits_hold_together() {
        let limits = |line| read(line).limits(Side::First);
        assert_eq!(limits("go"), Limits::INFINITE);
        assert_eq!(limits("go infinite"), Limits::INFINITE);
        assert_eq!(limits("go depth 6"), Limits::depth(6));
        assert_eq!(limits("go infinite depth 6"), Limits::depth(6));
        assert_eq!(limits("go nodes 0"), Limits::nodes(1));
        assert_eq!(
            limits("go movetime 99999999999999999999999"),
            Limits::move_time(ms(MOST_TIME))
        );
        assert!(read("go").is_infinite());
        assert!(read("go infinite depth 6").is_infinite());
        assert!(read("go ponder").is_infinite());
        assert!(!read("go depth 6").is_infinite());
        assert!(!read("go wtime 5 ponder").is_infinite());
    }

    #[test]
    fn what_means_nothing_is_skipped() {
        let go = read("go depth x nodes 7 fast");
        assert_eq!(go.skipped, Some(&b"depth"[..]));
        assert_eq!(go.limits(Side::First), Limits::nodes(7));
        let nothing = read("go perft 5");
        assert_eq!(nothing.limits(Side::First), Limits::move_time(ms(1000)));
        assert!(!nothing.is_infinite());
        let some = read("go searchmoves f5 d6 depth 3");
        assert!(some.search_moves && some.skipped.is_none());
        assert_eq!(some.limits(Side::First), Limits::depth(3));
    }

    #[test]
    fn positions_and_options() {
        let position = |fen: Option<&'static str>, moves: &'static str| {
            Ok(Command::Position {
                fen: fen.map(str::as_bytes),
                moves: moves.as_bytes(),
            })
        };
        assert_eq!(parse(b"position startpos"), position(None, ""));
        assert_eq!(
            parse(b"position startpos moves  f5 d6"),
            position(None, "f5 d6")
        );
        assert_eq!(
            parse(b"position fen 8/8 w - - moves a1"),
            position(Some("8/8 w - -"), "a1")
        );
        let error = |line: &str| parse(line.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            error("position f5"),
            "column 10: expected `startpos` or `fen`, found `f5`"
        );
        assert_eq!(
            error("position startpos f5"),
            "column 19: expected `moves`, found `f5`"
        );
        assert_eq!(
            error("setoption Hash 5"),
            "column 11: expected `name`, found `Hash`"
        );
        let option = |name: &'static str, value: &'static str| {
            Ok(Command::SetOption {
                name: name.as_bytes(),
                value: value.as_bytes(),
            })
        };
        assert_eq!(
            parse(b"setoption name Move Overhead value 5"),
            option("Move Overhead", "5")
        );
        assert_eq!(
            parse(b"setoption name Clear Hash"),
            option("Clear Hash", "")
        );
        assert_eq!(
            parse(b"setoption name valued value a value"),
            option("valued", "a value")
        );
    }

    #[test]
    fn first_lines() {
        for line in [
            "uci",
            "isready",
            "setoption name UCI_Variant value flipello",
            "position startpos moves f5",
            "position fen 8/8 w",
            "go wtime 5 btime 5",
            "debug on",
        ] {
            assert!(speaks(line.as_bytes()), "{line}");
        }
        for line in [
            "quit",
            "position start",
            "position moves f5",
            "go depth 4",
            "go infinite",
            "UCI",
            "ucixx",
            "",
            "f5",
        ] {
            assert!(!speaks(line.as_bytes()), "{line}");
        }
    }
}
