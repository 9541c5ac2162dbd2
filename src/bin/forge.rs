//! The workshop: what only the makers of the engine need. Games of the engine against itself, weights fitted to them, and
//! the measurements that search is tuned by.

use std::io::Write;
use std::process::ExitCode;

use brightsword::base::processor;
use brightsword::train::{connect4, othello, progress};
use clap::{Parser, Subcommand};

/// Makes the weights that Brightsword plays with: self-play, labels, fitting, export, measurements.
///
/// Each step begins with the command that repeats it, on standard error. The same command makes the same files: what is drawn
/// by lot depends on `--seed`, and on threads depends nothing but where a match ends; `match --time` alone goes by the clock.
/// Self-play and labels are kept as they come, and the same command goes on where it was broken off; every other step
/// begins anew.
///
/// Othello's steps take paths. Those of Four in Line take names of files in the folder `four-in-line` of `$FORGE_DATA`, else
/// of `brightsword/forge` in the user's data folder; `export` copies from there.
#[derive(Debug, Parser)]
#[command(version)]
struct Program {
    #[command(subcommand)]
    game: Game,
}

/// The games that learn.
#[derive(Debug, Subcommand)]
enum Game {
    /// Othello: pattern weights, `ProbCut`
    #[command(subcommand)]
    Othello(othello::Step),
    /// Four in Line: line patterns
    #[command(subcommand)]
    FourInLine(connect4::Step),
}

fn main() -> ExitCode {
    if let Some(feature) = processor::missing_feature() {
        processor::report_missing(feature);
        return ExitCode::FAILURE;
    }
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let program = Program::parse();
    log::warn!("repeat with: {}", progress::command());
    let result = match program.game {
        Game::Othello(step) => othello::run(&step, &mut out),
        Game::FourInLine(step) => connect4::run(&step, &mut out),
    };
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has seen enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to be done if even this cannot be said.
            let _ = writeln!(std::io::stderr(), "forge: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<std::io::Error>();
    cause.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
