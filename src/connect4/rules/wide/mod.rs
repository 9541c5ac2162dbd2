//! 256 bits for the large board, with siblings for each kind of processor; the scalar one is the definition.

pub mod scalar;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use avx2 as kernels;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
use scalar as kernels;

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::bits::Bits;

/// 256 bits: on a board of ten columns and fifteen rows four columns to a word, so that no column is divided. The last
/// word only makes it a whole vector register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(32))]
pub struct Wide(pub [u64; 4]);

macro_rules! kernel {
    ($trait:ident, $method:ident, $kernel:ident) => {
        impl $trait for Wide {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                kernels::$kernel(self, other)
            }
        }
    };
}

kernel!(BitAnd, bitand, and);
kernel!(BitOr, bitor, or);
kernel!(BitXor, bitxor, xor);

impl Not for Wide {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        kernels::xor(self, Self([u64::MAX; 4]))
    }
}

/// Every set of a single bit. A set made word by word would be waited for when it is taken as a vector.
static SINGLE: [Wide; 256] = {
    let mut all = [Wide([0; 4]); 256];
    let mut bit = 0;
    while bit < 256 {
        all[bit].0[bit / 64] = 1 << (bit % 64);
        bit += 1;
    }
    all
};

impl Bits for Wide {
    const NONE: Self = Self([0; 4]);

    #[inline(always)]
    fn single(bit: u32) -> Self {
        SINGLE[bit as usize % 256]
    }

    #[inline(always)]
    fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        self.0
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        kernels::up(self, by)
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        kernels::down(self, by)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        kernels::plus(self, other)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        kernels::minus(self, other)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the rest is not asked for")]
    #[inline(always)]
    fn column_from(self, bit: u32) -> u32 {
        (self.0[bit as usize / 64] >> (bit % 64)) as u32
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        kernels::is_empty(self)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        kernels::without(self, other)
    }

    #[inline(always)]
    fn first(self) -> u32 {
        let [a, b, c, d] = self.0;
        if a != 0 {
            a.trailing_zeros()
        } else if b != 0 {
            64 + b.trailing_zeros()
        } else if c != 0 {
            128 + c.trailing_zeros()
        } else {
            192 + d.trailing_zeros()
        }
    }

    #[inline(always)]
    fn without_first(self) -> Self {
        let [a, b, c, d] = self.0;
        if a != 0 {
            Self([a & (a - 1), b, c, d])
        } else if b != 0 {
            Self([a, b & (b - 1), c, d])
        } else if c != 0 {
            Self([a, b, c & (c - 1), d])
        } else {
            Self([a, b, c, d & d.wrapping_sub(1)])
        }
    }
}
