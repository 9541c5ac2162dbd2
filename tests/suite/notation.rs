//! Text forms: what is written can be read again, and what cannot be read is refused with a clear sentence.

use brightsword::game::record::Record;
use brightsword::game::{Game, PositionTextError, Side, Spelling};
use brightsword::othello::rules::board::Board;
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::obf::Problem;
use brightsword::othello::rules::position::{Othello, Position};
use proptest::prelude::*;

use crate::oracles::sample::{Chance, games};

fn all_moves() -> impl Iterator<Item = Move> {
    (0..64).map(Move::on).chain([Move::PASS])
}

fn read_move(text: &str) -> Result<Move, String> {
    Othello::read_move(text.as_bytes()).map_err(|error| error.to_string())
}

fn read_position(text: &str) -> Result<Position, String> {
    Othello::read_position(text.as_bytes()).map_err(|error| error.to_string())
}

fn read_problem(text: &str) -> Result<Option<Problem>, String> {
    Problem::read(text.as_bytes()).map_err(|error| error.to_string())
}

const START: &str = "---------------------------OX------XO---------------------------";

#[test]
fn moves_survive_every_spelling() {
    for mv in all_moves() {
        for spelling in [Spelling::Square, Spelling::Pair] {
            let text = Othello::show_move(mv, spelling);
            assert_eq!(read_move(&text), Ok(mv), "{text}");
            assert_eq!(read_move(&text.to_uppercase()), Ok(mv));
            assert_eq!(read_move(&format!(" \t{text} ")), Ok(mv));
        }
    }
    let show = |square, spelling| Othello::show_move(Move::on(square), spelling);
    assert_eq!(show(0, Spelling::Square), "a1");
    assert_eq!(show(7, Spelling::Square), "h1");
    assert_eq!(show(37, Spelling::Square), "f5");
    assert_eq!(show(37, Spelling::Pair), "4 5");
    assert_eq!(show(56, Spelling::Pair), "7 0");
    assert_eq!(Othello::show_move(Move::PASS, Spelling::Square), "pass");
    assert_eq!(Othello::show_move(Move::PASS, Spelling::Pair), "-1 -1");
    for text in ["pass", "PASS", "Pa", "ps", "PS", "--", "-1 -1", "-1   -1"] {
        assert_eq!(read_move(text), Ok(Move::PASS), "{text}");
    }
}

#[test]
fn what_is_no_move_is_refused_with_what_was_seen() {
    for text in [
        "",
        " ",
        "-1 3",
        "3 -1",
        "8 0",
        "0 8",
        "i9",
        "a0",
        "a9",
        "i1",
        "f",
        "5",
        "f5d6",
        "f5 d6",
        "4",
        "4  ",
        "4 5 6",
        "+4 5",
        "4 +5",
        "04 5",
        "4 05",
        "-0 5",
        "+1 +1",
        "-1 -01",
        "45",
        "4,5",
        "4.0 5",
        "-1",
        "-2 -2",
        "-1-1",
        "passes",
        "p",
        "---",
        "256 0",
        "99999999999999999999 0",
        "0x4 5",
        "f5\n",
        "f5\0",
        "play",
    ] {
        let seen = text.as_bytes().escape_ascii();
        assert_eq!(
            read_move(text),
            Err(format!(
                "expected a move such as `f5`, `4 5` or `pass`, found `{seen}`"
            ))
        );
    }
    let error = Othello::read_move(b"\xff\xfe").unwrap_err().to_string();
    assert_eq!(
        error,
        "expected a move such as `f5`, `4 5` or `pass`, found `\\xff\\xfe`"
    );
    let error = Othello::read_move(&vec![b'a'; 10_000_000]).unwrap_err();
    assert!(error.to_string().len() < 120, "{error}");
}

#[test]
fn positions_survive_writing_and_reading() {
    let mut chance = Chance::new(21);
    let mut boards: Vec<Board> = (0..2_000).map(|_| chance.discs()).collect();
    boards.extend(games(22, 20));
    for board in boards {
        for side in [Side::First, Side::Second] {
            let at = Position { board, side };
            if board.mover | board.other == 0 {
                continue;
            }
            assert_eq!(read_position(&Othello::show_position(&at)), Ok(at));
        }
    }
    assert_eq!(
        Othello::show_position(&Position::START),
        format!("{START} X")
    );
}

#[test]
fn positions_are_read_in_every_dialect_of_letters() {
    let white = Position::START.pass();
    let start = |text: String, expected| assert_eq!(read_position(&text), Ok(expected), "{text}");
    for side in ["X", "x", "*", "b", "B", "@", "black", "BLACK"] {
        start(format!("{START} {side}"), Position::START);
    }
    for side in ["O", "o", "0", "w", "W", "white"] {
        start(format!("{START} {side}"), white);
    }
    start(format!("{START}X"), Position::START);
    start(format!("  {START}\t O \r\n"), white);
    for (black, white_disc, empty) in [
        ("x", "o", "."),
        ("*", "O", "_"),
        ("b", "w", "-"),
        ("@", "0", "-"),
    ] {
        let board = START
            .replace('-', empty)
            .replace('O', white_disc)
            .replace('X', black);
        start(format!("{board} {black}"), Position::START);
    }
}

