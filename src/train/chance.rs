//! Draws by lot.

#![expect(clippy::cast_possible_truncation, reason = "below a usize")]

use rand_core::Rng;

/// A number below `bound`.
pub(super) fn below(random: &mut impl Rng, bound: u64) -> u64 {
    random.next_u64() % bound
}

/// Fisher and Yates's shuffle.
pub(super) fn shuffle<T>(items: &mut [T], random: &mut impl Rng) {
    for last in (1..items.len()).rev() {
        let other = below(random, last as u64 + 1);
        items.swap(last, other as usize);
    }
}
