//! The definition of the last flips, by the ordinary flips.

use crate::othello::rules::flips::scalar::flips;

/// With `square` the only empty one and `own` the discs of one side: how many discs that side would turn there, and how
/// many the other side would.
#[inline]
pub fn last_flips(own: u64, square: usize) -> (i32, i32) {
    let other = !(own | 1 << square);
    (
        flips(own, other, square).count_ones().cast_signed(),
        flips(other, own, square).count_ones().cast_signed(),
    )
}
