//! Differences of discs: more than who won, and so a second opinion.

use super::normal::student95;

/// Mean of the pairs' differences with its spread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Differences {
    /// How many pairs.
    pub pairs: usize,
    /// Mean difference of a game, in discs.
    pub mean: f64,
    /// Standard deviation of a pair's mean (with n − 1); none for one pair.
    pub deviation: Option<f64>,
    /// Standard error of the mean.
    pub error: Option<f64>,
    /// Half the width of Student's 95 % interval.
    pub half: Option<f64>,
}

/// From the sums of both games of each pair, from the first engine's side. None without pairs.
#[expect(clippy::cast_precision_loss, reason = "pairs and discs are few")]
pub fn differences(sums: &[i64]) -> Option<Differences> {
    if sums.is_empty() {
        return None;
    }
    let pairs = sums.len();
    let count = pairs as f64;
    let values = || sums.iter().map(|&sum| sum as f64 / 2.0);
    let mean = values().sum::<f64>() / count;
    let squares: f64 = values().map(|value| (value - mean).powi(2)).sum();
    let deviation = (pairs > 1).then(|| (squares / (count - 1.0)).sqrt());
    let error = deviation.map(|deviation| deviation / count.sqrt());
    let half = error.and_then(|error| Some(student95(count - 1.0)? * error));
    Some(Differences {
        pairs,
        mean,
        deviation,
        error,
        half,
    })
}
