//! A guest at a host's table: the host tells it nothing but the opponent's moves, neither that a game begins nor that one
//! has ended. What that means for the board is said here once, for pipes and libraries.

use super::Game;
use super::record::Record;

/// A board that guest and host share.
pub trait Table {
    /// Whether the game is over.
    fn is_over(&self) -> bool;
    /// Whether nobody has moved since the board was laid out.
    fn is_untouched(&self) -> bool;
    /// Lays the board out as a game begins by itself, without what a host may have prepared.
    fn restart(&mut self);
    /// Plays the opponent's move, which is one of the game's; false if it is not legal here.
    fn play(&mut self, mv: &[u8]) -> bool;
}

/// The host says that the guest begins. A board on which somebody has moved belongs to an earlier game.
pub fn begin(table: &mut impl Table) {
    if !table.is_untouched() {
        table.restart();
    }
}

/// The host says what the opponent played. A move that does not fit the board at hand begins a new game: it is the only
/// sign of one. Whether a reply is due.
pub fn hear(table: &mut impl Table, mv: &[u8]) -> bool {
    if table.is_over() || !table.play(mv) {
        table.restart();
        table.play(mv);
    }
    !table.is_over()
}

impl<G: Game> Table for Record<G> {
    fn is_over(&self) -> bool {
        G::outcome(self.position()).is_some()
    }

    fn is_untouched(&self) -> bool {
        self.moves().is_empty()
    }

    fn restart(&mut self) {
        *self = Self::new(G::start());
    }

    fn play(&mut self, mv: &[u8]) -> bool {
        let mv = G::read_move(mv);
        mv.is_ok_and(|mv| Self::play(self, mv).is_ok())
    }
}
