//! `brightsword perft`: counts the leaves of the game tree, the standard proof and measure of a move generator.

use std::io::{self, Write};

use anyhow::Context as _;

use super::status::{Status, unless_closed};
use crate::base::clock::Clock;
use crate::game::Game as _;
use crate::othello::rules::board::Board;
use crate::othello::rules::perft::perft;
use crate::othello::rules::position::{Othello, Position};

/// Counts the leaves of the game tree at each depth up to N.
///
/// Prints one line `DEPTH COUNT SECONDS` for each depth. A pass counts as a ply, a finished game as one leaf.
#[derive(Debug, Clone, clap::Args)]
pub struct PerftArgs {
    /// The largest depth, in plies
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,

    /// Where to begin: 64 squares from a1 to h8 (X black, O white, - empty), then the side to move; the start of a game
    /// if left out
    #[arg(long, value_name = "POSITION", value_parser = read_position, allow_hyphen_values = true)]
    pub position: Option<Position>,
}

fn read_position(text: &str) -> Result<Position, String> {
    Othello::read_position(text.as_bytes()).map_err(|error| error.to_string())
}

/// Counts, and writes each line as soon as it is known.
pub fn run(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<Status> {
    let board = args.position.unwrap_or(Position::START).board;
    unless_closed(count(board, args.depth, out)).context("cannot write the counts")
}

fn count(board: Board, most: u32, out: &mut dyn Write) -> io::Result<Status> {
    for depth in 1..=most {
        let begun = Clock::Wall.now();
        let leaves = perft(board, depth);
        let seconds = Clock::Wall.since(begun).as_secs_f64();
        writeln!(out, "{depth} {leaves} {seconds:.3}")?;
        out.flush()?;
    }
    Ok(Status::Done)
}
