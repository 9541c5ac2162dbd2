//! The normal and the Student distribution, as far as intervals need them.

use statrs::distribution::{Continuous as _, ContinuousCDF, Normal, StudentsT};

/// Half the width of a two-sided 95 % interval, in standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Probability that a standard normal variable is at most `x`.
pub fn cumulative(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

/// Density of the standard normal distribution at `x`.
pub fn density(x: f64) -> f64 {
    Normal::standard().pdf(x)
}

/// Half the width of a two-sided 95 % interval of Student's distribution, in standard errors. None below one degree of
/// freedom.
pub fn student95(degrees: f64) -> Option<f64> {
    let distribution = StudentsT::new(0.0, 1.0, degrees).ok()?;
    Some(distribution.inverse_cdf(0.975))
}
