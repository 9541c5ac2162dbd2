//! A small table for one thread's own use near the leaves: it stays in the processor's cache, needs no locks and no
//! ageing. It keeps the whole position, so it is as exact as the large one.

use super::parts::{Part, in_use};
use crate::othello::rules::board::Board;
use crate::search::table::NO_MOVE;

/// log2 of the number of entries: at 24 bytes each they fit beside the rest in a second-level cache of 1 MiB.
const BITS: u32 = 12;

/// What is known of a position of few empties.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LocalEntry {
    board: Board,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    pub(crate) best: u8,
}

/// The table; later entries replace earlier ones.
#[derive(Debug)]
pub(crate) struct LocalTable(Box<[LocalEntry]>);

impl LocalTable {
    pub(crate) fn new() -> Self {
        // A board without discs is never looked up.
        let nothing = LocalEntry {
            board: Board::default(),
            lower: -64,
            upper: 64,
            best: NO_MOVE,
        };
        Self(vec![nothing; 1 << BITS].into_boxed_slice())
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new();
    }

    #[inline]
    fn place(hash: u64) -> usize {
        (hash >> (64 - BITS)) as usize
    }

    #[inline]
    pub(crate) fn probe(&self, board: Board, hash: u64) -> Option<LocalEntry> {
        let entry = self.0[Self::place(hash)];
        (entry.board == board && in_use(Part::Tables)).then_some(entry)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "scores lie within ±64")]
    pub(crate) fn store(&mut self, board: Board, hash: u64, lower: i32, upper: i32, best: u8) {
        self.0[Self::place(hash)] = LocalEntry {
            board,
            lower: lower as i8,
            upper: upper as i8,
            best,
        };
    }
}
