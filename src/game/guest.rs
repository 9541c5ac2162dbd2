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

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of three moves, each a sign of its own; `!` wins at once. The host may have prepared the board.
    #[derive(Debug, Default, PartialEq, Eq)]
    struct Toy {
        prepared: bool,
        moves: Vec<u8>,
    }

    impl Toy {
        fn prepared(moves: &[u8]) -> Self {
            Self {
                prepared: true,
                moves: moves.to_vec(),
            }
        }

        fn unprepared(moves: &[u8]) -> Self {
            Self {
                prepared: false,
                moves: moves.to_vec(),
            }
        }
    }

    impl Table for Toy {
        fn is_over(&self) -> bool {
            self.moves.len() == 3 || self.moves.contains(&b'!')
        }

        fn is_untouched(&self) -> bool {
            self.moves.is_empty()
        }

        fn restart(&mut self) {
            *self = Self::default();
        }

        fn play(&mut self, mv: &[u8]) -> bool {
            let legal = !self.is_over() && mv.len() == 1 && !self.moves.contains(&mv[0]);
            if legal {
                self.moves.push(mv[0]);
            }
            legal
        }
    }

    #[test]
    fn the_beginning_keeps_a_board_on_which_nobody_has_moved() {
        let mut table = Toy::prepared(b"");
        begin(&mut table);
        assert_eq!(table, Toy::prepared(b""));
        for moves in [&b"a"[..], b"ab", b"abc", b"!"] {
            let mut table = Toy::prepared(moves);
            begin(&mut table);
            assert_eq!(table, Toy::unprepared(b""), "after {moves:?}");
        }
    }

    #[test]
    fn a_move_goes_on_with_the_game_and_asks_for_a_reply() {
        let mut table = Toy::prepared(b"");
        assert!(hear(&mut table, b"a"));
        assert!(hear(&mut table, b"b"));
        assert_eq!(table, Toy::prepared(b"ab"));
    }

    #[test]
    fn no_reply_is_due_when_the_move_ends_the_game() {
        let mut table = Toy::prepared(b"ab");
        assert!(!hear(&mut table, b"c"), "the board is full");
        assert_eq!(table, Toy::prepared(b"abc"));
        let mut table = Toy::prepared(b"a");
        assert!(!hear(&mut table, b"!"), "it is won");
        assert_eq!(table, Toy::prepared(b"a!"));
        // Nor where it ends a game that it began.
        assert!(!hear(&mut table, b"!"));
        assert_eq!(table, Toy::unprepared(b"!"));
    }

    #[test]
    fn a_move_that_does_not_fit_begins_a_new_game() {
        for (moves, mv) in [
            (&b"abc"[..], b"d"),
            (b"abc", b"a"),
            (b"a!", b"b"),
            (b"ab", b"a"),
        ] {
            let mut table = Toy::prepared(moves);
            assert!(hear(&mut table, mv), "after {moves:?}");
            assert_eq!(table, Toy::unprepared(mv));
        }
    }
}
