//! The engine's search without clock and protocol.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::base::clock::Clock;
use crate::base::stop::StopToken;
use crate::game::player::{Goal, Report};
use crate::othello::endgame::local::LocalTable;
use crate::othello::eval::weights::Weights;
use crate::othello::rules::board::Board;
use crate::othello::rules::moves::Move;
use crate::othello::search::node::Node;
use crate::othello::search::probcut::{Cut, FAST};
use crate::othello::search::root::{Plan, Root};
use crate::othello::search::{CERTAIN, Searcher};
use crate::search::table::Table;
use crate::search::watch::Watch;

/// Memory for the table, in MiB: games of shallow searches need little.
pub const HASH: usize = 4;

/// Thinks for both sides of one game after another.
pub struct Thinker {
    table: Table,
    local: LocalTable,
    stop: StopToken,
}

impl Default for Thinker {
    fn default() -> Self {
        Self::new(HASH)
    }
}

impl Thinker {
    /// With the weights that the program carries, and so many MiB for the table.
    pub fn new(hash: usize) -> Self {
        Self {
            table: Table::new(hash),
            local: LocalTable::new(),
            stop: StopToken::new(),
        }
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.local.clear();
    }

    /// The best square by a search of so many plies; the game is not over and the mover has a move.
    pub fn choose(&mut self, board: Board, depth: u32) -> usize {
        let report = self.search(board, depth, FAST, &mut |_| ());
        report
            .line
            .first()
            .and_then(|mv| mv.square())
            .unwrap_or_default()
    }

    /// The exact score in discs, and best play to the end.
    pub fn solve(&mut self, board: Board) -> (i32, Vec<Move>) {
        let report = self.search(board, u32::MAX, FAST, &mut |_| ());
        (report.score / 100, report.line)
    }

    /// The scores in discs of searches of 0, 1, … `depth` plies without `ProbCut`.
    pub fn scores_by_depth(&mut self, board: Board, depth: u32) -> Vec<f64> {
        let weights = Weights::embedded();
        let mut scores = vec![f64::from(weights.evaluate_hundredths(board, board.moves())) / 100.0];
        self.search(board, depth, CERTAIN, &mut |report| {
            scores.push(f64::from(report.score) / 100.0);
        });
        scores
    }

    /// The cuts by `ProbCut` that a search of so many plies at a level makes where it leaves out searches of the depths named.
    pub(crate) fn cuts(
        &mut self,
        board: Board,
        depth: u32,
        level: u8,
        depths: &RangeInclusive<u32>,
    ) -> Vec<Cut> {
        let mut searcher = self.searcher();
        searcher.cuts = Some(Vec::new());
        run(&mut searcher, board, plan(depth, level), &mut |_| ());
        let cuts = searcher.cuts.take().unwrap_or_default();
        cuts.into_iter()
            .filter(|cut| depths.contains(&cut.depth))
            .collect()
    }

    /// Whether a search that leaves nothing out comes to another result than a cut.
    pub(crate) fn refutes(&mut self, cut: &Cut) -> bool {
        self.new_game();
        let node = Node::new(cut.board);
        let score = self.searcher().null_window(&node, cut.depth, cut.alpha);
        (score > cut.alpha) != cut.above
    }

    fn search(
        &mut self,
        board: Board,
        depth: u32,
        level: u8,
        tell: &mut dyn FnMut(Report<Move>),
    ) -> Report<Move> {
        run(&mut self.searcher(), board, plan(depth, level), tell)
    }

    fn searcher(&mut self) -> Searcher<'_> {
        self.table.age();
        let watch = Watch::new(&self.stop, &Clock::Wall, None, None);
        Searcher::new(Weights::embedded(), &self.table, &mut self.local, watch)
    }
}

/// One search from the root, without a clock.
fn run(
    searcher: &mut Searcher,
    board: Board,
    plan: Plan,
    tell: &mut dyn FnMut(Report<Move>),
) -> Report<Move> {
    Root::new(searcher, board, plan, &|| Duration::ZERO, tell).run()
}

/// A search of so many plies at a level of confidence, and nothing else to heed.
fn plan(depth: u32, level: u8) -> Plan {
    Plan {
        depth,
        level,
        goal: Goal::Score,
        bounds: None,
        nodes: u64::MAX,
        lines: 1,
    }
}
