//! Fits the weights by gradient descent on the cross-entropy of what is to be expected.
#![expect(
    clippy::cast_precision_loss,
    reason = "counts of samples and of batches"
)]

use std::path::Path;

use anyhow::{Context as _, ensure};
use serde_json::json;

use super::model::{Descent, Model, images};
use super::samples::{Finder, Sample, logistic, of_game};
use super::selfplay::stream;
use super::{FOLDER, games, weights};
use crate::base::capsule;
use crate::base::chance::shuffle;
use crate::connect4::eval::features::mover_role;
use crate::connect4::eval::network::exit;
use crate::connect4::eval::weights::MAGIC;
use crate::connect4::eval::{Evaluation, Network, Threats};
use crate::connect4::rules::bits::Bits as _;
use crate::train::{folder, progress};

/// Fits weights to the positions of games, and writes `NAME.weights` with its manifest `NAME.json`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Names of the files of games; every twentieth game of each is held out
    #[arg(long, value_delimiter = ',', default_value = "first")]
    games: Vec<String>,
    /// Name of the file of weights
    #[arg(long, default_value = "first")]
    name: String,
    /// Passes over the samples
    #[arg(long, default_value_t = 5)]
    epochs: u32,
    /// How far the target of a position looks ahead: the share that the target of the next one has in it
    #[arg(long, default_value_t = 0.85)]
    lambda: f32,
    /// First step of the descent
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// How fast weights are drawn to nothing
    #[arg(long, default_value_t = 0.5)]
    decay: f32,
    /// Where chance begins
    #[arg(long, default_value_t = 7)]
    seed: u64,
}

/// Of so many games one is held out.
const HELD_OUT: usize = 20;
/// Samples between two steps of the descent.
const BATCH: usize = 1024;

/// What was read.
pub(super) struct Data {
    pub(super) train: Vec<Sample>,
    pub(super) held: Vec<Sample>,
    /// For the manifest: each file of games with its number of games and its checksum.
    pub(super) files: Vec<serde_json::Value>,
}

/// Reads files of games.
pub(super) fn read(folder: &Path, names: &[String], lambda: f32) -> anyhow::Result<Data> {
    let mut data = Data {
        train: Vec::new(),
        held: Vec::new(),
        files: Vec::new(),
    };
    for name in names {
        let path = games::path(folder, name);
        let (all, records) = games::read(&path)?;
        for (number, game) in all.iter().enumerate() {
            let held = number % HELD_OUT == 0;
            let part = if held {
                &mut data.held
            } else {
                &mut data.train
            };
            of_game(game, lambda, part);
        }
        let checksum = crc32fast::hash(&records);
        data.files.push(json!({
            "name": name,
            "games": all.len(),
            "bytes": records.len(),
            "crc32": format!("{checksum:08x}"),
        }));
    }
    ensure!(
        !data.train.is_empty() && !data.held.is_empty(),
        "expected games with quiet positions in {names:?}, found none"
    );
    Ok(data)
}

/// The cross-entropy between a target and what was said.
pub(super) fn entropy(said: f32, target: f32) -> f64 {
    let said = f64::from(said).clamp(1e-6, 1.0 - 1e-6);
    let target = f64::from(target);
    -(target * said.ln() + (1.0 - target) * (1.0 - said).ln())
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = folder::of_game(FOLDER)?;
    let Data { train, held, files } = read(&folder, &args.games, args.lambda)?;
    log::warn!("{} samples, {} held out", train.len(), held.len());
    let (model, losses) = descend(args, &train, &held)?;
    let bytes = model.bytes();
    let file = capsule::seal(&bytes, MAGIC).context("cannot pack the weights")?;
    let network = Network::open(&file).context("what was packed cannot be unpacked")?;
    let manifest = json!({
        "command": progress::command(),
        "games": files,
        "samples": train.len(),
        "held_out": held.len(),
        "entropy_held_out": {
            "formula": mean(&held, |sample| chance(None, sample)),
            "weights": mean(&held, |sample| chance(Some(&network), sample)),
            "targets": losses,
        },
        "bytes": bytes.len(),
        "crc32": format!("{:08x}", crc32fast::hash(&bytes)),
    });
    let manifest = serde_json::to_string_pretty(&manifest)? + "\n";
    for (ending, bytes) in [("weights", file.as_slice()), ("json", manifest.as_bytes())] {
        let path = weights::path(&folder, &args.name, ending);
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    log::warn!("{}", manifest.trim_end());
    Ok(())
}

/// What finished weights, or the formula without, give the side of even rows.
pub(super) fn chance(network: Option<&Network>, sample: &Sample) -> f32 {
    let board = sample.board;
    let (filled, neutral) = (board.filled.count(), board.neutral().count());
    let evaluation = Evaluation::new(neutral, network);
    let turn = usize::from(!(filled - neutral).is_multiple_of(2));
    let points = evaluation.estimate(board, turn, Threats::of(board)) as f32 / 100.0;
    let even_moves = mover_role(filled) == 0;
    logistic(if even_moves { points } else { -points })
}

/// The mean cross-entropy with the results of the games.
pub(super) fn mean(samples: &[Sample], said: impl Fn(&Sample) -> f32) -> f64 {
    let total: f64 = samples
        .iter()
        .map(|sample| entropy(said(sample), sample.result))
        .sum();
    total / samples.len() as f64
}

/// The model, and the cross-entropy with the targets held out after each pass.
fn descend(args: &Args, train: &[Sample], held: &[Sample]) -> anyhow::Result<(Model, Vec<f64>)> {
    let mut rng = stream(args.seed, 0);
    let mut model = Model::begin(&mut rng);
    let mut slope = Model::nothing();
    let mut descent = Descent::new();
    let (images, finder) = (images(), Finder::new());
    let mut found = Vec::new();
    let mut order: Vec<&Sample> = train.iter().collect();
    let steps = args.epochs as usize * train.len().div_ceil(BATCH);
    let bar = progress::bar("batches", steps as u64)?;
    let mut losses = Vec::new();
    let mut step = 0;
    for _ in 0..args.epochs {
        shuffle(&mut order, &mut rng);
        for batch in order.chunks(BATCH) {
            let share = 1.0 / batch.len() as f32;
            for sample in batch {
                finder.find(sample.board, &mut found);
                let exit = exit(filled(sample));
                model.learn(&found, &images, exit, [sample.target, share], &mut slope);
            }
            // From the first step down to almost nothing along half a wave.
            let done = step as f32 / steps as f32;
            let wave = f32::midpoint(1.0, (done * std::f32::consts::PI).cos());
            let rate = args.rate * (0.02 + 0.98 * wave);
            descent.step(&mut model, &mut slope, rate, args.decay);
            step += 1;
            bar.inc(1);
        }
        let total: f64 = held
            .iter()
            .map(|sample| {
                finder.find(sample.board, &mut found);
                let said = model.chance(&found, &images, exit(filled(sample)));
                entropy(said, sample.target)
            })
            .sum();
        losses.push(total / held.len() as f64);
        bar.set_message(format!("held out {:.4}", total / held.len() as f64));
    }
    bar.finish_and_clear();
    Ok((model, losses))
}

fn filled(sample: &Sample) -> u32 {
    sample.board.filled.count()
}
