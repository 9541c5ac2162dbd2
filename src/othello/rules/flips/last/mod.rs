//! How many discs the last move of a game turns, for both colours at once. With one square empty the board is known
//! from one side's discs alone.

pub mod scalar;

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub mod bmi2;

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub use bmi2::last_flips;
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub use scalar::last_flips;
