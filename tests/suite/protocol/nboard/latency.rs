//! How soon a search of ten seconds makes room for what must not wait. A measurement, for
//! `cargo test --release --test suite -- --ignored --nocapture nboard::latency`.

use std::time::{Duration, Instant};

use super::super::reaction::tell;
use super::SPOKEN;
use crate::program::Program;

const TRIES: usize = 200;
/// How long the search goes on before it is disturbed, at least; a little more each time. Longer than what makes the end of
/// the input the end of a script.
const SETTLED: Duration = Duration::from_millis(60);

/// A clock of which a good ten seconds go into each move.
const LONG: &str = "set game (;GM[Othello]TI[8:00]B[F5//0];)";

/// A game without a clock, and a depth that is out of reach.
const DEEP: &str = "set game (;GM[Othello];)\nset depth 60";

/// Begins a search and lets it go on for a while.
fn search(program: &mut Program, bounds: &str, request: &str, turn: usize) {
    program.say(bounds);
    program.say(request);
    while !program.hear().starts_with("status ") {}
    std::thread::sleep(SETTLED + Duration::from_micros(137 * turn as u64));
}

/// The time until a line comes that begins so.
fn until(program: &mut Program, beginning: &str, said: &str) -> Duration {
    let begun = Instant::now();
    program.say(said);
    while !program.hear().starts_with(beginning) {}
    begun.elapsed()
}

#[test]
#[ignore = "a measurement: it asserts nothing"]
fn latency_during_a_search_of_ten_seconds() {
    for request in ["go", "hint 4", "analyze"] {
        let mut program = Program::start(&SPOKEN);
        let ping = (0..TRIES).map(|turn| {
            search(&mut program, LONG, request, turn);
            until(&mut program, "pong ", &format!("ping {turn}"))
        });
        tell(&format!("{request}: ping"), ping.collect());
        let position = (0..TRIES).map(|turn| {
            search(&mut program, LONG, request, turn);
            // The pass is answered without a search, so it tells when the new position is there.
            let pass = "set game (;B[C4]W[C3]B[E6]W[B4]B[A4]W[A5]B[B2]W[A3];)\ngo";
            until(&mut program, "=== PA", pass)
        });
        tell(&format!("{request}: new position"), position.collect());
        let depth = (0..TRIES).map(|turn| {
            search(&mut program, LONG, request, turn);
            until(&mut program, "learned", "set contempt 0\nlearn")
        });
        tell(&format!("{request}: set contempt"), depth.collect());
        for (name, bounds) in [("clock", LONG), ("depth", DEEP)] {
            let end = (0..TRIES).map(|turn| {
                let mut program = Program::start(&SPOKEN);
                search(&mut program, bounds, request, turn);
                let begun = Instant::now();
                program.close();
                program.rest();
                begun.elapsed()
            });
            tell(&format!("{request}: end of input, {name}"), end.collect());
        }
    }
}
