//! From the model in floating-point numbers to the file that the program carries.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use bytemuck::Zeroable as _;

use super::model::{Index, Model, Net, SCALE, mix};
use crate::othello::eval::weights::{
    self, HIDDEN, HIDDEN_SHIFT, LAST_SHIFT, MAGIC, MIX_SHIFT, MIXED, Mix, ONE, UNIT, Weights,
};

/// Rounds, packs and checks an evaluation.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The model as `fit` made it
    model: PathBuf,
    /// The file to make
    #[arg(long)]
    out: PathBuf,
}

/// What counts as 1 in the weights of the hidden units.
const HIDDEN_ONE: f32 = 512.0;
/// The weights of a hidden unit have sizes that are together smaller, and so no sum of them leaves its type: products are at most 127².
const HIDDEN_LIMIT: f32 = 65_536.0;
/// Each of them is smaller.
const WEIGHT_LIMIT: f32 = 32_768.0;
/// Lanes begin with less, and hidden units too.
const START_LIMIT: f32 = 16384.0;
const BIAS_LIMIT: f32 = 1_073_741_824.0;
/// What counts as 1 in a hidden unit before it is divided.
const UNIT_ONE: f32 = ONE as f32 * ONE as f32 * HIDDEN_ONE;
/// What counts as 1, which is [`SCALE`] discs, in the estimate before it is divided.
const ESTIMATE_ONE: f32 = SCALE * UNIT as f32 * (1 << LAST_SHIFT) as f32;
/// Weights of the last layer are smaller.
const LAST_LIMIT: f32 = 4096.0;
/// What counts as 1 in the factors that mix.
const FACTOR_ONE: f32 = 4096.0;
/// What counts as 1, which is [`SCALE`] discs, in what is mixed.
const MIXED_ONE: f32 = SCALE * UNIT as f32 * (1 << MIX_SHIFT) as f32 / FACTOR_ONE;

/// Takes the step.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let model = Model::read(&args.model)?;
    let index = Index::default();
    let mut bytes = MAGIC.to_vec();
    for net in &model.nets {
        bytes.extend(bytemuck::bytes_of(&round(net)?));
    }
    for (phase, net) in model.nets.iter().enumerate() {
        let mix = Mix {
            factors: mix(phase).map(|factor| (factor * FACTOR_ONE).round() as i32),
            base: (net.base * SCALE * UNIT as f32).round() as i32,
        };
        bytes.extend(bytemuck::bytes_of(&mix));
    }
    for numbers in &model.mixed {
        bytes.extend(mixed(*numbers).as_flattened());
    }
    for (parameter, row) in model.rows.iter().enumerate() {
        if index.has_row(parameter) {
            bytes.extend(row.map(|number| small(number * f32::from(ONE)).cast_unsigned()));
        }
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

/// What is mixed, as the file has it.
fn mixed(numbers: [f32; MIXED]) -> [[u8; 2]; MIXED] {
    let largest = f32::from(i16::MAX);
    numbers.map(|number| {
        let number = (number * MIXED_ONE).round().clamp(-largest, largest);
        (number as i16).to_le_bytes()
    })
}

fn small(number: f32) -> i8 {
    let largest = f32::from(i8::MAX);
    number.round().clamp(-largest, largest) as i8
}

fn round(net: &Net) -> anyhow::Result<weights::Net> {
    let mut rounded = weights::Net::zeroed();
    for (to, from) in rounded.start.iter_mut().zip(net.start) {
        let start = (from * f32::from(ONE)).round();
        ensure!(
            start.abs() < START_LIMIT,
            "a lane begins with too much: {start}"
        );
        *to = start as i16;
    }
    let mut sizes = [0.0; HIDDEN];
    for (at, weights) in net.hidden.iter().enumerate() {
        for (unit, weight) in weights.iter().enumerate() {
            let weight = (weight * HIDDEN_ONE).round();
            sizes[unit] += weight.abs();
            ensure!(
                weight.abs() < WEIGHT_LIMIT && sizes[unit] < HIDDEN_LIMIT,
                "the weights of a hidden unit are too large: {weight}, and together {}",
                sizes[unit]
            );
            rounded.hidden[at / 2][unit][at % 2] = weight as i16;
        }
    }
    for (to, from) in rounded.bias.iter_mut().zip(net.bias) {
        let bias = (from * UNIT_ONE).round();
        ensure!(
            bias.abs() < BIAS_LIMIT,
            "a hidden unit begins with too much: {bias}"
        );
        *to = bias as i32;
    }
    let last_one = ESTIMATE_ONE / UNIT_ONE * (1 << HIDDEN_SHIFT) as f32;
    for (to, from) in rounded.last.iter_mut().zip(net.last) {
        let weight = (from * last_one).round();
        ensure!(
            weight.abs() < LAST_LIMIT,
            "a weight of the last layer is too large: {weight}"
        );
        to[0] = weight as i16;
    }
    Ok(rounded)
}
