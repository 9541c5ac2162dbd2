//! Positions to solve, whatever the game; what differs is how a line of a file says them.

use crate::connect4::player::Brightsword as Dropper;
use crate::connect4::rules::position::Connect4;
use crate::connect4::rules::size::Size;
use crate::connect4::rules::solved::Solved;
use crate::connect4::solver::Question;
use crate::connect4::solver::player::Exact;
use crate::game::player::Player;
use crate::game::{Game, PositionTextError};
use crate::othello::player::Brightsword;
use crate::othello::rules::obf;
use crate::othello::rules::position::Othello;
use crate::search::limits::Limits;

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

    /// Who solves within these limits, with a table of so many MiB; `outcome` if only who wins is wanted, which not every
    /// game has a solver for.
    fn solver(hash: usize, limits: Limits, outcome: bool) -> Option<Box<dyn Player<Self>>>;
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

    fn solver(hash: usize, _: Limits, outcome: bool) -> Option<Box<dyn Player<Self>>> {
        (!outcome).then(|| -> Box<dyn Player<Self>> { Box::new(Brightsword::new(hash)) })
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

    /// Under limits the player of contests.
    fn solver(hash: usize, limits: Limits, outcome: bool) -> Option<Box<dyn Player<Self>>> {
        let question = if outcome {
            Question::Outcome
        } else {
            Question::Score
        };
        Some(if limits == Limits::INFINITE {
            Box::new(Exact::new(hash, question))
        } else {
            Box::new(Dropper::new(hash))
        })
    }
}
