//! Flips with AVX-512's count of leading zeros: four rays a register, up and down alike without loops.
#![allow(
    unsafe_code,
    reason = "vector intrinsics; this file is compiled only where the target has AVX-512 VL and CD"
)]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_lzcnt_epi64, _mm256_maskz_add_epi64, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_ternarylogic_epi64, _mm256_test_epi64_mask,
};

use super::RAYS;

/// The discs of `other` that a disc of the mover on `square` turns; none if the move is not legal.
#[inline]
pub fn flips(mover: u64, other: u64, square: usize) -> u64 {
    // SAFETY: this file is compiled only when every processor the program runs on has these features.
    unsafe { flips_avx512(mover, other, square) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512cd")]
fn flips_avx512(mover: u64, other: u64, square: usize) -> u64 {
    let halves = std::ptr::from_ref(&RAYS[square]).cast::<__m256i>();
    // SAFETY: `Rays` is aligned to 64 bytes and consists of two halves of 32, up and down.
    let (up, down) = unsafe { (_mm256_load_si256(halves), _mm256_load_si256(halves.add(1))) };
    let own = _mm256_set1_epi64x(mover.cast_signed());
    let enemy = _mm256_set1_epi64x(other.cast_signed());
    let ones = _mm256_set1_epi64x(-1);

    // Up: the lowest bit of the ray that is not an enemy disc, if it is ours; everything below it turns.
    let end = _mm256_andnot_si256(enemy, up);
    let lowest = _mm256_sub_epi64(_mm256_setzero_si256(), end);
    let outflank = _mm256_and_si256(_mm256_and_si256(end, lowest), own);
    let below = _mm256_maskz_add_epi64(_mm256_test_epi64_mask(outflank, outflank), outflank, ones);

    // Down: the highest such bit; a shift by 64 gives 0, which is right. Everything above it turns.
    let end = _mm256_andnot_si256(enemy, down);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(end));
    let outflank = _mm256_and_si256(highest, own);
    // −2·outflank: all bits above it
    let above = _mm256_sub_epi64(_mm256_sub_epi64(_mm256_setzero_si256(), outflank), outflank);

    // (below & up) | (above & down), the second term by ternary logic a | (b & c)
    let all = _mm256_ternarylogic_epi64::<0xf8>(_mm256_and_si256(below, up), above, down);
    let half = _mm_or_si128(
        _mm256_castsi256_si128(all),
        _mm256_extracti128_si256::<1>(all),
    );
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}
