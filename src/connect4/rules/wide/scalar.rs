//! Word by word.

use super::Wide;

macro_rules! word_by_word {
    ($(#[$doc:meta])* $name:ident, $word:expr) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(one: Wide, other: Wide) -> Wide {
            let ([a, b, c, d], [e, f, g, h]) = (one.0, other.0);
            let word: fn(u64, u64) -> u64 = $word;
            Wide([word(a, e), word(b, f), word(c, g), word(d, h)])
        }
    };
}

word_by_word!(
    /// The bits of both.
    and, |a, b| a & b
);
word_by_word!(
    /// The bits of either.
    or, |a, b| a | b
);
word_by_word!(
    /// The bits of one of them alone.
    xor, |a, b| a ^ b
);
word_by_word!(
    /// The bits of the first that are not of the second.
    without, |a, b| a & !b
);
word_by_word!(
    /// The sum, with no carry between words.
    plus, u64::wrapping_add
);
word_by_word!(
    /// The difference, with no borrowing between words.
    minus, u64::wrapping_sub
);

/// Every bit moved to a place `by` higher, 0 < `by` < 64.
#[inline(always)]
pub fn up(bits: Wide, by: u32) -> Wide {
    let [a, b, c, d] = bits.0;
    let back = 64 - by;
    Wide([
        a << by,
        b << by | a >> back,
        c << by | b >> back,
        d << by | c >> back,
    ])
}

/// Every bit moved to a place `by` lower, 0 < `by` < 64.
#[inline(always)]
pub fn down(bits: Wide, by: u32) -> Wide {
    let [a, b, c, d] = bits.0;
    let back = 64 - by;
    Wide([
        a >> by | b << back,
        b >> by | c << back,
        c >> by | d << back,
        d >> by,
    ])
}

/// Whether no bit is set.
#[inline(always)]
pub fn is_empty(bits: Wide) -> bool {
    let [a, b, c, d] = bits.0;
    a | b | c | d == 0
}
