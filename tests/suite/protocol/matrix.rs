//! Every command in every state has its promised replies.

use crate::program::{Program, fits};

/// A state: how it is reached (lines without a reply, or with one that is known), and what a line does to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Free play at the start of a game.
    Free,
    /// Free play, the game is over.
    Over,
    /// A contest game, the opponent to move.
    Game,
    /// Searching within limits.
    Thinking,
    /// Searching without any.
    Infinite,
}

const STATES: [State; 5] = [
    State::Free,
    State::Over,
    State::Game,
    State::Thinking,
    State::Infinite,
];

/// White is wiped out after nine plies.
const WIPED_OUT: &str = "e6f4e3f6g5d6e7f5c5";

/// Lines that lead into the state with the replies they get before it.
fn way(state: State) -> (String, Vec<&'static str>) {
    match state {
        State::Free => (String::new(), vec![]),
        State::Over => (format!("position moves {WIPED_OUT}\n"), vec!["ok"]),
        State::Game => ("play 2 1\n".to_owned(), vec![]),
        State::Thinking => ("go movetime 40\n".to_owned(), vec![]),
        State::Infinite => ("go infinite\n".to_owned(), vec![]),
    }
}

const OK: &[&str] = &["ok"];
const ERROR: &[&str] = &["error *"];
const NONE: &[&str] = &[];
const HELP: &[&str] = &["help *"; 16];
const PICTURE: &[&str] = &["*"; 10];

/// A command with its replies in free play, in a finished game and in a contest game. Whoever comes while the engine
/// thinks finds the free state after the answer.
struct Row {
    line: &'static str,
    free: &'static [&'static str],
    over: &'static [&'static str],
    game: &'static [&'static str],
}

const fn row(
    line: &'static str,
    free: &'static [&'static str],
    over: &'static [&'static str],
    game: &'static [&'static str],
) -> Row {
    Row {
        line,
        free,
        over,
        game,
    }
}

