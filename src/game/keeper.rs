//! A player that may fail. Its panic costs the search in hand and the player itself, never the game: the keeper makes
//! another one for the next search, and [`sound_move`] says what is played meanwhile.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::Game;
use super::player::Player;

/// Makes a player whose tables take so many MiB; called again when the one at hand has panicked.
pub type Build<G> = Box<dyn Fn(usize) -> Box<dyn Player<G>> + Send>;

/// A player and what is needed to make another.
pub struct Keeper<G: Game> {
    build: Build<G>,
    hash: usize,
    overhead: Duration,
    player: Option<Box<dyn Player<G>>>,
}

impl<G: Game> Keeper<G> {
    /// Makes its players by `build`, the first one when it is needed.
    pub fn new(build: Build<G>, hash: usize) -> Self {
        Self {
            build,
            hash,
            overhead: Duration::ZERO,
            player: None,
        }
    }

    /// Does something with the player; none if it panics, and then the player is gone.
    pub fn with<T>(&mut self, act: impl FnOnce(&mut dyn Player<G>) -> T) -> Option<T> {
        // Nothing of the player is used again after a panic, so a broken state cannot be seen.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let player = self.player.get_or_insert_with(|| {
                let mut player = (self.build)(self.hash);
                player.set_overhead(self.overhead);
                player
            });
            act(player.as_mut())
        }));
        match result {
            Ok(value) => Some(value),
            Err(payload) => {
                log::error!("the player panicked: {}", message(payload.as_ref()));
                // Even destructors are not trusted.
                std::mem::forget(payload);
                let broken = self.player.take();
                if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(broken))) {
                    std::mem::forget(again);
                }
                None
            }
        }
    }

    /// Sets the memory for tables, in MiB, of this player and its successors.
    pub fn set_hash(&mut self, mebibytes: usize) {
        self.hash = mebibytes;
        self.with(|player| player.set_hash(mebibytes));
    }

    /// Sets what gets lost between host and program on each move.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
        self.with(|player| player.set_overhead(overhead));
    }
}

/// The move to be played: the player's choice if it is legal, else what its last finished iteration found, else the
/// first legal one. None only if the game is over.
pub fn sound_move<G: Game>(
    at: &G::Position,
    chosen: Option<G::Move>,
    found: Option<G::Move>,
) -> Option<G::Move> {
    let legal = G::legal_moves(at);
    if let Some(mv) = chosen.filter(|mv| !legal.contains(mv)) {
        log::error!("the player chose an illegal move: {mv:?} at {at:?}");
    }
    [chosen, found]
        .into_iter()
        .flatten()
        .find(|mv| legal.contains(mv))
        .or_else(|| legal.first().copied())
}

fn message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}
