//! The program: the engine when run bare, else a subcommand.

use std::io::Write;
use std::process::ExitCode;

use brightsword::app::arena::args::{
    ContestArgs, FolderArgs, MatchArgs, ReportArgs, ResumeArgs, TournamentArgs,
};
use brightsword::app::arena::{self, WARDEN};
use brightsword::app::bench::{self, BenchArgs};
use brightsword::app::event_loop;
use brightsword::app::perft::{self, PerftArgs};
use brightsword::app::solve::{self, SolveArgs};
use brightsword::app::status::{Misuse, Status, Unsaid};
use brightsword::base::processor;
use clap::{Parser, Subcommand};

/// Brightsword, a board-game engine that speaks text over standard input and output: Othello and Four in Line.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Program {
    #[command(flatten)]
    engine: event_loop::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What else the program does.
#[derive(Debug, Subcommand)]
enum Command {
    Bench(BenchArgs),
    Match(Box<MatchArgs>),
    Tournament(Box<TournamentArgs>),
    Resume(ResumeArgs),
    Report(ReportArgs),
    Verify(FolderArgs),
    ContestRun(ContestArgs),
    /// Ends the engines of a run whose runner is gone
    #[command(name = WARDEN, hide = true)]
    Warden,
    Perft(PerftArgs),
    Solve(SolveArgs),
}

fn main() -> ExitCode {
    // Before anything else: what follows may use instructions that this processor does not have.
    if let Some(feature) = processor::missing_feature() {
        processor::report_missing(feature);
        return ExitCode::FAILURE;
    }
    run()
}

/// The program proper, kept out of `main` so that nothing of it is executed before the processor is known to do.
#[inline(never)]
fn run() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    let program = Program::parse();
    let mut out = std::io::stdout();
    let result = match program.command {
        None => event_loop::run(&program.engine).map(|()| Status::Done),
        Some(Command::Bench(args)) => bench::run(&args, &mut out).map(|()| Status::Done),
        Some(Command::Match(args)) => arena::run_match(&args),
        Some(Command::Tournament(args)) => arena::run_tournament(&args),
        Some(Command::Resume(args)) => arena::run_resume(&args),
        Some(Command::Report(args)) => arena::run_report(&args),
        Some(Command::Verify(args)) => arena::run_verify(&args),
        Some(Command::ContestRun(args)) => arena::run_contest(&args),
        Some(Command::Warden) => Ok(arena::run_warden()),
        Some(Command::Perft(args)) => perft::run(&args, &mut out),
        Some(Command::Solve(args)) => solve::run(&args, &mut out, &mut std::io::stderr()),
    };
    match result {
        Ok(status) => status.into(),
        // Whoever reads has seen enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to be done if even this cannot be said.
            let _ = writeln!(std::io::stderr(), "brightsword: {error:#}");
            if error.is::<Misuse>() {
                Status::Misused.into()
            } else if error.is::<Unsaid>() {
                Status::Unkept.into()
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<std::io::Error>();
    cause.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
