//! From a line to a command. Pure: nothing but the bytes of the line is looked at. Whether a move is legal, or a file can
//! be read, is asked later.

use std::time::Duration;

use nom::Parser;
use nom::combinator::{cond, map, map_opt, verify};

use super::clock::Rule;
use super::format::Complaint;
use crate::game::Side;
use crate::protocol::words::{Fault, Misread, Parsed, end, expect, rest, word};

/// A line understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command<'a> {
    /// `protocol_version`
    ProtocolVersion,
    /// `name`
    Name,
    /// `version`
    Version,
    /// `known_command WORD`, the word may be missing.
    KnownCommand(&'a [u8]),
    /// `list_commands`
    ListCommands,
    /// `list_games`
    ListGames,
    /// `set_game NAME`
    SetGame(&'a [u8]),
    /// `boardsize N`
    BoardSize(usize),
    /// `clear_board`
    ClearBoard,
    /// `komi X`
    Komi,
    /// `play COLOUR VERTEX`, no vertex for a pass.
    Play(Side, Option<&'a [u8]>),
    /// `genmove COLOUR`
    GenMove(Side),
    /// `reg_genmove COLOUR`
    RegGenMove(Side),
    /// `undo`
    Undo,
    /// `time_settings MAIN PERIOD STONES`; none if it sets no limit.
    TimeSettings(Option<Rule>),
    /// `time_left COLOUR TIME STONES`
    TimeLeft {
        /// Whose clock.
        side: Side,
        /// What is left.
        time: Duration,
        /// For so many moves; 0 for main time.
        stones: u32,
    },
    /// `final_score`
    FinalScore,
    /// `showboard`
    ShowBoard,
    /// `loadsgf FILE MOVE`, the move may be missing.
    LoadSgf {
        /// The path of the file.
        file: &'a [u8],
        /// The number of the move to stop before.
        before: Option<usize>,
    },
    /// `gogui-rules_game_id`
    RulesGame,
    /// `gogui-rules_board_size`
    RulesBoardSize,
    /// `gogui-rules_board`
    RulesBoard,
    /// `gogui-rules_legal_moves`
    RulesLegalMoves,
    /// `gogui-rules_side_to_move`
    RulesSideToMove,
    /// `gogui-rules_final_result`
    RulesFinalResult,
    /// `gogui-analyze_commands`
    AnalyzeCommands,
    /// `brightsword-depth N`, no number for no limit.
    Depth(Option<u32>),
    /// `brightsword-level NAME`, no name to be told it.
    Level(Option<&'a [u8]>),
    /// `brightsword-param NAME VALUE`; nothing to be told all of them.
    Parameter(Option<[&'a [u8]; 2]>),
    /// `brightsword-evaluation`
    Evaluation,
    /// `brightsword-principal_variation`
    PrincipalVariation,
    /// `brightsword-move_scores`
    MoveScores,
    /// `quit`
    Quit,
}

/// Most plies that a search can be told to look ahead.
const MOST_DEPTH: u32 = 1000;

/// The longest time that is counted with, in seconds: a thousand days.
const MOST_SECONDS: f64 = 86_400_000.0;

/// The command for games that have files.
pub(super) const LOAD_SGF: &str = "loadsgf";

type Arguments = for<'a> fn(&'a [u8]) -> Parsed<'a, Command<'a>>;

/// All commands of all games in the order in which they are listed, and how the rest of their lines reads.
pub const COMMANDS: [(&str, Arguments); 33] = [
    ("protocol_version", |rest| {
        Ok((rest, Command::ProtocolVersion))
    }),
    ("name", |rest| Ok((rest, Command::Name))),
    ("version", |rest| Ok((rest, Command::Version))),
    ("known_command", |rest| {
        Ok((&[], Command::KnownCommand(rest.trim_ascii())))
    }),
    ("list_commands", |rest| Ok((rest, Command::ListCommands))),
    ("list_games", |rest| Ok((rest, Command::ListGames))),
    ("set_game", set_game),
    ("boardsize", board_size),
    ("clear_board", |rest| Ok((rest, Command::ClearBoard))),
    ("komi", komi),
    ("play", play),
    ("genmove", |rest| map(colour, Command::GenMove).parse(rest)),
    ("reg_genmove", |rest| {
        map(colour, Command::RegGenMove).parse(rest)
    }),
    ("undo", |rest| Ok((rest, Command::Undo))),
    ("time_settings", |rest| {
        Ok((&[], Command::TimeSettings(rule(rest))))
    }),
    ("time_left", time_left),
    ("final_score", |rest| Ok((rest, Command::FinalScore))),
    ("showboard", |rest| Ok((rest, Command::ShowBoard))),
    (LOAD_SGF, load_sgf),
    ("gogui-rules_game_id", |rest| Ok((rest, Command::RulesGame))),
    ("gogui-rules_board_size", |rest| {
        Ok((rest, Command::RulesBoardSize))
    }),
    ("gogui-rules_board", |rest| Ok((rest, Command::RulesBoard))),
    ("gogui-rules_legal_moves", |rest| {
        Ok((rest, Command::RulesLegalMoves))
    }),
    ("gogui-rules_side_to_move", |rest| {
        Ok((rest, Command::RulesSideToMove))
    }),
    ("gogui-rules_final_result", |rest| {
        Ok((rest, Command::RulesFinalResult))
    }),
    ("gogui-analyze_commands", |rest| {
        Ok((rest, Command::AnalyzeCommands))
    }),
    ("brightsword-depth", depth),
    ("brightsword-level", level),
    ("brightsword-param", parameter),
    ("brightsword-evaluation", |rest| {
        Ok((rest, Command::Evaluation))
    }),
    ("brightsword-principal_variation", |rest| {
        Ok((rest, Command::PrincipalVariation))
    }),
    ("brightsword-move_scores", |rest| {
        Ok((rest, Command::MoveScores))
    }),
    ("quit", |rest| Ok((rest, Command::Quit))),
];

/// The line without what does not count: control characters but for the tab, which is a blank, and everything from `#`
/// on. Nothing may remain.
pub fn clean(line: &[u8]) -> Vec<u8> {
    let text = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    let kept: Vec<u8> = text
        .iter()
        .map(|&byte| if byte == b'\t' { b' ' } else { byte })
        .filter(|byte| !byte.is_ascii_control())
        .collect();
    kept.trim_ascii().to_vec()
}

/// Whether a conversation that begins with this line is in this language: one of its commands, but for those that the native
/// language has as well. A number in front settles it.
pub fn speaks(line: &[u8]) -> bool {
    let line = clean(line);
    match parse(&line) {
        (_, Err(Complaint::UnknownCommand)) => false,
        (id, Ok(Command::Undo | Command::Quit)) => !id.is_empty(),
        (_, Ok(_)) => true,
        // A command of ours with arguments that do not fit; `play 1 0` and `undo 2` are the native language's.
        (id, Err(_)) => {
            !id.is_empty()
                || !(line.starts_with(b"play")
                    || line.starts_with(b"undo")
                    || line.starts_with(b"quit"))
        }
    }
}

/// Understands a cleaned line. The number in front of the command, if there is one, is to be repeated in the reply.
pub fn parse(line: &[u8]) -> (&[u8], Result<Command<'_>, Complaint>) {
    let split = |text| word(text).unwrap_or((&[], text));
    let (after, first) = split(line);
    let (id, command) = if first.iter().all(u8::is_ascii_digit) {
        (first, after.trim_ascii_start())
    } else {
        (&[][..], line)
    };
    let (arguments, name) = split(command);
    let known = COMMANDS.iter().find(|(known, _)| known.as_bytes() == name);
    let Some((_, read)) = known else {
        return (id, Err(Complaint::UnknownCommand));
    };
    let parsed = read(arguments).and_then(|(rest, command)| {
        end(rest)?;
        Ok(command)
    });
    let command = parsed.map_err(|error| {
        let fault = match error {
            nom::Err::Error(fault) | nom::Err::Failure(fault) => fault,
            // Only streaming parsers ask for more.
            nom::Err::Incomplete(_) => Fault {
                at: &[],
                expected: "more",
            },
        };
        Complaint::Syntax(Misread::new(line, fault))
    });
    (id, command)
}

fn colour(input: &[u8]) -> Parsed<'_, Side> {
    let colour = map_opt(word, |word: &[u8]| {
        match word.to_ascii_lowercase().as_slice() {
            b"b" | b"black" => Some(Side::First),
            b"w" | b"white" => Some(Side::Second),
            _ => None,
        }
    });
    expect("a colour, `black` or `white`", colour).parse(input)
}

/// A number with or without a fraction.
fn decimal(word: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(word).ok()?;
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// A time in seconds. One that has run out, and gone below zero, is zero.
fn seconds(input: &[u8]) -> Parsed<'_, Duration> {
    let time = map_opt(word, |word: &[u8]| {
        let seconds = decimal(word)?.clamp(0.0, MOST_SECONDS);
        Duration::try_from_secs_f64(seconds).ok()
    });
    expect("a number of seconds", time).parse(input)
}

/// A number of moves; one with a fraction means as many as are whole.
fn stones(input: &[u8]) -> Parsed<'_, u32> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within the bounds of the type"
    )]
    let stones = map_opt(word, |word: &[u8]| {
        decimal(word).map(|stones| stones.clamp(0.0, 1000.0) as u32)
    });
    expect("a number of moves", stones).parse(input)
}

