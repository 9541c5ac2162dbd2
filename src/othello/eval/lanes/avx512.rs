//! 32 lanes in a register: half an index vector, or a sum of rows. Tables are looked up by gathers: with a plain load for each lane
//! instead, searches of 20 plies took half as long again (0.88 against 0.59 s of processor time, three runs of each in turn, on
//! a Zen 4).

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::x86_64::{
    __m512i, _mm256_loadu_si256, _mm256_mullo_epi16, _mm512_add_epi16, _mm512_add_epi32,
    _mm512_castsi256_si512, _mm512_castsi512_si256, _mm512_cvtepi8_epi16, _mm512_cvtepi16_epi32,
    _mm512_extracti64x4_epi64, _mm512_i32gather_epi32, _mm512_load_si512, _mm512_loadu_si512,
    _mm512_madd_epi16, _mm512_max_epi16, _mm512_max_epi32, _mm512_min_epi16, _mm512_min_epi32,
    _mm512_permutexvar_epi32, _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_set1_epi32,
    _mm512_setzero_si512, _mm512_slli_epi32, _mm512_srai_epi32, _mm512_store_si512,
    _mm512_sub_epi16,
};

use super::super::shapes::{
    LANES, Lanes, NET_INSTANCES, NET_WEIGHTS, ORIGINS, WORTHS, number_place,
};
use super::super::weights::{
    HIDDEN, HIDDEN_SHIFT, LAST_SHIFT, Net, ONE, PRODUCTS, ROWS, Row, Table, feature_place,
};
use crate::othello::rules::moves::Squares;

/// The two halves of a vector.
#[inline(always)]
fn load(lanes: &Lanes) -> [__m512i; 2] {
    let at = lanes.0.as_ptr();
    // SAFETY: the type is aligned to 64 bytes and has 128; this module is only built where AVX-512F is there.
    unsafe {
        [
            _mm512_load_si512(at.cast()),
            _mm512_load_si512(at.add(32).cast()),
        ]
    }
}

/// See [`super::after`].
#[inline]
pub fn after(lanes: &Lanes, square: usize, flipped: u64) -> Lanes {
    let own = load(&WORTHS[square]);
    let before = load(lanes);
    let mut result = Lanes([0; LANES]);
    // SAFETY: this module is only built where AVX-512BW is there; the result is aligned to 64 bytes and has 128.
    unsafe {
        let mut turned = [_mm512_setzero_si512(); 2];
        for square in Squares(flipped) {
            let worth = load(&WORTHS[square]);
            turned[0] = _mm512_add_epi16(turned[0], worth[0]);
            turned[1] = _mm512_add_epi16(turned[1], worth[1]);
        }
        let at = result.0.as_mut_ptr();
        for half in 0..2 {
            let doubled = _mm512_add_epi16(turned[half], turned[half]);
            let sum = _mm512_add_epi16(_mm512_add_epi16(before[half], own[half]), doubled);
            let negated = _mm512_sub_epi16(_mm512_setzero_si512(), sum);
            _mm512_store_si512(at.add(32 * half).cast(), negated);
        }
    }
    result
}

/// See [`super::sum`], by gathers.
#[inline]
pub fn sum(table: &Table, lanes: &Lanes) -> i32 {
    let halves = load(lanes);
    // SAFETY: every lane is a number of its shape, so origin and lane give a place before PATTERN_WEIGHTS; a gather reads 4
    // bytes there, and TABLE is larger by more than one weight.
    unsafe {
        let mut total = _mm512_setzero_si512();
        for (half, lanes) in halves.into_iter().enumerate() {
            let low = _mm512_cvtepi16_epi32(_mm512_castsi512_si256(lanes));
            let high = _mm512_cvtepi16_epi32(_mm512_extracti64x4_epi64::<1>(lanes));
            for (part, index) in [low, high].into_iter().enumerate() {
                let origin = ORIGINS.as_ptr().add(32 * half + 16 * part);
                let origin = _mm512_loadu_si512(origin.cast());
                let place = _mm512_add_epi32(index, origin);
                let pair = _mm512_i32gather_epi32::<2>(place, table.as_ptr().cast());
                let weight = _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(pair));
                total = _mm512_add_epi32(total, weight);
            }
        }
        _mm512_reduce_add_epi32(total)
    }
}

/// See [`super::correction`].
#[inline]
pub fn correction(net: &Net, rows: &[Row; ROWS], lanes: &Lanes, features: [usize; 3]) -> i32 {
    const { assert!(HIDDEN == 16 && PRODUCTS == 16 && NET_INSTANCES.is_multiple_of(2)) };
    // SAFETY: this module is only built where AVX-512BW is there. Rows have 32 bytes; what is loaded otherwise are the 64 bytes of a
    // field of the net, which is aligned to them. Every lane is a number of its shape, and those of the first shapes are also
    // the places of their rows.
    unsafe {
        let load = |row: *const Row| _mm512_cvtepi8_epi16(_mm256_loadu_si256(row.cast()));
        let feature = |at: usize| load(&raw const rows[NET_WEIGHTS + feature_place(features[at])]);
        let pattern = |lane: usize| {
            let place = number_place(lanes, lane);
            debug_assert!(place < NET_WEIGHTS);
            load(rows.as_ptr().add(place))
        };
        let start = _mm512_load_si512(net.start.as_ptr().cast());
        let mut even = _mm512_add_epi16(start, feature(0));
        let mut odd = _mm512_add_epi16(feature(1), feature(2));
        for pair in 0..NET_INSTANCES / 2 {
            even = _mm512_add_epi16(even, pattern(2 * pair));
            odd = _mm512_add_epi16(odd, pattern(2 * pair + 1));
        }
        let clipped = _mm512_min_epi16(
            _mm512_max_epi16(_mm512_add_epi16(even, odd), _mm512_setzero_si512()),
            _mm512_set1_epi16(ONE),
        );
        let products = _mm512_castsi256_si512(_mm256_mullo_epi16(
            _mm512_castsi512_si256(clipped),
            _mm512_extracti64x4_epi64::<1>(clipped),
        ));
        // Each pair of products weighed for all units; two sums, so that one need not wait for the other.
        let weigh = |pair: i32, weights: &[[i16; 2]; HIDDEN]| {
            let both = _mm512_permutexvar_epi32(_mm512_set1_epi32(pair), products);
            _mm512_madd_epi16(both, _mm512_load_si512(weights.as_ptr().cast()))
        };
        let mut first = _mm512_load_si512(net.bias.as_ptr().cast());
        let mut second = _mm512_setzero_si512();
        for (pair, weights) in (0..).step_by(2).zip(net.hidden.as_chunks::<2>().0) {
            first = _mm512_add_epi32(first, weigh(pair, &weights[0]));
            second = _mm512_add_epi32(second, weigh(pair + 1, &weights[1]));
        }
        let hidden = _mm512_add_epi32(first, second);
        let positive = _mm512_max_epi32(hidden, _mm512_setzero_si512());
        let small = _mm512_min_epi32(
            _mm512_srai_epi32::<{ HIDDEN_SHIFT as u32 }>(positive),
            _mm512_set1_epi32(i32::from(i16::MAX)),
        );
        let weighed = _mm512_madd_epi16(small, _mm512_load_si512(net.last.as_ptr().cast()));
        _mm512_reduce_add_epi32(weighed) >> LAST_SHIFT
    }
}
