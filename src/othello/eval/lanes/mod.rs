//! Keeping the index vector up to date, and estimating from it: functions with siblings for each kind of processor. All
//! give equal results; the scalar ones are the definition.

pub mod scalar;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512bw"
))]
pub mod avx512;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(all(target_feature = "avx512f", target_feature = "avx512bw"))
))]
pub use avx2::{after, correction, sum};
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512bw"
))]
pub use avx512::{after, correction, sum};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use scalar::{after, correction, sum};