fn set_game(input: &[u8]) -> Parsed<'_, Command<'_>> {
    map(rest("the name of a game"), Command::SetGame).parse(input)
}

fn board_size(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let size = map_opt(word, |word: &[u8]| {
        std::str::from_utf8(word).ok()?.parse().ok()
    });
    map(expect("a size", size), Command::BoardSize).parse(input)
}

fn depth(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let depth = map_opt(word, |word: &[u8]| {
        let depth = std::str::from_utf8(word).ok()?.parse().ok()?;
        (depth <= MOST_DEPTH).then_some(depth)
    });
    let depth = expect("a number of plies", depth);
    map(cond(!input.is_empty(), depth), Command::Depth).parse(input)
}

fn level(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let name = expect("the name of a level", word);
    map(cond(!input.is_empty(), name), Command::Level).parse(input)
}

fn parameter(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let name = expect("the name of a parameter", word);
    let both = (name, expect("a value", word)).map(<[&[u8]; 2]>::from);
    map(cond(!input.is_empty(), both), Command::Parameter).parse(input)
}

fn komi(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let number = map_opt(word, decimal);
    map(expect("a number", number), |_| Command::Komi).parse(input)
}

fn play(input: &[u8]) -> Parsed<'_, Command<'_>> {
    // The session reads other spellings of moves as well; here a vertex is a letter and a number, or a pass.
    let is_vertex = |word: &[u8]| match word.split_first() {
        Some((letter, number)) => {
            letter.is_ascii_alphabetic()
                && !number.is_empty()
                && number.iter().all(u8::is_ascii_digit)
        }
        None => false,
    };
    let is_pass = |word: &[u8]| word.eq_ignore_ascii_case(b"pass");
    let (input, side) = colour(input)?;
    let vertex = verify(word, |word: &[u8]| is_pass(word) || is_vertex(word));
    let (input, vertex) = expect("a vertex such as `D3`, or `pass`", vertex).parse(input)?;
    let vertex = Some(vertex).filter(|word| !is_pass(word));
    Ok((input, Command::Play(side, vertex)))
}

