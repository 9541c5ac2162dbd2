//! Fitting the weights: least squares by stochastic gradient descent, phase after phase.
//!
//! First one set of weights is fitted to a sample of all phases; from there each phase goes on with its own positions and those of a
//! ply on either side. Weights that are seldom met thus stay near what they are worth in general.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;

use anyhow::ensure;
use rand_core::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::floats;
use super::games;
use crate::base::chance::{below, shuffle};
use crate::othello::eval::shapes::{INSTANCES, instances, number_place, parameters};
use crate::othello::eval::weights::{
    FEATURE_WEIGHTS, MOVES, PARITIES, PHASES, REPLIES, feature_place, phase,
};
use crate::othello::eval::{Lanes, mobility, parity};
use crate::othello::rules::board::Board;
use crate::train::progress;

/// Fits weights to games; prints the errors on the games that are held out.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The weights to make, as floating-point numbers
    #[arg(long)]
    out: PathBuf,
    /// Passes over the positions of each phase
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// The first step, as a share of what would undo the error at once
    #[arg(long, default_value_t = 0.15)]
    rate: f32,
    /// Errors above so many discs count as so many
    #[arg(long, default_value_t = 20.0)]
    huber: f32,
    /// One of so many games is held out, all endings of a game and all games that begin alike together
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(2..))]
    holdout: u32,
    /// The order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this phase, for experiments
    #[arg(long)]
    phase: Option<usize>,
    /// Files of games to try the weights on: positions that occur in them are not learned, and the errors on them told besides
    #[arg(long)]
    check: Vec<PathBuf>,
}

/// Parameters of one position: its patterns and the other features.
const PLACES: usize = INSTANCES + 3;

/// Games with so many moves in common are held out together or not at all.
const BEGINNING: usize = 20;

/// A position with what it is worth to the mover.
#[derive(Debug, Clone, Copy)]
struct Sample {
    board: Board,
    score: i8,
    held_out: bool,
}

/// A sample as the fit sees it.
struct Row {
    places: [u32; PLACES],
    score: f32,
}

/// Errors on positions that were not learned, in discs.
#[derive(Default)]
struct Errors {
    positions: usize,
    sum: f64,
    absolute: f64,
    square: f64,
    /// Positions with a score of at most [`NEAR`], and the sum of their absolute errors.
    near: (usize, f64),
}

/// Games that are not as good as decided: those whose score is at most so many discs from a draw.
const NEAR: f32 = 20.0;

impl Errors {
    fn add(&mut self, score: f32, predicted: f32) {
        let error = f64::from(score - predicted);
        self.positions += 1;
        self.sum += error;
        self.absolute += error.abs();
        self.square += error * error;
        if score.abs() <= NEAR {
            self.near.0 += 1;
            self.near.1 += error.abs();
        }
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.positions.max(1) as f64;
        write!(
            out,
            "mean error {:.3}, absolute {:.3} ({:.3} within {NEAR} discs of a draw), root mean square {:.3}",
            self.sum / count,
            self.absolute / count,
            self.near.1 / self.near.0.max(1) as f64,
            (self.square / count).sqrt()
        )
    }
}

/// Takes the step.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let tried = load(&args.check, args.holdout, &HashSet::new())?;
    let barred: HashSet<Board> = tried
        .iter()
        .flatten()
        .map(|sample| sample.board.canonical())
        .collect();
    let by_empties = load(&args.files, args.holdout, &barred)?;
    let total: usize = by_empties.iter().map(Vec::len).sum();
    ensure!(total > 0, "no positions in these games");
    log::warn!("{total} positions");
    let fitter = Fitter::new(args);
    let coarse = fitter.coarse(&by_empties);
    let progress = progress::bar("phases", PHASES as u64)?;
    let wanted: Vec<usize> = (0..PHASES)
        .filter(|&at| args.phase.is_none_or(|only| only == at))
        .collect();
    let fitted: Vec<(usize, Vec<f32>, Errors)> = wanted
        .into_par_iter()
        .map(|at| {
            let (weights, errors) = fitter.phase(at, &by_empties, &coarse);
            progress.inc(1);
            (at, weights, errors)
        })
        .collect();
    progress.finish_and_clear();
    let mut all = vec![coarse; PHASES];
    for (at, weights, errors) in fitted {
        log::warn!("phase {at}: {} held out, {errors}", errors.positions);
        for (empties, samples) in tried.iter().enumerate() {
            if phase(empties as u32) == at && !samples.is_empty() {
                let errors = fitter.errors(&weights, samples.iter());
                log::warn!("{empties} empties: {} tried, {errors}", errors.positions);
            }
        }
        all[at] = weights;
    }
    floats::write(&args.out, &all)
}

