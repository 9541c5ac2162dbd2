//! Transposition table: what is known of a position, kept with the whole position so that no entry can be mistaken
//! for another's. Lock-free and safe: three relaxed atomic words an entry, the two key words each mixed with the data
//! word; an entry torn by a concurrent store fails to match and is simply not found.

use std::sync::atomic::{AtomicU64, Ordering};

/// No move, in the `best` field of an [`Entry`]; moves are numbered from 0 to 126.
pub const NO_MOVE: u8 = 127;

/// What the table knows of a position, scores from the mover's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The score is at least this, given depth and confidence; within ±2,047.
    pub lower: i16,
    /// The score is at most this; within ±2,047.
    pub upper: i16,
    /// Plies searched, below 128.
    pub depth: u8,
    /// Level of confidence of that search, below 8; higher is surer.
    pub confidence: u8,
    /// Best move first, then an older one; [`NO_MOVE`] where there is none.
    pub best: [u8; 2],
}

/// Where the fields of an entry lie in its word: two scores of 12 bits, 7 bits of depth, 3 of confidence, 7 for each move;
/// the stamp's two bytes are on top.
const UPPER: u32 = 12;
const DEPTH: u32 = 24;
const CONFIDENCE: u32 = 31;
const FIRST: u32 = 34;
const SECOND: u32 = 41;
const GENERATION: u32 = 48;
const EPOCH: u32 = 56;

impl Entry {
    #[inline]
    fn pack(self, stamp: Stamp) -> u64 {
        let score = |score: i16| u64::from(score.cast_unsigned() & 0xfff);
        score(self.lower)
            | score(self.upper) << UPPER
            | u64::from(self.depth) << DEPTH
            | u64::from(self.confidence) << CONFIDENCE
            | u64::from(self.best[0]) << FIRST
            | u64::from(self.best[1]) << SECOND
            | u64::from(stamp.generation) << GENERATION
            | u64::from(stamp.epoch) << EPOCH
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "fields are cut out")]
    fn unpack(data: u64) -> Self {
        // The sign is that of the twelve bits.
        let score = |from: u32| ((data >> from) as i16) << 4 >> 4;
        let bits = |from: u32, count: u32| (data >> from) as u8 & ((1 << count) - 1);
        Self {
            lower: score(0),
            upper: score(UPPER),
            depth: bits(DEPTH, 7),
            confidence: bits(CONFIDENCE, 3),
            best: [bits(FIRST, 7), bits(SECOND, 7)],
        }
    }
}

/// When an entry was stored.
#[derive(Debug, Clone, Copy)]
struct Stamp {
    /// The search since the table was last cleared.
    generation: u8,
    /// How often it had been cleared, from 1 on. What has another epoch counts as not there, so that clearing costs
    /// nothing; memory that was never written has 0.
    epoch: u8,
}

impl Stamp {
    /// That of a table that was never written.
    const FIRST: Self = Self {
        generation: 0,
        epoch: 1,
    };

    /// Whether an entry was stored since the table was last cleared.
    #[inline]
    fn is_current(self, data: u64) -> bool {
        data >> EPOCH == u64::from(self.epoch)
    }
}

/// How much an entry is worth keeping: this search's before older ones, deep before shallow, sure before guessed.
fn worth(data: u64, now: Stamp) -> u32 {
    if !now.is_current(data) {
        return 0;
    }
    let Entry {
        depth, confidence, ..
    } = Entry::unpack(data);
    let is_fresh = (data >> GENERATION & 0xff) == u64::from(now.generation);
    let fresh = if is_fresh { 1 << 16 } else { 0 };
    1 + fresh + (u32::from(depth) << 4) + u32::from(confidence)
}

/// The key words as they are stored: each mixed with the data, and the second with the first besides, so that words of
/// different stores do not fit together even where their data are equal.
#[inline]
fn sealed(key: [u64; 2], data: u64) -> [u64; 2] {
    let mixed = key[0].wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [key[0] ^ data, key[1] ^ mixed ^ data]
}

