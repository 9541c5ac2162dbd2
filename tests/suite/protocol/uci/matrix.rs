//! Every command in every state has its promised replies. Information on iterations may come in between.

use crate::program::{Program, fits};

/// A state in which a line comes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// At the start of a game.
    Idle,
    /// The game is over.
    Over,
    /// Searching within limits.
    Thinking,
    /// Searching without any.
    Infinite,
    /// The search is done, but its answer was not asked for yet.
    Held,
    /// Pondering.
    Pondering,
}

const STATES: [State; 6] = [
    State::Idle,
    State::Over,
    State::Thinking,
    State::Infinite,
    State::Held,
    State::Pondering,
];

/// The line that leads into the state; `over` is that of a finished game.
fn way(state: State, over: &'static str) -> &'static str {
    match state {
        State::Idle => "",
        State::Over => over,
        State::Thinking => "go movetime 40",
        State::Infinite => "go infinite",
        State::Held => "go infinite depth 1",
        State::Pondering => "go ponder movetime 5",
    }
}

const NONE: &[&str] = &[];
const NOTE: &[&str] = &["info string *"];
const BEST: &[&str] = &["bestmove *"];
const NO_MOVE: &[&str] = &["bestmove (none)"];
const fn id(variants: &'static str) -> [&'static str; 12] {
    [
        "id name Brightsword *",
        "id author *",
        "option name Hash type spin default 1 min 1 max 65536",
        "option name Move Overhead type spin default 0 min 0 max 10000",
        "option name Goal type combo default score var score var result",
        "option name Level type combo default full var beginner var novice var casual var intermediate var advanced var expert var master var full",
        "option name Seed type spin default 0 min 0 max 2147483647",
        "option name Threads type spin default 1 min 1 max 1",
        "option name MultiPV type spin default 1 min 1 max 64",
        "option name Ponder type check default false",
        variants,
        "uciok",
    ]
}

const OTHELLO_ID: &[&str] =
    &id("option name UCI_Variant type combo default othello var othello var flipello");
const CONNECT_FOUR_ID: &[&str] = &id("option name UCI_Variant type combo default cfour var cfour");
const PICTURE: &[&str] = &["*", "*", "*", "*", "*", "*", "*", "*", "*", "*", "Fen: * *"];

/// A line with its replies in a game and after its end.
struct Row {
    line: &'static str,
    /// Whether it is answered ahead of a search.
    at_once: bool,
    idle: &'static [&'static str],
    over: &'static [&'static str],
}

