//! Weights for Four in Line.

use clap::Subcommand;

/// The steps.
#[derive(Debug, Subcommand)]
pub enum Step {}

/// Takes one step.
pub fn run(step: &Step) -> anyhow::Result<()> {
    match *step {}
}
