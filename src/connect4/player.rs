//! The engine as a player of connect four on any board.

use std::time::Duration;

use super::eval::Network;
use super::rules::bits::Bits;
use super::rules::board::Board;
use super::rules::position::{Connect4, Move};
use super::rules::size::{Size, TenByFifteen};
use super::search::root::{Plan, Root};
use super::search::{Node, Searcher};
use super::solver::player::decision;
use super::solver::{Parts, Question, Solver};
use crate::base::stop::StopToken;
use crate::game::Side;
use crate::game::player::{Decision, Job, Player, Report};
use crate::search::budget::{Bounds, Situation, bounds};
use crate::search::limits::TimeControl;
use crate::search::table::Table;
use crate::search::watch::Watch;

/// Brightsword's own player at full strength.
pub struct Brightsword {
    table: Table,
    solver: Solver,
    overhead: Duration,
}

/// Own moves that are planned for on a game clock, at most: games are decided long before the board is full.
const PLANNED: u32 = 25;

/// Free cells up to which a position is solved at once, if it can be.
const REACH: u32 = 36;
/// Memory for the solver's table, in MiB; so few cells need no more.
const SOLVER_HASH: usize = 4;

impl Brightsword {
    /// Table size that suits the contest, in MiB.
    pub const DEFAULT_HASH: usize = 48;

    /// A player with a table of so many MiB.
    pub fn new(hash: usize) -> Self {
        Self {
            table: Table::new(hash),
            solver: Solver::new(SOLVER_HASH, Parts::ALL),
            overhead: Duration::ZERO,
        }
    }

    /// Tries to solve a position with few free cells, in a part of the time for the move. Under other limits the search is
    /// what was asked for.
    fn solved<S: Size>(
        &mut self,
        job: &Job<Connect4<S>>,
        time: Option<Bounds>,
        stop: &StopToken,
    ) -> Option<Decision<Move>> {
        let board = job.position.board;
        let limited = job.limits.depth.is_some() || job.limits.nodes.is_some() || job.lines > 1;
        let within = time?.soft / 4;
        if limited || board.empty().count() > REACH {
            return None;
        }
        let deadline = job.started.saturating_add(within);
        let watch = Watch::new(stop, &job.clock, Some(deadline), None);
        // Nobody says when a game with other neutral discs begins.
        self.solver.clear();
        let (solution, nodes) = self.solver.solve(board, Question::Score, watch);
        Some(decision(job, Question::Score, solution?, nodes))
    }
}

impl<S: Size> Player<Connect4<S>> for Brightsword {
    fn think(
        &mut self,
        job: &Job<Connect4<S>>,
        stop: &StopToken,
        tell: &mut dyn FnMut(Report<Move>),
    ) -> Decision<Move> {
        let board = job.position.board;
        let playable = board.playable();
        if board.is_over() {
            return Decision {
                mv: None,
                report: None,
            };
        }
        let timed = job.limits.time != TimeControl::Infinite;
        if timed
            && job.lines <= 1
            && let Some(cell) = only_choice(board)
        {
            return Decision {
                mv: Some(Move::into_column(cell / S::STRIDE)),
                report: None,
            };
        }
        let empties = board.empty().count();
        let to_go = empties.div_ceil(2);
        let situation = Situation {
            moves: to_go.clamp(1, PLANNED),
            to_go,
            overhead: self.overhead,
        };
        let bounds = bounds(job.limits.time, situation);
        if let Some(decision) = self.solved(job, bounds, stop) {
            decision.report.iter().cloned().for_each(tell);
            return decision;
        }
        let deadline = bounds.map(|bounds| job.started.saturating_add(bounds.hard));
        self.table.age();
        let watch = Watch::new(stop, &job.clock, deadline, job.limits.nodes);
        let mut searcher = Searcher::new(&self.table, watch, board, learned::<S>());
        let plan = Plan {
            depth: job.limits.depth.unwrap_or(u32::MAX),
            bounds,
            lines: job.lines.min(playable.count() as usize),
        };
        let node = Node {
            board,
            discs: board.filled.count(),
            turn: usize::from(job.position.side == Side::Second),
        };
        let elapsed = || job.clock.since(job.started);
        let report = Root::new(&mut searcher, node, plan, &elapsed, tell).run();
        Decision {
            mv: report.line.first().copied(),
            report: Some(report),
        }
    }

    fn new_game(&mut self) {
        self.table.clear();
    }

    fn set_hash(&mut self, mebibytes: usize) {
        self.table.resize(mebibytes);
    }

    fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }
}

/// What was learned for a board of this size; the others have a formula, and a solver of their own.
fn learned<S: Size>() -> Option<&'static Network> {
    let is_ours = (S::WIDTH, S::HEIGHT) == (TenByFifteen::WIDTH, TenByFifteen::HEIGHT);
    is_ours.then(Network::embedded)
}

/// The cell that needs no thought: one that wins, the one that must be defended, the last one.
fn only_choice<S: Size>(board: Board<S>) -> Option<u32> {
    let playable = board.playable();
    let winning = playable & board.threats();
    let forced = playable & board.threats_against();
    [winning, forced, playable]
        .into_iter()
        .find(|cells| !cells.is_empty())
        .filter(|&cells| cells == winning || !cells.is_several())
        .map(Bits::first)
}
