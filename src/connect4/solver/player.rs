//! The solver as a player: it answers only when it knows.

use super::{Parts, Question, Solution, Solver};
use crate::base::stop::StopToken;
use crate::connect4::rules::bits::Bits as _;
use crate::connect4::rules::position::{Connect4, Move};
use crate::connect4::rules::size::Size;
use crate::game::Game as _;
use crate::game::player::{Certainty, Decision, Job, Player, Report};
use crate::search::watch::Watch;

/// Solves the position it is asked about, whatever depth and clock the job has: only a number of nodes and the stop token
/// end it before. Then it moves anywhere and reports nothing.
#[derive(Debug)]
pub struct Exact {
    solver: Solver,
    question: Question,
}

impl Exact {
    /// A player with a table of at most so many MiB that finds out so much of each position.
    pub fn new(hash: usize, question: Question) -> Self {
        Self {
            solver: Solver::new(hash, Parts::ALL),
            question,
        }
    }
}

impl<S: Size> Player<Connect4<S>> for Exact {
    fn think(
        &mut self,
        job: &Job<Connect4<S>>,
        stop: &StopToken,
        tell: &mut dyn FnMut(Report<Move>),
    ) -> Decision<Move> {
        let watch = Watch::new(stop, &job.clock, None, job.limits.nodes);
        let (solution, nodes) = self.solver.solve(job.position.board, self.question, watch);
        let Some(solution) = solution else {
            let mv = Connect4::<S>::legal_moves(&job.position).first().copied();
            return Decision { mv, report: None };
        };
        let decision = decision(job, self.question, solution, nodes);
        decision.report.iter().cloned().for_each(tell);
        decision
    }

    fn new_game(&mut self) {
        self.solver.clear();
    }

    fn set_hash(&mut self, mebibytes: usize) {
        self.solver = Solver::new(mebibytes, self.solver.parts);
    }
}

/// What is reported of a solved position.
pub(crate) fn decision<S: Size>(
    job: &Job<Connect4<S>>,
    question: Question,
    solution: Solution,
    nodes: u64,
) -> Decision<Move> {
    let mv = solution.column.map(Move::into_column);
    let report = Report {
        rank: 1,
        depth: job.position.board.empty().count(),
        confidence: 100,
        score: solution.score * 100,
        certainty: match question {
            Question::Score => Certainty::Exact,
            Question::Outcome => Certainty::Outcome,
        },
        nodes,
        elapsed: job.clock.since(job.started),
        line: mv.into_iter().collect(),
    };
    Decision {
        mv,
        report: Some(report),
    }
}
