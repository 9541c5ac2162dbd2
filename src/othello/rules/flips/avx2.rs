//! Flips with 256-bit vectors: four rays a register.
#![allow(
    unsafe_code,
    reason = "vector intrinsics; this file is compiled only where the target has AVX2"
)]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_load_si256, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64,
    _mm256_sub_epi64,
};

use super::RAYS;

/// The discs of `other` that a disc of the mover on `square` turns; none if the move is not legal.
#[inline]
pub fn flips(mover: u64, other: u64, square: usize) -> u64 {
    // SAFETY: this file is compiled only when every processor the program runs on has AVX2.
    unsafe { flips_avx2(mover, other, square) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_avx2(mover: u64, other: u64, square: usize) -> u64 {
    let halves = std::ptr::from_ref(&RAYS[square]).cast::<__m256i>();
    // SAFETY: `Rays` is aligned to 64 bytes and consists of two halves of 32, up and down.
    let (up, down) = unsafe { (_mm256_load_si256(halves), _mm256_load_si256(halves.add(1))) };
    let own = _mm256_set1_epi64x(mover.cast_signed());
    let enemy = _mm256_set1_epi64x(other.cast_signed());
    let zero = _mm256_setzero_si256();

    // Up: the lowest bit of the ray that is not an enemy disc.
    let end = _mm256_andnot_si256(enemy, up);
    let outflank = _mm256_and_si256(_mm256_and_si256(end, _mm256_sub_epi64(zero, end)), own);
    // outflank − 1, or 0 − 1 + 1 = 0 where the run is not closed
    let closed = _mm256_sub_epi64(
        _mm256_add_epi64(outflank, _mm256_set1_epi64x(-1)),
        _mm256_cmpeq_epi64(outflank, zero),
    );
    let up_flips = _mm256_and_si256(closed, up);

    // Down: there is no vector form of "highest bit", so the run of enemy discs is grown square by square.
    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let two = _mm256_add_epi64(step, step);
    let ray_enemy = _mm256_and_si256(enemy, down);
    let disc = _mm256_sllv_epi64(
        _mm256_set1_epi64x(1),
        _mm256_set1_epi64x(square.cast_signed() as i64),
    );
    let mut run = _mm256_and_si256(_mm256_srlv_epi64(disc, step), ray_enemy);
    run = _mm256_or_si256(
        run,
        _mm256_and_si256(_mm256_srlv_epi64(run, step), ray_enemy),
    );
    let pairs = _mm256_and_si256(ray_enemy, _mm256_srlv_epi64(ray_enemy, step));
    run = _mm256_or_si256(run, _mm256_and_si256(_mm256_srlv_epi64(run, two), pairs));
    run = _mm256_or_si256(run, _mm256_and_si256(_mm256_srlv_epi64(run, two), pairs));
    let end = _mm256_and_si256(_mm256_and_si256(_mm256_srlv_epi64(run, step), own), down);
    let open = _mm256_cmpeq_epi64(end, zero);
    let down_flips = _mm256_andnot_si256(open, run);

    let all = _mm256_or_si256(up_flips, down_flips);
    let half = _mm_or_si128(
        _mm256_castsi256_si128(all),
        _mm256_extracti128_si256::<1>(all),
    );
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}
