//! Four in Line in a protocol of square boards: ten columns of fifteen, and letters without I.

use super::matrix::{Row, check, lead, same};
use super::{ask, done};
use crate::program::Program;

/// Four red discs on top of each other.
const WON: &str = "E1 A1 E2 B1 E3 C1 E4";

const ILLEGAL: &str = "? illegal move";
const NO_SCORE: &str = "? cannot score";
const SYNTAX: &str = "? syntax error";

/// A command with its replies at the start, after one disc in the middle, and in a finished game.
const ROWS: &[Row] = &[
    same("list_games", "= Four-in-line"),
    same("set_game Four-in-line", "="),
    same("set_game Othello", "? unsupported game"),
    same("boardsize 15", "="),
    same("boardsize 10", "? unacceptable size"),
    same("known_command genmove", "= true"),
    same("known_command loadsgf", "= false"),
    same("loadsgf game.sgf", "? unknown command"),
    same("komi 6.5", "="),
    Row("play black E1", ["=", ILLEGAL, ILLEGAL]),
    Row("play b k1", ["=", ILLEGAL, ILLEGAL]),
    Row("play white E2", [ILLEGAL, "=", ILLEGAL]),
    Row("play white J1", [ILLEGAL, "=", ILLEGAL]),
    same("play white E3", ILLEGAL),
    same("play black I1", SYNTAX),
    same("play black L1", SYNTAX),
    same("play black E16", SYNTAX),
    same("play black E", SYNTAX),
    same("play black 4", SYNTAX),
    Row("play black pass", [ILLEGAL, ILLEGAL, "="]),
    Row("play white pass", [ILLEGAL, ILLEGAL, "="]),
    Row("genmove black", ["= *1", ILLEGAL, "= pass"]),
    Row("genmove white", [ILLEGAL, "= **", "= pass"]),
    Row("reg_genmove b", ["= *1", ILLEGAL, "= pass"]),
    Row("reg_genmove w", [ILLEGAL, "= **", "= pass"]),
    Row("undo", ["? cannot undo", "=", "="]),
    Row("final_score", [NO_SCORE, NO_SCORE, "= B+1"]),
    same("showboard", "=\n- *"),
    same("gogui-rules_game_id", "= Four-in-line"),
    same("gogui-rules_board_size", "= 15"),
    Row(
        "gogui-rules_legal_moves",
        [
            "= A1 B1 C1 D1 E1 F1 G1 H1 J1 K1",
            "= A1 B1 C1 D1 E2 F1 G1 H1 J1 K1",
            "=",
        ],
    ),
    Row(
        "gogui-rules_side_to_move",
        ["= black", "= white", "= white"],
    ),
    Row(
        "gogui-rules_final_result",
        [NO_SCORE, NO_SCORE, "= Black wins"],
    ),
    Row(
        "gogui-rules_board",
        [
            "=\n*\n. . . . . . . . . . ? ? ? ? ?",
            "=\n*\n. . . . X . . . . . ? ? ? ? ?",
            "=\n*\n. . . . X . . . . . ? ? ? ? ?\nO O O . X . . . . . ? ? ? ? ?",
        ],
    ),
    Row(
        "brightsword-evaluation",
        [
            "= * for black, *",
            "= * for white, *",
            "= nothing to evaluate",
        ],
    ),
    Row(
        "brightsword-principal_variation",
        ["= VAR b **", "= VAR w **", "="],
    ),
    Row("brightsword-move_scores", ["= ** *.**", "= ** *.**", "="]),
];

fn start(game: &str) -> Program {
    Program::start(&["--protocol", "gtp", "--hash", "1", "--game", game])
}

#[test]
fn every_command_in_every_state() {
    let mut program = start("four-in-line");
    check(&mut program, ["", "E1", WON], ROWS);
}

#[test]
fn the_list_of_commands_has_none_that_cannot_be_obeyed() {
    let mut program = start("four-in-line");
    let list = ask(&mut program, "list_commands");
    for name in list.trim_start_matches("= ").split('\n') {
        assert_ne!(name, "loadsgf");
        let known = ask(&mut program, &format!("known_command {name}"));
        assert_eq!(known, "= true", "{name}");
    }
}

/// Games between programs end with two passes.
#[test]
fn a_game_to_its_end_and_back() {
    let mut program = start("four-in-line");
    lead(&mut program, "E1 A1 E2 B1 E3 C1");
    assert_eq!(ask(&mut program, "genmove b"), "= E4");
    assert_eq!(ask(&mut program, "genmove w"), "= pass");
    assert_eq!(ask(&mut program, "genmove b"), "= pass");
    assert_eq!(ask(&mut program, "final_score"), "= B+1");
    for _ in 0..3 {
        done(&mut program, "undo");
    }
    assert_eq!(ask(&mut program, "gogui-rules_side_to_move"), "= black");
    assert_eq!(ask(&mut program, "play b e4"), "=");
}

/// Whoever must block, or wins at once, plays without a thought; an analysis wants to know what it is worth.
#[test]
fn analyses_of_moves_that_take_no_thought() {
    let mut program = start("four-in-line");
    done(&mut program, "brightsword-depth 3");
    lead(&mut program, "A1 B1 A2 B2 A3");
    let value = ask(&mut program, "brightsword-evaluation");
    assert!(
        value.starts_with("= +") || value.starts_with("= -"),
        "{value}"
    );
    let line = ask(&mut program, "brightsword-principal_variation");
    assert!(line.starts_with("= VAR w A4 "), "{line}");
    done(&mut program, "play w J1");
    let value = ask(&mut program, "brightsword-evaluation");
    assert!(value.starts_with("= +72.00 for black, "), "{value}");
    let line = ask(&mut program, "brightsword-principal_variation");
    assert_eq!(line, "= VAR b A4");
}

/// A board that is wider than high has cells above it that do not exist.
#[test]
fn boards_of_other_sizes() {
    for (game, size, top) in [
        ("connect4-7x6", 7, "? ? ? ? ? ? ?"),
        ("connect4-9x5", 9, "? ? ? ? ? ? ? ? ?"),
        ("connect4-10x6", 10, "? ? ? ? ? ? ? ? ? ?"),
    ] {
        let mut program = start(game);
        let heard = ask(&mut program, "gogui-rules_board_size");
        assert_eq!(heard, format!("= {size}"), "{game}");
        done(&mut program, &format!("boardsize {size}"));
        done(&mut program, "play b A1");
        let board = ask(&mut program, "gogui-rules_board");
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!(lines.len(), 1 + size, "{game}");
        assert_eq!(lines[1], top, "{game}");
        assert!(lines[size].starts_with("X . ."), "{game}: {board}");
    }
}

/// The second analysis has no time left, and without looking ahead there is no iteration: then the first glance counts.
#[test]
fn moves_are_valued_even_without_an_iteration() {
    let arguments = ["--protocol", "gtp", "--game", "four-in-line", "--hash", "1"];
    for input in [
        "1 brightsword-move_scores\n2 brightsword-move_scores\n",
        "1 brightsword-depth 0\n2 brightsword-move_scores\n",
    ] {
        let (lines, status, _) = Program::answers(&arguments, input.as_bytes());
        assert!(status.success());
        let scores = lines.iter().find_map(|line| line.strip_prefix("=2 "));
        let words = scores.map(|text| text.split(' ').count());
        assert_eq!(words, Some(20), "{lines:?}");
    }
}
