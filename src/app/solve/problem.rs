//! Positions to solve, whatever the game; what differs is how a line of a file says them.

use crate::connect4::rules::position::Connect4;
use crate::connect4::rules::size::Size;
use crate::connect4::rules::solved::Solved;
use crate::game::{Game, PositionTextError};
use crate::othello::rules::obf;
use crate::othello::rules::position::Othello;

/// A position, and what its line tells of it.
pub struct Problem<G: Game> {
    /// The position.
    pub position: G::Position,
    /// The scores of the listed moves, in discs.
    pub moves: Vec<(G::Move, i32)>,
    /// The score of the position, in discs.
    pub score: Option<i32>,
}

/// A game with a format for problem files.
pub trait Problems: Game {
    /// Whether the totals tell the means of nodes and time, by which solvers of the game are compared.
    const MEANS: bool;

    /// Reads one line; none for a line without a position.
    fn read_problem(line: &[u8]) -> Result<Option<Problem<Self>>, PositionTextError>;
}

impl Problems for Othello {
    const MEANS: bool = false;

    fn read_problem(line: &[u8]) -> Result<Option<Problem<Self>>, PositionTextError> {
        let problem = obf::Problem::read(line)?;
        Ok(problem.map(|problem| Problem {
            position: problem.position,
            moves: problem.moves,
            score: problem.score,
        }))
    }
}

impl<S: Size> Problems for Connect4<S> {
    const MEANS: bool = true;

    fn read_problem(line: &[u8]) -> Result<Option<Problem<Self>>, PositionTextError> {
        let solved = Solved::read(line)?;
        Ok(solved.map(|solved| Problem {
            position: solved.position,
            moves: Vec::new(),
            score: solved.score,
        }))
    }
}
