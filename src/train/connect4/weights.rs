//! Files of weights in the data folder.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::connect4::eval::network::Network;

/// Where the weights of a name lie, or with the ending `json` what is known of them.
pub(super) fn path(folder: &Path, name: &str, ending: &str) -> PathBuf {
    folder.join(format!("{name}.{ending}"))
}

/// The weights of a name.
pub(super) fn read(folder: &Path, name: &str) -> anyhow::Result<Network> {
    let path = path(folder, name, "weights");
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Network::open(&bytes).with_context(|| path.display().to_string())
}
