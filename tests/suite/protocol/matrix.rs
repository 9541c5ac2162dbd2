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

/// A game with all that is said about it.
struct Table {
    game: &'static str,
    /// A finished game of nine plies in Othello, seven in the other.
    over: &'static str,
    rows: &'static [Row],
}

const TABLES: [Table; 2] = [
    // White is wiped out.
    Table {
        game: "othello",
        over: "e6f4e3f6g5d6e7f5c5",
        rows: OTHELLO,
    },
    // Four on top of each other.
    Table {
        game: "connect4-7x6",
        over: "3031323",
        rows: CONNECT_FOUR,
    },
];

/// Lines that lead into the state with the replies they get before it.
fn way(state: State, table: &Table) -> (String, Vec<&'static str>) {
    match state {
        State::Free => (String::new(), vec![]),
        State::Over => (format!("position moves {}\n", table.over), vec!["ok"]),
        State::Game => ("play 2 1\n".to_owned(), vec![]),
        State::Thinking => ("go movetime 40\n".to_owned(), vec![]),
        State::Infinite => ("go infinite\n".to_owned(), vec![]),
    }
}

const OK: &[&str] = &["ok"];
const ERROR: &[&str] = &["error *"];
const NONE: &[&str] = &[];
const HELP: &[&str] = &["help *"; 20];
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

const MOVE: &[&str] = &["*"];
const NO_MOVE: &[&str] = &["-1"];
const ZERO: &[&str] = &["0"];

const OTHELLO: &[Row] = &[
    same("play 1 0", PAIR),
    same("play 4 1", NONE),
    same("play 0 0", ERROR),
    same("play 1 2", ERROR),
    same("play", ERROR),
    same("budget 5000 10", NONE),
    same("budget 0 10", ERROR),
    same("budget 1 0", ERROR),
    same("setup 0", ZERO),
    same("setup -3", ZERO),
    same("setup 1 4", ERROR),
    same("setup 2 4", ERROR),
    same("setup 1 4 4", ERROR),
    same("setup", ERROR),
    row("move -1", MOVE, MOVE, ERROR),
    row("move f5", MOVE, MOVE, ERROR),
    row("move 4 5", MOVE, MOVE, ERROR),
    row("move 99", NO_MOVE, NO_MOVE, ERROR),
    same("move a1", ERROR),
    same("move pass", ERROR),
    same("move hello", ERROR),
    same("move", ERROR),
    same("time 100", NONE),
    same("time 0", ERROR),
    same("time", ERROR),
    row("put f5", NONE, ERROR, ERROR),
    same("put a1", ERROR),
    same("put -1", ERROR),
    same("put", ERROR),
    row("think", MOVE, NO_MOVE, ERROR),
    same("think hard", ERROR),
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
    same("option level beginner", OK),
    same("option level Beginner", ERROR),
    same("option level best", ERROR),
    same("option seed 2147483647", OK),
    same("option seed 2147483648", ERROR),
    same("option speed 1", ERROR),
    same("option hash", ERROR),
    same(
        "options",
        &[
            "options hash 1 1..65536 overhead 0 0..10000 goal score score|result level full beginner|novice|casual|intermediate|advanced|expert|master|full seed 0 0..2147483647",
        ],
    ),
    same("ping", &["pong"]),
    same("ping a b", &["pong a b"]),
    same("help", HELP),
    same("quit", NONE),
    same("quit now", ERROR),
    same("", NONE),
];

const CONNECT_FOUR: &[Row] = &[
    same("play 1 0", MOVE),
    same("play 4 1", NONE),
    same("budget 5000 10", NONE),
    same("setup 0", ZERO),
    same("setup -3", ZERO),
    same("setup 3 4 4 5", &["13"]),
    same("setup 2 -7 99", &["92"]),
    same("setup 2 2147483647 1", &["-2147483648"]),
    same("setup 1 2147483648", ERROR),
    same("setup 2 4", ERROR),
    same("setup 1 4 4", ERROR),
    same("setup 1 x", ERROR),
    same("setup", ERROR),
    row("move -1", MOVE, MOVE, ERROR),
    row("move 3", MOVE, MOVE, ERROR),
    row("move D1", MOVE, MOVE, ERROR),
    row("move 7", NO_MOVE, NO_MOVE, ERROR),
    row("move -2", NO_MOVE, NO_MOVE, ERROR),
    row("move 2147483647", NO_MOVE, NO_MOVE, ERROR),
    same("move 2147483648", ERROR),
    same("move 3 4", ERROR),
    same("move +3", ERROR),
    same("move hello", ERROR),
    same("move", ERROR),
    same("time 100", NONE),
    same("time -1", ERROR),
    same("time 1 2", ERROR),
    row("put 3", NONE, ERROR, ERROR),
    same("put 7", ERROR),
    same("put -1", ERROR),
    row("think", MOVE, NO_MOVE, ERROR),
    same("think 3", ERROR),
    same("new", OK),
    same("position start", OK),
    same("position moves 3 3 4", OK),
    same("position moves 3333333", ERROR),
    same("position moves 37", ERROR),
    same(
        "position -------/-------/-------/-------/---O---/--XX#-- O",
        OK,
    ),
    same(
        "position -------/-------/-------/-------/---O---/--XX#-- X",
        ERROR,
    ),
    same(
        "position -------/-------/-------/---X---/-------/------- O",
        ERROR,
    ),
    same("position -------/------- X", ERROR),
    row("3", OK, ERROR, MOVE),
    row("d1", OK, ERROR, MOVE),
    same("d2", ERROR),
    same("i1", ERROR),
    same("7", ERROR),
    same("-1", ERROR),
    same("pass", ERROR),
    row("undo", ERROR, OK, ERROR),
    row("undo 7", ERROR, OK, ERROR),
    row(
        "board",
        &["board -------/-------/-------/-------/-------/------- X"],
        &["board -------/-------/---X---/---X---/---X---/OOOX--- O"],
        &["board -------/-------/-------/-------/-------/------- X"],
    ),
    same("show", &["*"; 8]),
    row(
        "legal",
        &["legal 0 1 2 3 4 5 6"],
        &["legal none"],
        &["legal 0 1 2 3 4 5 6"],
    ),
    row(
        "result",
        &["result none"],
        &["result red 1 blue 0"],
        &["result none"],
    ),
    row("go depth 1", BEST, ERROR, ERROR),
    row("go clock 1 inc 0 byo 1 1", BEST, ERROR, ERROR),
    row("go infinite", BEST, ERROR, ERROR),
    same("stop", NONE),
    row("option hash 1", OK, OK, ERROR),
    same("option goal result", OK),
    same("ping a b", &["pong a b"]),
    same("help", HELP),
    same("quit", NONE),
];

fn expected(state: State, table: &Table, row: &Row) -> Vec<&'static str> {
    let (_, mut replies) = way(state, table);
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
    for table in &TABLES {
        for (state, row) in STATES
            .into_iter()
            .flat_map(|state| table.rows.iter().map(move |row| (state, row)))
        {
            let (way, _) = way(state, table);
            let input = format!("{way}{}\n", row.line);
            let arguments = ["--hash", "1", "--game", table.game];
            let (heard, status, _) = Program::answers(&arguments, input.as_bytes());
            let expected = expected(state, table, row);
            assert!(
                heard.len() == expected.len()
                    && expected
                        .iter()
                        .zip(&heard)
                        .all(|(pattern, line)| fits(pattern, line)),
                "{}, {state:?}, `{}`: expected {expected:?}, heard {heard:?}",
                table.game,
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
