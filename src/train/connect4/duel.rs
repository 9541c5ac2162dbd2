//! Matches between two evaluations in one process: pairs of games from the same opening, colours exchanged.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "counts of games are small numbers, columns below 10"
)]

use std::io::Write;
use std::num::NonZero;
use std::time::Duration;

use anyhow::Context as _;
use rayon::prelude::*;

use super::selfplay::{Effort, next, opening, stream, think};
use super::{Big, FOLDER, weights};
use crate::connect4::eval::network::Network;
use crate::connect4::rules::position::Position;
use crate::game::Side;
use crate::search::table::Table;
use crate::train::{folder, progress};

/// Plays a match and says what it proves; where standard error is no terminal, every 50 pairs how it stands.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Name of the first side's weights; the formula without
    #[arg(long)]
    weights: Option<String>,
    /// Name of the second side's weights; the formula without
    #[arg(long)]
    against: Option<String>,
    /// Pairs of games at most
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Processor time for each move instead of nodes, in milliseconds
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Nodes for each move of the second side, if others
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    their_nodes: Option<u64>,
    /// Where chance begins
    #[arg(long, default_value_t = 77)]
    seed: u64,
    /// Moves drawn by lot at most before the game begins in earnest
    #[arg(long, default_value_t = 4)]
    opening: u64,
    /// Memory for each side's table, in MiB
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Difference in Elo of the two hypotheses of the sequential test that ends the match
    #[arg(long, value_delimiter = ',', num_args = 2, default_values_t = [0.0, 10.0])]
    elo: Vec<f64>,
    /// Play all pairs, whatever the test says
    #[arg(long)]
    all: bool,
    /// Pairs at a time
    #[arg(long, default_value = "2")]
    threads: NonZero<usize>,
}

/// Pairs between two lines about how the match stands, where nobody can see the bar.
const TOLD_EACH: u64 = 50;

/// How often a pair brought 0, ½, 1, 1½ and 2 points.
type Counts = [u64; 5];

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = folder::of_game(FOLDER)?;
    let read = |name: &Option<String>| {
        let name = name.as_deref();
        name.map(|name| weights::read(&folder, name)).transpose()
    };
    let networks = [read(&args.weights)?, read(&args.against)?];
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.get())
        .build()
        .context("cannot start threads")?;
    let bar = progress::bar("pairs", args.pairs)?;
    let mut counts = Counts::default();
    let batch = (args.threads.get() as u64).saturating_mul(4);
    for first in (0..args.pairs).step_by(batch as usize) {
        let numbers = first..(first + batch).min(args.pairs);
        let found: Vec<usize> = pool.install(|| {
            let pair = |number| pair(args, number, &networks);
            numbers.into_par_iter().map(pair).collect()
        });
        let before: u64 = counts.iter().sum();
        for points in found {
            counts[points] += 1;
            bar.inc(1);
        }
        let played: u64 = counts.iter().sum();
        let standing = say(counts, &args.elo);
        if bar.is_hidden() && played / TOLD_EACH > before / TOLD_EACH {
            log::warn!("{played} pairs: {standing}");
        }
        bar.set_message(standing);
        let ratio = likelihood_ratio(counts, args.elo[0], args.elo[1]);
        if !args.all && played >= LEAST && ratio.abs() > BOUND {
            break;
        }
    }
    bar.finish_and_clear();
    writeln!(out, "{counts:?} {}", say(counts, &args.elo))?;
    Ok(())
}

/// ln 19: both errors of the test are 5 %.
const BOUND: f64 = 2.944;
/// Pairs before the test may end a match: the variance is estimated from them, and a few that happen to agree have none.
const LEAST: u64 = 30;

fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Mean and variance of the score of a pair, of 1 at most.
fn moments(counts: Counts) -> (f64, f64, f64) {
    let pairs: f64 = counts.iter().map(|&n| n as f64).sum();
    let mean = counts
        .iter()
        .zip(0u8..)
        .map(|(&n, points)| n as f64 * f64::from(points) / 4.0)
        .sum::<f64>()
        / pairs;
    let variance = counts
        .iter()
        .zip(0u8..)
        .map(|(&n, points)| n as f64 * (f64::from(points) / 4.0 - mean).powi(2))
        .sum::<f64>()
        / pairs;
    (pairs, mean, variance.max(1e-3))
}

/// The logarithm of the likelihood of one difference against the other, by the normal approximation over pairs.
fn likelihood_ratio(counts: Counts, low: f64, high: f64) -> f64 {
    let (pairs, mean, variance) = moments(counts);
    let (low, high) = (score(low), score(high));
    pairs * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
}

fn say(counts: Counts, elo: &[f64]) -> String {
    let (pairs, mean, variance) = moments(counts);
    let error = 1.96 * (variance / pairs).sqrt();
    let of = |mean: f64| -400.0 * (1.0 / mean.clamp(1e-3, 1.0 - 1e-3) - 1.0).log10();
    format!(
        "{:.1} % of the points, Elo {:+.0} [{:+.0}, {:+.0}], LLR {:.2}",
        100.0 * mean,
        of(mean),
        of(mean - error),
        of(mean + error),
        likelihood_ratio(counts, elo[0], elo[1])
    )
}

/// The points of the first side in a pair, in halves.
fn pair(args: &Args, number: u64, networks: &[Option<Network>; 2]) -> usize {
    let (_, _, start) = opening(&mut stream(args.seed, number), args.opening);
    (0..2).map(|first| game(args, start, networks, first)).sum()
}

fn game(
    args: &Args,
    mut position: Position<Big>,
    networks: &[Option<Network>; 2],
    first: usize,
) -> usize {
    let mut tables = [Table::new(args.hash), Table::new(args.hash)];
    // `first` is the side that is red.
    loop {
        let red = position.side == Side::First;
        let mover = if red { first } else { 1 - first };
        if position.board.is_won() {
            return if mover == 1 { 2 } else { 0 };
        }
        if position.board.is_full() {
            return 1;
        }
        let effort = match args.time {
            Some(time) => Effort::Time(Duration::from_millis(time)),
            None if mover == 1 => Effort::Nodes(args.their_nodes.unwrap_or(args.nodes)),
            None => Effort::Nodes(args.nodes),
        };
        let report = think(
            &mut tables[mover],
            position,
            effort,
            networks[mover].as_ref(),
        );
        position = next(
            position,
            report.line.first().map_or(0, |mv| mv.column() as u8),
        );
    }
}
