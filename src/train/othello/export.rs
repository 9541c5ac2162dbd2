//! From floating-point weights to the file that the program carries.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, ensure};

use super::floats;
use crate::othello::eval::shapes::parameters;
use crate::othello::eval::weights::{FEATURE_WEIGHTS, LARGE, MAGIC, UNIT, Weights};

/// Rounds, packs and checks weights.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The weights as `fit` made them
    weights: PathBuf,
    /// The file to make
    #[arg(long)]
    out: PathBuf,
}

/// Takes the step.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let phases = floats::read(&args.weights)?;
    let expected = parameters().1 + FEATURE_WEIGHTS;
    ensure!(
        phases.iter().all(|phase| phase.len() == expected),
        "{}: expected {expected} weights a phase",
        args.weights.display()
    );
    let mut bytes = MAGIC.to_vec();
    for phase in &phases {
        let weights: Vec<i16> = phase
            .iter()
            .map(|&weight| (weight * UNIT as f32).round() as i16)
            .collect();
        let small: Vec<i8> = weights
            .iter()
            .map(|&weight| i8::try_from(weight).unwrap_or(LARGE))
            .collect();
        let large = weights
            .iter()
            .zip(&small)
            .filter(|(_, small)| **small == LARGE)
            .map(|(weight, _)| weight);
        bytes.extend(u32::try_from(large.clone().count())?.to_le_bytes());
        bytes.extend(small.iter().map(|weight| weight.cast_unsigned()));
        bytes.extend(large.flat_map(|weight| weight.to_le_bytes()));
    }
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    Weights::read(&bytes).context("what was packed cannot be unpacked")?;
    fs::write(&args.out, &bytes).with_context(|| format!("cannot write {}", args.out.display()))?;
    log::warn!(
        "{}: {} bytes, CRC-32 {checksum:08x}",
        args.out.display(),
        bytes.len()
    );
    Ok(())
}
