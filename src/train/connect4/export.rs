//! Puts weights where the program carries them.

use std::path::PathBuf;

use anyhow::Context as _;

use super::{FOLDER, weights};
use crate::train::folder;

/// Copies `NAME.weights` and `NAME.json` of the data folder, if they are whole.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Name of the file of weights
    #[arg(long)]
    name: String,
    /// Where to put them
    #[arg(long, default_value = "src/connect4/eval")]
    to: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = folder::of_game(FOLDER)?;
    weights::read(&folder, &args.name)?;
    for ending in ["weights", "json"] {
        let from = weights::path(&folder, &args.name, ending);
        let to = weights::path(&args.to, "four-in-line", ending);
        std::fs::copy(&from, &to)
            .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    }
    Ok(())
}
