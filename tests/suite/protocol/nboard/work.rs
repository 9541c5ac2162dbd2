//! What the requests are worth: clocks are kept, passes are answered, and a search that nobody needs any more ends.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::{BLACK_PASSES, EMPTY, SPOKEN, WIPED_OUT, game};
use crate::program::{Program, fits};

fn start() -> Program {
    let mut program = Program::start(&SPOKEN);
    program.say("nboard 2");
    assert_eq!(program.hear(), "set myname Brightsword");
    program
}

/// The answer to `go`, and how long it took.
fn go(program: &mut Program) -> (String, Duration) {
    program.say("go");
    let begun = Instant::now();
    loop {
        let heard = program.hear();
        if heard.starts_with("=== ") {
            return (heard, begun.elapsed());
        }
        assert!(
            fits("status *", &heard) || fits("nodestats * *", &heard),
            "{heard}"
        );
    }
}

/// The lines up to the next `pong`.
fn until_pong(program: &mut Program) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        let heard = program.hear();
        if heard.starts_with("pong") {
            return all;
        }
        all.push(heard);
    }
}

#[test]
fn the_clock_of_the_game_is_kept() {
    // With ten minutes on the clock a move would take many seconds.
    let soon = Duration::from_secs(2);
    let mut program = start();
    let opening = ["F5//1199.9", "D6//0"];
    program.say(&format!("set game {}", game("TI[20:00]", &opening)));
    let (_, time) = go(&mut program);
    assert!(time < soon, "{time:?}");
    // What is played later is paid for too, each move by its own side.
    let opening = ["F5//600", "D6//0"];
    program.say(&format!("set game {}", game("TI[20:00]", &opening)));
    program.say("move C3//599.9");
    program.say("move D3//0");
    let (_, time) = go(&mut program);
    assert!(time < soon, "{time:?}");
    // A clock of one's own comes before the common one.
    let clocks = "TI[20:00]TB[0:00.1]";
    program.say(&format!("set game {}", game(clocks, &["F5//60", "D6//60"])));
    let (_, time) = go(&mut program);
    assert!(time < soon, "{time:?}");
}

#[test]
fn without_clock_and_depth_a_move_takes_a_second() {
    let mut program = start();
    let (answer, time) = go(&mut program);
    assert!(fits("=== */*/*", &answer));
    assert!(time > Duration::from_millis(900), "{time:?}");
    program.say("set depth 3");
    let (_, time) = go(&mut program);
    assert!(time < Duration::from_millis(900), "{time:?}");
}

#[test]
fn a_pass_that_is_not_written_yet_is_ours() {
    let mut program = start();
    program.say(&format!("set game {}", game("TI[5:00]", &BLACK_PASSES)));
    program.say("go");
    assert_eq!(program.hear(), "=== PA");
    // Answering moved nothing.
    program.say("go");
    assert_eq!(program.hear(), "=== PA");
    program.say("move PA/0.00/0.1");
    program.say("set depth 2");
    let (answer, _) = go(&mut program);
    assert_ne!(answer, "=== PA");
}

/// At every depth, also without looking ahead, the last lines are as many as were asked for, the best first.
#[test]
fn hints_are_given_the_best_first() {
    let mut program = start();
    let opening = ["F5", "F6", "E6", "F4"];
    program.say(&format!("set game {}", game("TI[5:00]", &opening)));
    for depth in 0..=6 {
        program.say(&format!("set depth {depth}"));
        program.say("hint 9");
        let mut found = Vec::new();
        loop {
            let heard = program.hear();
            if heard == "status" {
                break;
            }
            let words: Vec<&str> = heard.split(' ').collect();
            if let ["search", line, score, "0", at] = words[..]
                && at == depth.to_string()
            {
                found.push((line[..2].to_owned(), score.parse::<f64>().unwrap()));
            }
        }
        let last = &found[found.len() - 9..];
        assert!(last.is_sorted_by(|one, next| one.1 >= next.1), "{found:?}");
        let mut moves: Vec<_> = last.iter().map(|(mv, _)| mv).collect();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), 9, "{found:?}");
    }
}

