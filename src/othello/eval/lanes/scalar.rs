//! The definition, in plain loops.

use super::super::shapes::{LANES, Lanes, ORIGINS, WORTHS};
use crate::othello::rules::moves::Squares;

/// See [`super::after`].
#[inline]
pub fn after(lanes: &Lanes, square: usize, flipped: u64) -> Lanes {
    // On the way sums may leave the range of their shape; they come back to it, so wrapping is exact.
    let mut sums = lanes.0;
    let mut add = |square: usize, times: i16| {
        for (sum, worth) in sums.iter_mut().zip(WORTHS[square].0) {
            *sum = sum.wrapping_add(times.wrapping_mul(worth));
        }
    };
    add(square, 1);
    for square in Squares(flipped) {
        add(square, 2);
    }
    Lanes(sums.map(i16::wrapping_neg))
}

/// See [`super::sum`].
#[inline]
pub fn sum(table: &[i16], lanes: &Lanes) -> i32 {
    (0..LANES)
        .map(|lane| {
            let place = ORIGINS[lane] + i32::from(lanes.0[lane]);
            i32::from(table[place.cast_unsigned() as usize])
        })
        .sum()
}
