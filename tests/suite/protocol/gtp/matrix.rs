//! Every command in every state has its promised reply.

use super::{ask, done, reply};
use crate::program::{Program, fits};

/// Black is to move and must pass.
const MUST_PASS: &str = "c4 c3 f5 b4 a4 a5 c2 a3";
/// White has no disc left and is to move.
const WIPED_OUT: &str = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

/// A command with its replies at the start, where black must pass, and in a finished game.
pub(super) struct Row(pub(super) &'static str, pub(super) [&'static str; 3]);

pub(super) const fn same(command: &'static str, reply: &'static str) -> Row {
    Row(command, [reply, reply, reply])
}

const SYNTAX: &str = "? syntax error";
const ILLEGAL: &str = "? illegal move";
const NO_SCORE: &str = "? cannot score";
const MOVE: &str = "= **";

const ROWS: &[Row] = &[
    same("protocol_version", "= 2"),
    same("protocol_version 2", SYNTAX),
    same("name", "= Brightsword"),
    same("version", "= *"),
    same("known_command", "= false"),
    same("known_command play", "= true"),
    same("known_command Play", "= false"),
    same("known_command help me", "= false"),
    same(
        "list_commands",
        "= protocol_version\nname\nversion\n*\nquit",
    ),
    same("list_games", "= Othello"),
    same("set_game Othello", "="),
    same("set_game Reversi", "? unsupported game"),
    same("set_game othello", "? unsupported game"),
    same("set_game", SYNTAX),
    same("boardsize 8", "="),
    same("boardsize 10", "? unacceptable size"),
    same("boardsize 99999999999999999999", SYNTAX),
    same("boardsize eight", SYNTAX),
    same("boardsize", SYNTAX),
    same("clear_board", "="),
    same("komi 6.5", "="),
    same("komi -3", "="),
    same("komi much", SYNTAX),
    same("komi", SYNTAX),
    Row("play black F5", ["=", ILLEGAL, ILLEGAL]),
    Row("play b f5", ["=", ILLEGAL, ILLEGAL]),
    Row("play white F4", [ILLEGAL, "=", ILLEGAL]),
    Row("play W d2", [ILLEGAL, "=", ILLEGAL]),
    Row("play black pass", [ILLEGAL, "=", "="]),
    Row("play B PASS", [ILLEGAL, "=", "="]),
    Row("play w Pass", [ILLEGAL, ILLEGAL, "="]),
    same("play white A1", ILLEGAL),
    same("play black D4", ILLEGAL),
    same("play black z9", SYNTAX),
    same("play white i3", SYNTAX),
    same("play black a0", SYNTAX),
    same("play black ps", SYNTAX),
    same("play black", SYNTAX),
    same("play F5", SYNTAX),
    same("play purple F5", SYNTAX),
    same("play black F5 D6", SYNTAX),
    same("play", SYNTAX),
    Row("genmove black", [MOVE, "= pass", "= pass"]),
    Row("genmove W", [MOVE, MOVE, "= pass"]),
    same("genmove", SYNTAX),
    same("genmove red", SYNTAX),
    same("genmove b w", SYNTAX),
    Row("reg_genmove b", [MOVE, "= pass", "= pass"]),
    Row("reg_genmove white", [MOVE, MOVE, "= pass"]),
    same("reg_genmove", SYNTAX),
    Row("undo", ["? cannot undo", "=", "="]),
    same("undo 1", SYNTAX),
    same("time_settings 600 0 0", "="),
    same("time_settings 0 15 1", "="),
    same("time_settings 300.5 .5 3", "="),
    same("time_settings 0 1 0", "="),
    same("time_settings", "="),
    same("time_settings soon", "="),
    same("time_left black 300 7", "="),
    same("time_left w 12.5 0", "="),
    same("time_left black -1 0", "="),
    same("time_left black", SYNTAX),
    same("time_left black x 0", SYNTAX),
    same("time_left 5 0", SYNTAX),
    Row("final_score", [NO_SCORE, NO_SCORE, "= B+64"]),
    same("final_score now", SYNTAX),
    same("showboard", "=\n  a b c d e f g h\n1 *\n8 *\n*"),
    same("loadsgf", SYNTAX),
    same("loadsgf /nowhere/at/all.sgf", "? cannot load file: *"),
    same("loadsgf /", "? cannot load file: not a plain file"),
    same("loadsgf /dev/zero", "? cannot load file: not a plain file"),
    same("gogui-rules_game_id", "= Othello"),
    same("gogui-rules_board_size", "= 8"),
    Row(
        "gogui-rules_board",
        [
            "=\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . X O . . .\n. . . O X . . .\n*",
            "=\n*",
            "=\n*",
        ],
    ),
    Row("gogui-rules_legal_moves", ["= D3 C4 F5 E6", "= pass", "="]),
    Row(
        "gogui-rules_side_to_move",
        ["= black", "= black", "= white"],
    ),
    Row(
        "gogui-rules_final_result",
        [NO_SCORE, NO_SCORE, "= Black wins by 64"],
    ),
    same("gogui-analyze_commands", "= string/Evaluation/*\n*"),
    same("brightsword-depth 1000", "="),
    same("brightsword-depth 1001", SYNTAX),
    same("brightsword-depth -1", SYNTAX),
    same("brightsword-depth 5 6", SYNTAX),
    // Last, so that it lifts the limit.
    same("brightsword-depth", "="),
    same("brightsword-level", "= full"),
    same(
        "brightsword-level best",
        "? bad value `best` for option level: expected beginner|novice|casual|intermediate|advanced|expert|master|full",
    ),
    same("brightsword-level novice", "="),
    same("brightsword-level", "= novice"),
    same("brightsword-level full", "="),
    same("brightsword-level novice full", SYNTAX),
    same(
        "brightsword-param",
        "= [string] hash 1\n[string] overhead 0\n[list/score/result] goal score\n[list/beginner/novice/casual/intermediate/advanced/expert/master/full] level full\n[string] seed 0",
    ),
    same("brightsword-param goal score", "="),
    same("brightsword-param seed", SYNTAX),
    same(
        "brightsword-param seed x",
        "? bad value `x` for option seed: expected 0..2147483647",
    ),
    same(
        "brightsword-param speed 1",
        "? unknown option `speed`: expected one of *",
    ),
    same("brightsword-param seed 1 2", SYNTAX),
    Row(
        "brightsword-evaluation",
        [
            "= * discs for black, *",
            "= nothing to evaluate",
            "= nothing to evaluate",
        ],
    ),
    Row(
        "brightsword-principal_variation",
        ["= VAR b ** w *", "=", "="],
    ),
    Row(
        "brightsword-move_scores",
        ["= ** *.* ** *.* ** *.* ** *.*", "=", "="],
    ),
    same("nonsense", "? unknown command"),
    same("PLAY black F5", "? unknown command"),
];

