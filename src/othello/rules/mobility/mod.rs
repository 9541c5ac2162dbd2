//! All legal moves at once, with siblings for each kind of processor; the scalar one is the definition.

pub mod scalar;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub mod avx512;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(target_feature = "avx512f")
))]
pub use avx2::mobility;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub use avx512::mobility;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use scalar::mobility;

use super::INNER_COLUMNS;

/// Rows 2 to 7.
const INNER_ROWS: u64 = 0x00ff_ffff_ffff_ff00;

/// Squares of `empty` next to a disc of `other` that some line could run through: moves that may come to be.
#[inline]
pub fn potential_mobility(other: u64, empty: u64) -> u64 {
    let row = other & INNER_COLUMNS;
    let column = other & INNER_ROWS;
    let diagonal = row & column;
    let near = row << 1 | row >> 1 | column << 8 | column >> 8;
    let far = diagonal << 7 | diagonal >> 7 | diagonal << 9 | diagonal >> 9;
    (near | far) & empty
}