const fn at_once(line: &'static str, replies: &'static [&'static str]) -> Row {
    Row {
        line,
        at_once: true,
        idle: replies,
        over: replies,
    }
}

const fn in_turn(line: &'static str, replies: &'static [&'static str]) -> Row {
    Row {
        line,
        at_once: false,
        idle: replies,
        over: replies,
    }
}

const fn go(line: &'static str) -> Row {
    Row {
        line,
        at_once: false,
        idle: BEST,
        over: NO_MOVE,
    }
}

const fn noted_go(line: &'static str) -> Row {
    Row {
        line,
        at_once: false,
        idle: &["info string *", "bestmove *"],
        over: &["info string *", "bestmove (none)"],
    }
}

const OTHELLO: &[Row] = &[
    at_once("uci", OTHELLO_ID),
    at_once("isready", &["readyok"]),
    at_once("isready now", &["readyok"]),
    at_once("ponderhit", NONE),
    at_once("debug on", NONE),
    at_once("register later", NONE),
    at_once("hello", &["info string unknown command `hello`"]),
    at_once("UCI", NOTE),
    at_once("\u{1}", NOTE),
    at_once("quit", NONE),
    at_once("", NONE),
    at_once("position", NOTE),
    at_once("position f5", NOTE),
    at_once("position startpos f5", NOTE),
    at_once("position fen", NOTE),
    at_once("setoption", NOTE),
    at_once("setoption Hash 1", NOTE),
    at_once("setoption name", NOTE),
    in_turn("ucinewgame", NONE),
    in_turn("stop", NONE),
    in_turn("d", PICTURE),
    in_turn("position startpos", NONE),
    in_turn("position startpos moves", NONE),
    in_turn("position startpos moves f5 d6", NONE),
    in_turn(
        "position startpos moves f5 d6 a1 c3",
        &["info string move 3, `a1`, is illegal: the list is cut there"],
    ),
    in_turn(
        "position startpos moves f5 xx c3",
        &["info string move 2, `xx`, is no move: the list is cut there"],
    ),
    in_turn("position startpos moves pass", NOTE),
    in_turn("position fen 8/8/8/3OX3/3XO3/8/8/8 X", NONE),
    in_turn("position fen 8/8/8/3OX3/3XO3/8/8/8 X moves f5", NONE),
    in_turn("position fen 8/8/8/3OX3/3XO3/8/8 X", NOTE),
    in_turn("position fen 8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1", NOTE),
    in_turn("setoption name Hash value 1", NONE),
    in_turn("setoption name hash value 2", NONE),
    in_turn("setoption name Hash value 0", NOTE),
    in_turn("setoption name Hash", NOTE),
    in_turn("setoption name Move Overhead value 3", NONE),
    in_turn("setoption name Move Overhead value x", NOTE),
    in_turn("setoption name Level value novice", NONE),
    in_turn("setoption name level value full", NONE),
    in_turn("setoption name Level value 3", NOTE),
    in_turn("setoption name Level value NoVice", NONE),
    in_turn("setoption name LEVEL value FULL", NONE),
    in_turn("setoption name Level value novice|full", NOTE),
    in_turn("setoption name Seed value 7", NONE),
    in_turn("setoption name Seed value -7", NOTE),
    in_turn("setoption name Goal value result", NONE),
    in_turn("setoption name Goal value Score", NONE),
    in_turn("setoption name Hash value +1", NOTE),
    in_turn("setoption name Threads value +1", NOTE),
    in_turn("setoption name MultiPV value +64", NOTE),
    in_turn("setoption name Threads value 1", NONE),
    in_turn("setoption name Threads value 2", NOTE),
    in_turn("setoption name MultiPV value 64", NONE),
    in_turn("setoption name MultiPV value 0", NOTE),
    in_turn("setoption name Ponder value true", NONE),
    in_turn("setoption name ponder value TRUE", NONE),
    in_turn("setoption name Ponder value False", NONE),
    in_turn("setoption name Ponder value perhaps", NOTE),
    in_turn(
        "setoption name Level value Nobody",
        &["info string bad value `Nobody` for option level: expected beginner|*"],
    ),
    in_turn("setoption name UCI_Variant value Flipello", NONE),
    in_turn("setoption name UCI_Variant value flipello", NONE),
    in_turn("setoption name UCI_Variant value othello", NONE),
    in_turn("setoption name UCI_Variant value cfour", NOTE),
    in_turn(
        "setoption name VariantPath value variants.ini",
        &["info string unknown option `VariantPath`"],
    ),
    go("go depth 1"),
    go("go depth 0"),
    go("go nodes 1"),
    go("go movetime 1"),
    go("go wtime 1 btime 1 winc 1 binc 1"),
    go("go wtime -1 btime -1 movestogo 1"),
    go("go infinite"),
    go("go"),
    go("go ponder wtime 1 btime 1"),
    noted_go("go depth 1 searchmoves f5 d6"),
    noted_go("go mate 3 depth 1"),
    noted_go("go depth"),
];

const CONNECT_FOUR: &[Row] = &[
    at_once("uci", CONNECT_FOUR_ID),
    at_once("isready", &["readyok"]),
    at_once("position", NOTE),
    in_turn("ucinewgame", NONE),
    in_turn("stop", NONE),
    in_turn("d", &["*", "*", "*", "*", "*", "*", "*", "*", "Fen: *"]),
    in_turn("position startpos moves P@d1 d2 P@a1", NONE),
    in_turn(
        "position startpos moves P@d1 P@d1",
        &["info string move 2, `P@d1`, is illegal: the list is cut there"],
    ),
    in_turn(
        "position startpos moves P@h1",
        &["info string move 1, `P@h1`, is no move: the list is cut there"],
    ),
    in_turn("position startpos moves 3", NOTE),
    in_turn("position startpos moves 0000", NOTE),
    in_turn("position fen 7/7/7/7/7/7[PPPppp] w - - 0 1", NONE),
    in_turn("position fen 7/7/7/7/7/3*3 w - - 0 1 moves P@d2", NONE),
    in_turn("position fen 7/7/7/7/7/3P3 b - - 0 1", NONE),
    in_turn("position fen 7/7/7/7/7/3P3 w - - 0 1", NOTE),
    in_turn("position fen 7/7/7/7/3P3/7 b - - 0 1", NOTE),
    in_turn("position fen 8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1", NOTE),
    in_turn("setoption name UCI_Variant value cfour", NONE),
    in_turn("setoption name UCI_Variant value flipello", NOTE),
    go("go depth 1"),
    go("go movetime 1"),
    go("go wtime 1 btime 1 winc 1 binc 1"),
    go("go infinite"),
    go("go ponder wtime 1 btime 1"),
];

fn expected(state: State, row: &Row) -> Vec<&'static str> {
    let own = if state == State::Over {
        row.over
    } else {
        row.idle
    };
    let answer = match state {
        State::Idle | State::Over => NONE,
        _ => BEST,
    };
    if row.at_once {
        [own, answer].concat()
    } else {
        [answer, own].concat()
    }
}

#[test]
fn every_command_in_every_state() {
    let over = "position startpos moves e6 f4 e3 f6 g5 d6 e7 f5 c5";
    check("othello", over, OTHELLO);
    let over = "position startpos moves P@d1 P@a1 P@d2 P@b1 P@d3 P@c1 P@d4";
    check("connect4-7x6", over, CONNECT_FOUR);
}

fn check(game: &str, over: &'static str, rows: &[Row]) {
    for state in STATES {
        for row in rows {
            let input = format!("{}\n{}\n", way(state, over), row.line);
            let arguments = ["--protocol", "uci", "--hash", "1", "--game", game];
            let (mut heard, status, _) = Program::answers(&arguments, input.as_bytes());
            heard.retain(|line| !line.starts_with("info depth "));
            let expected = expected(state, row);
            assert!(
                heard.len() == expected.len()
                    && expected
                        .iter()
                        .zip(&heard)
                        .all(|(pattern, line)| fits(pattern, line)),
                "{game}, {state:?}, `{}`: expected {expected:?}, heard {heard:?}",
                row.line
            );
            assert!(status.success());
        }
    }
}
