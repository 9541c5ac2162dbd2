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
    let from = folder::of_game(FOLDER)?.join(&args.name);
    weights::read(Some(&from.with_extension("weights")))?;
    for ending in ["weights", "json"] {
        let from = from.with_extension(ending);
        let to = args.to.join("four-in-line").with_extension(ending);
        // A file is whole or not there.
        let part = to.with_extension("part");
        std::fs::copy(&from, &part)
            .and_then(|_| std::fs::rename(&part, &to))
            .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    }
    Ok(())
}
