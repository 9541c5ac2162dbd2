//! The root of the search: iterations of growing depth, then the exact solution as soon as it is in reach.

use std::time::Duration;

use super::Searcher;
use super::node::Node;
use super::principal::{Line, extend};
use super::{CERTAIN, probcut};
use crate::game::player::{Certainty, Goal, Report};
use crate::game::ranking::Ranking;
use crate::othello::endgame::NONE;
use crate::othello::eval::weights::Weights;
use crate::othello::rules::board::Board;
use crate::othello::rules::moves::{Move, Squares};
use crate::search::budget::Bounds;

/// What a search at the root is to do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// Plies at most; the number of empties or more allows the exact solution.
    pub(crate) depth: u32,
    /// How sure searches of limited depth are to be, as [`probcut`] numbers it.
    pub(crate) level: u8,
    /// What counts at the end of the game.
    pub(crate) goal: Goal,
    /// Time for this move, if a clock runs.
    pub(crate) bounds: Option<Bounds>,
    /// Nodes at most.
    pub(crate) nodes: u64,
    /// How many of the best moves are to be valued; at least 1.
    pub(crate) lines: usize,
}

/// A move at the root.
#[derive(Debug, Clone, Copy)]
struct RootMove {
    square: usize,
    child: Node,
}

/// So many iterations come before the solution, because it may fail for lack of time or nodes and leave nothing else;
const FIRST_ITERATIONS: u32 = 2;
/// but so few empties are solved at once.
const AT_ONCE: u32 = 8;
/// A drop of the score by so much, in hundredths of a disc, asks for more time.
const LARGE_DROP: i32 = 300;
/// A selective search to the end of the game is begun when so many plies more would reach it.
const END_AHEAD: u32 = 8;
/// From so many empties on the end is first searched selectively,
const SELECTIVE_FROM: u32 = 18;
/// and from so many on at a second level.
const SURE_FROM: u32 = 22;
/// A pass with more confidence is reckoned to take so many times the nodes of the one before. A guess, on the safe side.
const PASS_GROWTH: u64 = 4;

/// One search from the root.
pub(crate) struct Root<'s, 'a, 't> {
    searcher: &'s mut Searcher<'a>,
    board: Board,
    /// Those of the lines in the same order, but for what the line in hand has found and goes before it, then the others as they
    /// were found.
    moves: Vec<RootMove>,
    plan: Plan,
    elapsed: &'t dyn Fn() -> Duration,
    tell: &'t mut dyn FnMut(Report<Move>),
    /// What is known of the best move, the second best and so on.
    ranking: Ranking<Move>,
    /// The place of the line in hand: how many the iteration has found before it.
    rank: usize,
}

impl<'s, 'a, 't> Root<'s, 'a, 't> {
    /// Prepares the search of `board`, in which the mover has a move. `elapsed` is the time since thinking began.
    pub(crate) fn new(
        searcher: &'s mut Searcher<'a>,
        board: Board,
        plan: Plan,
        elapsed: &'t dyn Fn() -> Duration,
        tell: &'t mut dyn FnMut(Report<Move>),
    ) -> Self {
        let weights = searcher.weights;
        let mut moves: Vec<RootMove> = Squares(board.moves())
            .map(|square| RootMove {
                square,
                child: Node::new(board.play(square)),
            })
            .collect();
        // The static choice stands until something better is known, even if there is no time for a single iteration.
        moves.sort_by_cached_key(|at| static_hundredths(weights, at.child.board));
        let wanted = plan.lines.clamp(1, moves.len().max(1));
        let glance = moves
            .iter()
            .take(wanted)
            .enumerate()
            .map(|(place, at)| Report {
                rank: place + 1,
                depth: 0,
                confidence: 100,
                // Several moves are valued alike, so that they can be compared.
                score: if wanted == 1 {
                    weights.evaluate_hundredths(board, board.moves())
                } else {
                    -static_hundredths(weights, at.child.board)
                },
                certainty: Certainty::Estimate,
                nodes: 0,
                elapsed: Duration::ZERO,
                line: vec![Move::on(at.square)],
            })
            .collect();
        Self {
            searcher,
            board,
            moves,
            plan,
            elapsed,
            tell,
            ranking: Ranking::new(glance),
            rank: 0,
        }
    }

