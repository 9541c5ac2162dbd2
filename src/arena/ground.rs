//! What a match needs to know of a game besides its rules. Whoever knows the games says it, so that nobody here does.

use std::time::Duration;

use super::limit::TimeRule;
use crate::game::{Game, Outcome};

/// A game as a record tells it.
#[derive(Debug, Clone)]
pub struct Told<'a, G: Game> {
    /// Where it started.
    pub start: &'a G::Position,
    /// All moves, passes included.
    pub moves: &'a [G::Move],
    /// So many of them were given.
    pub given: usize,
    /// Names by side.
    pub names: [&'a str; 2],
    /// Result for the side that began, in the game's unit; none if it has none.
    pub result: Option<i64>,
    /// Clocks by side.
    pub rules: [TimeRule; 2],
    /// Time charged for each move after the given ones.
    pub used: &'a [Duration],
    /// Why it ended.
    pub comment: &'a str,
}

/// Finds the outcome of a position with best play from both sides, exactly.
pub type Judge<G> = Box<dyn FnMut(&<G as Game>::Position) -> Option<Outcome> + Send>;

/// Tells whether an opening that was drawn by lot leaves both sides a game.
pub type Fairness<G> = Box<dyn FnMut(&<G as Game>::Position) -> bool>;

/// A game that matches can be played in.
pub trait Ground: Game<Position: Sync, Move: Sync> {
    /// Plies of an opening that is drawn by lot, unless another number is asked for.
    const OPENING_PLIES: usize;
    /// The name of the file of games.
    const GAMES_FILE: &'static str;

    /// Empty cells.
    fn empties(at: &Self::Position) -> u32;
    /// The symmetric images of a position, itself included, in a fixed order: the same for all positions.
    fn images(at: &Self::Position) -> Vec<Self::Position>;
    /// The same images of a move.
    fn move_images(mv: Self::Move) -> Vec<Self::Move>;
    /// Judges openings.
    fn fairness() -> Fairness<Self>;
    /// An exact solver.
    fn judge() -> Judge<Self>;
    /// Writes a game on one line, as files of games have it.
    fn write_game(game: &Told<'_, Self>) -> String;
}

/// The symmetries, as indices of images, that leave a position as it is.
pub fn fixing<G: Ground>(at: &G::Position) -> Vec<usize> {
    let images = G::images(at).into_iter().enumerate();
    images
        .filter(|(_, image)| image == at)
        .map(|(index, _)| index)
        .collect()
}