/// Words of a cache line.
const LINE: usize = 8;
/// Positions that share a line, each with two words of key and one of data; the fourth lies idle.
const WAYS: usize = 2;

/// One entry of a line.
struct Slot<'a> {
    keys: [&'a AtomicU64; 2],
    data: &'a AtomicU64,
}

impl Slot<'_> {
    #[inline]
    fn read(&self, key: [u64; 2], now: Stamp) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        let [first, second] = sealed(key, data);
        let matches = self.keys[0].load(Ordering::Relaxed) == first
            && self.keys[1].load(Ordering::Relaxed) == second
            && now.is_current(data);
        matches.then_some(data)
    }

    #[inline]
    fn write(&self, key: [u64; 2], data: u64) {
        let [first, second] = sealed(key, data);
        self.keys[0].store(first, Ordering::Relaxed);
        self.keys[1].store(second, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// The table. Its memory comes from the system zeroed and untouched, so a large one costs nothing until it is used. To
/// keep it so it is allocated as plain words, which need no alignment, and the lines begin at the first multiple of 64.
pub struct Table {
    words: Box<[AtomicU64]>,
    first: usize,
    lines: usize,
    now: Stamp,
}

impl Table {
    /// A table of so many MiB, at least 1; falls back to smaller sizes when the memory is not to be had.
    pub fn new(mebibytes: usize) -> Self {
        let mut lines = mebibytes
            .max(1)
            .saturating_mul((1 << 20) / (LINE * size_of::<u64>()));
        loop {
            let words = lines.saturating_add(1).saturating_mul(LINE);
            if let Ok(words) = bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(words) {
                let misplaced = words.as_ptr().addr() / size_of::<u64>() % LINE;
                let first = (LINE - misplaced) % LINE;
                return Self {
                    words,
                    first,
                    lines,
                    now: Stamp::FIRST,
                };
            }
            lines = (lines / 2).max(1 << 12);
        }
    }

    /// Size in MiB.
    pub fn mebibytes(&self) -> usize {
        (self.lines * LINE * size_of::<u64>()) >> 20
    }

    /// Forgets everything, at once: wiping a large table or giving its memory back takes milliseconds, which the next move
    /// may not have. What was stored before has another epoch. Epochs come round again, so each time one of as many parts
    /// of the table is wiped: by then nothing of the same epoch is left.
    pub fn clear(&mut self) {
        let parts = usize::from(u8::MAX);
        let part = usize::from(self.now.epoch) - 1;
        let length = self.words.len();
        for word in &self.words[length * part / parts..length * (part + 1) / parts] {
            // Looking first leaves alone what was never used.
            if word.load(Ordering::Relaxed) != 0 {
                word.store(0, Ordering::Relaxed);
            }
        }
        let epoch = self.now.epoch % u8::MAX + 1;
        self.now = Stamp {
            epoch,
            ..Stamp::FIRST
        };
    }

    /// Becomes an empty table of another size, in MiB. The old memory is given back first.
    pub fn resize(&mut self, mebibytes: usize) {
        self.words = Box::default();
        *self = Self::new(mebibytes);
    }

    /// A new search begins: what older ones left gives way first.
    pub fn age(&mut self) {
        self.now.generation = self.now.generation.wrapping_add(1);
    }

    /// The line of a hash, by its high bits.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the high half is below the number of lines"
    )]
    fn line(&self, hash: u64) -> &[AtomicU64; LINE] {
        let index = ((u128::from(hash) * self.lines as u128) >> 64) as usize;
        let start = self.first + index * LINE;
        self.words[start..]
            .first_chunk()
            .expect("one line more than are used was allocated")
    }

    #[inline]
    fn slots(&self, hash: u64) -> [Slot<'_>; WAYS] {
        let [a, b, data, _, c, d, other_data, _] = self.line(hash);
        [
            Slot { keys: [a, b], data },
            Slot {
                keys: [c, d],
                data: other_data,
            },
        ]
    }

    /// Asks the processor to fetch the line of a position that will be probed soon.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        super::prefetch::read(self.line(hash).as_ptr());
    }

    /// What is known of the position `key`, whose hash is `hash`.
    #[inline]
    pub fn probe(&self, key: [u64; 2], hash: u64) -> Option<Entry> {
        self.slots(hash)
            .iter()
            .find_map(|slot| slot.read(key, self.now))
            .map(Entry::unpack)
    }

    /// Keeps `entry`. The same position is overwritten (bounds of equal depth and confidence are joined), else the
    /// least valuable entry of the line gives way.
    #[inline]
    pub fn store(&self, key: [u64; 2], hash: u64, mut entry: Entry) {
        let slots = self.slots(hash);
        let mut victim = &slots[0];
        let mut least = u32::MAX;
        for slot in &slots {
            if let Some(data) = slot.read(key, self.now) {
                let old = Entry::unpack(data);
                if (old.depth, old.confidence) == (entry.depth, entry.confidence) {
                    entry.lower = entry.lower.max(old.lower);
                    entry.upper = entry.upper.min(old.upper);
                }
                if entry.best[0] == NO_MOVE {
                    entry.best = old.best;
                } else if entry.best[0] != old.best[0] {
                    entry.best[1] = old.best[0];
                } else {
                    entry.best[1] = old.best[1];
                }
                victim = slot;
                break;
            }
            let worth = worth(slot.data.load(Ordering::Relaxed), self.now);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        victim.write(key, entry.pack(self.now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry {
        lower: -3,
        upper: 5,
        depth: 9,
        confidence: 1,
        best: [19, NO_MOVE],
    };

    #[test]
    fn finds_what_was_stored_and_nothing_else() {
        let table = Table::new(1);
        assert_eq!(table.probe([0, 0], 0), None);
        table.store([1, 2], 77, ENTRY);
        assert_eq!(table.probe([1, 2], 77), Some(ENTRY));
        assert_eq!(table.probe([1, 3], 77), None);
        assert_eq!(table.probe([2, 2], 77), None);
    }

    #[test]
    fn joins_bounds_of_equal_searches_and_keeps_the_older_move() {
        let table = Table::new(1);
        table.store([1, 2], 77, ENTRY);
        table.store(
            [1, 2],
            77,
            Entry {
                lower: 1,
                upper: 64,
                best: [20, NO_MOVE],
                ..ENTRY
            },
        );
        assert_eq!(
            table.probe([1, 2], 77),
            Some(Entry {
                lower: 1,
                upper: 5,
                best: [20, 19],
                ..ENTRY
            })
        );
    }

    #[test]
    fn a_cleared_table_is_like_a_new_one() {
        let mut table = Table::new(1);
        for round in 0..600 {
            table.store([1, 2], 77, Entry { depth: 40, ..ENTRY });
            table.store([3, 4], 77, Entry { depth: 41, ..ENTRY });
            table.clear();
            assert_eq!(table.probe([1, 2], 77), None, "round {round}");
            // What is left of before is neither joined with nor in the way.
            let entry = Entry { depth: 1, ..ENTRY };
            table.store([1, 2], 77, entry);
            table.store([5, 6], 77, entry);
            assert_eq!(table.probe([1, 2], 77), Some(entry), "round {round}");
            assert_eq!(table.probe([5, 6], 77), Some(entry), "round {round}");
            assert_eq!(table.probe([3, 4], 77), None, "round {round}");
        }
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let mut table = Table::new(1);
        table.store([1, 1], 0, Entry { depth: 20, ..ENTRY });
        table.store([2, 2], 0, Entry { depth: 4, ..ENTRY });
        table.store([3, 3], 0, Entry { depth: 6, ..ENTRY });
        assert!(table.probe([1, 1], 0).is_some() && table.probe([2, 2], 0).is_none());
        table.age();
        table.store([4, 4], 0, Entry { depth: 2, ..ENTRY });
        table.store([5, 5], 0, Entry { depth: 2, ..ENTRY });
        assert!(table.probe([1, 1], 0).is_none());
    }
}
