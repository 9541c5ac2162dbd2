//! Bounds on scores of positions met before. Small, so that it stays in the processor's cache while the problem is small, and
//! forgotten at once, so that problems can be solved one after the other without help from each other.

use crate::connect4::rules::bits::Bits;
use crate::connect4::rules::board::Board;
use crate::connect4::rules::size::Size;
use crate::search::prefetch;

/// Bounds on the score of a position, and the move that was good there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: i32,
    pub(super) most: i32,
    /// The column of the move; [`NO_COLUMN`] if none was good.
    pub(super) column: u32,
}

/// No column at all.
pub(super) const NO_COLUMN: u32 = 15;

/// What tells positions of one game apart: all of it on the small boards, a hash of 94 bits on the large one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    low: u64,
    /// [`HIGH_BITS`] bits.
    high: u64,
}

/// Bits of the second word of a key.
const HIGH_BITS: u32 = 30;

/// The key of a position. It does not tell neutral discs from the others: those do not change in the course of a game.
#[inline(always)]
pub(super) fn identity<S: Size>(board: Board<S>) -> Key {
    let [low, high, rest, _] = board.mover.plus(board.filled.plus(S::BOTTOM)).words();
    if S::WIDTH * S::STRIDE <= 64 + HIGH_BITS {
        return Key { low, high };
    }
    // The largest board has three words. Each of them has a say in every bit of both parts of the key, so that two positions
    // with one key are as unlikely as chance has it, even where they differ in four columns only.
    let mixed = rest.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let spread = (high ^ mixed.rotate_left(32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let low = (low ^ mixed ^ spread ^ spread >> 32).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let high = (spread ^ low >> 29).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    Key {
        low: low ^ low >> 32,
        high: high >> (64 - HIGH_BITS),
    }
}

/// A line of the cache.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A position with its bounds; no score has more than a byte. From the lowest bit on the second word has: least and most score, 8 bits each, column, 4,
/// work, 6, generation, 8, the rest of the key.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    low: u64,
    rest: u64,
}

const COLUMN: u32 = 16;
const WORK: u32 = 20;
const GENERATION: u32 = 26;
const HIGH: u32 = 34;
const _: () = assert!(HIGH + HIGH_BITS == 64);

impl Entry {
    fn generation(self) -> u64 {
        self.rest >> GENERATION & 0xff
    }

    fn work(self) -> u64 {
        self.rest >> WORK & 0x3f
    }

    fn key(self) -> Key {
        Key {
            low: self.low,
            high: self.rest >> HIGH,
        }
    }

    fn bounds(self) -> Bounds {
        let [least, most, ..] = self.rest.to_le_bytes();
        Bounds {
            least: least.cast_signed().into(),
            most: most.cast_signed().into(),
            column: (self.rest >> COLUMN & 0xf) as u32,
        }
    }
}

/// The table. It uses a small part of its memory at first and four times as much whenever that is full.
#[derive(Debug)]
pub(super) struct Memory {
    buckets: Vec<Bucket>,
    /// Bits of the number of a bucket, now and at most.
    bits: u32,
    most_bits: u32,
    /// Entries made since the last growth.
    made: usize,
    generation: u64,
}

/// Bits of the number of a bucket at the beginning: 64 KiB.
const FIRST_BITS: u32 = 10;

impl Memory {
    /// A table of at most so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        let most = (mebibytes << 20) / size_of::<Bucket>();
        let most_bits = most.max(1 << FIRST_BITS).ilog2();
        Self {
            buckets: vec![Bucket::default(); 1 << FIRST_BITS],
            bits: FIRST_BITS,
            most_bits,
            made: 0,
            generation: 1,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.bits = FIRST_BITS;
        self.made = 0;
        self.generation += 1;
        if self.generation == 0x100 {
            self.generation = 1;
            self.buckets.fill(Bucket::default());
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number of a bucket, which fits the memory"
    )]
    #[inline(always)]
    fn place(&self, key: Key) -> usize {
        let mixed = (key.low ^ key.high.wrapping_mul(0xd6e8_feb8_6659_fd93))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (64 - self.bits)) as usize
    }

    /// Fetches what may be known of a position into the cache.
    #[inline(always)]
    pub(super) fn fetch(&self, key: Key) {
        prefetch::read(&raw const self.buckets[self.place(key)]);
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn find(&self, key: Key) -> Option<Bounds> {
        let wanted = key.high << 8 | self.generation;
        self.buckets[self.place(key)]
            .0
            .into_iter()
            .find(|entry| entry.low == key.low && entry.rest >> GENERATION == wanted)
            .map(Entry::bounds)
    }

    /// Keeps bounds that took so much work to find, in place of what took least.
    #[inline(always)]
    pub(super) fn keep(&mut self, key: Key, bounds: Bounds, nodes: u64) {
        if self.made >> (self.bits + 1) != 0 && self.bits < self.most_bits {
            self.grow();
        }
        let byte = |score: i32| u64::from(score.to_le_bytes()[0]);
        let work = u64::from((nodes + 1).ilog2());
        let entry = Entry {
            low: key.low,
            rest: byte(bounds.least)
                | byte(bounds.most) << 8
                | u64::from(bounds.column) << COLUMN
                | work << WORK
                | self.generation << GENERATION
                | key.high << HIGH,
        };
        self.insert(entry);
    }

    #[inline(always)]
    fn insert(&mut self, entry: Entry) {
        let key = entry.key();
        let place = self.place(key);
        let generation = self.generation;
        let bucket = &mut self.buckets[place].0;
        let mut worst = 0;
        let mut least = u64::MAX;
        for (number, old) in bucket.iter().enumerate() {
            let is_old = old.generation() != generation;
            if !is_old && old.key() == key {
                bucket[number] = entry;
                return;
            }
            let worth = if is_old { 0 } else { 1 + old.work() };
            if worth < least {
                (worst, least) = (number, worth);
            }
        }
        self.made += usize::from(least == 0);
        bucket[worst] = entry;
    }

    /// Spreads the entries over four times as much memory. From the last bucket down no entry meets one that still has to
    /// be moved.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let before = 1_usize << self.bits;
        let bits = (self.bits + 2).min(self.most_bits);
        let more = (1_usize << bits).saturating_sub(self.buckets.len());
        if self.buckets.try_reserve_exact(more).is_err() {
            // There is no more memory than this.
            self.most_bits = self.bits;
            return;
        }
        let buckets = self.buckets.len().max(1 << bits);
        self.buckets.resize(buckets, Bucket::default());
        self.bits = bits;
        self.made = 0;
        for number in (0..before).rev() {
            let bucket = std::mem::take(&mut self.buckets[number]);
            for entry in bucket.0 {
                if entry.generation() == self.generation {
                    self.insert(entry);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::connect4::rules::size::TenByFifteen;
    use crate::connect4::rules::wide::Wide;

    /// Discs in the four middle columns of an otherwise full board, one board for each number.
    fn late(number: u64) -> Board<TenByFifteen> {
        type S = TenByFifteen;
        let mut board = Board::<S>::EMPTY;
        let inner = 4..8;
        for column in (0..S::WIDTH).filter(|column| !inner.contains(column)) {
            board.filled = board.filled | Board::<S>::column(column);
        }
        for (place, column) in inner.enumerate() {
            // Five rows of a column, each of one of the sides.
            for row in 0..5 {
                let cell = Wide::single(S::bit(column, row));
                board.filled = board.filled | cell;
                if number >> (5 * place + row as usize) & 1 == 1 {
                    board.mover = board.mover | cell;
                } else {
                    board.other = board.other | cell;
                }
            }
        }
        board
    }

    #[test]
    fn late_positions_have_keys_of_their_own() {
        let keys: HashSet<_> = (0..1 << 19)
            .map(|number| {
                let key = identity(late(number));
                (key.low, key.high)
            })
            .collect();
        assert_eq!(keys.len(), 1 << 19);
        let lows: HashSet<_> = keys.iter().map(|(low, _)| low).collect();
        assert_eq!(lows.len(), 1 << 19);
    }
}
