//! The first line decides which language is spoken.

use brightsword::app::catalogue::DIALECTS;
use brightsword::protocol::choice::claimed;

use crate::program::{Program, fits};

const NATIVE: &str = "contest";

/// First lines and the language of the conversation. The first of each language are those of recorded dialogues with real
/// programs on the other side. A language that is not spoken yet leaves its lines to the native one.
const FIRST_LINES: &[(&str, &str)] = &[
    ("name", "gtp"),
    ("protocol_version", "gtp"),
    ("set_game Othello", "gtp"),
    ("1 name", "gtp"),
    ("list_commands", "gtp"),
    ("boardsize 8", "gtp"),
    ("1 protocol_version", "gtp"),
    ("known_command list_games", "gtp"),
    ("version", "gtp"),
    ("clear_board", "gtp"),
    ("genmove black", "gtp"),
    ("nboard 2", "nboard"),
    ("nboard 1", "nboard"),
    ("uci", "uci"),
    ("setoption name VariantPath value variants.ini", "uci"),
    ("setoption name UCI_Variant value flipello", "uci"),
    ("isready", "uci"),
    ("ucinewgame", "uci"),
    ("debug on", "uci"),
    ("position startpos", "uci"),
    ("position startpos moves f5 d6", "uci"),
    ("position fen 8/8/8/3OX3/3XO3/8/8/8 X", "uci"),
    ("go wtime 1000 btime 1000", "uci"),
    ("xboard", NATIVE),
    ("protover 2", NATIVE),
    ("play 1 0", NATIVE),
    ("budget 5000 10", NATIVE),
    ("position start", NATIVE),
    ("position moves f5d6", NATIVE),
    ("position moves", NATIVE),
    (
        "position ---------------------------OX------XO--------------------------- X",
        NATIVE,
    ),
    ("f5", NATIVE),
    ("4 5", NATIVE),
    ("-1 -1", NATIVE),
    ("pass", NATIVE),
    ("go", NATIVE),
    ("go depth 3", NATIVE),
    ("go infinite", NATIVE),
    ("undo", NATIVE),
    ("undo 2", NATIVE),
    ("stop", NATIVE),
    ("score", NATIVE),
    ("board", NATIVE),
    ("show", NATIVE),
    ("legal", NATIVE),
    ("result", NATIVE),
    ("info on", NATIVE),
    ("new", NATIVE),
    ("option hash 1", NATIVE),
    ("options", NATIVE),
    ("ping", NATIVE),
    ("ping 5", NATIVE),
    ("help", NATIVE),
    ("quit", NATIVE),
    ("hello", NATIVE),
];

#[test]
fn first_lines_of_recorded_dialogues() {
    for &(line, expected) in FIRST_LINES {
        let spoken = DIALECTS.iter().any(|offer| offer.name == expected);
        let expected = if spoken { expected } else { NATIVE };
        let found = claimed(DIALECTS, line.as_bytes()).map_or(NATIVE, |offer| offer.name);
        assert_eq!(found, expected, "{line}");
        let claims = DIALECTS
            .iter()
            .filter(|offer| (offer.speaks)(line.as_bytes()))
            .count();
        assert!(claims <= 1, "`{line}` is claimed {claims} times");
    }
}

#[test]
fn the_language_of_the_first_line_goes_on() {
    let answers = |input: &str| Program::answers(&[], input.as_bytes()).0;
    assert_eq!(answers("\n  \nisready\r\nisready\n"), ["readyok"; 2]);
    assert_eq!(answers("ping\nisready\n").len(), 2);
    let script = "# what a script says first\n  # and second\nprotocol_version\n";
    assert_eq!(answers(script), ["= 2", ""]);
    assert!(fits(
        "info string unknown command `ping`",
        &answers("isready\nping\n")[1]
    ));
    assert_eq!(answers("quit\nuci\n"), Vec::<String>::new());
    let heard = answers("uci\ngo infinite\n");
    assert!(heard.contains(&"uciok".to_owned()));
    assert!(fits("bestmove *", heard.last().unwrap()));
}

#[test]
fn a_foreign_first_line_is_told_what_is_spoken() {
    let names: Vec<&str> = DIALECTS.iter().map(|offer| offer.name).collect();
    for first in [
        "xboard",
        "protover 2",
        "tty",
        "gui",
        "ugi",
        "GET / HTTP/1.1",
    ] {
        let (heard, status, _) = Program::answers(&[], format!("{first}\nping\n").as_bytes());
        assert_eq!(heard.len(), 2, "{first}: {heard:?}");
        assert!(heard[0].starts_with("error unknown protocol: "));
        assert!(heard[0].contains(&names.join(", ")), "{}", heard[0]);
        assert_eq!(heard[1], "pong");
        assert!(status.success());
    }
}

#[test]
fn a_language_that_does_not_know_the_game_is_told_what_does() {
    let (heard, status, _) = Program::answers(&["--game", "four-in-line"], b"nboard 2\nping\n");
    let expected = "error protocol nboard is not for the game four-in-line: \
        expected the first line of one of contest, gtp, uci, found `nboard`";
    assert_eq!(heard, [expected, "pong"]);
    assert!(status.success());
    // The others go on as they always do.
    let (heard, _, _) = Program::answers(&["--game", "four-in-line"], b"isready\nisready\n");
    assert_eq!(heard, ["readyok"; 2]);
}

#[test]
fn a_language_asked_for_by_name_is_spoken_from_the_start() {
    let (heard, _, _) = Program::answers(&["--protocol", "contest"], b"uci\n");
    assert!(fits("error expected a command *", &heard[0]));
    let (heard, _, _) = Program::answers(&["--protocol", "uci"], b"ping\n");
    assert_eq!(heard, ["info string unknown command `ping`"]);
    let (heard, _, _) = Program::answers(&["--protocol", "auto"], b"isready\n");
    assert_eq!(heard, ["readyok"]);
}
