//! A game as it was played: where it started and every move since.

use super::{Game, IllegalMove};

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

    /// Takes the last move back; says which one it was.
    pub fn undo(&mut self) -> Option<G::Move> {
        let last = self.moves.pop()?;
        self.positions.pop();
        Some(last)
    }
}
