//! Fitting the evaluation to games by stochastic gradient descent, all phases together.
//!
//! The rows of patterns are the same in all phases: so each has met most of the positions, and weights that a phase seldom
//! needs still know what they are worth.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::PathBuf;

use anyhow::ensure;
use rand_core::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::descent::{Descent, Lesson, Rates};
use super::games::{self, Game, Seen};
use super::model::{Index, Model};
use crate::base::chance::shuffle;
use crate::othello::rules::board::Board;
use crate::train::progress;

/// Fits the evaluation to games; prints the errors on the games that are held out, against what their positions are worth by the
/// teacher, if there is one.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of games; one that is named twice counts twice
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The model to make, as floating-point numbers
    #[arg(long)]
    out: PathBuf,
    /// Passes over the positions
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    #[command(flatten)]
    rates: Rates,
    /// A model that tells how the positions later in a game stand; then a position is worth not what the game came to in the
    /// end, but a mean over all that comes later, in which each ply counts `lambda` times as much as the one before
    #[arg(long)]
    teacher: Option<PathBuf>,
    /// How much a ply counts beside the one before
    #[arg(long, default_value_t = 0.9)]
    lambda: f32,
    /// The fewest empties of a position to learn from
    #[arg(long, default_value_t = 6)]
    fewest: u32,
    /// One of so many games is held out, all endings of a game and all games that begin alike together
    #[arg(long, default_value_t = games::HOLDOUT, value_parser = clap::value_parser!(u32).range(2..))]
    holdout: u32,
    /// The order of the positions, and what the model begins with
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Files of games to try the model on: positions that occur in them are not learned, and the errors on them told besides
    #[arg(long)]
    check: Vec<PathBuf>,
}

/// A position with what it is worth to the mover.
#[derive(Debug, Clone, Copy)]
struct Sample {
    board: Board,
    /// In 1/[`FINE`] disc.
    score: i16,
}

/// Scores of positions are finer than discs, because a mean is.
const FINE: f32 = 256.0;

/// With so many empties and fewer the score of a game is exact.
const EXACT: u32 = 14;

impl Sample {
    fn score(&self) -> f32 {
        f32::from(self.score) / FINE
    }
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

    fn and(self, other: &Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            sum: self.sum + other.sum,
            absolute: self.absolute + other.absolute,
            square: self.square + other.square,
            near: (self.near.0 + other.near.0, self.near.1 + other.near.1),
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
    let (mut tried, rest) = load(&args.check, args, None, &HashSet::new())?;
    tried.extend(rest);
    let barred: HashSet<Board> = tried
        .iter()
        .map(|sample| sample.board.canonical())
        .collect();
    let teacher = match &args.teacher {
        Some(path) => Some(Teacher {
            model: Model::read(path)?,
            index: Index::default(),
            lambda: args.lambda,
        }),
        None => None,
    };
    let (mut samples, held_out) = load(&args.files, args, teacher.as_ref(), &barred)?;
    ensure!(!samples.is_empty(), "no positions in these games");
    log::warn!("{} positions, {} held out", samples.len(), held_out.len());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let index = Index::default();
    let model = Model::new(index.parameters(), &mut random);
    let mut descent = Descent::new(args.rates, model);
    let lessons = samples.len() as u64 * u64::from(args.epochs);
    let progress = progress::bar("positions", lessons)?;
    for epoch in 0..u64::from(args.epochs) {
        shuffle(&mut samples, &mut random);
        for (number, part) in samples.chunks(PART).enumerate() {
            let done = epoch * samples.len() as u64 + (number * PART) as u64;
            for sample in part {
                let lesson = Lesson {
                    places: index.places(sample.board),
                    empties: sample.board.empties(),
                    score: sample.score(),
                };
                descent.learn(&lesson, done as f32 / lessons as f32);
            }
            progress.set_position(done + part.len() as u64);
        }
        let errors = errors(&descent.model, &index, &held_out);
        let all = errors.values().fold(Errors::default(), Errors::and);
        log::warn!("pass {}: {} held out, {all}", epoch + 1, all.positions);
    }
    progress.finish_and_clear();
    let model = descent.finish();
    for (samples, what) in [(&held_out, "held out"), (&tried, "tried")] {
        for (empties, errors) in errors(&model, &index, samples) {
            log::warn!("{empties} empties: {} {what}, {errors}", errors.positions);
        }
    }
    model.write(&args.out)
}

/// Positions that are learned between two looks at the progress.
const PART: usize = 1 << 14;

/// The positions of all files, those to learn from and those of the games that are held out; without those that are barred
/// in any of their symmetries.
fn load(
    files: &[PathBuf],
    args: &Args,
    teacher: Option<&Teacher>,
    barred: &HashSet<Board>,
) -> anyhow::Result<(Vec<Sample>, Vec<Sample>)> {
    let (mut learned, mut held_out) = (Vec::new(), Vec::new());
    for path in files {
        for game in games::read(path)? {
            let aside = game.held_out(args.holdout);
            let positions = game.positions().unwrap_or_default();
            let scores = match teacher {
                Some(teacher) => teacher.scores(&game, &positions),
                None => vec![f32::from(game.score); positions.len()],
            };
            for ((board, black), score) in positions.into_iter().zip(scores) {
                let known = !barred.is_empty() && barred.contains(&board.canonical());
                if board.moves() != 0 && board.empties() >= args.fewest && !known {
                    let score = if black { score } else { -score };
                    let samples = if aside { &mut held_out } else { &mut learned };
                    samples.push(Sample {
                        board,
                        score: (score * FINE).round() as i16,
                    });
                }
            }
        }
    }
    Ok((learned, held_out))
}

/// Tells what positions are worth by those that come later.
struct Teacher {
    model: Model,
    index: Index,
    lambda: f32,
}

impl Teacher {
    /// What the positions of a game are worth to black: TD(λ) (Sutton, 1988).
    fn scores(&self, game: &Game, positions: &[Seen]) -> Vec<f32> {
        let mut score = f32::from(game.score);
        let mut scores: Vec<f32> = Vec::with_capacity(positions.len());
        let mut later: Option<&Seen> = None;
        for seen in positions.iter().rev() {
            if let Some((board, black)) = later
                && board.empties() > EXACT
                && board.moves() != 0
            {
                let value = self.model.evaluate(&self.index, *board);
                let value = if *black { value } else { -value };
                score = self.lambda * score + (1.0 - self.lambda) * value;
            }
            scores.push(score);
            later = Some(seen);
        }
        scores.reverse();
        scores
    }
}

/// The errors by the number of empties.
fn errors(model: &Model, index: &Index, samples: &[Sample]) -> BTreeMap<u32, Errors> {
    let mut errors: BTreeMap<u32, Errors> = BTreeMap::new();
    for sample in samples {
        let predicted = model.evaluate(index, sample.board);
        let errors = errors.entry(sample.board.empties()).or_default();
        errors.add(sample.score(), predicted);
    }
    errors
}