    /// Searches until the plan is fulfilled or the watch says stop; what is known then.
    pub(crate) fn run(mut self) -> Report<Move> {
        let empties = self.board.empties();
        let mut depth = 0;
        let mut stable = true;
        loop {
            if self.plan.depth >= empties && end_in_sight(empties, depth) {
                self.finish(empties);
                break;
            }
            depth += 1;
            if depth > self.plan.depth || depth >= empties || !self.time_for_another(stable) {
                break;
            }
            let (mv, score) = self.best();
            if !self.iterate(depth) {
                break;
            }
            let now = self.best();
            stable = now.0 == mv && now.1 >= score - LARGE_DROP;
        }
        let mut best = self.ranking.finish(self.tell);
        best.nodes = self.searcher.watch.nodes();
        best.elapsed = (self.elapsed)();
        best
    }

    /// The best move and its score in hundredths of a disc.
    fn best(&self) -> (Option<Move>, i32) {
        let best = &self.ranking.lines()[0];
        (best.line.first().copied(), best.score)
    }

    /// Whether another iteration may begin. Where the soft bound is the hard one all the time is used; on a game clock an
    /// iteration that could hardly end in time is not begun, unless the choice is still moving.
    fn time_for_another(&self, stable: bool) -> bool {
        let Some(Bounds { soft, hard }) = self.plan.bounds else {
            return true;
        };
        let limit = if soft == hard {
            hard
        } else if stable {
            soft / 2
        } else {
            soft
        };
        (self.elapsed)() < limit
    }

    /// To the end of the game: with growing confidence, as far as time allows, and at last for certain.
    fn finish(&mut self, empties: u32) {
        let levels: &[u8] = match empties {
            ..SELECTIVE_FROM => &[],
            SELECTIVE_FROM..SURE_FROM => &[probcut::FAST],
            _ => &[probcut::FAST, probcut::SURE],
        };
        let mut last = 0;
        for &level in levels {
            if !self.time_to_finish(last) {
                return;
            }
            let before = self.searcher.watch.nodes();
            self.searcher.level = level;
            self.solve(empties);
            if self.searcher.watch.aborted() {
                return;
            }
            last = self.searcher.watch.nodes() - before;
        }
        if self.time_to_finish(last) {
            self.searcher.level = CERTAIN;
            self.solve(empties);
        }
    }

    /// Whether another pass over the end of the game may begin, the last one having taken so many nodes.
    fn time_to_finish(&self, last: u64) -> bool {
        let nodes = self.searcher.watch.nodes();
        let next = last * PASS_GROWTH;
        if nodes.saturating_add(next) > self.plan.nodes {
            return false;
        }
        let Some(Bounds { soft, hard }) = self.plan.bounds else {
            return true;
        };
        let elapsed = (self.elapsed)();
        // All the time is there to be used, or the choice is made and the rest is worth more later.
        if soft == hard {
            return elapsed < hard;
        }
        let predicted = u128::from(next) * elapsed.as_micros() / u128::from(nodes.max(1));
        elapsed < soft && elapsed.as_micros() + predicted < hard.as_micros()
    }

    /// One iteration for every line that is wanted; whether it came to its end.
    fn iterate(&mut self, depth: u32) -> bool {
        self.searcher.level = self.plan.level;
        for rank in 0..self.ranking.lines().len() {
            self.rank = rank;
            if !self.aspire(depth) {
                return false;
            }
        }
        true
    }

    /// Finds the score of the best move among those not ranked yet, by a window around what it was; whether it came to
    /// its end.
    fn aspire(&mut self, depth: u32) -> bool {
        let guess = self.ranking.lines()[self.rank].score / 100;
        let mut width = if depth < 5 { 128 } else { 3 };
        // The window only grows, so this comes to an end even where the table makes scores waver.
        let mut window = [guess - width, guess + width];
        loop {
            let score = self.search(depth, window, Certainty::Estimate);
            if self.searcher.watch.aborted() {
                return false;
            }
            width *= 2;
            if score <= window[0] && window[0] >= -64 {
                window[0] = score - width;
            } else if score >= window[1] && window[1] <= 64 {
                window[1] = score + width;
            } else {
                return true;
            }
        }
    }

    /// To the end of the game at one level: the outcome first where that is the goal or all there is time for, then the score.
    fn solve(&mut self, empties: u32) {
        let outcome_first = self.ranking.lines().len() == 1;
        self.rank = 0;
        if self.plan.goal == Goal::NotLosing && outcome_first {
            self.search(empties, [-1, 0], Certainty::Outcome);
            return;
        }
        for rank in 0..self.ranking.lines().len() {
            self.rank = rank;
            if self.searcher.level < CERTAIN {
                if !self.aspire(empties) {
                    return;
                }
                continue;
            }
            let mut guess = self.ranking.lines()[rank].score / 200 * 2;
            if self.plan.bounds.is_some() && outcome_first {
                let outcome = self.search(empties, [-1, 1], Certainty::Outcome);
                if self.searcher.watch.aborted() {
                    return;
                }
                if outcome.signum() != guess.signum() {
                    guess = outcome;
                }
            }
            self.solve_score(empties, guess);
            if self.searcher.watch.aborted() {
                return;
            }
        }
    }

