//! A game as it was played: where it started and every move since.

use super::{Game, IllegalMove, PositionTextError};

/// The moves of one game; undoing drops the last one.
#[derive(Debug, Clone)]
pub struct Record<G: Game> {
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
}

impl<G: Game> Record<G> {
    /// A game without moves yet.
    pub fn new(start: G::Position) -> Self {
        Self {
            positions: vec![start],
            moves: Vec::new(),
        }
    }

    /// Reads a whole game from the start. Passes may be left out; all moves must be legal.
    pub fn read(text: &[u8]) -> Result<Self, PositionTextError> {
        let mut record = Self::new(G::start());
        for (number, mv) in G::read_moves(text)?.into_iter().enumerate() {
            let mut legal = G::legal_moves(record.position()).into_iter();
            let left_out = legal.find(|&pass| G::is_pass(pass) && !G::is_pass(mv));
            for mv in left_out.into_iter().chain([mv]) {
                record.play(mv).map_err(|error| PositionTextError {
                    expected: "legal moves",
                    seen: format!("move {}: {error}", number + 1),
                })?;
            }
        }
        Ok(record)
    }

    /// Where the game stands.
    pub fn position(&self) -> &G::Position {
        &self.positions[self.moves.len()]
    }

    /// The moves so far, passes included.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Plays a move; an illegal one changes nothing.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove> {
        let next = G::play(self.position(), mv)?;
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Gives the move to the other side although the rules may not; undone like a move. False if the game has no such
    /// thing.
    pub fn turn_over(&mut self) -> bool {
        let Some((mv, next)) = G::turn_over(self.position()) else {
            return false;
        };
        self.positions.push(next);
        self.moves.push(mv);
        true
    }

    /// Takes the last move back; says which one it was.
    pub fn undo(&mut self) -> Option<G::Move> {
        let last = self.moves.pop()?;
        self.positions.pop();
        Some(last)
    }
}