/// Leads the program into a state.
pub(super) fn lead(program: &mut Program, moves: &str) {
    done(program, "time_settings 0 0.02 1");
    done(program, "clear_board");
    let colours = ["black", "white"].into_iter().cycle();
    for (colour, mv) in colours.zip(moves.split_whitespace()) {
        done(program, &format!("play {colour} {mv}"));
    }
}

/// Asks everything in each of the states, to which these moves lead.
pub(super) fn check(program: &mut Program, states: [&str; 3], rows: &[Row]) {
    for (state, moves) in states.into_iter().enumerate() {
        for Row(command, replies) in rows {
            lead(program, moves);
            let heard = ask(program, command);
            assert!(
                fits(replies[state], &heard),
                "state {state}, `{command}`: expected `{}`, heard `{heard}`",
                replies[state]
            );
        }
    }
}

#[test]
fn every_command_in_every_state() {
    let mut program = Program::start(&["--protocol", "gtp", "--hash", "1"]);
    check(&mut program, ["", MUST_PASS, WIPED_OUT], ROWS);
}

/// Whatever comes while the engine thinks waits for its turn and gets its reply then.
#[test]
fn every_command_while_thinking() {
    let mut program = Program::start(&["--protocol", "gtp", "--hash", "1"]);
    for Row(command, _) in ROWS {
        lead(&mut program, "");
        program.say(&format!("1 genmove black\n2 {command}\n\n# remark\n3 name"));
        let first = reply(&mut program);
        assert!(fits("=1 **", &first[0]), "{first:?}");
        let own = reply(&mut program);
        let signed = own[0].starts_with("=2") || own[0].starts_with("?2");
        assert!(signed, "`{command}`: {own:?}");
        assert_eq!(reply(&mut program), ["=3 Brightsword"]);
    }
}

/// The list is complete: whatever is listed is known, and everything else is not.
#[test]
fn the_list_of_commands() {
    let mut program = Program::start(&["--protocol", "gtp", "--hash", "1"]);
    let list = ask(&mut program, "list_commands");
    for name in list.trim_start_matches("= ").split('\n') {
        let known = ask(&mut program, &format!("known_command {name}"));
        assert_eq!(known, "= true", "{name}");
    }
    for Row(command, replies) in ROWS {
        let name = command.split(' ').next().unwrap();
        let listed = list
            .trim_start_matches("= ")
            .split('\n')
            .any(|known| known == name);
        assert_eq!(listed, replies[0] != "? unknown command", "{name}");
    }
}
