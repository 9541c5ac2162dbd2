//! The definition, in plain loops.

use super::super::shapes::{LANES, Lanes, NET_INSTANCES, NET_WEIGHTS, WORTHS, number_place};
use super::super::weights::{
    HIDDEN_SHIFT, LAST_SHIFT, Net, ONE, PRODUCTS, ROWS, Row, Table, feature_place,
};
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
pub fn sum(table: &Table, lanes: &Lanes) -> i32 {
    (0..LANES)
        .map(|lane| i32::from(table[number_place(lanes, lane)]))
        .sum()
}

/// See [`super::correction`].
#[inline]
pub fn correction(net: &Net, rows: &[Row; ROWS], lanes: &Lanes, features: [usize; 3]) -> i32 {
    let patterns = (0..NET_INSTANCES).map(|lane| number_place(lanes, lane));
    let features = features.map(|place| NET_WEIGHTS + feature_place(place));
    let mut sums = net.start;
    for place in patterns.chain(features) {
        for (sum, number) in sums.iter_mut().zip(rows[place]) {
            *sum += i16::from(number);
        }
    }
    let lane = |at: usize| i32::from(sums[at].clamp(0, ONE));
    let products: [i32; PRODUCTS] = std::array::from_fn(|at| lane(at) * lane(PRODUCTS + at));
    let mut total = 0;
    for (unit, &bias) in net.bias.iter().enumerate() {
        let mut sum = bias;
        for (pair, weights) in products.chunks_exact(2).zip(&net.hidden) {
            let [first, second] = weights[unit];
            sum += pair[0] * i32::from(first) + pair[1] * i32::from(second);
        }
        let small = (sum.max(0) >> HIDDEN_SHIFT).min(i32::from(i16::MAX));
        total += small * i32::from(net.last[unit][0]);
    }
    total >> LAST_SHIFT
}
