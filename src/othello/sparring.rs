//! The contest's four opponents, as the grader in `scripts/contest` plays them: built in so that anyone can meet them in
//! any dialect. With the same seed and the same moves of the other side they play the grader's games move for move
//! (`tests/suite/sparring.rs`), so nothing here may be "improved".

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use super::rules::board::Board;
use super::rules::moves::{Move, Squares};
use super::rules::position::Othello;
use crate::base::clock::Clock;
use crate::base::stop::StopToken;
use crate::game::player::{Decision, Job, Player, Report};
use crate::search::budget::{self, Situation};

/// What a disc is worth on each square.
#[rustfmt::skip]
const VALUES: [i32; 64] = [
     90, -20,  8,  6,  6,  8, -20,  90,
    -20, -40, -4, -3, -3, -4, -40, -20,
      8,  -4,  4,  1,  1,  4,  -4,   8,
      6,  -3,  1,  1,  1,  1,  -3,   6,
      6,  -3,  1,  1,  1,  1,  -3,   6,
      8,  -4,  4,  1,  1,  4,  -4,   8,
    -20, -40, -4, -3, -3, -4, -40, -20,
     90, -20,  8,  6,  6,  8, -20,  90,
];
/// What a legal move is worth.
const MOBILITY: i32 = 8;
/// A move's value is blurred by less than this, for variety.
const VARIETY: u64 = 12;
/// The plies that [`Level::Ai4`] looks ahead.
const DEPTH: u32 = 6;
/// Beyond every value of an estimate.
const INFINITE: i32 = 20_000;
/// What a finished game is worth within an estimate, besides its discs.
const WON: i32 = 10_000;
/// Beyond every difference of discs.
const ALL_DISCS: i32 = 100;
/// Stop token and clock are looked at once in so many nodes.
const NODES_PER_CHECK: u32 = 1024;

/// Which of the four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// A random legal move.
    Ai1 = 1,
    /// Random moves, exact play from 12 empty squares.
    Ai2 = 2,
    /// One move ahead by squares and mobility, exact play from 12 empty squares.
    Ai3 = 3,
    /// Six moves ahead by the same measure, exact play from 14 empty squares.
    Ai4 = 4,
}

impl Level {
    /// All four, the weakest first.
    pub const ALL: [Self; 4] = [Self::Ai1, Self::Ai2, Self::Ai3, Self::Ai4];

    /// The opponent of a contest task, 1 to 4.
    pub fn of_task(task: u32) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|level| u32::from(level.number()) == task)
    }

    /// The number of the contest task, 1 to 4.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// From so few empty squares on it plays exactly.
    fn exact_from(self) -> u32 {
        match self {
            Self::Ai1 => 0,
            Self::Ai2 | Self::Ai3 => 12,
            Self::Ai4 => 14,
        }
    }
}

impl fmt::Display for Level {
    /// `ai1` to `ai4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ai{}", self.number())
    }
}

/// Why a text names no opponent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected one of ai1, ai2, ai3, ai4")]
pub struct UnknownLevel;

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        match text {
            "ai1" => Ok(Self::Ai1),
            "ai2" => Ok(Self::Ai2),
            "ai3" => Ok(Self::Ai3),
            "ai4" => Ok(Self::Ai4),
            _ => Err(UnknownLevel),
        }
    }
}

/// One of the contest's opponents. Its chance runs on from game to game. Of a job's limits it heeds the clock alone, and
/// only so as not to overstep: like its models it does not manage time.
#[derive(Debug, Clone)]
pub struct Sparring {
    level: Level,
    chance: SplitMix64,
}

impl Sparring {
    /// An opponent; the same seed gives the same games.
    pub fn new(level: Level, seed: u64) -> Self {
        let state = seed
            .wrapping_mul(1_000_003)
            .wrapping_add(u64::from(level.number()));
        Self {
            level,
            chance: SplitMix64::seed_from_u64(state),
        }
    }

    /// Chooses among `moves`, which are not empty.
    fn choose(&mut self, board: Board, moves: u64, until: Until) -> usize {
        // The grader draws one number each move, needed or not; to play its games so must we.
        let random = self.random_square(moves);
        if moves.is_power_of_two() {
            return random;
        }
        if board.empties() <= self.level.exact_from() {
            let mut best = random;
            let _ = Lookahead::new(until).branch(
                board,
                moves,
                None,
                -ALL_DISCS,
                ALL_DISCS,
                Some(&mut best),
            );
            return best;
        }
        match self.level {
            Level::Ai1 | Level::Ai2 => random,
            Level::Ai3 => self.best_estimate(board, moves, 0, until),
            Level::Ai4 => self.best_estimate(board, moves, DEPTH - 1, until),
        }
    }

