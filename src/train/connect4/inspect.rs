//! How well weights tell what becomes of a game.

use std::io::Write;

use super::fit::{self, chance, mean};
use super::samples::Sample;
use super::{FOLDER, weights};
use crate::connect4::eval::network::{EXITS, exit};
use crate::connect4::rules::bits::Bits as _;
use crate::train::folder;

/// Says the cross-entropy with the results of games held out.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Name of the weights
    #[arg(long)]
    weights: String,
    /// Names of the files of games
    #[arg(long, value_delimiter = ',', default_value = "first")]
    games: Vec<String>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = folder::of_game(FOLDER)?;
    let network = weights::read(&folder, &args.weights)?;
    let data = fit::read(&folder, &args.games, 0.0)?;
    let mut parts: Vec<Vec<Sample>> = Vec::new();
    parts.resize_with(EXITS / 2, Vec::new);
    for sample in data.held {
        parts[exit(sample.board.filled.count()) / 2].push(sample);
    }
    for (number, part) in parts
        .iter()
        .enumerate()
        .filter(|(_, part)| !part.is_empty())
    {
        writeln!(
            out,
            "{number}: {} positions, formula {:.4}, weights {:.4}",
            part.len(),
            mean(part, |sample| chance(None, sample)),
            mean(part, |sample| chance(Some(&network), sample)),
        )?;
    }
    Ok(())
}
