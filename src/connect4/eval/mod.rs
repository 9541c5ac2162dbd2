//! What a position is worth where the search ends: a network that was learned from games on the board of Four in Line, a
//! formula on the others.

pub(crate) mod features;
mod formula;
pub(crate) mod network;
#[cfg(test)]
mod tests;
pub(crate) mod weights;

pub use network::Network;

use self::formula::Formula;
use super::rules::bits::Bits;
use super::rules::board::Board;
use super::rules::lines::{Prospects, prospects};
use super::rules::size::Size;

/// Estimates stay within this, which no proven score does. A hundred points multiply the odds of winning by e.
pub(crate) const MOST: i32 = 1_700;

/// The evaluation of one game.
#[derive(Clone, Copy)]
pub(crate) struct Evaluation<'a, S: Size> {
    formula: Formula<S>,
    /// The cells of even and of odd rows.
    rows: [S::Bits; 2],
    /// What was learned, if it is to be used.
    network: Option<&'a Network>,
}

/// Empty cells that mean something for a side's lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Threats<B> {
    /// They complete a four of the mover.
    pub(crate) mine: B,
    /// They complete a four of the other side.
    pub(crate) theirs: B,
    /// They make another threat of the mover.
    pub(crate) building: B,
}

impl<B: Bits> Threats<B> {
    /// Looks at all lines.
    #[inline(always)]
    pub(crate) fn of<S: Size<Bits = B>>(board: Board<S>) -> Self {
        let Prospects { threats, building } = prospects::<S>(board.mover, board.empty());
        Self {
            mine: threats,
            theirs: board.threats_against(),
            building,
        }
    }
}

impl<'a, S: Size> Evaluation<'a, S> {
    /// For a game with so many neutral discs, by the formula if there is no network.
    pub(crate) fn new(neutral: u32, network: Option<&'a Network>) -> Self {
        Self {
            formula: Formula::new(neutral),
            rows: features::suiting::<S>(),
            network,
        }
    }

    /// The estimate for the mover, who is the first side if `turn` is 0, else the second. Nobody can complete a four at once.
    pub(crate) fn estimate(&self, board: Board<S>, turn: usize, threats: Threats<S::Bits>) -> i32 {
        let points = match self.network {
            Some(network) => self.learned(network, board, threats),
            None => self.formula.estimate(board, turn, threats),
        };
        points.clamp(-MOST, MOST)
    }

    /// The estimate of the network.
    fn learned(&self, network: &Network, board: Board<S>, threats: Threats<S::Bits>) -> i32 {
        let filled = board.filled.count();
        let role = features::mover_role(filled);
        let seen = features::seen(board, role, threats, self.rows);
        let discs = features::by_role(role, board.mover, board.other);
        let even = network.estimate(&seen, discs, filled);
        if role == 0 { even } else { -even }
    }
}
