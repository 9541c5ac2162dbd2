//! Sets of cells as machine words: one word or two for the small boards, four for the large one.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of bits that is copied freely and works without branches.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The empty set.
    const NONE: Self;

    /// The set whose bits are those of `words`, lowest first. What does not fit is lost.
    fn from_words(words: [u64; 4]) -> Self;
    /// The bits as words, lowest first.
    fn words(self) -> [u64; 4];

    /// Every bit moved to a place `by` higher, 0 < `by` < 56. What passes the end of a column by more than one row is lost or
    /// comes to lie in another column; nobody may rely on either.
    #[must_use]
    fn up(self, by: u32) -> Self;
    /// Every bit moved to a place `by` lower, 0 < `by` < 56, with the same reservation.
    #[must_use]
    fn down(self, by: u32) -> Self;
    /// The sum as numbers, with no carry from one word to the next.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The difference as numbers, with no borrowing between words.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// The bits from number `bit` on, which begins a column: that column and something of the next.
    fn column_from(self, bit: u32) -> u32;

    /// How many bits are set.
    fn count(self) -> u32;
    /// Whether no bit is set.
    fn is_empty(self) -> bool;
    /// The number of the lowest bit; meaningless for the empty set.
    fn first(self) -> u32;
    /// The set without its lowest bit.
    #[must_use]
    fn without_first(self) -> Self;

    /// The set of a single bit.
    fn single(bit: u32) -> Self {
        let mut words = [0; 4];
        words[bit as usize / 64] = 1 << (bit % 64);
        Self::from_words(words)
    }

    /// Whether bit number `bit` is set.
    #[inline]
    fn has(self, bit: u32) -> bool {
        !(self & Self::single(bit)).is_empty()
    }

    /// The set without the bits of `other`.
    #[inline(always)]
    #[must_use]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Whether more than one bit is set.
    #[inline(always)]
    fn is_several(self) -> bool {
        !self.without_first().is_empty()
    }

    /// The set of the lowest bit alone.
    #[inline(always)]
    #[must_use]
    fn only_first(self) -> Self {
        self.without(self.without_first())
    }
}

macro_rules! one_number {
    ($number:ty) => {
        impl Bits for $number {
            const NONE: Self = 0;

            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_lossless,
                reason = "what does not fit is lost"
            )]
            #[inline(always)]
            fn from_words(words: [u64; 4]) -> Self {
                (words[0] as u128 | (words[1] as u128) << 64) as Self
            }

            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_lossless,
                reason = "two words are taken out one by one"
            )]
            #[inline(always)]
            fn words(self) -> [u64; 4] {
                [self as u64, (self as u128 >> 64) as u64, 0, 0]
            }

            #[inline(always)]
            fn up(self, by: u32) -> Self {
                self << by
            }

            #[inline(always)]
            fn down(self, by: u32) -> Self {
                self >> by
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_lossless,
                reason = "the rest is not asked for"
            )]
            #[inline(always)]
            fn column_from(self, bit: u32) -> u32 {
                (self >> bit) as u32
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

one_number!(u64);
one_number!(u128);

/// Walks through the single bits of a set, lowest first.
#[derive(Debug, Clone)]
pub struct Cells<B>(pub B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let bit = self.0.first();
        self.0 = self.0.without_first();
        Some(bit)
    }
}
