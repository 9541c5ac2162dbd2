//! How soon the end of the input is honoured in the midst of a long search, and how such measurements are told.

use std::time::{Duration, Instant};

use crate::program::Program;

const TRIES: usize = 200;
/// How long the search goes on before the input ends, at least; a little more each time. Longer than what makes the end of
/// the input the end of a script.
const SETTLED: Duration = Duration::from_millis(60);

/// Prints the quantiles of some reactions.
#[expect(clippy::print_stdout, reason = "a measurement is there to be read")]
pub(super) fn tell(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share).div_ceil(100) - 1];
    println!(
        "{what:34} tries {} median {:?} p99 {:?} most {:?}",
        times.len(),
        at(50),
        at(99),
        at(100)
    );
}

/// A language, what begins a conversation with one line of reply, and a search that goes on for ten seconds at least.
const SEARCHES: [(&str, &str, &str); 7] = [
    ("contest", "ping", "go movetime 10000"),
    ("contest", "ping", "go depth 60"),
    ("contest", "ping", "go nodes 1000000000000"),
    ("gtp", "name", "time_settings 0 11 1\ngenmove b"),
    ("gtp", "name", "brightsword-depth 60\ngenmove b"),
    ("uci", "isready", "go movetime 10000"),
    ("uci", "isready", "go depth 60"),
];

/// For `cargo test --release --test suite -- --ignored --nocapture reaction`.
#[test]
#[ignore = "a measurement: it asserts nothing"]
fn latency_of_the_end_of_the_input() {
    for (language, greeting, request) in SEARCHES {
        let times = (0..TRIES).map(|turn| {
            let mut program = Program::start(&["--protocol", language, "--hash", "1"]);
            program.say(greeting);
            program.hear();
            program.say(request);
            std::thread::sleep(SETTLED + Duration::from_micros(137 * turn as u64));
            let begun = Instant::now();
            program.close();
            program.rest();
            begun.elapsed()
        });
        let request = request.replace('\n', "; ");
        tell(&format!("{language}: {request}"), times.collect());
    }
}