/// Whenever a hint is cut short, the last lines are all that were asked for: those of the depth in hand, then older ones.
#[test]
fn hints_cut_short_end_with_every_line_once() {
    let mut program = start();
    let opening = ["F5", "F6", "E6", "F4"];
    program.say(&format!("set game {}", game("TI[5:00]", &opening)));
    for number in 0..80 {
        program.say("hint 5");
        std::thread::sleep(Duration::from_millis(number % 16));
        program.say("ping 1");
        let told = until_pong(&mut program);
        let mut last = Vec::new();
        for line in told.iter().rev() {
            if let ["search", line, _, "0", depth] = line.split(' ').collect::<Vec<_>>()[..] {
                last.push((line[..2].to_owned(), depth.parse::<u32>().unwrap()));
            }
        }
        last.truncate(5);
        assert!(last.is_sorted_by_key(|&(_, depth)| depth), "{told:?}");
        let moves: HashSet<_> = last.into_iter().map(|(mv, _)| mv).collect();
        assert_eq!(moves.len(), 5, "{told:?}");
    }
}

/// What a hint says of a pass is what it says of the position after it, from the other side.
#[test]
fn a_hint_at_a_pass() {
    let mut program = start();
    let mut found = Vec::new();
    for mv in ["", "move PA"] {
        program.say(&format!("set game {}", game("TI[5:00]", &BLACK_PASSES)));
        program.say(mv);
        program.say("set depth 3");
        // At a pass one move is all there is.
        program.say(if mv.is_empty() { "hint 5" } else { "hint 1" });
        let mut told = Vec::new();
        loop {
            let heard = program.hear();
            if heard == "status" {
                break;
            }
            if heard.starts_with("search ") {
                told.push(heard);
            }
        }
        assert_eq!(told.len(), 3, "{told:?}");
        found.extend(told.pop());
    }
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (words(&found[0]), words(&found[1]));
    assert_eq!(before[1], format!("PA{}", after[1]));
    let score = |text: &str| text.parse::<f64>().unwrap();
    assert!(
        (score(&before[2]) + score(&after[2])).abs() < 1e-9,
        "{found:?}"
    );
}

#[test]
fn hints_are_for_as_many_moves_as_asked() {
    let mut program = start();
    program.say("set depth 4");
    program.say("hint 3");
    program.say("ping 1");
    program.say("set depth 1");
    program.say("hint 9");
    assert!(until_pong(&mut program).len() >= 4);
    let mut searches = Vec::new();
    loop {
        let heard = program.hear();
        if heard == "status" {
            break;
        }
        if heard.starts_with("search ") {
            searches.push(heard);
        }
    }
    // There are four moves at the start.
    let mut moves: Vec<&str> = searches.iter().map(|line| &line[7..9]).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["C4", "D3", "E6", "F5"]);
    assert!(searches.iter().all(|line| line.ends_with(" 0 1")));
}

#[test]
fn a_solved_position_is_called_so() {
    let mut program = start();
    let position = "8 XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- *";
    program.say(&format!("set game (;GM[Othello]BO[{position}];)"));
    program.say("hint 2");
    let mut last = String::new();
    loop {
        let heard = program.hear();
        if heard == "status" {
            break;
        }
        if heard.starts_with("search ") {
            last = heard;
        }
    }
    assert_eq!(last, "search G8 64.00 0 100%");
}

