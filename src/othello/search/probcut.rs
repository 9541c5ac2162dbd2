//! Multi-ProbCut (M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997):
//! where a search of few plies says that a deep one would almost certainly miss the window, the deep one is left out.
//!
//! The deep value is predicted to be the shallow one, with an error of standard deviation [`deviation`].

use super::node::Node;
use super::{CERTAIN, Searcher};
use crate::othello::eval::weights::UNIT;

/// From this depth on cuts are tried.
const FROM: u32 = 3;
/// Searches that decide on a cut may cut themselves, but not deeper than this.
const NESTED: u32 = 1;

/// The levels: the share of cuts, in per cent, that a search without cuts confirms, and the margin of a cut in standard
/// deviations. By the normal distribution the margins would promise less; but cuts are made wherever the shallow score is beyond the
/// margin, mostly far beyond. Of 2,000 cuts at depths 8 to 12 searches without cuts refuted 1.9 and 0.5 %
/// (`forge othello probcut --check 2000`). At equal nodes margins a fourth wider or narrower were no stronger.
const LEVELS: [(u8, f32); CERTAIN as usize] = [(98, 0.8), (99, 1.5)];

/// A level of confidence, 0 the least; [`CERTAIN`] leaves nothing out.
pub(crate) const FAST: u8 = 0;
/// A level for second thoughts.
pub(crate) const SURE: u8 = 1;

/// The confidence of a search of so many plies from the root at a level, in per cent.
pub(crate) fn confidence(level: u8, depth: u32) -> u8 {
    // The moves at the root are searched one ply less deep.
    let level = if depth > FROM { level } else { CERTAIN };
    LEVELS
        .get(usize::from(level))
        .map_or(100, |&(confirmed, _)| confirmed)
}

fn deviations(level: u8) -> f32 {
    LEVELS
        .get(usize::from(level))
        .map_or(f32::INFINITY, |&(_, deviations)| deviations)
}

/// From this depth on a search is long: to decide about it takes about half its depth, about a shorter one a third or little more. Half for
/// all cost 31 Elo (15 to 48) at 20,000 nodes a move; a third for all lost 16 (36 to −3) against that at 100,000.
const LONG: u32 = 10;

/// The depth of the search that decides about one of `depth` plies, which are 3 or more: of the same parity, because evaluations
/// of odd and even depth differ.
fn shallow(depth: u32) -> u32 {
    let pairs = if depth < LONG { depth / 6 } else { depth / 4 };
    2 * pairs + (depth & 1)
}

/// ln σ = a + b·shallow + c·deep + d·empties/10 + e·(empties/10)², σ in discs, as `forge othello probcut` measured it.
const COEFFICIENTS: [f32; 5] = [1.8861, -0.1417, 0.0530, -0.3332, 0.0185];

/// The standard deviation of the difference between searches of `deep` and `shallow` plies at so many empties, in discs.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn deviation(empties: u32, deep: u32, shallow: u32) -> f32 {
    let [a, b, c, d, e] = COEFFICIENTS;
    let tens = empties as f32 / 10.0;
    (a + b * shallow as f32 + c * deep as f32 + d * tens + e * tens * tens).exp()
}

impl Searcher<'_> {
    /// A bound that the search of `node` would almost certainly find, if a shallow search says so.
    #[expect(clippy::cast_possible_truncation, reason = "a few discs")]
    pub(crate) fn probable_cut(&mut self, node: &Node, depth: u32, alpha: i32) -> Option<i32> {
        if self.level >= CERTAIN || depth < FROM || self.nested > NESTED {
            return None;
        }
        let empties = node.board.empties();
        let shallow = shallow(depth);
        let margin = (deviations(self.level) * deviation(empties, depth, shallow)).round() as i32;
        let first = self
            .weights
            .evaluate_first(&node.lanes, node.board, node.moves);
        let (bound, wanted_above) = if first > alpha * UNIT {
            (alpha + margin, true)
        } else {
            (alpha - margin, false)
        };
        if !(-63..=62).contains(&bound) {
            return None;
        }
        self.nested += 1;
        let score = self.null_window(node, shallow, bound);
        self.nested -= 1;
        if self.watch.aborted() || (score > bound) != wanted_above {
            return None;
        }
        #[cfg(feature = "forge")]
        self.witness(node, depth, alpha, wanted_above);
        Some(if wanted_above { alpha + 1 } else { alpha })
    }
}

/// A cut that was made, for those who check whether it was right.
#[cfg(feature = "forge")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cut {
    /// Where.
    pub(crate) board: crate::othello::rules::board::Board,
    /// Plies of the search that was left out.
    pub(crate) depth: u32,
    /// Its null window.
    pub(crate) alpha: i32,
    /// Whether its score was taken to be above.
    pub(crate) above: bool,
}

#[cfg(feature = "forge")]
impl Searcher<'_> {
    fn witness(&mut self, node: &Node, depth: u32, alpha: i32, above: bool) {
        if let Some(cuts) = &mut self.cuts {
            cuts.push(Cut {
                board: node.board,
                depth,
                alpha,
                above,
            });
        }
    }
}
