//! The engine as a player: exact solver where the empties allow, else midgame search.

use std::time::Duration;

use super::endgame::local::LocalTable;
use super::eval::weights::Weights;
use super::rules::moves::{Move, Squares};
use super::rules::position::Othello;
use super::search::Searcher;
use super::search::probcut::FAST;
use super::search::root::{Plan, Root};
use crate::base::stop::StopToken;
use crate::game::player::{Decision, Job, Player, Report};
use crate::search::budget::{Situation, bounds};
use crate::search::limits::TimeControl;
use crate::search::table::Table;
use crate::search::watch::Watch;

/// Brightsword's own player at full strength.
pub struct Brightsword {
    /// Made ready when the player is, not in its first move.
    weights: &'static Weights,
    table: Table,
    local: LocalTable,
    overhead: Duration,
}

/// Own moves that still need thought end where the rest can be solved in little time.
const SOLVED_FROM: u32 = 16;

impl Brightsword {
    /// Table size that suits play on a desktop, in MiB.
    pub const DEFAULT_HASH: usize = 64;

    /// A player with a table of so many MiB.
    pub fn new(hash: usize) -> Self {
        Self {
            weights: Weights::embedded(),
            table: Table::new(hash),
            local: LocalTable::new(),
            overhead: Duration::ZERO,
        }
    }
}

impl Player<Othello> for Brightsword {
    fn think(
        &mut self,
        job: &Job<Othello>,
        stop: &StopToken,
        tell: &mut dyn FnMut(Report<Move>),
    ) -> Decision<Move> {
        let board = job.position.board;
        let moves = board.moves();
        if moves == 0 {
            let mv = (board.pass().moves() != 0).then_some(Move::PASS);
            return Decision { mv, report: None };
        }
        let timed = job.limits.time != TimeControl::Infinite;
        if timed && moves.is_power_of_two() && job.lines <= 1 {
            return Decision {
                mv: Squares(moves).next().map(Move::on),
                report: None,
            };
        }
        let empties = board.empties();
        let situation = Situation {
            moves: empties.saturating_sub(SOLVED_FROM).div_ceil(2).max(2),
            to_go: empties.div_ceil(2),
            overhead: self.overhead,
        };
        let bounds = bounds(job.limits.time, situation);
        let deadline = bounds.map(|bounds| job.started.saturating_add(bounds.hard));
        self.table.age();
        let watch = Watch::new(stop, &job.clock, deadline, job.limits.nodes);
        let mut searcher = Searcher::new(self.weights, &self.table, &mut self.local, watch);
        let plan = Plan {
            depth: job.limits.depth.unwrap_or(u32::MAX),
            level: FAST,
            goal: job.goal,
            bounds,
            nodes: job.limits.nodes.unwrap_or(u64::MAX),
            lines: job.lines,
        };
        let elapsed = || job.clock.since(job.started);
        let report = Root::new(&mut searcher, board, plan, &elapsed, tell).run();
        Decision {
            mv: report.line.first().copied(),
            report: Some(report),
        }
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.local.clear();
    }

    fn set_hash(&mut self, mebibytes: usize) {
        self.table.resize(mebibytes);
    }

    fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }
}
