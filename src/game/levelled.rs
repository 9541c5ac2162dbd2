//! A player at any level: the full one as it is, or one that is held back.

use std::time::Duration;

use super::keeper::Build;
use super::level::{Handicap, Handicaps, Strength, draw, handicap, value};
use super::player::{Decision, Job, Player, Report};
use super::{Cell, Game};
use crate::base::chance::Chance;
use crate::base::stop::StopToken;
use crate::search::limits::Limits;

/// Chooses moves at the level of each job. At full strength it is the player that it is made of and nothing else.
///
/// At the other levels a second player of the same kind values the moves, and one of them is drawn by lot. It forgets everything
/// before each move, so that its choice depends on the job alone.
pub struct Levelled<G: Game> {
    full: Box<dyn Player<G>>,
    /// Made when a lower level is played for the first time.
    short: Option<Box<dyn Player<G>>>,
    build: Build<G>,
    handicaps: &'static Handicaps,
    overhead: Duration,
}

/// Memory for the tables of a short search, in MiB: little, so that forgetting costs nothing.
const SHORT_HASH: usize = 1;

impl<G: Game> Levelled<G> {
    /// A player that `build` makes, with tables of so many MiB, at these levels.
    pub fn new(hash: usize, handicaps: &'static Handicaps, build: Build<G>) -> Self {
        Self {
            full: build(hash),
            short: None,
            build,
            handicaps,
            overhead: Duration::ZERO,
        }
    }

    fn held_back(
        &mut self,
        job: &Job<G>,
        handicap: &Handicap,
        stop: &StopToken,
        tell: &mut dyn FnMut(Report<G::Move>),
    ) -> Decision<G::Move> {
        let short = self.short.get_or_insert_with(|| (self.build)(SHORT_HASH));
        short.set_overhead(self.overhead);
        short.new_game();
        let legal = G::legal_moves(&job.position).len();
        let lines = handicap.moves.max(job.lines).min(legal).max(1);
        let held = Job {
            position: job.position.clone(),
            limits: capped(job, handicap),
            goal: job.goal,
            clock: job.clock.clone(),
            started: job.started,
            lines,
            strength: Strength::FULL,
        };
        let mut valued = Valued::new(lines);
        let mut decision = short.think(&held, stop, &mut |report| {
            valued.note(&report);
            if report.rank <= job.lines.max(1) {
                tell(report);
            }
        });
        let mut moves = valued.moves;
        moves.truncate(handicap.moves.max(1));
        let values: Vec<i32> = moves
            .iter()
            .map(|report| value::<G>(&job.position, report))
            .collect();
        let mut chance = Chance::new(job.strength.lot, &G::show_position(&job.position));
        // Without values, for lack of time, the move stays that was found.
        let Some(place) = draw(&values, handicap, &mut chance) else {
            return decision;
        };
        let mut drawn = moves.swap_remove(place);
        decision.mv = drawn.line.first().copied();
        decision.report = decision.report.filter(|_| job.lines <= 1).map(|best| {
            drawn.rank = 1;
            drawn.nodes = best.nodes;
            drawn.elapsed = best.elapsed;
            drawn
        });
        decision
    }
}

/// The limits of a job, the depth no more than the handicap has it.
fn capped<G: Game>(job: &Job<G>, handicap: &Handicap) -> Limits {
    let rows = G::rows(&job.position);
    let free = rows.iter().flatten().filter(|&&cell| cell == Cell::Empty);
    let free = u32::try_from(free.count()).unwrap_or(u32::MAX);
    let most = if free <= handicap.solve {
        free.max(handicap.depth)
    } else {
        handicap.depth
    };
    Limits {
        depth: Some(job.limits.depth.map_or(most, |depth| depth.min(most))),
        ..job.limits
    }
}

/// The moves after the last iteration that valued all that were wanted. Values of different depths or
/// confidence cannot be compared.
struct Valued<M> {
    wanted: usize,
    moves: Vec<Report<M>>,
    /// Those of the iteration in hand.
    coming: Vec<Report<M>>,
}

impl<M: Clone> Valued<M> {
    fn new(wanted: usize) -> Self {
        Self {
            wanted,
            moves: Vec::new(),
            coming: Vec::new(),
        }
    }

    fn note(&mut self, report: &Report<M>) {
        // The first glance is no iteration.
        if report.depth == 0 {
            return;
        }
        let alike = (report.depth, report.confidence);
        self.coming
            .retain(|other| other.rank < report.rank && (other.depth, other.confidence) == alike);
        self.coming.push(report.clone());
        if report.rank == self.wanted && self.coming.len() == self.wanted {
            self.moves = std::mem::take(&mut self.coming);
        }
    }
}

impl<G: Game> Player<G> for Levelled<G> {
    fn think(
        &mut self,
        job: &Job<G>,
        stop: &StopToken,
        tell: &mut dyn FnMut(Report<G::Move>),
    ) -> Decision<G::Move> {
        match handicap(job.strength.level, self.handicaps) {
            None => self.full.think(job, stop, tell),
            Some(handicap) => self.held_back(job, handicap, stop, tell),
        }
    }

    fn new_game(&mut self) {
        self.full.new_game();
    }

    fn set_hash(&mut self, mebibytes: usize) {
        self.full.set_hash(mebibytes);
    }

    fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
        self.full.set_overhead(overhead);
    }
}
