//! `brightsword perft`: counts the leaves of the game tree, the standard proof and measure of a move generator.

use std::io::{self, Write};

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;

use super::catalogue::{self, Leaves};
use super::status::{Status, unless_closed};
use crate::base::clock::Clock;

/// Counts the leaves of the game tree at each depth up to N.
///
/// Prints one line `DEPTH COUNT SECONDS` for each depth. A pass counts as a ply, a finished game as one leaf.
#[derive(Debug, Clone, clap::Args)]
pub struct PerftArgs {
    /// The largest depth, in plies
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=150))]
    pub depth: u32,

    /// The game whose tree is counted
    #[arg(long, value_name = "NAME", default_value = catalogue::GAMES[0].name,
          value_parser = PossibleValuesParser::new(catalogue::GAMES.map(|game| game.name)))]
    pub game: String,

    /// Where to begin: all cells of the board from the top row down (X and O the sides, # neutral, - empty), then the side
    /// to move; the start of a game if left out
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
}

/// Counts, and writes each line as soon as it is known.
pub fn run(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<Status> {
    let game = catalogue::game(&args.game)?;
    let leaves = (game.leaves)(args.position.as_deref())?;
    unless_closed(count(&leaves, args.depth, out)).context("cannot write the counts")
}

fn count(leaves: &Leaves, most: u32, out: &mut dyn Write) -> io::Result<Status> {
    for depth in 1..=most {
        let begun = Clock::Wall.now();
        let count = leaves(depth);
        let seconds = Clock::Wall.since(begun).as_secs_f64();
        writeln!(out, "{depth} {count} {seconds:.3}")?;
        out.flush()?;
    }
    Ok(Status::Done)
}
