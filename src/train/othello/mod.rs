//! Weights for Othello.

// Numbers here are counts, squares and discs, far from the limits of their types.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "statistics of counts and discs"
)]

mod batches;
pub mod descent;
mod export;
mod fit;
pub mod games;
mod import;
mod inspect;
mod label;
pub mod model;
mod positions;
mod probcut;
mod selfplay;
mod stray;
pub mod thinker;

use std::io::Write;

use clap::Subcommand;

/// The steps.
#[derive(Debug, Subcommand)]
pub enum Step {
    /// Read games of others
    Import(import::Args),
    /// Play games
    Selfplay(selfplay::Args),
    /// Solve positions of games
    Label(label::Args),
    /// Make moves by lot in games and value what comes of them
    Stray(stray::Args),
    /// Fit the evaluation to games
    Fit(fit::Args),
    /// Say what a file of weights holds
    Inspect(inspect::Args),
    /// Write the last positions of games as problems
    Positions(positions::Args),
    /// Measure how well shallow searches foretell deep ones
    Probcut(probcut::Args),
    /// Round and pack weights for the program
    Export(export::Args),
}

/// Takes one step; what it finds out goes to `out`.
pub fn run(step: &Step, out: &mut dyn Write) -> anyhow::Result<()> {
    match step {
        Step::Import(args) => import::run(args),
        Step::Selfplay(args) => selfplay::run(args),
        Step::Label(args) => label::run(args),
        Step::Inspect(args) => inspect::run(args, out),
        Step::Stray(args) => stray::run(args),
        Step::Fit(args) => fit::run(args),
        Step::Probcut(args) => probcut::run(args, out),
        Step::Positions(args) => positions::run(args, out),
        Step::Export(args) => export::run(args),
    }
}
