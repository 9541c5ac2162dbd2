//! The program: the engine when run bare, else a subcommand.

use std::process::ExitCode;

use brightsword::base::processor;
use brightsword::othello::rules::board::Board;
use brightsword::othello::rules::perft::perft;

fn main() -> ExitCode {
    // Before anything else: what follows may use instructions that this processor does not have.
    if let Some(feature) = processor::missing_feature() {
        processor::report_missing(feature);
        return ExitCode::FAILURE;
    }
    run()
}

/// Counts moves from the start, `perft N`.
#[inline(never)]
#[expect(clippy::print_stdout, reason = "the answer of the subcommand")]
fn run() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [command, depth] = &words[..]
        && command == "perft"
        && let Ok(depth) = depth.parse()
    {
        println!("{depth} {}", perft(Board::START, depth));
    }
    ExitCode::SUCCESS
}
