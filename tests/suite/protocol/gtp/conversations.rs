//! Habits of clients, one conversation each.

use std::fs;
use std::time::{Duration, Instant};

use super::{ask, done, reply};
use crate::program::{Program, fits};

fn start() -> Program {
    let mut program = Program::start(&["--protocol", "gtp", "--hash", "1"]);
    done(&mut program, "time_settings 0 0.02 1");
    program
}

fn play(program: &mut Program, moves: &[&str]) {
    for mv in moves {
        done(program, &format!("play {mv}"));
    }
}

/// Black is to move and must pass; white can play D2 and F4.
const MUST_PASS: [&str; 8] = [
    "b c4", "w c3", "b f5", "w b4", "b a4", "w a5", "b c2", "w a3",
];
/// White has no disc left.
const WIPED_OUT: [&str; 9] = [
    "b e6", "w f4", "b e3", "w f6", "b g5", "w d6", "b e7", "w f5", "b c5",
];

fn legal(program: &mut Program) -> String {
    let side = ask(program, "gogui-rules_side_to_move");
    let moves = ask(program, "gogui-rules_legal_moves");
    format!("{}: {}", &side[2..], moves.get(2..).unwrap_or_default())
}

#[test]
fn an_explicit_pass_is_a_move_of_its_own() {
    let mut program = start();
    play(&mut program, &MUST_PASS);
    assert_eq!(legal(&mut program), "black: pass");
    play(&mut program, &["black PASS", "white f4"]);
    done(&mut program, "undo");
    assert_eq!(legal(&mut program), "white: D2 F4");
    done(&mut program, "undo");
    assert_eq!(legal(&mut program), "black: pass");
    done(&mut program, "undo");
    assert_eq!(legal(&mut program).split(':').next(), Some("white"));
}

#[test]
fn a_pass_left_out_goes_back_with_its_disc() {
    let mut program = start();
    play(&mut program, &MUST_PASS);
    play(&mut program, &["white f4"]);
    assert_eq!(legal(&mut program).split(':').next(), Some("black"));
    done(&mut program, "undo");
    assert_eq!(legal(&mut program), "black: pass");
    // An illegal move does not leave the pass behind.
    assert_eq!(ask(&mut program, "play white h8"), "? illegal move");
    assert_eq!(legal(&mut program), "black: pass");
    let heard = ask(&mut program, "genmove white");
    assert!(heard == "= D2" || heard == "= F4", "{heard}");
    done(&mut program, "undo");
    assert_eq!(legal(&mut program), "black: pass");
    let heard = ask(&mut program, "reg_genmove white");
    assert!(heard == "= D2" || heard == "= F4", "{heard}");
    assert_eq!(legal(&mut program), "black: pass");
}

#[test]
fn whoever_is_asked_to_move_and_cannot_passes() {
    let mut program = start();
    play(&mut program, &MUST_PASS);
    assert_eq!(ask(&mut program, "genmove black"), "= pass");
    assert_eq!(legal(&mut program), "white: D2 F4");
    // Again: it is not black's turn, so nothing changes, but it counts as a move.
    assert_eq!(ask(&mut program, "genmove black"), "= pass");
    assert_eq!(legal(&mut program), "white: D2 F4");
    done(&mut program, "undo");
    assert_eq!(legal(&mut program), "white: D2 F4");
    done(&mut program, "undo");
    assert_eq!(legal(&mut program), "black: pass");
}

#[test]
fn passes_after_the_end_of_the_game() {
    let mut program = start();
    play(&mut program, &WIPED_OUT);
    assert_eq!(ask(&mut program, "final_score"), "= B+64");
    assert_eq!(ask(&mut program, "genmove w"), "= pass");
    play(&mut program, &["B PASS", "W PASS", "W pass"]);
    assert_eq!(ask(&mut program, "genmove b"), "= pass");
    assert_eq!(ask(&mut program, "final_score"), "= B+64");
    assert_eq!(ask(&mut program, "gogui-rules_legal_moves"), "=");
    for _ in 0..6 {
        done(&mut program, "undo");
    }
    assert_eq!(legal(&mut program).split(':').next(), Some("black"));
}

/// A refused move is not sent again: the client goes on as if it had been played.
#[test]
fn a_side_that_is_not_to_move_is_given_its_turn() {
    let mut program = start();
    assert_eq!(ask(&mut program, "play black A1"), "? illegal move");
    assert!(fits("= **", &ask(&mut program, "genmove white")));
    assert_eq!(legal(&mut program).split(':').next(), Some("black"));
    done(&mut program, "undo");
    assert_eq!(legal(&mut program), "black: D3 C4 F5 E6");
    assert_eq!(ask(&mut program, "undo"), "? cannot undo");
    assert!(fits("= **", &ask(&mut program, "reg_genmove white")));
    assert_eq!(legal(&mut program), "black: D3 C4 F5 E6");
}

#[test]
fn lines_in_any_state_of_neatness() {
    let mut program = start();
    program.send(b"\r\n\t \n# a remark\n\x01\n  17\tna\x07me \t# of the program\r\n18");
    program.send(b" play\tB   d3#\n9999999999999999999999 name\n");
    assert_eq!(reply(&mut program), ["=17 Brightsword"]);
    assert_eq!(reply(&mut program), ["=18"]);
    assert_eq!(reply(&mut program), ["=9999999999999999999999 Brightsword"]);
    program.send(&[b'x'; 5000]);
    program.send(b"\n");
    assert!(reply(&mut program)[0].starts_with("? line too long"));
    program.send(&[b" 7 ".as_slice(), &[b'x'; 5000], b"\n"].concat());
    assert!(reply(&mut program)[0].starts_with("?7 line too long"));
    program.send(&[b"\t\x01#".as_slice(), &[b'x'; 5000], b"\n"].concat());
    assert!(program.is_silent());
    // What is not ASCII counts, though nobody understands it.
    program.send(b"\xe9# a remark behind it\n");
    assert_eq!(reply(&mut program), ["? unknown command"]);
    program.send(&[b"\xe9#".as_slice(), &[b'x'; 5000], b"\n"].concat());
    assert!(reply(&mut program)[0].starts_with("? line too long"));
}