#[test]
fn every_position_of_a_game_is_judged_once() {
    let mut program = start();
    program.say("set depth 3");
    program.say(&format!("set game {}", game("TI[5:00]", &WIPED_OUT)));
    program.say("analyze");
    let mut judged = Vec::new();
    loop {
        let heard = program.hear();
        match heard.as_str() {
            "status Analysing" => {}
            "status" => break,
            _ => judged.push(heard),
        }
    }
    assert_eq!(judged.len(), 10);
    for (made, line) in judged.iter().enumerate() {
        assert!(fits(&format!("analysis {made} *"), line), "{line}");
    }
    // White is to move, and all squares are black's.
    assert_eq!(judged[9], "analysis 9 -64.00");
}

/// Whoever interrupts an analysis finds the game where it stood.
#[test]
fn an_analysis_that_is_interrupted_leaves_the_game_alone() {
    let mut program = start();
    let moves = ["F5", "D6", "C3", "D3", "C4", "F4", "C5", "B3"];
    for wait in [0, 20, 100] {
        program.say(&format!("set game {}", game("TI[5:00]", &moves)));
        program.say("analyze");
        std::thread::sleep(Duration::from_millis(wait));
        program.say("ping 1");
        let told = until_pong(&mut program);
        assert_eq!(told.first().map(String::as_str), Some("status Analysing"));
        assert_eq!(told.last().map(String::as_str), Some("status"));
        assert!(told.len() < 11);
        // Legal here only.
        program.say("move C2");
        program.say("set depth 1");
        program.say("analyze");
        let mut last = String::new();
        loop {
            let heard = program.hear();
            if heard == "status" {
                break;
            }
            last = heard;
        }
        assert!(fits("analysis 9 *", &last), "{last}");
        program.say("set depth 60");
    }
}

/// A search that is stopped gives its move before anything is said about what came later.
#[test]
fn each_go_has_its_move_before_the_pong() {
    let mut program = start();
    program.say("set game (;GM[Othello]TI[99:00];)");
    let mut burst = String::new();
    for number in 0..100 {
        write!(burst, "go\nset game {EMPTY}\nping {number}\n").unwrap();
    }
    program.send(burst.as_bytes());
    let begun = Instant::now();
    for _ in 0..100 {
        let told = until_pong(&mut program);
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(fits("=== *", &told[2]));
    }
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert!(program.is_silent());
}

#[test]
fn what_is_not_understood_disturbs_nothing() {
    let mut program = start();
    program.say("hint 1");
    program.say("hello");
    program.say("set colour red");
    program.say("");
    std::thread::sleep(Duration::from_millis(100));
    program.say("ping 1");
    let told = until_pong(&mut program);
    assert!(told.len() > 6, "the hint went on: {told:?}");
}

#[test]
fn the_input_ends_during_a_search() {
    for (request, replies) in [
        (
            "hint 4",
            &["status Analysing", "search *", "nodestats *", "status"][..],
        ),
        ("go", &["status *", "nodestats *", "=== *"][..]),
        (
            "analyze",
            &["status Analysing", "analysis 0 *", "status"][..],
        ),
    ] {
        for end in ["", "quit\nping 1\n"] {
            let input = format!("set game (;GM[Othello]TI[99:00];)\n{request}\n{end}");
            let (heard, status, _) = Program::answers(&SPOKEN, input.as_bytes());
            assert!(status.success());
            // How far a hint or an analysis gets before it is cut short is a matter of time.
            if request == "go" {
                assert_eq!(heard.len(), replies.len(), "{heard:?}");
            }
            let last = heard.last().unwrap();
            assert!(fits(replies[replies.len() - 1], last), "{heard:?}");
            assert!(fits(replies[0], &heard[0]), "{heard:?}");
        }
    }
}

/// `NBoard` shows what comes on standard error as if it were an answer.
#[test]
fn standard_error_is_silent() {
    let mut command = Program::command(&SPOKEN);
    command.stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(
        &mut input,
        b"nboard 2\nset game x\nmove a1\nhello\n\xff\nping 1\n",
    )
    .unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"set myname Brightsword\npong 1\n");
    assert!(output.stderr.is_empty());
}
