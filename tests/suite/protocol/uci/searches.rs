//! When the answer of a search comes.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::super::reaction::tell;
use crate::program::{Program, fits};

fn start() -> Program {
    let mut program = Program::start(&["--protocol", "uci", "--hash", "1"]);
    program.say("isready");
    assert_eq!(program.hear(), "readyok");
    program
}

/// The next line that is no information.
fn hear(program: &mut Program) -> String {
    loop {
        let line = program.hear();
        if !line.starts_with("info ") {
            return line;
        }
    }
}

#[test]
fn an_infinite_search_answers_only_when_asked() {
    let mut program = start();
    program.say("go infinite depth 1");
    assert!(
        program
            .hear()
            .starts_with("info depth 1 multipv 1 score cp ")
    );
    assert!(program.is_silent());
    program.say("isready");
    assert_eq!(program.hear(), "readyok");
    assert!(program.is_silent());
    program.say("stop");
    assert!(fits("bestmove *", &program.hear()));
    program.say("stop");
    assert!(program.is_silent());
}

/// A `stop` is for the search sent before it, also when that one has not begun yet.
#[test]
fn lines_in_a_burst_keep_their_order() {
    let mut program = start();
    program.send(
        b"go infinite\nstop\nposition startpos moves f5\ngo infinite\nstop\nposition startpos\n\
        go movetime 60000\nposition startpos moves f5 d6\ngo movetime 60000\nucinewgame\n",
    );
    for _ in 0..4 {
        assert!(fits("bestmove *", &hear(&mut program)));
    }
    program.say("go depth 1");
    assert!(fits("bestmove *", &hear(&mut program)));
}

#[test]
fn pondering() {
    let mut program = start();
    program.say("setoption name Ponder value true");
    program.say("position startpos moves f5");
    program.say("go ponder depth 2");
    assert!(program.hear().starts_with("info depth "));
    program.say("isready");
    assert_eq!(hear(&mut program), "readyok");
    program.say("ponderhit");
    assert!(fits("bestmove * ponder *", &hear(&mut program)));
    program.say("ponderhit");
    program.say("go ponder wtime 60000 btime 60000");
    program.say("stop");
    assert!(fits("bestmove *", &hear(&mut program)));
    assert!(program.is_silent());
    // A search that has found all there is.
    let full = format!("8/8/8/8/8/8/8/{}1 O", "XO".repeat(3) + "O");
    program.say(&format!("position fen {full}"));
    program.say("go ponder movetime 20");
    assert!(program.is_silent() || program.is_silent());
    program.say("ponderhit");
    assert!(fits("bestmove *", &hear(&mut program)));
}

#[test]
fn several_lines() {
    let mut program = start();
    program.say("setoption name MultiPV value 3");
    program.say("go depth 2");
    for depth in 1..=2 {
        for rank in 1..=3 {
            let line = program.hear();
            let pattern =
                format!("info depth {depth} multipv {rank} score cp * nodes * nps * time * pv *");
            assert!(fits(&pattern, &line), "{line}");
        }
    }
    assert!(fits("bestmove *", &program.hear()));
}

/// Rank, move and score of a line of information, if it is of this depth.
fn line_at(depth: u32, line: &str) -> Option<(usize, String, i32)> {
    let rest = line.strip_prefix(&format!("info depth {depth} multipv "))?;
    let words: Vec<&str> = rest.split(' ').collect();
    let place = words.iter().position(|&word| word == "pv")?;
    let number = |place: usize| words.get(place)?.parse::<i32>().ok();
    let rank = usize::try_from(number(0)?).ok()?;
    Some((rank, (*words.get(place + 1)?).to_owned(), number(3)?))
}

/// The search finds one move after the other, and here the fourth turns out to be the best. Whatever comes before, the last
/// lines of an iteration are all of them in order, and the first is the move that is chosen.
#[test]
fn the_best_line_is_the_first() {
    let mut program = start();
    program.say("setoption name MultiPV value 9");
    program.say("position startpos moves f5 f6 e6 f4");
    for most in 0..=6 {
        program.say(&format!("go depth {most}"));
        let mut heard = Vec::new();
        let chosen = loop {
            let line = program.hear();
            if let Some(chosen) = line.strip_prefix("bestmove ") {
                break chosen.to_owned();
            }
            heard.push(line);
        };
        for depth in most.min(1)..=most {
            let lines = heard.iter().filter_map(|line| line_at(depth, line));
            let lines: Vec<_> = lines.collect();
            let last = &lines[lines.len() - 9..];
            assert!(last.iter().map(|line| line.0).eq(1..=9), "{heard:?}");
            assert!(last.is_sorted_by(|one, next| one.2 >= next.2), "{heard:?}");
            let moves: HashSet<_> = last.iter().map(|line| &line.1).collect();
            assert_eq!(moves.len(), 9);
            assert!(depth < most || chosen == last[0].1, "{heard:?}");
        }
    }
}

#[test]
fn proven_scores_are_marked() {
    let mut program = start();
    // Black takes the last square and with it everything.
    let rows = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXO1";
    program.say(&format!("position fen {rows} X"));
    program.say("go depth 5");
    let line = program.hear();
    assert!(
        fits(
            "info depth 1 multipv 1 score cp 6400 wdl 1000 0 0 nodes * pv h8",
            &line
        ),
        "{line}"
    );
    assert_eq!(program.hear(), "bestmove h8");
}

#[derive(Clone, Copy, Debug)]
enum Urgent {
    IsReady,
    Stop,
    Position,
    Close,
}

/// How long an answer takes in the middle of a long search.
fn reaction(urgent: Urgent) -> Duration {
    let mut program = start();
    program.say("position startpos moves f5 d6");
    program.say("go movetime 10000");
    assert!(program.hear().starts_with("info depth 1 "));
    std::thread::sleep(Duration::from_millis(20));
    let begun = Instant::now();
    let expected = match urgent {
        Urgent::IsReady => {
            program.say("isready");
            "readyok"
        }
        Urgent::Stop => {
            program.say("stop");
            "bestmove *"
        }
        Urgent::Position => {
            program.say("position startpos");
            "bestmove *"
        }
        Urgent::Close => {
            program.close();
            "bestmove *"
        }
    };
    assert!(fits(expected, &hear(&mut program)), "{urgent:?}");
    begun.elapsed()
}

fn reactions(urgent: Urgent, tries: usize) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..tries).map(|_| reaction(urgent)).collect();
    times.sort_unstable();
    times
}

const URGENT: [Urgent; 4] = [
    Urgent::IsReady,
    Urgent::Stop,
    Urgent::Position,
    Urgent::Close,
];

/// Only the fastest of a few tries counts, since the processor may be busy with other tests.
#[test]
fn a_long_search_is_interrupted_at_once() {
    for urgent in URGENT {
        let times = reactions(urgent, 5);
        assert!(
            times[0] < Duration::from_millis(20),
            "{urgent:?}: {times:?}"
        );
    }
}

#[test]
#[ignore = "wants a machine for itself"]
fn a_long_search_is_interrupted_at_once_nearly_always() {
    for urgent in URGENT {
        let times = reactions(urgent, 200);
        tell(&format!("uci: {urgent:?}"), times.clone());
        assert!(
            times[197] < Duration::from_millis(20),
            "{urgent:?}: {:?}",
            &times[190..]
        );
    }
}
