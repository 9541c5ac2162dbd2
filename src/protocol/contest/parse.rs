//! From a line to a command. Pure: nothing but the bytes of the line is looked at. Whether a move is legal, or a command
//! fits the moment, is asked later.

use std::time::Duration;

use nom::Parser;
use nom::combinator::{cut, opt};

use super::host::{self, Call};
use crate::protocol::words::{Fault, Misread, Parsed, blanks, end, expect, number, rest, word};
use crate::search::limits::{Byoyomi, Limits, TimeControl};

/// A line understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command<'a> {
    /// `play T S`: a contest game begins; we move first, or second.
    Play {
        /// Our side is the one that begins.
        first: bool,
    },
    /// `budget MS GAMES`: the time for a series of contest games.
    Budget {
        /// For all games together.
        total: Duration,
        /// How many there will be.
        games: u32,
    },
    /// A call of a host that asks for one move after the other.
    Host(Call<'a>),
    /// `new`
    New,
    /// `position start`
    PositionStart,
    /// `position moves MOVES`, none for a game without moves.
    PositionMoves(&'a [u8]),
    /// `position BOARD SIDE`
    Position(&'a [u8]),
    /// Any line that begins with no known word: a move, or a mistake.
    Move(&'a [u8]),
    /// `undo [N]`
    Undo(usize),
    /// `board`
    Board,
    /// `show`
    Show,
    /// `legal`
    Legal,
    /// `result`
    Result,
    /// `go …`
    Go(Limits),
    /// `stop`
    Stop,
    /// `score`
    Score,
    /// `info on`, `info off`
    Info(bool),
    /// `option NAME VALUE`
    SetOption {
        /// Its name.
        name: &'a [u8],
        /// The value to be set.
        value: &'a [u8],
    },
    /// `options`
    Options,
    /// `ping TEXT`
    Ping(&'a [u8]),
    /// `help`
    Help,
    /// `quit`
    Quit,
}

/// The longest time that can be given, in milliseconds: a thousand days.
pub(super) const MOST_TIME: u64 = 86_400_000_000;

type Arguments = for<'a> fn(&'a [u8]) -> Parsed<'a, Command<'a>>;

/// Every word that a command begins with, and how the rest of its line reads.
const VERBS: [(&[u8], Arguments); 23] = [
    (b"play", play),
    (b"budget", budget),
    (b"setup", |rest| host(host::setup, rest)),
    (b"move", |rest| host(host::heard, rest)),
    (b"time", |rest| host(host::limit, rest)),
    (b"put", |rest| host(host::put, rest)),
    (b"think", |rest| Ok((rest, Command::Host(Call::Think)))),
    (b"new", |rest| Ok((rest, Command::New))),
    (b"position", position),
    (b"undo", undo),
    (b"board", |rest| Ok((rest, Command::Board))),
    (b"show", |rest| Ok((rest, Command::Show))),
    (b"legal", |rest| Ok((rest, Command::Legal))),
    (b"result", |rest| Ok((rest, Command::Result))),
    (b"go", go),
    (b"stop", |rest| Ok((rest, Command::Stop))),
    (b"score", |rest| Ok((rest, Command::Score))),
    (b"info", info),
    (b"option", option),
    (b"options", |rest| Ok((rest, Command::Options))),
    (b"ping", ping),
    (b"help", |rest| Ok((rest, Command::Help))),
    (b"quit", |rest| Ok((rest, Command::Quit))),
];

/// Understands a line that has no blanks at its ends.
pub fn parse(line: &[u8]) -> Result<Command<'_>, Misread> {
    let Ok((arguments, verb)) = word(line) else {
        return Ok(Command::Move(line));
    };
    let Some((_, read)) = VERBS.iter().find(|(name, _)| *name == verb) else {
        return Ok(Command::Move(line));
    };
    let parsed = read(arguments).and_then(|(rest, command)| {
        end(rest)?;
        Ok(command)
    });
    parsed.map_err(|error| {
        let fault = match error {
            nom::Err::Error(fault) | nom::Err::Failure(fault) => fault,
            // Only streaming parsers ask for more.
            nom::Err::Incomplete(_) => Fault {
                at: &[],
                expected: "more",
            },
        };
        Misread::new(line, fault)
    })
}

fn host<'a>(read: fn(&'a [u8]) -> Parsed<'a, Call<'a>>, rest: &'a [u8]) -> Parsed<'a, Command<'a>> {
    read.map(Command::Host).parse(rest)
}

