//! Midgame search: iterative deepening, principal variation search with a transposition table, and the handing over to
//! the exact solver where the depth reaches the end of the game.
//!
//! Scores inside the tree are whole discs for the side to move. Called a million times a second: concrete types, no
//! allocation, no dispatch. Everything a search depends on is in [`Searcher`]; it prints nothing and reads no clock but
//! the one it is given.

mod midgame;
pub(crate) mod node;
pub(crate) mod ordering;
mod principal;
pub(crate) mod probcut;
pub mod root;

use super::endgame::NONE;
use super::endgame::local::LocalTable;
use super::endgame::parts::{Part, in_use};
use super::eval::weights::Weights;
use super::rules::board::Board;
use crate::search::table::{Entry, NO_MOVE, Table};
use crate::search::watch::Watch;
use ordering::{Candidate, Candidates};

/// Confidence of a search without `ProbCut`.
pub(crate) const CERTAIN: u8 = 2;

/// The state of one searching thread.
pub struct Searcher<'a> {
    pub(crate) table: &'a Table,
    pub(crate) local: &'a mut LocalTable,
    pub(crate) weights: &'a Weights,
    pub(crate) watch: Watch<'a>,
    /// How sure searches of limited depth, and selective ones to the end, are to be.
    pub(crate) level: u8,
    /// How many searches that decide about a cut are under way.
    pub(crate) nested: u32,
    /// The cuts made, where somebody wants to know.
    #[cfg(feature = "forge")]
    pub(crate) cuts: Option<Vec<probcut::Cut>>,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(
        weights: &'a Weights,
        table: &'a Table,
        local: &'a mut LocalTable,
        watch: Watch<'a>,
    ) -> Self {
        Self {
            table,
            local,
            weights,
            watch,
            level: CERTAIN,
            nested: 0,
            #[cfg(feature = "forge")]
            cuts: None,
        }
    }

    /// The score that an entry settles for a null window at `alpha`, if its search was as deep and sure as is asked for.
    #[inline]
    pub(crate) fn settled(&self, entry: Entry, depth: u32, alpha: i32) -> Option<i32> {
        if u32::from(entry.depth) < depth || entry.confidence < self.level {
            return None;
        }
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        if lower > alpha {
            return Some(lower);
        }
        (upper <= alpha).then_some(upper)
    }

    /// What the shared table knows of a position.
    #[inline]
    pub(crate) fn recall(&self, board: Board, hash: u64) -> Option<Entry> {
        if in_use(Part::Tables) {
            self.table.probe(board.key(), hash)
        } else {
            None
        }
    }

    /// Enhanced transposition cut-off: a move whose child is known well enough to refute this node of so many plies ends it
    /// without a search.
    pub(crate) fn enhanced_cut(&self, moves: &Candidates, depth: u32, alpha: i32) -> Option<i32> {
        moves.iter().find_map(|candidate| {
            let entry = self.recall(candidate.child, candidate.child.hash())?;
            self.settled(entry, depth - 1, -alpha - 1)
                .map(|score| -score)
                .filter(|&score| score > alpha)
        })
    }

    /// Searches moves in their order until one is above `alpha`; the best score and its square, or nothing after an abort.
    #[inline(always)]
    pub(crate) fn best_of(
        &mut self,
        moves: &mut Candidates,
        alpha: i32,
        mut score_of: impl FnMut(&mut Self, &Candidate) -> i32,
    ) -> Option<(i32, u8)> {
        let mut best = (NONE, NO_MOVE);
        while let Some(candidate) = moves.next_best() {
            let score = score_of(self, &candidate);
            if self.watch.aborted() {
                return None;
            }
            if score > best.0 {
                best = (score, candidate.square);
                if score > alpha {
                    break;
                }
            }
        }
        Some(best)
    }

    /// Stores what a search with `window` `[alpha, beta]` found out: `score` is a bound or, inside the window, exact.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "scores lie within ±64, depths below 64"
    )]
    pub(crate) fn remember(
        &self,
        board: Board,
        hash: u64,
        depth: u32,
        window: [i32; 2],
        score: i32,
        best: u8,
    ) {
        let entry = Entry {
            lower: if score > window[0] { score as i16 } else { -64 },
            upper: if score < window[1] { score as i16 } else { 64 },
            depth: depth as u8,
            confidence: self.level,
            best: [best, NO_MOVE],
        };
        self.table.store(board.key(), hash, entry);
    }
}
