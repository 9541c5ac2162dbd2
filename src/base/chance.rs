//! Chance that can be repeated on any machine: `SplitMix64` in streams that are named by what they are for, and unbiased draws
//! from it.

use rand_core::{Rng, SeedableRng as _};
use rand_xoshiro::SplitMix64;

/// A stream of chance.
#[derive(Debug, Clone)]
pub struct Chance(SplitMix64);

impl Chance {
    /// The stream of a name that belongs to a seed.
    pub fn new(seed: u64, name: &str) -> Self {
        let mixed = u64::from(crc32fast::hash(name.as_bytes())) << 32
            | u64::from(crc32fast::hash(&seed.to_le_bytes()));
        Self(SplitMix64::seed_from_u64(seed ^ mixed))
    }

    /// A number below `bound`, which is not zero, each equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "below a usize")]
        let drawn = below(&mut self.0, bound as u64) as usize;
        drawn
    }

    /// Any number at all.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 up to, but not, 1.
    pub fn unit(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
        let drawn = (self.0.next_u64() >> 11) as f64;
        drawn / 9_007_199_254_740_992.0
    }

    /// Puts all in an order drawn by lot.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        shuffle(all, &mut self.0);
    }
}

/// A number below `bound`, which is not zero, each equally likely: draws that would favour some are made again.
pub fn below(random: &mut impl Rng, bound: u64) -> u64 {
    let fair = u64::MAX - u64::MAX % bound;
    loop {
        let drawn = random.next_u64();
        if drawn < fair {
            return drawn % bound;
        }
    }
}

/// Fisher and Yates's shuffle.
#[expect(clippy::cast_possible_truncation, reason = "below a usize")]
pub fn shuffle<T>(all: &mut [T], random: &mut impl Rng) {
    for last in (1..all.len()).rev() {
        let other = below(random, last as u64 + 1);
        all.swap(last, other as usize);
    }
}

/// A seed for whoever did not name one.
pub fn draw_seed() -> u64 {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    let mixed = now.as_nanos() ^ u128::from(std::process::id()) << 40;
    #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
    let mixed = mixed as u64;
    // Short enough to be typed again.
    Chance::new(mixed, "seed").below(1_000_000_000) as u64
}