    /// A square of a set that is not empty, each equally likely.
    fn random_square(&mut self, set: u64) -> usize {
        let skipped = self.chance.next_u64() % u64::from(set.count_ones());
        let mut rest = set;
        for _ in 0..skipped {
            rest &= rest - 1;
        }
        rest.trailing_zeros() as usize
    }

    /// The move of the best blurred estimate, `depth` plies beyond it.
    fn best_estimate(&mut self, board: Board, moves: u64, depth: u32, until: Until) -> usize {
        let mut ahead = Lookahead::new(until);
        let mut best = moves.trailing_zeros() as usize;
        let mut top = i32::MIN;
        for square in Squares(moves) {
            let after = board.play(square);
            let Some(value) = ahead.value(after, Some(depth), -INFINITE, INFINITE) else {
                break;
            };
            let blur = i32::try_from(self.chance.next_u64() % VARIETY).unwrap_or(0);
            if blur - value > top {
                top = blur - value;
                best = square;
            }
        }
        best
    }
}

impl Player<Othello> for Sparring {
    fn think(
        &mut self,
        job: &Job<Othello>,
        stop: &StopToken,
        _tell: &mut dyn FnMut(Report<Move>),
    ) -> Decision<Move> {
        let board = job.position.board;
        let moves = board.moves();
        let mv = if moves != 0 {
            let until = Until::new(job, stop);
            Some(Move::on(self.choose(board, moves, until)))
        } else if board.is_over() {
            None
        } else {
            Some(Move::PASS)
        };
        Decision { mv, report: None }
    }

    fn new_game(&mut self) {}
}

/// What ends a look ahead early.
#[derive(Clone, Copy)]
struct Until<'a> {
    stop: &'a StopToken,
    clock: &'a Clock,
    deadline: Option<Duration>,
}

impl<'a> Until<'a> {
    fn new(job: &'a Job<Othello>, stop: &'a StopToken) -> Self {
        // With a game clock half of it may go on one move: more would leave nothing for the next.
        let situation = Situation {
            moves: 2,
            to_go: 2,
            overhead: Duration::ZERO,
        };
        let bounds = budget::bounds(job.limits.time, situation);
        Self {
            stop,
            clock: &job.clock,
            deadline: bounds.map(|bounds| job.started.saturating_add(bounds.hard)),
        }
    }

    fn reached(self) -> bool {
        self.stop.is_raised()
            || self
                .deadline
                .is_some_and(|deadline| self.clock.now() >= deadline)
    }
}

/// The squares held and the choice of moves, for the side to move.
fn weigh(board: Board) -> i32 {
    let sum = |set| Squares(set).map(|square| VALUES[square]).sum::<i32>();
    let count = |set: u64| set.count_ones().cast_signed();
    sum(board.mover) - sum(board.other)
        + MOBILITY * (count(board.moves()) - count(board.pass().moves()))
}

/// A plain alpha-beta search. Its functions give nothing when it was ended early.
struct Lookahead<'a> {
    until: Until<'a>,
    nodes: u32,
}

impl<'a> Lookahead<'a> {
    fn new(until: Until<'a>) -> Self {
        Self { until, nodes: 0 }
    }

    /// The value for the side to move: an estimate after `depth` plies, or without a depth the discs at the end of the
    /// game. A pass is not a ply.
    fn value(&mut self, board: Board, depth: Option<u32>, alpha: i32, beta: i32) -> Option<i32> {
        if self.nodes.is_multiple_of(NODES_PER_CHECK) && self.until.reached() {
            return None;
        }
        self.nodes = self.nodes.wrapping_add(1);
        if depth == Some(0) {
            return Some(weigh(board));
        }
        let moves = board.moves();
        if moves != 0 {
            return self.branch(board, moves, depth, alpha, beta, None);
        }
        if board.pass().moves() != 0 {
            return Some(-self.value(board.pass(), depth, -beta, -alpha)?);
        }
        let discs = board.plain_score();
        Some(match depth {
            None => discs,
            Some(_) => WON * discs.signum() + discs,
        })
    }

    /// Tries every move of `moves`, the opponent's least free replies first; `best` follows what raises alpha.
    fn branch(
        &mut self,
        board: Board,
        moves: u64,
        depth: Option<u32>,
        mut alpha: i32,
        beta: i32,
        mut best: Option<&mut usize>,
    ) -> Option<i32> {
        let mut replies: arrayvec::ArrayVec<(u32, usize, Board), 64> = Squares(moves)
            .map(|square| {
                let after = board.play(square);
                (after.moves().count_ones(), square, after)
            })
            .collect();
        // Stable, so that equals keep the order of squares.
        replies.sort_by_key(|&(freedom, ..)| freedom);
        let depth = depth.map(|plies| plies - 1);
        for (_, square, after) in replies {
            let value = -self.value(after, depth, -beta, -alpha)?;
            if value > alpha {
                alpha = value;
                if let Some(best) = best.as_deref_mut() {
                    *best = square;
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        Some(alpha)
    }
}
