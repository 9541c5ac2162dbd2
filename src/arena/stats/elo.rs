//! Elo and score of one match with their intervals, by games or by pairs.

use super::normal::{Z95, cumulative};

/// Normalised Elo for one standard deviation of a game: 800/ln 10.
pub const NORMAL_SCALE: f64 = 347.435_585_522_601_5;

/// The expected score, 0 to 1, of an engine that is `elo` stronger.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that a score stands for; infinite outside (0, 1).
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// What there is to say about counts of 3 or 5 cells that are not all zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Games or pairs.
    pub units: f64,
    /// Mean score, 0 to 1.
    pub score: f64,
    /// Variance of one unit's score (divided by n).
    pub variance: f64,
    /// Standard error of the mean score.
    pub error: f64,
    /// Elo of the mean score; infinite where the score is 0 or 1.
    pub elo: f64,
    /// Ends of the 95 % interval in Elo; an end outside the scale is infinite.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Likelihood of superiority.
    pub los: f64,
    /// Normalised Elo; none without any variance.
    pub normalised: Option<f64>,
    /// Half the width of its 95 % interval.
    pub normalised_half: Option<f64>,
}

impl Estimate {
    /// Likelihood of superiority, where there is a spread to derive it from.
    pub fn superiority(&self) -> Option<f64> {
        self.normalised.map(|_| self.los)
    }
}

/// What the printed "±" is: half the width of an interval with two ends.
pub fn half_width(low: f64, high: f64) -> Option<f64> {
    (low.is_finite() && high.is_finite()).then_some((high - low) / 2.0)
}

/// Mean and variance of the score of one unit, and the number of units.
pub fn moments(counts: &[f64]) -> Option<(f64, f64, f64)> {
    let top = counts.len().checked_sub(1).filter(|&top| top > 0)?;
    #[expect(clippy::cast_precision_loss, reason = "cells are few")]
    let value = |cell: usize| cell as f64 / top as f64;
    let units: f64 = counts.iter().sum();
    if units <= 0.0 {
        return None;
    }
    let cells = || counts.iter().enumerate();
    let mean = cells().map(|(i, c)| c * value(i)).sum::<f64>() / units;
    let variance = cells()
        .map(|(i, c)| c * (value(i) - mean).powi(2))
        .sum::<f64>()
        / units;
    Some((units, mean, variance))
}

/// Elo, interval and likelihood of superiority of counts in 3 cells (games) or 5 cells (pairs). None if nothing was counted.
pub fn estimate(counts: &[f64]) -> Option<Estimate> {
    let (units, score, variance) = moments(counts)?;
    let error = (variance / units).sqrt();
    let steady = variance <= 1e-15;
    let los = if !steady {
        cumulative((score - 0.5) / error)
    } else if score > 0.5 {
        1.0
    } else if score < 0.5 {
        0.0
    } else {
        0.5
    };
    let (low, high) = if steady {
        (f64::NEG_INFINITY, f64::INFINITY)
    } else {
        (elo(score - Z95 * error), elo(score + Z95 * error))
    };
    // A unit of five cells is the mean of two games.
    let deviation = if counts.len() == 5 {
        (2.0 * variance).sqrt()
    } else {
        variance.sqrt()
    };
    let scaled = |x: f64| (!steady).then(|| NORMAL_SCALE * x / deviation);
    Some(Estimate {
        units,
        score,
        variance,
        error,
        elo: if steady && (score - 0.5).abs() < 1e-12 {
            0.0
        } else {
            elo(score)
        },
        low,
        high,
        los,
        normalised: scaled(score - 0.5),
        normalised_half: scaled(Z95 * error),
    })
}

/// With every one of `units` won, the Elo that the true strength exceeds with 95 % confidence.
pub fn perfect_bound(units: f64) -> f64 {
    elo(0.05f64.powf(1.0 / units))
}

/// How much the pairs narrow the bars: 2·v₅/v₃ of the same games. 1 means nothing, above 1.1 that something is wrong.
pub fn pairing_gain(pairs: &[f64; 5], games: &[f64; 3]) -> Option<f64> {
    let (_, _, by_pairs) = moments(pairs)?;
    let (_, _, by_games) = moments(games)?;
    (by_games > 0.0).then_some(2.0 * by_pairs / by_games)
}

/// Pairs, not rounded, for a 95 % interval of ± `half` Elo near equality, where one pair has this variance.
pub fn pairs_needed(half: f64, variance: f64) -> f64 {
    (Z95 * variance.sqrt() * 1600.0 / (half * std::f64::consts::LN_10)).powi(2)
}
