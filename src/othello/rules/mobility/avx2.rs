//! Mobility with 256-bit vectors: four directions a register.
#![allow(
    unsafe_code,
    reason = "vector intrinsics; this file is compiled only where the target has AVX2"
)]

use std::arch::x86_64::{
    _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use crate::othello::rules::INNER_COLUMNS;

/// The empty squares on which a disc of `mover` turns at least one of `other`.
#[inline]
pub fn mobility(mover: u64, other: u64) -> u64 {
    // SAFETY: this file is compiled only when every processor the program runs on has AVX2.
    unsafe { mobility_avx2(mover, other) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn mobility_avx2(mover: u64, other: u64) -> u64 {
    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let two = _mm256_add_epi64(step, step);
    let inner = INNER_COLUMNS.cast_signed();
    let enemy = _mm256_and_si256(
        _mm256_set1_epi64x(other.cast_signed()),
        _mm256_set_epi64x(inner, -1, inner, inner),
    );
    let own = _mm256_set1_epi64x(mover.cast_signed());

    let mut up = _mm256_and_si256(enemy, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(enemy, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(enemy, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(enemy, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(enemy, _mm256_sllv_epi64(enemy, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
    );
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
    );

    let all = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    let half = _mm_or_si128(
        _mm256_castsi256_si128(all),
        _mm256_extracti128_si256::<1>(all),
    );
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
        & !(mover | other)
}
