//! 16 lanes in a register: a quarter of an index vector, or half a sum of rows.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_loadu_si128, _mm_shuffle_epi32,
    _mm256_add_epi16, _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi8_epi16,
    _mm256_cvtepi16_epi32, _mm256_extracti128_si256, _mm256_i32gather_epi32, _mm256_load_si256,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_max_epi32, _mm256_min_epi16,
    _mm256_min_epi32, _mm256_mullo_epi16, _mm256_permutevar8x32_epi32, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_slli_epi32, _mm256_srai_epi32,
    _mm256_store_si256, _mm256_sub_epi16,
};

use super::super::shapes::{
    LANES, Lanes, NET_INSTANCES, NET_WEIGHTS, ORIGINS, WORTHS, number_place,
};
use super::super::weights::{
    HIDDEN, HIDDEN_SHIFT, LAST_SHIFT, Net, ONE, PRODUCTS, ROWS, Row, Table, feature_place,
};
use crate::othello::rules::moves::Squares;

/// Registers of an index vector.
const PARTS: usize = LANES / 16;

/// The parts of a vector.
#[inline(always)]
fn load(lanes: &Lanes) -> [__m256i; PARTS] {
    let at = lanes.0.as_ptr();
    // SAFETY: the type is aligned to 64 bytes and has 16 lanes for each part; this module is only built where AVX2 is there.
    std::array::from_fn(|part| unsafe { _mm256_load_si256(at.add(16 * part).cast()) })
}

/// The sum of eight numbers.
#[inline(always)]
fn total(numbers: __m256i) -> i32 {
    // SAFETY: this module is only built where AVX2 is there.
    unsafe {
        let four = _mm_add_epi32(
            _mm256_castsi256_si128(numbers),
            _mm256_extracti128_si256::<1>(numbers),
        );
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b0000_1110>(four));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)))
    }
}

/// See [`super::after`].
#[inline]
pub fn after(lanes: &Lanes, square: usize, flipped: u64) -> Lanes {
    let own = load(&WORTHS[square]);
    let before = load(lanes);
    let mut result = Lanes([0; LANES]);
    // SAFETY: this module is only built where AVX2 is there; the result is aligned to 64 bytes and has 16 lanes for each part.
    unsafe {
        let mut turned = [_mm256_setzero_si256(); PARTS];
        for square in Squares(flipped) {
            for (sum, worth) in turned.iter_mut().zip(load(&WORTHS[square])) {
                *sum = _mm256_add_epi16(*sum, worth);
            }
        }
        for part in 0..PARTS {
            let doubled = _mm256_add_epi16(turned[part], turned[part]);
            let sum = _mm256_add_epi16(_mm256_add_epi16(before[part], own[part]), doubled);
            let negated = _mm256_sub_epi16(_mm256_setzero_si256(), sum);
            _mm256_store_si256(result.0.as_mut_ptr().add(16 * part).cast(), negated);
        }
    }
    result
}

/// See [`super::sum`], by gathers.
#[inline]
pub fn sum(table: &Table, lanes: &Lanes) -> i32 {
    // SAFETY: every lane is a number of its shape, so origin and lane give a place before PATTERN_WEIGHTS; a gather reads 4
    // bytes there, and TABLE is larger by more than one weight. An origin for each lane.
    unsafe {
        let mut sums = _mm256_setzero_si256();
        for part in 0..LANES / 8 {
            let index =
                _mm256_cvtepi16_epi32(_mm_loadu_si128(lanes.0.as_ptr().add(8 * part).cast()));
            let origin = _mm256_loadu_si256(ORIGINS.as_ptr().add(8 * part).cast());
            let place = _mm256_add_epi32(index, origin);
            let pair = _mm256_i32gather_epi32::<2>(table.as_ptr().cast(), place);
            let weight = _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(pair));
            sums = _mm256_add_epi32(sums, weight);
        }
        total(sums)
    }
}

/// See [`super::correction`].
#[inline]
pub fn correction(net: &Net, rows: &[Row; ROWS], lanes: &Lanes, features: [usize; 3]) -> i32 {
    const { assert!(HIDDEN == 16 && PRODUCTS == 16) };
    // SAFETY: this module is only built where AVX2 is there. Rows have 32 bytes; what is loaded otherwise are 32 of the 64 bytes of a
    // field of the net, which is aligned to them. Every lane is a number of its shape, and those of the first shapes are also
    // the places of their rows.
    unsafe {
        let halves = |start: *const __m256i| [0, 1].map(|half| _mm256_load_si256(start.add(half)));
        let mut sums = halves(net.start.as_ptr().cast());
        let mut add = |row: *const Row| {
            for (half, sum) in sums.iter_mut().enumerate() {
                let numbers = _mm_loadu_si128(row.cast::<u8>().add(16 * half).cast());
                *sum = _mm256_add_epi16(*sum, _mm256_cvtepi8_epi16(numbers));
            }
        };
        for place in features {
            add(&raw const rows[NET_WEIGHTS + feature_place(place)]);
        }
        for lane in 0..NET_INSTANCES {
            let place = number_place(lanes, lane);
            debug_assert!(place < NET_WEIGHTS);
            add(rows.as_ptr().add(place));
        }
        let [first, second] = sums.map(|sum| {
            let positive = _mm256_max_epi16(sum, _mm256_setzero_si256());
            _mm256_min_epi16(positive, _mm256_set1_epi16(ONE))
        });
        let products = _mm256_mullo_epi16(first, second);
        let mut hidden = halves(net.bias.as_ptr().cast());
        for (pair, weights) in (0..).zip(&net.hidden) {
            let both = _mm256_permutevar8x32_epi32(products, _mm256_set1_epi32(pair));
            for (units, weights) in hidden.iter_mut().zip(halves(weights.as_ptr().cast())) {
                *units = _mm256_add_epi32(*units, _mm256_madd_epi16(both, weights));
            }
        }
        let last = halves(net.last.as_ptr().cast());
        let mut sum = _mm256_setzero_si256();
        for (units, weights) in hidden.into_iter().zip(last) {
            let positive = _mm256_max_epi32(units, _mm256_setzero_si256());
            let small = _mm256_min_epi32(
                _mm256_srai_epi32::<HIDDEN_SHIFT>(positive),
                _mm256_set1_epi32(i32::from(i16::MAX)),
            );
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(small, weights));
        }
        total(sum) >> LAST_SHIFT
    }
}
