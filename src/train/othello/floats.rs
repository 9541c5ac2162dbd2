//! Weights in the making: floating-point numbers, for each phase those of the parameters and then those of the features.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};

use crate::othello::eval::weights::PHASES;

/// Writes the weights of all phases.
pub fn write(path: &Path, phases: &[Vec<f32>]) -> anyhow::Result<()> {
    let bytes: Vec<u8> = phases
        .iter()
        .flatten()
        .flat_map(|weight| weight.to_le_bytes())
        .collect();
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads the weights of all phases.
pub fn read(path: &Path) -> anyhow::Result<Vec<Vec<f32>>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let length = bytes.len() / 4 / PHASES;
    ensure!(
        length > 0 && bytes.len() == length * 4 * PHASES,
        "{}: expected weights of {PHASES} phases, found {} bytes",
        path.display(),
        bytes.len()
    );
    let numbers: Vec<f32> = bytes
        .chunks_exact(4)
        .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap_or_default()))
        .collect();
    Ok(numbers.chunks_exact(length).map(<[f32]>::to_vec).collect())
}