/// The arguments of `time_settings`. Clients give up the game if this fails, so that it never does: what cannot be read
/// sets no limit.
fn rule(input: &[u8]) -> Option<Rule> {
    let (_, (main, period, stones, ())) = (seconds, seconds, stones, end).parse(input).ok()?;
    Rule::new(main, period, stones)
}

fn time_left(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let all = (colour, seconds, stones);
    map(all, |(side, time, stones)| Command::TimeLeft {
        side,
        time,
        stones,
    })
    .parse(input)
}

/// The file's name may contain blanks; a number at the end is that of the move.
fn load_sgf(input: &[u8]) -> Parsed<'_, Command<'_>> {
    let (after, all) = rest("the path of a file")(input)?;
    let last = all.rsplitn(2, |&byte| byte == b' ').collect::<Vec<_>>();
    let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<usize>().ok();
    let (file, before) = match last.as_slice() {
        [word, file] => match number(word) {
            Some(before) => (file.trim_ascii(), Some(before)),
            None => (all, None),
        },
        _ => (all, None),
    };
    Ok((after, Command::LoadSgf { file, before }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Result<Command<'_>, String> {
        parse(line.as_bytes()).1.map_err(|error| error.to_string())
    }

    #[test]
    fn what_does_not_count() {
        assert_eq!(clean(b"\x07play\tb d3\r # comment"), b"play b d3");
        assert_eq!(clean(b" # name"), b"");
        assert_eq!(clean(b"\x01\x7f"), b"");
        assert_eq!(clean(b"na\0me"), b"name");
    }

    #[test]
    fn numbers_in_front() {
        assert_eq!(parse(b"23 version"), (&b"23"[..], Ok(Command::Version)));
        assert_eq!(parse(b"version"), (&b""[..], Ok(Command::Version)));
        let unknown = Err(Complaint::UnknownCommand);
        assert_eq!(parse(b"007"), (&b"007"[..], unknown.clone()));
        assert_eq!(parse(b"1x name"), (&b""[..], unknown.clone()));
        assert_eq!(parse(b"5 6 name"), (&b"5"[..], unknown));
    }

    #[test]
    fn colours_and_vertices() {
        let play = |side, vertex: &'static str| Ok(Command::Play(side, Some(vertex.as_bytes())));
        assert_eq!(command("play B d3"), play(Side::First, "d3"));
        assert_eq!(command("play WHITE  D3"), play(Side::Second, "D3"));
        assert_eq!(command("play black z9"), play(Side::First, "z9"));
        assert_eq!(
            command("play w PaSs"),
            Ok(Command::Play(Side::Second, None))
        );
        for line in ["play", "play b", "play d3 b", "play b ps", "play b d3 d4"] {
            assert_eq!(command(line), Err("syntax error".to_owned()), "{line}");
        }
    }

    #[test]
    fn times_with_fractions_and_without_sense() {
        let ms = Duration::from_millis;
        let settings = |line| match command(line) {
            Ok(Command::TimeSettings(rule)) => rule,
            other => panic!("{other:?}"),
        };
        let sudden_death = Rule::new(ms(300_500), Duration::ZERO, 0);
        assert_eq!(settings("time_settings 300.5 0 0"), sudden_death);
        assert_eq!(settings("time_settings 0 1 0"), None);
        for line in ["time_settings", "time_settings 1 2", "time_settings a b c"] {
            assert_eq!(settings(line), None, "{line}");
        }
        assert!(settings("time_settings 1e300 -5 0").is_some());
        let left = |time, stones| {
            Ok(Command::TimeLeft {
                side: Side::First,
                time,
                stones,
            })
        };
        assert_eq!(command("time_left b 12.5 3"), left(ms(12_500), 3));
        assert_eq!(command("time_left black -3 0"), left(Duration::ZERO, 0));
        assert!(command("time_left black nan 0").is_err());
        assert!(command("time_left black 5").is_err());
    }

    #[test]
    fn files_and_move_numbers() {
        let load = |file: &'static str, before| {
            Ok(Command::LoadSgf {
                file: file.as_bytes(),
                before,
            })
        };
        assert_eq!(command("loadsgf a.sgf"), load("a.sgf", None));
        assert_eq!(
            command("loadsgf my game.sgf 12"),
            load("my game.sgf", Some(12))
        );
        assert_eq!(command("loadsgf my game.sgf"), load("my game.sgf", None));
        assert_eq!(command("loadsgf 12"), load("12", None));
        assert!(command("loadsgf").is_err());
    }
}