#[test]
fn what_is_no_position_is_refused_with_the_place() {
    let short = &START[1..];
    let empty = "-".repeat(64);
    for (text, expected, found) in [
        (String::new(), "64 squares", "0 squares"),
        (
            "hello X".to_owned(),
            "64 squares",
            "0 squares before `hello X`",
        ),
        ("X".to_owned(), "64 squares", "1 square"),
        (format!("{short} X"), "64 squares", "63 squares"),
        (format!("{START}- X"), "64 squares", "65 squares"),
        (format!("{START}-- X"), "64 squares", "66 squares"),
        (
            START.replacen('-', "?", 1),
            "64 squares",
            "0 squares before `?--------------------------OX------XO---...`",
        ),
        (
            START.to_owned(),
            "the side to move, X or O, after the board",
            "the end",
        ),
        (
            format!("{START} "),
            "the side to move, X or O, after the board",
            "the end",
        ),
        (
            format!("{START} Z"),
            "the side to move, X or O, after the board",
            "`Z`",
        ),
        (
            format!("{START} -"),
            "the side to move, X or O, after the board",
            "`-`",
        ),
        (
            format!("{START}-"),
            "the side to move, X or O, after the board",
            "`-`",
        ),
        (
            format!("{START} X X"),
            "nothing after the side to move",
            "`X`",
        ),
        (
            format!("{START} X; 5"),
            "nothing after the side to move",
            "`; 5`",
        ),
        (
            format!("{empty} X"),
            "at least one disc on the board",
            "an empty board",
        ),
    ] {
        assert_eq!(
            read_position(&text),
            Err(format!("bad position: expected {expected}, found {found}")),
            "{text}"
        );
    }
    let error = Othello::read_position(&vec![b'-'; 10_000_000]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "bad position: expected 64 squares, found 10000000 squares"
    );
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let refusal = |position: &str, mv: Move| {
        let at = read_position(position).unwrap();
        Othello::play(&at, mv).unwrap_err().to_string()
    };
    let start = format!("{START} X");
    assert_eq!(
        refusal(&start, Move::on(27)),
        "illegal move d4 for black: the square is taken"
    );
    assert_eq!(
        refusal(&start, Move::on(0)),
        "illegal move a1 for black: it turns nothing"
    );
    assert_eq!(
        refusal(&start, Move::PASS),
        "illegal pass: black has a legal move, such as d3"
    );
    let stuck = format!("OX{} X", "-".repeat(62));
    assert_eq!(
        refusal(&stuck, Move::on(9)),
        "illegal move b2: black has no move and must pass"
    );
    let over = format!("XX{} O", "-".repeat(62));
    assert_eq!(
        refusal(&over, Move::on(9)),
        "illegal move b2: the game is over"
    );
    assert_eq!(
        refusal(&over, Move::PASS),
        "illegal move pass: the game is over"
    );
}

fn read_game(text: &[u8]) -> Result<Vec<Move>, PositionTextError> {
    Ok(Record::<Othello>::read(text)?.moves().to_vec())
}

#[test]
fn transcripts_survive_with_and_without_passes() {
    let mut chance = Chance::new(23);
    for _ in 0..200 {
        let mut at = Position::START;
        let mut moves = Vec::new();
        while Othello::outcome(&at).is_none() {
            let legal = Othello::legal_moves(&at);
            let mv = legal[chance.below(legal.len())];
            at = Othello::play(&at, mv).unwrap();
            moves.push(mv);
        }
        let read = |text: String| read_game(text.as_bytes()).unwrap();
        let square = |mv: &Move| mv.to_string();
        let with: String = moves.iter().map(square).collect();
        let placed = moves.iter().filter(|mv| **mv != Move::PASS);
        let without: String = placed.map(square).collect();
        let numbered: Vec<String> = moves
            .iter()
            .enumerate()
            .map(|(n, mv)| format!("{}. {}\n", n + 1, mv.to_string().to_uppercase()))
            .collect();
        // Squares alone cannot tell a pass after the last move, and there is none.
        assert_eq!(read(with), moves);
        assert_eq!(read(without), moves);
        assert_eq!(read(numbered.concat()), moves);
    }
    assert_eq!(read_game(b""), Ok(vec![]));
    assert_eq!(read_game(b" 1. \r\n"), Ok(vec![]));
    let opening = read_game(b"f5d6c3");
    for text in ["F5 d6 C3", "1. f5 d6 2. c3", "1.f5d6\t2.c3", "f5d6c3 3."] {
        assert_eq!(read_game(text.as_bytes()), opening, "{text}");
    }
}

