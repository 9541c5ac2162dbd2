//! What is in a file of weights.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;

use crate::othello::eval::shapes::{NET_SHAPES, PATTERN_WEIGHTS, SHAPES, STARTS};
use crate::othello::eval::weights::{PHASES, ROWS, Row, UNIT, WIDTH, Weights};

/// Checks a file of weights and prints what it holds: for each shape the root mean square of its weights, and of the numbers in
/// its rows.
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
        "{PHASES} tables of {PATTERN_WEIGHTS} weights for {} shapes; as many nets, {ROWS} rows of {WIDTH}",
        SHAPES.len()
    )?;
    for shape in 0..SHAPES.len() {
        let numbers = STARTS[shape]..STARTS[shape + 1];
        let weights_of = (0..PHASES).flat_map(|phase| &weights.table(phase)[numbers.clone()]);
        let discs = root_mean_square(weights_of.map(|&weight| f64::from(weight) / f64::from(UNIT)));
        write!(out, "shape {shape:2}: weights {discs:.2} discs")?;
        if shape < NET_SHAPES {
            let rows: &[Row] = &weights.rows()[numbers];
            let size =
                root_mean_square(rows.as_flattened().iter().map(|&number| f64::from(number)));
            write!(out, ", rows {size:.1}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Of what is not 0.
fn root_mean_square(numbers: impl Iterator<Item = f64>) -> f64 {
    let squares: Vec<f64> = numbers
        .filter(|&number| number != 0.0)
        .map(|number| number * number)
        .collect();
    (squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt()
}
