//! Something that can choose a move.

use std::time::Duration;

use super::Game;
use super::level::Strength;
use crate::base::clock::Clock;
use crate::base::stop::StopToken;
use crate::search::limits::Limits;

/// One request for a move: everything the player may look at.
#[derive(Debug, Clone)]
pub struct Job<G: Game> {
    /// Where to move.
    pub position: G::Position,
    /// What may be spent.
    pub limits: Limits,
    /// What counts.
    pub goal: Goal,
    /// The clock that the limits speak of.
    pub clock: Clock,
    /// That clock's reading when thinking began: the arrival of the request.
    pub started: Duration,
    /// How many of the best moves are wanted with their scores; 1 to choose a move.
    pub lines: usize,
    /// How strong the move is to be.
    pub strength: Strength,
}

/// What a player plays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The best score.
    Score,
    /// Not to lose: a draw is as good as a win, the score is for tie-breaks.
    NotLosing,
}

/// What a score claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// An estimate by search of limited depth.
    Estimate,
    /// Who wins is proven, the margin is not: above 0 the mover wins, below 0 the mover loses. 0 is a proven draw when the
    /// job's goal is the score; when it is not to lose, 0 only proves just that.
    Outcome,
    /// The score is proven.
    Exact,
}

/// What a search knows after an iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<M> {
    /// 1 for the best move, 2 for the second best and so on, where the job wants several.
    pub rank: usize,
    /// Plies looked ahead.
    pub depth: u32,
    /// Confidence of the pruning, in per cent; 100 when nothing was left out.
    pub confidence: u8,
    /// Score for the side to move, in hundredths of the game's unit (of a disc).
    pub score: i32,
    /// What that score claims.
    pub certainty: Certainty,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time since the start of thinking, on the job's clock.
    pub elapsed: Duration,
    /// The expected course of play; the first move is the one chosen.
    pub line: Vec<M>,
}

impl<M> Report<M> {
    /// The same with its line in another form, such as text.
    pub fn with_line<T>(&self, line: Vec<T>) -> Report<T> {
        Report {
            rank: self.rank,
            depth: self.depth,
            confidence: self.confidence,
            score: self.score,
            certainty: self.certainty,
            nodes: self.nodes,
            elapsed: self.elapsed,
            line,
        }
    }
}

/// The answer to a [`Job`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision<M> {
    /// The move; none only if the game is over.
    pub mv: Option<M>,
    /// What the choice rests on; none for a choice without a search.
    pub report: Option<Report<M>>,
}

/// Chooses moves. Called once a move, so a trait object costs nothing.
pub trait Player<G: Game>: Send {
    /// Thinks about a job until its limits are reached or `stop` is raised, and tells of each finished iteration.
    /// The move is always legal, even when `stop` was raised before the call.
    fn think(
        &mut self,
        job: &Job<G>,
        stop: &StopToken,
        tell: &mut dyn FnMut(Report<G::Move>),
    ) -> Decision<G::Move>;

    /// Forgets what it learned in earlier games, so that the next search depends on its job alone.
    fn new_game(&mut self);

    /// Sets the memory for tables, in MiB; a player without tables ignores it.
    fn set_hash(&mut self, mebibytes: usize) {
        let _ = mebibytes;
    }

    /// Sets what gets lost between host and program on each move.
    fn set_overhead(&mut self, overhead: Duration) {
        let _ = overhead;
    }
}
