//! Weights for Four in Line: games of the engine against itself, a fit to the quiet positions in them, and the file that the
//! program carries.

mod duel;
mod export;
mod fit;
mod games;
mod inspect;
mod model;
mod samples;
mod selfplay;
mod weights;

use std::io::Write;

use clap::Subcommand;

use crate::connect4::rules::size::TenByFifteen;

/// The board that the weights are for.
type Big = TenByFifteen;

/// The folder of this game.
const FOLDER: &str = "four-in-line";

/// The steps.
#[derive(Debug, Subcommand)]
pub enum Step {
    /// Games of the engine against itself
    Selfplay(selfplay::Args),
    /// Weights from games
    Fit(fit::Args),
    /// What weights and formula say of games held out, by parts of the game
    Inspect(inspect::Args),
    /// A match between two files of weights
    Match(duel::Args),
    /// Puts weights and their manifest where the program carries them
    Export(export::Args),
}

/// Takes one step; what it finds out goes to `out`.
pub fn run(step: &Step, out: &mut dyn Write) -> anyhow::Result<()> {
    match step {
        Step::Selfplay(args) => selfplay::run(args),
        Step::Fit(args) => fit::run(args),
        Step::Inspect(args) => inspect::run(args, out),
        Step::Match(args) => duel::run(args, out),
        Step::Export(args) => export::run(args),
    }
}
