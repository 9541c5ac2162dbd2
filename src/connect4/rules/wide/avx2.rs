//! A vector register: sixteen lanes of a column each. A disc's neighbours in its column are found by a shift within the
//! lane, those in other columns by moving lanes.
#![allow(
    unsafe_code,
    reason = "vector intrinsics; this file is compiled only where the target has AVX2"
)]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_add_epi64, _mm256_alignr_epi8, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_sll_epi16,
    _mm256_srl_epi16, _mm256_sub_epi64, _mm256_testz_si256, _mm256_xor_si256,
};
use std::mem::transmute;

use super::Wide;

#[inline(always)]
fn vector(bits: Wide) -> __m256i {
    // SAFETY: both are 256 plain bits.
    unsafe { transmute(bits) }
}

#[inline(always)]
fn wide(vector: __m256i) -> Wide {
    // SAFETY: both are 256 plain bits.
    unsafe { transmute(vector) }
}

macro_rules! vector_operation {
    ($name:ident, $intrinsic:ident) => {
        /// The sibling in [`scalar`](super::scalar) is the definition.
        #[inline(always)]
        pub fn $name(one: Wide, other: Wide) -> Wide {
            // SAFETY: this file is compiled only when every processor the program runs on has AVX2.
            wide(unsafe { $intrinsic(vector(one), vector(other)) })
        }
    };
}

vector_operation!(and, _mm256_and_si256);
vector_operation!(or, _mm256_or_si256);
vector_operation!(xor, _mm256_xor_si256);
vector_operation!(plus, _mm256_add_epi64);
vector_operation!(minus, _mm256_sub_epi64);

/// The bits of the first that are not of the second.
#[inline(always)]
pub fn without(one: Wide, other: Wide) -> Wide {
    // SAFETY: as above.
    wide(unsafe { _mm256_andnot_si256(vector(other), vector(one)) })
}

/// Whether no bit is set.
#[inline(always)]
pub fn is_empty(bits: Wide) -> bool {
    // SAFETY: as above.
    unsafe { _mm256_testz_si256(vector(bits), vector(bits)) == 1 }
}

/// The lanes moved to a place `columns` higher, 0 to 3, with nothing coming in.
#[inline(always)]
fn lanes_up(bits: __m256i, columns: u32) -> __m256i {
    // SAFETY: as above.
    unsafe {
        let lower = _mm256_permute2x128_si256::<0x08>(bits, bits);
        match columns {
            0 => bits,
            1 => _mm256_alignr_epi8::<14>(bits, lower),
            2 => _mm256_alignr_epi8::<12>(bits, lower),
            _ => _mm256_alignr_epi8::<10>(bits, lower),
        }
    }
}

/// The lanes moved to a place `columns` lower, 0 to 3, with nothing coming in.
#[inline(always)]
fn lanes_down(bits: __m256i, columns: u32) -> __m256i {
    // SAFETY: as above.
    unsafe {
        let upper = _mm256_permute2x128_si256::<0x81>(bits, bits);
        match columns {
            0 => bits,
            1 => _mm256_alignr_epi8::<2>(upper, bits),
            2 => _mm256_alignr_epi8::<4>(upper, bits),
            _ => _mm256_alignr_epi8::<6>(upper, bits),
        }
    }
}

/// Every lane shifted by so many rows, upwards if positive.
#[inline(always)]
fn rows_up(bits: __m256i, rows: i32) -> __m256i {
    // SAFETY: as above.
    unsafe {
        let by = _mm_cvtsi32_si128(rows.abs());
        if rows < 0 {
            _mm256_srl_epi16(bits, by)
        } else {
            _mm256_sll_epi16(bits, by)
        }
    }
}

/// A distance as whole columns and rows, the rows between −8 and 7.
#[inline(always)]
fn columns_and_rows(by: u32) -> (u32, i32) {
    let columns = (by + 8) / 16;
    (columns, by.cast_signed() - 16 * columns.cast_signed())
}

/// Every bit moved to a place `by` higher, 0 < `by` < 56; what leaves its column by more than the spare row is lost.
#[inline(always)]
pub fn up(bits: Wide, by: u32) -> Wide {
    let (columns, rows) = columns_and_rows(by);
    wide(rows_up(lanes_up(vector(bits), columns), rows))
}

/// Every bit moved to a place `by` lower, 0 < `by` < 56; what leaves its column is lost.
#[inline(always)]
pub fn down(bits: Wide, by: u32) -> Wide {
    let (columns, rows) = columns_and_rows(by);
    wide(rows_up(lanes_down(vector(bits), columns), -rows))
}