const fn same(line: &'static str, replies: &'static [&'static str]) -> Row {
    row(line, replies, replies, replies)
}

const PAIR: &[&str] = &["* *"];
const BEST: &[&str] = &["best *"];

const ROWS: &[Row] = &[
    same("play 1 0", PAIR),
    same("play 4 1", NONE),
    same("play 0 0", ERROR),
    same("play 1 2", ERROR),
    same("play", ERROR),
    same("budget 5000 10", NONE),
    same("budget 0 10", ERROR),
    same("budget 1 0", ERROR),
    same("new", OK),
    same("new game", ERROR),
    same("position start", OK),
    same("position moves f5d6c3", OK),
    same("position moves", OK),
    same("position moves f5f5", ERROR),
    same("position moves f5 nonsense", ERROR),
    same("position", ERROR),
    same(
        "position ---------------------------OX------XO---------------------------- X",
        ERROR,
    ),
    same(
        "position ---------------------------OX------XO--------------------------- ",
        ERROR,
    ),
    same(
        "position ---------------------------OX------XO---------------------------",
        ERROR,
    ),
    same(
        "position ---------------------------OX------XO-------------------------- X",
        ERROR,
    ),
    same(
        "position ---------------------------OX------XO---------------------------X",
        OK,
    ),
    same(
        "position ---------------------------OX------XO--------------------------- black",
        OK,
    ),
    same(
        "position ---------------------------------------------------------------- X",
        ERROR,
    ),
    row("f5", OK, ERROR, PAIR),
    row("4 5", OK, ERROR, PAIR),
    same("a1", ERROR),
    same("9 9", ERROR),
    same("-1 3", ERROR),
    same("pass", ERROR),
    same("-1 -1", ERROR),
    same("hello", ERROR),
    same("BOARD", ERROR),
    row("undo", ERROR, OK, ERROR),
    row("undo 9", ERROR, OK, ERROR),
    same("undo 10", ERROR),
    same("undo 0", ERROR),
    same("undo -1", ERROR),
    row(
        "board",
        &["board ---------------------------OX------XO--------------------------- X"],
        &["board --------------------X------XXX----XXXXX----XXX------X----------- O"],
        &["board ---------------------------OX------XO--------------------------- X"],
    ),
    same("show", PICTURE),
    row(
        "legal",
        &["legal d3 c4 f5 e6"],
        &["legal none"],
        &["legal d3 c4 f5 e6"],
    ),
    row(
        "result",
        &["result none"],
        &["result black 13 white 0"],
        &["result none"],
    ),
    row("go depth 1", BEST, ERROR, ERROR),
    row("go nodes 1", BEST, ERROR, ERROR),
    row("go movetime 1", BEST, ERROR, ERROR),
    row("go clock 1 inc 0 byo 1 1", BEST, ERROR, ERROR),
    row("go infinite", BEST, ERROR, ERROR),
    same("go depth", ERROR),
    same("go away", ERROR),
    same("stop", NONE),
    same("stop it", ERROR),
    same("info on", OK),
    same("info off", OK),
    same("info", ERROR),
    row("option hash 1", OK, OK, ERROR),
    row("option hash 0", ERROR, ERROR, ERROR),
    same("option overhead 3", OK),
    same("option goal result", OK),
    same("option goal fame", ERROR),
    same("option speed 1", ERROR),
    same("option hash", ERROR),
    same(
        "options",
        &["options hash 1 1..65536 overhead 0 0..10000 goal score score|result"],
    ),
    same("ping", &["pong"]),
    same("ping a b", &["pong a b"]),
    same("help", HELP),
    same("quit", NONE),
    same("quit now", ERROR),
    same("", NONE),
];

fn expected(state: State, row: &Row) -> Vec<&'static str> {
    let (_, mut replies) = way(state);
    let thinking = matches!(state, State::Thinking | State::Infinite);
    let at_once = row.line.starts_with("ping");
    let own = match state {
        State::Over => row.over,
        State::Game => row.game,
        _ => row.free,
    };
    if thinking && !at_once {
        replies.extend(BEST);
    }
    replies.extend(own);
    if thinking && at_once {
        replies.extend(BEST);
    }
    replies
}

#[test]
fn every_command_in_every_state() {
    for state in STATES {
        for row in ROWS {
            let (way, _) = way(state);
            let input = format!("{way}{}\n", row.line);
            let (heard, status, _) = Program::answers(&["--hash", "1"], input.as_bytes());
            let expected = expected(state, row);
            assert!(
                heard.len() == expected.len()
                    && expected
                        .iter()
                        .zip(&heard)
                        .all(|(pattern, line)| fits(pattern, line)),
                "{state:?}, `{}`: expected {expected:?}, heard {heard:?}",
                row.line
            );
            assert!(status.success());
        }
    }
}

/// `score` speaks of the last search.
#[test]
fn score_of_the_last_search() {
    let (heard, _, _) = Program::answers(&[], b"score\ngo depth 2\nscore\nnew\nscore\n");
    assert_eq!(heard[0], "score none");
    assert!(fits(
        "score * depth * confidence * certainty * nodes * time * pv *",
        &heard[2]
    ));
    assert_eq!(heard[3..], ["ok", "score none"]);
}

/// An unlimited search answers at once to what it must, and ends for anything else.
#[test]
fn an_infinite_search() {
    let mut program = Program::start(&[]);
    program.say("go infinite");
    program.say("ping are you there");
    assert_eq!(program.hear(), "pong are you there");
    assert!(program.is_silent());
    program.say("stop");
    assert!(fits("best *", &program.hear()));
    program.say("stop");
    program.say("go infinite");
    assert!(program.is_silent());
    program.say("nonsense");
    assert!(fits("best *", &program.hear()));
    assert!(fits("error *", &program.hear()));
    program.say("go infinite");
    program.say("quit");
    assert!(fits("best *", &program.hear()));
    let (rest, status) = program.end();
    assert!(rest.is_empty() && status.success());
}
