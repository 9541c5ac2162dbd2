//! What is in a file of weights.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;

use crate::othello::eval::shapes::{PATTERN_WEIGHTS, SHAPES, STARTS};
use crate::othello::eval::weights::{MOBILITIES, MOVES, PHASES, REPLIES, UNIT, Weights};

/// Checks a file of weights and prints what it holds: for each phase how many weights of each shape are in use and how
/// large they are in discs, root mean square.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The weights as `export` made them
    weights: PathBuf,
}

/// Takes the step.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let name = || args.weights.display().to_string();
    let bytes = fs::read(&args.weights).with_context(name)?;
    let weights = Weights::read(&bytes).with_context(name)?;
    writeln!(
        out,
        "{}: {} bytes, CRC-32 {:08x}",
        name(),
        bytes.len(),
        crc32fast::hash(&bytes[..bytes.len() - 4])
    )?;
    writeln!(
        out,
        "{PHASES} phases of {PATTERN_WEIGHTS} weights for {} shapes",
        SHAPES.len()
    )?;
    for phase in 0..PHASES {
        let table = weights.table(phase);
        write!(out, "phase {phase:2}:")?;
        for shape in 0..SHAPES.len() {
            let used: Vec<f64> = table[STARTS[shape]..STARTS[shape + 1]]
                .iter()
                .filter(|&&weight| weight != 0)
                .map(|&weight| f64::from(weight) / f64::from(UNIT))
                .collect();
            let square: f64 = used.iter().map(|weight| weight * weight).sum();
            write!(
                out,
                " {}/{:.2}",
                used.len(),
                (square / used.len().max(1) as f64).sqrt()
            )?;
        }
        let span = |first: usize| {
            let of = |moves: usize| f64::from(table[first + moves]) / f64::from(UNIT);
            (of(1), of(MOBILITIES / 2))
        };
        let (moves, replies) = (span(MOVES), span(REPLIES));
        writeln!(
            out,
            " moves {:+.2} to {:+.2} replies {:+.2} to {:+.2}",
            moves.0, moves.1, replies.0, replies.1
        )?;
    }
    Ok(())
}
