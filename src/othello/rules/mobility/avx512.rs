//! Mobility with one 512-bit vector: all eight directions as rotations. A wrapped bit is harmless, because the enemy
//! discs of a lane never include a square that a wrapped bit could reach: the columns are masked for the lanes that
//! change column, the rows for those that change row, both for the diagonals.
#![allow(
    unsafe_code,
    reason = "vector intrinsics; this file is compiled only where the target has AVX-512 F"
)]

use std::arch::x86_64::{
    _mm512_and_si512, _mm512_reduce_or_epi64, _mm512_rolv_epi64, _mm512_set_epi64,
    _mm512_set1_epi64, _mm512_ternarylogic_epi64,
};

use super::INNER_ROWS;
use crate::othello::rules::INNER_COLUMNS;

/// The empty squares on which a disc of `mover` turns at least one of `other`.
#[inline]
pub fn mobility(mover: u64, other: u64) -> u64 {
    // SAFETY: this file is compiled only when every processor the program runs on has AVX-512 F.
    unsafe { mobility_avx512(mover, other) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn mobility_avx512(mover: u64, other: u64) -> u64 {
    const COLUMNS: i64 = INNER_COLUMNS.cast_signed();
    const ROWS: i64 = INNER_ROWS.cast_signed();
    const BOTH: i64 = COLUMNS & ROWS;
    /// `a | (b & c)`
    const OR_AND: i32 = 0xf8;
    let step = _mm512_set_epi64(1, 8, 7, 9, 63, 56, 57, 55);
    let two = _mm512_set_epi64(2, 16, 14, 18, 62, 48, 50, 46);
    let lanes = _mm512_set_epi64(COLUMNS, ROWS, BOTH, BOTH, COLUMNS, ROWS, BOTH, BOTH);
    let enemy = _mm512_and_si512(_mm512_set1_epi64(other.cast_signed()), lanes);
    let own = _mm512_set1_epi64(mover.cast_signed());

    let mut run = _mm512_and_si512(enemy, _mm512_rolv_epi64(own, step));
    let pairs = _mm512_and_si512(enemy, _mm512_rolv_epi64(enemy, step));
    run = _mm512_ternarylogic_epi64::<OR_AND>(run, enemy, _mm512_rolv_epi64(run, step));
    run = _mm512_ternarylogic_epi64::<OR_AND>(run, pairs, _mm512_rolv_epi64(run, two));
    run = _mm512_ternarylogic_epi64::<OR_AND>(run, pairs, _mm512_rolv_epi64(run, two));
    let ends = _mm512_rolv_epi64(run, step);
    _mm512_reduce_or_epi64(ends).cast_unsigned() & !(mover | other)
}
