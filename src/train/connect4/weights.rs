//! Files of weights.

use std::path::Path;

use anyhow::Context as _;

use crate::connect4::eval::network::Network;

/// The weights of a file; nothing where none is named, which stands for the formula.
pub(super) fn read(path: Option<&Path>) -> anyhow::Result<Option<Network>> {
    let Some(path) = path else { return Ok(None) };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let network = Network::open(&bytes).with_context(|| path.display().to_string())?;
    Ok(Some(network))
}