/// The search finds one move after the other; here the fourth turns out to be the best.
#[test]
fn moves_are_valued_the_best_first() {
    let mut program = start();
    play(&mut program, &["b f5", "w f6", "b e6", "w f4"]);
    for depth in 0..=6 {
        done(&mut program, &format!("brightsword-depth {depth}"));
        let text = ask(&mut program, "brightsword-move_scores");
        let words: Vec<&str> = text.split_whitespace().skip(1).collect();
        let scores: Vec<f64> = words
            .chunks_exact(2)
            .map(|pair| pair[1].parse().expect("a score"))
            .collect();
        assert_eq!(scores.len(), 9, "{text}");
        assert!(
            scores.is_sorted_by(|first, second| first >= second),
            "{text}"
        );
    }
}

/// Longer than a line may be, and the first of the conversation.
#[test]
fn an_overlong_first_line_is_a_remark_or_a_command_as_short_ones_are() {
    let long = [b'x'; 5000];
    for (beginning, first) in [
        (b"#".as_slice(), &[][..]),
        (
            b"1 play black ",
            &["?1 line too long: expected at most 4096 bytes", ""][..],
        ),
    ] {
        let input = [beginning, &long, b"\n2 name\n"].concat();
        let (lines, status, _) = Program::answers(&[], &input);
        assert_eq!(lines, [first, &["=2 Brightsword", ""]].concat());
        assert!(status.success());
    }
}

#[test]
fn quit_is_answered_and_nothing_after_it() {
    let input = b"1 genmove b\n2 quit\n3 name\n";
    let (lines, status, _) = Program::answers(&["--protocol", "gtp"], input);
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(fits("=1 **", &lines[0]) && lines[2] == "=2");
    assert!(status.success());
}

#[test]
fn everything_is_answered_at_the_end_of_the_input() {
    let input = b"time_settings 100000 0 0\ngenmove b\nplay b a1\ngenmove w\nname";
    for attempt in 1.. {
        let (lines, status, time) = Program::answers(&["--protocol", "gtp"], input);
        let all = lines.join("\n");
        assert!(
            fits(
                "=\n\n= **\n\n? illegal move\n\n= **\n\n= Brightsword\n",
                &all
            ),
            "{all}"
        );
        assert!(status.success());
        if time < Duration::from_secs(1) {
            return;
        }
        assert!(attempt < 3, "{time:?} after the end of the input");
    }
}

/// Without a limit a move takes a second; with one the clock rules.
#[test]
fn clocks() {
    let mut program = Program::start(&["--protocol", "gtp", "--hash", "1"]);
    let time = |program: &mut Program, command: &str| {
        let begun = Instant::now();
        assert!(fits("= **", &ask(program, command)));
        begun.elapsed()
    };
    let second = Duration::from_secs(1);
    assert!(time(&mut program, "genmove b") > second / 2);
    done(&mut program, "time_settings 0 1 0");
    assert!(time(&mut program, "genmove w") > second / 2);
    done(&mut program, "time_settings 600 0 0");
    done(&mut program, "time_left black 0 0");
    assert!(time(&mut program, "genmove b") < second);
    // The client tells nothing more: our own watch has it that white has little left.
    done(&mut program, "time_settings 0.5 0 0");
    for colour in ["w", "b", "w", "b", "w", "b", "w", "b"] {
        assert!(time(&mut program, &format!("genmove {colour}")) < second);
    }
}

#[test]
fn games_are_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let mut program = start();
    let game = file(
        "a game.sgf",
        "(;GM[2]FF[4]SZ[8];B[cd];W[cc];B[fe];W[bd];B[ad];W[ae];B[cb];W[ac];W[F4];B[])",
    );
    done(&mut program, &format!("loadsgf {game}"));
    assert_eq!(legal(&mut program).split(':').next(), Some("black"));
    // The pass that the file leaves out was made, and goes back with white's disc.
    done(&mut program, "undo");
    assert_eq!(legal(&mut program), "black: pass");
    done(&mut program, &format!("loadsgf {game} 1"));
    assert_eq!(legal(&mut program), "black: D3 C4 F5 E6");
    done(&mut program, &format!("loadsgf {game} 2"));
    assert_eq!(legal(&mut program), "white: C3 E3 C5");
    assert!(fits("= **", &ask(&mut program, "genmove w")));
    done(&mut program, "undo");

    let wrong = [
        (
            "illegal.sgf",
            "(;GM[2];B[cd];W[aa])",
            "expected legal moves, found move 2: *",
        ),
        (
            "go.sgf",
            "(;FF[4];B[cd])",
            "expected a game of Othello, GM[2], found no GM",
        ),
        (
            "nothing.sgf",
            "",
            "expected a game that begins with `(;`, found *",
        ),
    ];
    for (name, text, expected) in wrong {
        let path = file(name, text);
        let heard = ask(&mut program, &format!("loadsgf {path}"));
        assert!(
            fits(&format!("? cannot load file: {expected}"), &heard),
            "{heard}"
        );
        // Nothing has changed.
        assert_eq!(legal(&mut program), "white: C3 E3 C5");
    }
    let large = file("large.sgf", &" ".repeat((1 << 20) + 1));
    let heard = ask(&mut program, &format!("loadsgf {large}"));
    assert_eq!(heard, "? cannot load file: more than 1048576 bytes");
}