/// Only this word.
fn key<'a>(name: &'static [u8]) -> impl FnMut(&'a [u8]) -> Parsed<'a, ()> {
    let this = nom::combinator::verify(word, move |word: &[u8]| word == name);
    expect("a known word", nom::combinator::value((), this))
}

fn milliseconds(input: &[u8]) -> Parsed<'_, Duration> {
    number(0, MOST_TIME, "a number of milliseconds")
        .map(Duration::from_millis)
        .parse(input)
}

/// A number that fits its narrower type because its bounds do.
fn narrow<T: TryFrom<u64> + Default>(number: u64) -> T {
    T::try_from(number).unwrap_or_default()
}

fn play(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (input, _) = number(1, 4, "a task number from 1 to 4")(input)?;
    let (input, side) = number(0, 1, "0 to move first or 1 to move second")(input)?;
    Ok((input, Command::Play { first: side == 0 }))
}

fn budget(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (input, total) =
        number(1, MOST_TIME, "a number of milliseconds, at least 1").parse(input)?;
    let (input, games) = number(1, 1_000_000, "a number of games from 1 to 1000000")(input)?;
    let total = Duration::from_millis(total);
    let games = narrow(games);
    Ok((input, Command::Budget { total, games }))
}

fn position(input: &[u8]) -> Parsed<'_, Command<'_>> {
    const FORMS: &str = "`start`, `moves` or a board with its side to move";
    let (_, all) = rest(FORMS)(input)?;
    let (after, first) = word(all)?;
    match first {
        b"start" => Ok((after, Command::PositionStart)),
        b"moves" => Ok((&[], Command::PositionMoves(after.trim_ascii()))),
        _ => Ok((&[], Command::Position(all))),
    }
}

fn undo(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (rest, ()) = blanks(input)?;
    if rest.is_empty() {
        return Ok((rest, Command::Undo(1)));
    }
    let (rest, count) = number(1, 1000, "a number of moves from 1 to 1000")(rest)?;
    Ok((rest, Command::Undo(narrow(count))))
}

fn info(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let switch = nom::combinator::map_opt(word, |word| match word {
        b"on" => Some(true),
        b"off" => Some(false),
        _ => None,
    });
    expect("`on` or `off`", switch.map(Command::Info)).parse(input)
}

fn option(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (input, name) = expect("the name of an option", word)(input)?;
    let (input, value) = expect("a value", word)(input)?;
    Ok((input, Command::SetOption { name, value }))
}

fn ping(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (text, ()) = blanks(input)?;
    let printable = |byte: &u8| (b' '..=b'~').contains(byte);
    match text.iter().position(|byte| !printable(byte)) {
        None => Ok((&[], Command::Ping(text))),
        Some(place) => Err(nom::Err::Failure(Fault {
            at: text.get(place..).unwrap_or_default(),
            expected: "printable ASCII",
        })),
    }
}

/// The limits as they are collected; each may be given once.
#[derive(Default)]
struct Collected {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<TimeControl>,
}

fn go(input: &[u8]) -> Parsed<'_, Command<'_>> {
    const LIMITS: &str = "`depth`, `nodes`, `movetime`, `clock` or `infinite`, each at most once, only one of the last three";
    let mut limits = Collected::default();
    let (mut rest, ()) = blanks(input)?;
    while !rest.is_empty() {
        let unexpected = nom::Err::Failure(Fault {
            at: rest,
            expected: LIMITS,
        });
        let (after, name) = word(rest)?;
        let after = match name {
            b"depth" if limits.depth.is_none() => {
                let (after, plies) = number(0, 1000, "a number of plies from 0 to 1000")(after)?;
                limits.depth = Some(narrow(plies));
                after
            }
            b"nodes" if limits.nodes.is_none() => {
                let (after, nodes) = number(1, u64::MAX, "a number of nodes, at least 1")(after)?;
                limits.nodes = Some(nodes);
                after
            }
            b"movetime" | b"clock" | b"infinite" if limits.time.is_none() => {
                let (after, time) = match name {
                    b"movetime" => milliseconds.map(TimeControl::MoveTime).parse(after)?,
                    b"clock" => clock(after)?,
                    _ => (after, TimeControl::Infinite),
                };
                limits.time = Some(time);
                after
            }
            _ => return Err(unexpected),
        };
        (rest, ()) = blanks(after)?;
    }
    let Collected { depth, nodes, time } = limits;
    Ok((rest, Command::Go(Limits::told(depth, nodes, time))))
}