/// The positions of all files, by the number of empties; without those that are barred in any of their symmetries.
fn load(
    files: &[PathBuf],
    holdout: u32,
    barred: &HashSet<Board>,
) -> anyhow::Result<Vec<Vec<Sample>>> {
    let mut by_empties = vec![Vec::new(); 61];
    for path in files {
        for game in games::read(path)? {
            let beginning = &game.moves[..game.moves.len().min(BEGINNING)];
            let held_out = crc32fast::hash(beginning).is_multiple_of(holdout);
            for (board, black) in game.positions().unwrap_or_default() {
                let learned = barred.is_empty() || !barred.contains(&board.canonical());
                if board.moves() != 0 && learned {
                    by_empties[board.empties() as usize].push(Sample {
                        board,
                        score: game.score_for(black),
                        held_out,
                    });
                }
            }
        }
    }
    Ok(by_empties)
}

struct Fitter<'a> {
    args: &'a Args,
    of_weight: Vec<u32>,
    count: usize,
}

impl<'a> Fitter<'a> {
    fn new(args: &'a Args) -> Self {
        let (of_weight, count) = parameters();
        Self {
            args,
            of_weight,
            count,
        }
    }

    fn row(&self, sample: &Sample) -> Row {
        let lanes = Lanes::of(sample.board);
        let mut places = [0; PLACES];
        for (lane, place) in places.iter_mut().enumerate().take(instances().len()) {
            *place = self.of_weight[number_place(&lanes, lane)];
        }
        let board = sample.board;
        let features = [
            MOVES + mobility(board.moves()),
            REPLIES + mobility(board.pass().moves()),
            PARITIES + parity(board.empty()),
        ];
        for (place, feature) in places[INSTANCES..].iter_mut().zip(features) {
            *place = (self.count + feature_place(feature)) as u32;
        }
        Row {
            places,
            score: f32::from(sample.score),
        }
    }

    /// One set of weights for all phases.
    fn coarse(&self, by_empties: &[Vec<Sample>]) -> Vec<f32> {
        const SAMPLE: usize = 2_000_000;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.args.seed);
        let mut all: Vec<&Sample> = by_empties
            .iter()
            .flatten()
            .filter(|sample| !sample.held_out)
            .collect();
        shuffle(&mut all, &mut random);
        all.truncate(SAMPLE);
        let rows: Vec<Row> = all.iter().map(|sample| self.row(sample)).collect();
        let start = vec![0.0; self.count + FEATURE_WEIGHTS];
        self.descend(start, &rows, &mut random)
    }

    fn phase(&self, at: usize, by_empties: &[Vec<Sample>], start: &[f32]) -> (Vec<f32>, Errors) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.args.seed + 1 + at as u64);
        let own = |empties: usize| phase(empties as u32) == at;
        let near =
            |empties: usize| own(empties) || own(empties + 1) || empties > 0 && own(empties - 1);
        let mut rows: Vec<Row> = (0..by_empties.len())
            .filter(|&empties| near(empties))
            .flat_map(|empties| &by_empties[empties])
            .filter(|sample| !sample.held_out)
            .map(|sample| self.row(sample))
            .collect();
        shuffle(&mut rows, &mut random);
        let weights = self.descend(start.to_vec(), &rows, &mut random);
        let held_out = (0..by_empties.len())
            .filter(|&empties| own(empties))
            .flat_map(|empties| &by_empties[empties]);
        let errors = self.errors(&weights, held_out.filter(|sample| sample.held_out));
        (weights, errors)
    }

    fn errors<'b>(&self, weights: &[f32], samples: impl Iterator<Item = &'b Sample>) -> Errors {
        let mut errors = Errors::default();
        for sample in samples {
            let row = self.row(sample);
            errors.add(row.score, predict(weights, &row));
        }
        errors
    }

    /// Steps that shrink from one pass to the next; the mean of the weights after each of the later passes.
    fn descend(
        &self,
        mut weights: Vec<f32>,
        rows: &[Row],
        random: &mut Xoshiro256PlusPlus,
    ) -> Vec<f32> {
        let epochs = self.args.epochs;
        let averaged = epochs / 2;
        let mut mean = vec![0.0; weights.len()];
        for epoch in 0..epochs {
            let progress = epoch as f32 / epochs as f32;
            let rate = self.args.rate * 0.1f32.powf(progress) / PLACES as f32;
            // The rows lie in random order; each pass begins elsewhere.
            let first = below(random, rows.len().max(1) as u64) as usize;
            for row in rows[first..].iter().chain(&rows[..first]) {
                let error =
                    (row.score - predict(&weights, row)).clamp(-self.args.huber, self.args.huber);
                let step = rate * error;
                for &place in &row.places {
                    weights[place as usize] += step;
                }
            }
            if epoch >= epochs - averaged {
                for (mean, weight) in mean.iter_mut().zip(&weights) {
                    *mean += weight / averaged as f32;
                }
            }
        }
        if averaged == 0 { weights } else { mean }
    }
}

fn predict(weights: &[f32], row: &Row) -> f32 {
    let sum: f32 = row
        .places
        .iter()
        .map(|&place| weights[place as usize])
        .sum();
    sum.clamp(-64.0, 64.0)
}
