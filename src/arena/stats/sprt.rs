//! The sequential test: may a match stop, because the difference is proven or refuted?
//!
//! Generalised likelihood ratio of the hypotheses "the first engine is `elo0` stronger" and "`elo1` stronger", computed from
//! the counts of games (3 cells) or pairs (5 cells) as maximum-likelihood distributions with the expected mean.

use super::elo::{NORMAL_SCALE, expected};

/// What stands in a cell that nothing has fallen into, so that every cell is possible.
const EMPTY_CELL: f64 = 0.001;

/// In which unit the bounds are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// Elo of the logistic curve.
    Logistic,
    /// Elo in units of the noise of a game.
    Normalised,
}

/// The hypotheses and the tolerated errors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    /// Elo under H0.
    pub elo0: f64,
    /// Elo under H1.
    pub elo1: f64,
    /// Probability to accept H1 although H0 holds.
    pub alpha: f64,
    /// Probability to accept H0 although H1 holds.
    pub beta: f64,
    /// The unit of the bounds.
    pub model: Model,
}

/// Why a test cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum BadTest {
    /// The hypotheses are in the wrong order.
    #[error("expected elo0 below elo1, found {0} and {1}")]
    Order(f64, f64),
    /// A probability is none, or the test would be worse than chance.
    #[error("expected alpha and beta above 0 with a sum below 1, found {0} and {1}")]
    Errors(f64, f64),
}

/// Where a test stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Go on.
    Open,
    /// H0: not stronger.
    Rejected,
    /// H1: stronger.
    Accepted,
}

impl Test {
    /// The same test, if it can be made.
    pub fn checked(self) -> Result<Self, BadTest> {
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = self;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(BadTest::Order(elo0, elo1));
        }
        if alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0 {
            Ok(self)
        } else {
            Err(BadTest::Errors(alpha, beta))
        }
    }

    /// At or below the first H0 is accepted, at or above the second H1.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of these counts. None if nothing was counted or the ratio cannot be computed.
    pub fn ratio(&self, counts: &[f64]) -> Option<f64> {
        let ratio = match self.model {
            Model::Logistic => logistic(counts, expected(self.elo0), expected(self.elo1)),
            Model::Normalised => normalised(counts, self.elo0, self.elo1),
        };
        ratio.filter(|ratio| ratio.is_finite())
    }

    /// What follows from a ratio.
    pub fn verdict(&self, ratio: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Verdict::Accepted
        } else if ratio <= lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// Frequencies without a zero among them, and the number of units.
fn frequencies(counts: &[f64]) -> Option<(Vec<f64>, f64)> {
    if counts.len() < 2 || counts.iter().sum::<f64>() <= 0.0 {
        return None;
    }
    let filled: Vec<f64> = counts
        .iter()
        .map(|&c| if c > 0.0 { c } else { EMPTY_CELL })
        .collect();
    let units: f64 = filled.iter().sum();
    Some((filled.iter().map(|c| c / units).collect(), units))
}

/// The score of each cell.
fn scores(cells: usize) -> Vec<f64> {
    #[expect(clippy::cast_precision_loss, reason = "cells are few")]
    (0..cells)
        .map(|cell| cell as f64 / (cells - 1) as f64)
        .collect()
}

/// The root θ of Σ p·φ/(1 + θ·φ) = 0, by bisection on the interval where every term's denominator is positive; there the sum
/// falls strictly. None if the φ do not have both signs.
fn tilt(p: &[f64], phi: &[f64]) -> Option<f64> {
    let most = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = phi.iter().copied().fold(f64::INFINITY, f64::min);
    if !(most > 0.0 && least < 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let sum = |theta: f64| -> f64 {
        p.iter()
            .zip(phi)
            .map(|(p, f)| p * f / (1.0 + theta * f))
            .sum()
    };
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low + (high - low) / 2.0)
}

/// N·Σ p·log(q1/q0).
fn likelihood_ratio(p: &[f64], units: f64, q0: &[f64], q1: &[f64]) -> f64 {
    let terms = p.iter().zip(q0.iter().zip(q1));
    units * terms.map(|(p, (q0, q1))| p * (q1 / q0).ln()).sum::<f64>()
}

fn logistic(counts: &[f64], s0: f64, s1: f64) -> Option<f64> {
    let (p, units) = frequencies(counts)?;
    let x = scores(p.len());
    let most_likely = |score: f64| -> Option<Vec<f64>> {
        let phi: Vec<f64> = x.iter().map(|x| x - score).collect();
        let theta = tilt(&p, &phi)?;
        Some(
            p.iter()
                .zip(&phi)
                .map(|(p, f)| p / (1.0 + theta * f))
                .collect(),
        )
    };
    Some(likelihood_ratio(
        &p,
        units,
        &most_likely(s0)?,
        &most_likely(s1)?,
    ))
}

fn normalised(counts: &[f64], elo0: f64, elo1: f64) -> Option<f64> {
    let (p, units) = frequencies(counts)?;
    let x = scores(p.len());
    let scale = if p.len() == 5 {
        std::f64::consts::SQRT_2
    } else {
        1.0
    };
    let q = |elo: f64| most_likely_normalised(&p, &x, elo / NORMAL_SCALE * scale);
    Some(likelihood_ratio(&p, units, &q(elo0)?, &q(elo1)?))
}

/// Fixed-point iteration towards the most likely distribution whose mean is `t` standard deviations above ½. None where the
/// iteration leaves its domain.
fn most_likely_normalised(p: &[f64], x: &[f64], t: f64) -> Option<Vec<f64>> {
    #[expect(clippy::cast_precision_loss, reason = "cells are few")]
    let mut q = vec![1.0 / x.len() as f64; x.len()];
    for _ in 0..100 {
        let mean: f64 = q.iter().zip(x).map(|(q, x)| q * x).sum();
        let variance: f64 = q.iter().zip(x).map(|(q, x)| q * (x - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        if !(deviation > 1e-12 && deviation.is_finite()) {
            return None;
        }
        let slope =
            |x: &f64| x - 0.5 - 0.5 * t * deviation * (1.0 + ((x - mean) / deviation).powi(2));
        let phi: Vec<f64> = x.iter().map(slope).collect();
        let theta = tilt(p, &phi)?;
        let next: Vec<f64> = p
            .iter()
            .zip(&phi)
            .map(|(p, f)| p / (1.0 + theta * f))
            .collect();
        let change = q
            .iter()
            .zip(&next)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        q = next;
        if change < 1e-9 {
            break;
        }
    }
    Some(q)
}

/// Brownian approximation of a test of the logistic model: at a true difference of `elo` and this variance of a pair, the
/// probability of H1 and the expected number of pairs.
pub fn forecast(test: &Test, elo: f64, variance: f64) -> (f64, f64) {
    let (s0, s1) = (expected(test.elo0), expected(test.elo1));
    let (a, b) = test.bounds();
    let step = s1 - s0;
    let drift = step * (expected(elo) - f64::midpoint(s0, s1)) / variance;
    if drift.abs() < 1e-12 {
        return (-a / (b - a), -a * b * variance / (step * step));
    }
    let g = 2.0 * drift / (step * step / variance);
    let accepted = ((-g * a).exp() - 1.0) / ((-g * a).exp() - (-g * b).exp());
    (accepted, (accepted * b + (1.0 - accepted) * a) / drift)
}