    /// The exact score, by narrow windows that follow the bounds found.
    fn solve_score(&mut self, empties: u32, guess: i32) {
        let mut guess = guess.clamp(-64, 64);
        let (mut low, mut high) = (-64, 64);
        let mut width = 1;
        loop {
            let window = [(guess - width).max(low - 1), (guess + width).min(high + 1)];
            let score = self.search(empties, window, Certainty::Exact);
            if self.searcher.watch.aborted() {
                return;
            }
            if score <= window[0] {
                high = score;
            } else if score >= window[1] {
                low = score;
            } else {
                return;
            }
            width = if low == high { 1 } else { width + 2 };
            guess = if score <= window[0] {
                score - width + 1
            } else {
                score + width - 1
            };
            guess = guess.clamp(low, high);
        }
    }

    /// Searches the root moves not ranked yet within `[alpha, beta]`, best ones of the last iteration first, and reports what
    /// stands then; after an abort too, provided that at least the first move was searched.
    fn search(&mut self, depth: u32, [alpha, beta]: [i32; 2], claim: Certainty) -> i32 {
        let mut best = NONE;
        let mut best_place = self.rank;
        let mut line = Line::new();
        let mut rest = Line::new();
        for place in self.rank..self.moves.len() {
            let RootMove { square, child } = self.moves[place];
            let floor = alpha.max(best);
            rest.clear();
            let mut score = NONE;
            if best != NONE {
                score = -self.searcher.null_window(&child, depth - 1, -floor - 1);
            }
            if best == NONE || score > floor && score < beta {
                score = -self
                    .searcher
                    .principal(&child, depth - 1, [-beta, -floor], &mut rest);
            }
            if self.searcher.watch.aborted() {
                break;
            }
            if score > best {
                best = score;
                best_place = place;
                extend(&mut line, Move::on(square), &rest);
                if score >= beta {
                    break;
                }
            }
        }
        if best != NONE {
            if best > alpha {
                self.moves[self.rank..=best_place].rotate_right(1);
            }
            self.announce(depth, best, [alpha, beta], claim, &line);
        }
        best
    }

    fn announce(
        &mut self,
        depth: u32,
        score: i32,
        [alpha, beta]: [i32; 2],
        claim: Certainty,
        line: &Line,
    ) {
        let aborted = self.searcher.watch.aborted();
        let inside = alpha < score && score < beta;
        // A window that was missed says nothing yet, except about the outcome.
        let claim = if self.searcher.level < CERTAIN {
            Certainty::Estimate
        } else {
            claim
        };
        let certainty = match claim {
            Certainty::Exact if inside && !aborted => Certainty::Exact,
            Certainty::Outcome if !aborted => Certainty::Outcome,
            Certainty::Estimate if score > alpha => Certainty::Estimate,
            _ => return,
        };
        // Where no move reaches the outcome that was asked for the choice stays: all that is known are upper bounds.
        let line = if score > alpha {
            line.to_vec()
        } else {
            self.ranking.lines()[self.rank].line.clone()
        };
        let report = Report {
            rank: self.rank + 1,
            depth,
            confidence: probcut::confidence(self.searcher.level, depth),
            score: score * 100,
            certainty,
            nodes: self.searcher.watch.nodes(),
            elapsed: (self.elapsed)(),
            line,
        };
        if aborted || !(inside || certainty == Certainty::Outcome) {
            self.ranking.hold(report);
        } else {
            let place = self.ranking.add(report, self.tell);
            self.moves[place..=self.rank].rotate_right(1);
        }
    }
}

/// Whether to go for the end of the game now, after iterations up to `depth`.
fn end_in_sight(empties: u32, depth: u32) -> bool {
    depth + 1 >= empties
        || empties <= AT_ONCE
        || depth >= FIRST_ITERATIONS && depth + END_AHEAD >= empties
}

/// How good a position looks for its mover by the static evaluation, in hundredths of a disc.
fn static_hundredths(weights: &Weights, board: Board) -> i32 {
    let moves = board.moves();
    if moves != 0 {
        return weights.evaluate_hundredths(board, moves);
    }
    let passed = board.pass();
    let replies = passed.moves();
    if replies != 0 {
        -weights.evaluate_hundredths(passed, replies)
    } else {
        board.final_score() * 100
    }
}