#[test]
fn bad_transcripts_are_refused_with_the_place() {
    for (text, expected, found) in [
        ("f5x6", "a move such as `f5` or `pass`", "`x6`"),
        ("f5 d", "a move such as `f5` or `pass`", "`d`"),
        ("f5d6 1-0", "a move such as `f5` or `pass`", "`1-0`"),
        (
            "f5f5",
            "legal moves",
            "move 2: illegal move f5 for white: the square is taken",
        ),
        (
            "f5d6a1",
            "legal moves",
            "move 3: illegal move a1 for black: it turns nothing",
        ),
        (
            "f5pa",
            "legal moves",
            "move 2: illegal pass: white has a legal move, such as f4",
        ),
        ("f5f6e6f4e3d6", "", ""),
        (
            "f5d6c5f4e3f6g5e6e7a1",
            "legal moves",
            "move 10: illegal move a1: the game is over",
        ),
    ] {
        let read = read_game(text.as_bytes()).map_err(|error| error.to_string());
        if expected.is_empty() {
            assert!(read.is_ok(), "{text}");
            continue;
        }
        let error = format!("bad position: expected {expected}, found {found}");
        assert_eq!(read, Err(error), "{text}");
    }
}

#[test]
fn problem_lines_are_read() {
    let start = Position::START;
    let problem = |moves: &[(&str, i32)], score| {
        let moves = moves
            .iter()
            .map(|(mv, score)| (read_move(mv).unwrap(), *score));
        Ok(Some(Problem {
            position: start,
            moves: moves.collect(),
            score,
        }))
    };
    for (fields, expected) in [
        ("", problem(&[], None)),
        (";", problem(&[], None)),
        ("; -4", problem(&[], Some(-4))),
        (";+12;", problem(&[], Some(12))),
        ("; 0 % comment; D3:+1", problem(&[], Some(0))),
        (
            "; D3:+2; c4:-6; ",
            problem(&[("d3", 2), ("c4", -6)], Some(2)),
        ),
        (
            "; c4:-6; D3:2;F5:0; --:-127;",
            problem(&[("c4", -6), ("d3", 2), ("f5", 0)], Some(2)),
        ),
        ("; --:-127; --:-127;\r", problem(&[], None)),
        ("; D3:+2; 5", problem(&[("d3", 2)], Some(5))),
    ] {
        assert_eq!(
            read_problem(&format!("{START} X{fields}")),
            expected,
            "{fields}"
        );
    }
    for blank in ["", " \t", "\r", "% comment", "  %", "%%% D3:+2"] {
        assert_eq!(read_problem(blank), Ok(None), "{blank}");
    }
    let stuck = format!("OX{} X; --:+3", "-".repeat(62));
    let read = read_problem(&stuck).unwrap().unwrap();
    assert_eq!(read.moves, [(Move::PASS, 3)]);
}

#[test]
fn bad_problem_lines_are_refused_with_the_place() {
    let after = "`; move:score` or `; score` after the board";
    for (fields, expected, found) in [
        ("; D3", after, "`; D3`"),
        ("; D3:", after, "`; D3:`"),
        ("; D3:x", after, "`; D3:x`"),
        ("; i9:+2", after, "`; i9:+2`"),
        ("; +2 D3", after, "`; +2 D3`"),
        ("; 1.5", after, "`; 1.5`"),
        ("; 99999999999", after, "`; 99999999999`"),
        ("; 66", "scores from -64 to 64", "66"),
        ("; D3:-65", "scores from -64 to 64", "-65"),
        (
            "; a1:+2",
            "legal moves in the list",
            "illegal move a1 for black: it turns nothing",
        ),
        (
            "; --:+2",
            "legal moves in the list",
            "illegal pass: black has a legal move, such as d3",
        ),
        (" D3:+2", "nothing after the side to move", "`D3:+2`"),
    ] {
        assert_eq!(
            read_problem(&format!("{START} X{fields}")),
            Err(format!("bad position: expected {expected}, found {found}")),
            "{fields}"
        );
    }
}

#[test]
fn pictures_show_discs_moves_and_the_count() {
    assert_eq!(
        Othello::draw_position(&Position::START),
        [
            "  a b c d e f g h",
            "1 - - - - - - - -",
            "2 - - - - - - - -",
            "3 - - - . - - - -",
            "4 - - . O X - - -",
            "5 - - - X O . - -",
            "6 - - - - . - - -",
            "7 - - - - - - - -",
            "8 - - - - - - - -",
            "black X 2, white O 2, black to move",
        ]
    );
    let over = read_position(&format!("XX{} O", "-".repeat(62))).unwrap();
    let picture = Othello::draw_position(&over);
    assert_eq!(picture[9], "black X 2, white O 0, game over");
}

proptest! {
    #[test]
    fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Othello::read_move(&bytes);
        let _ = Othello::read_position(&bytes);
        let _ = read_game(&bytes);
        let _ = Problem::read(&bytes);
    }

    #[test]
    fn no_almost_right_line_is_too_strange(line in "[-XO]{60,66} ?[XO-]?(; ?([A-Ha-h][0-9]|--|pass)?:?[+-]?[0-9]{0,4};?){0,4} ?") {
        if let Ok(Some(problem)) = Problem::read(line.as_bytes()) {
            let text = Othello::show_position(&problem.position);
            prop_assert_eq!(read_position(&text), Ok(problem.position));
        }
    }
}
