//! Every command in every state has its promised replies.

use super::{BLACK_PASSES, SPOKEN, WIPED_OUT, game};
use crate::program::{Program, fits};

/// What the program is doing, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing yet, not even a greeting.
    Fresh,
    /// A game is set.
    Game,
    /// Whoever is to move must pass.
    Pass,
    /// The game is over.
    Over,
    /// Choosing a move, with much time.
    Thinking,
    /// Hinting without a limit.
    Hinting,
    /// Judging the game.
    Analysing,
}

const STATES: [State; 7] = [
    State::Fresh,
    State::Game,
    State::Pass,
    State::Over,
    State::Thinking,
    State::Hinting,
    State::Analysing,
];

const GO: &[&str] = &["status Brightsword is thinking", "nodestats * *", "=== *"];
const HINT: &[&str] = &[
    "status Analysing",
    "<+ search * * 0 *",
    "nodestats * *",
    "status",
];
const ANALYSIS: &[&str] = &["status Analysing", "<? analysis * *", "status"];
const PASS: &[&str] = &["=== PA"];
const NONE: &[&str] = &[];

/// Lines that lead into the state, and the replies to them.
fn way(state: State) -> (String, &'static [&'static str]) {
    let set = |moves: &[&str]| format!("set game {}\n", game("TI[99:00]", moves));
    match state {
        State::Fresh => (String::new(), NONE),
        State::Game => (set(&["F5"]), NONE),
        State::Pass => (set(&BLACK_PASSES), NONE),
        State::Over => (set(&WIPED_OUT), NONE),
        State::Thinking => (set(&["F5"]) + "go\n", GO),
        State::Hinting => (set(&["F5"]) + "hint 2\n", HINT),
        State::Analysing => (set(&["F5"]) + "analyze\n", ANALYSIS),
    }
}

/// A line with its replies where there is a move, where there is only a pass, and when the game is over. A search in
/// hand has its say before them.
struct Row {
    line: &'static str,
    game: &'static [&'static str],
    pass: &'static [&'static str],
    over: &'static [&'static str],
}

const fn row(
    line: &'static str,
    game: &'static [&'static str],
    pass: &'static [&'static str],
    over: &'static [&'static str],
) -> Row {
    Row {
        line,
        game,
        pass,
        over,
    }
}

const fn same(line: &'static str, replies: &'static [&'static str]) -> Row {
    row(line, replies, replies, replies)
}

const NAME: &[&str] = &["set myname Brightsword"];

const ROWS: &[Row] = &[
    same("nboard 2", NAME),
    same("nboard 1", NAME),
    same("nboard", NAME),
    same("set game (;GM[Othello];)", NONE),
    same("set game (;GM[Othello]B[A1];)", NONE),
    same("set game", NONE),
    same("set depth 3", NONE),
    same("set depth x", NONE),
    same("set contempt 100", NONE),
    same("set contempt -100", NONE),
    same("move D6", NONE),
    same("move F5//1.5", NONE),
    same("move A1", NONE),
    same("move PA", NONE),
    same("move", NONE),
    same("ping 1", &["pong 1"]),
    same("ping 2147483647", &["pong 2147483647"]),
    same("ping", &["pong"]),
    row("go", GO, PASS, NONE),
    same("go now", NONE),
    row("hint 1", HINT, HINT, NONE),
    row("hint 4", HINT, HINT, NONE),
    row("hint", HINT, HINT, NONE),
    same("hint x", NONE),
    same("analyze", ANALYSIS),
    same("learn", &["learned"]),
    same("quit", NONE),
    same("quit now", NONE),
    same("hello", NONE),
    same("D3", NONE),
    same("=== D3", NONE),
    same("", NONE),
];

/// Whether the replies are as promised; `<+ ` stands for one or more such lines, `<? ` for any number.
fn agree(expected: &[&str], heard: &[String]) -> bool {
    let Some((first, others)) = expected.split_first() else {
        return heard.is_empty();
    };
    let (pattern, least, most) = match (first.strip_prefix("<+ "), first.strip_prefix("<? ")) {
        (Some(pattern), _) => (pattern, 1, heard.len()),
        (_, Some(pattern)) => (pattern, 0, heard.len()),
        _ => (*first, 1, 1),
    };
    let run = heard
        .iter()
        .take(most)
        .take_while(|line| fits(pattern, line))
        .count();
    run >= least && agree(others, &heard[run..])
}

#[test]
fn every_command_in_every_state() {
    for state in STATES {
        for row in ROWS {
            let (way, before) = way(state);
            let input = format!("{way}{}\n", row.line);
            let (heard, status, _) = Program::answers(&SPOKEN, input.as_bytes());
            let own = match state {
                State::Pass => row.pass,
                State::Over => row.over,
                _ => row.game,
            };
            let expected = [before, own].concat();
            assert!(
                agree(&expected, &heard),
                "{state:?}, `{}`: expected {expected:?}, heard {heard:?}",
                row.line
            );
            assert!(status.success());
        }
    }
}