fn clock(input: &[u8]) -> Parsed<'_, TimeControl> {
    let stones = number(1, 1000, "a number of moves from 1 to 1000");
    let overtime = (milliseconds, stones).map(|(period, stones)| Byoyomi {
        period,
        stones: narrow(stones),
    });
    let (input, left) = milliseconds(input)?;
    let (input, increment) = opt((key(b"inc"), cut(milliseconds))).parse(input)?;
    let (input, byoyomi) = opt((key(b"byo"), cut(overtime))).parse(input)?;
    let time = TimeControl::Clock {
        left,
        increment: increment.map(|((), time)| time).unwrap_or_default(),
        byoyomi: byoyomi.map(|((), over)| over),
    };
    Ok((input, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn error(line: &str) -> String {
        parse(line.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn commands_of_the_contest() {
        assert_eq!(parse(b"play 4 1"), Ok(Command::Play { first: false }));
        assert_eq!(parse(b"play\t1  0"), Ok(Command::Play { first: true }));
        assert_eq!(
            parse(b"budget 5000 10"),
            Ok(Command::Budget {
                total: ms(5000),
                games: 10
            })
        );
        for line in ["-1 -1", "4 5", "f5", "pass", "playing", "\0\u{1}"] {
            assert_eq!(parse(line.as_bytes()), Ok(Command::Move(line.as_bytes())));
        }
    }

    #[test]
    fn limits_are_combined() {
        let go = |line: &str| match parse(line.as_bytes()) {
            Ok(Command::Go(limits)) => limits,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(go("go"), Limits::move_time(ms(1000)));
        assert_eq!(go("go infinite"), Limits::INFINITE);
        assert_eq!(go("go depth 6"), Limits::depth(6));
        assert_eq!(go("go infinite nodes 6"), Limits::nodes(6));
        assert_eq!(
            go("go nodes 9 movetime 20 depth 0"),
            Limits {
                depth: Some(0),
                nodes: Some(9),
                time: TimeControl::MoveTime(ms(20))
            }
        );
        assert_eq!(
            go("go clock 1000 inc 10 byo 500 3 depth 2"),
            Limits {
                depth: Some(2),
                nodes: None,
                time: TimeControl::Clock {
                    left: ms(1000),
                    increment: ms(10),
                    byoyomi: Some(Byoyomi {
                        period: ms(500),
                        stones: 3
                    })
                }
            }
        );
    }

    #[test]
    fn errors_say_where_and_what() {
        assert_eq!(
            error("play 5 0"),
            "column 6: expected a task number from 1 to 4, found `5`"
        );
        assert_eq!(
            error("play 1"),
            "column 7: expected 0 to move first or 1 to move second, found the end of the line"
        );
        assert_eq!(
            error("quit now"),
            "column 6: expected the end of the line, found `now`"
        );
        assert_eq!(
            error("go clock 100 inc x"),
            "column 18: expected a number of milliseconds, found `x`"
        );
        assert_eq!(
            error("go depth 1 depth 2").split(',').next(),
            Some("column 12: expected `depth`")
        );
        assert!(error("go movetime 5 infinite").starts_with("column 15: "));
        assert_eq!(
            error("ping a\0"),
            "column 7: expected printable ASCII, found `\\x00`"
        );
        assert_eq!(
            error("budget 18446744073709551616 1"),
            "column 8: expected a number of milliseconds, at least 1, found `18446744073709551616`"
        );
    }
}
