//! The root of the search: iterations of growing depth until the time is up or the game is solved.

use std::cmp::Reverse;
use std::time::Duration;

use super::{Line, Node, PROVEN, Searcher, WIN, column, is_proven, win_at};
use crate::connect4::eval::MOST;
use crate::connect4::rules::bits::{Bits, Cells};
use crate::connect4::rules::position::{Move, win_score};
use crate::connect4::rules::size::Size;
use crate::game::player::{Certainty, Report};
use crate::game::ranking::Ranking;
use crate::search::budget::Bounds;

/// What a search at the root is to do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// Plies at most; 0 asks for the static estimate.
    pub(crate) depth: u32,
    /// Time for this move, if a clock runs.
    pub(crate) bounds: Option<Bounds>,
    /// How many of the best moves are to be valued; at least 1.
    pub(crate) lines: usize,
}

/// A move at the root.
#[derive(Debug, Clone, Copy)]
struct RootMove<B> {
    cell: B,
    column: u8,
    /// What was found of it last as a line, at first by a glance, in points.
    score: i32,
    /// It is proven to be worth no more: below [`WIN`] only if it loses.
    most: i32,
}

impl<B> RootMove<B> {
    fn mv(&self) -> Move {
        Move::into_column(self.column.into())
    }

    fn is_lost(&self) -> bool {
        self.most < -PROVEN
    }

    /// Takes in a score that a search has found; what it says of the move beside all that is proven.
    fn learn(&mut self, score: i32) -> i32 {
        let score = score.min(self.most);
        if score < -PROVEN {
            self.most = score;
        }
        score
    }

    /// What is known of it as the line of a rank, but for what the search in hand has found.
    fn unsearched<S: Size>(&self, rank: usize) -> Report<Move> {
        Report {
            rank,
            depth: 0,
            confidence: 100,
            score: hundredths::<S>(self.score),
            certainty: if is_proven(self.score) {
                Certainty::Outcome
            } else {
                Certainty::Estimate
            },
            nodes: 0,
            elapsed: Duration::ZERO,
            line: vec![self.mv()],
        }
    }
}

/// Half of the first window around the score of the iteration before.
const FIRST_WIDTH: i32 = 40;
/// An estimate of so many points is half of certain.
const HALF_CERTAIN: i32 = 150;

/// One search from the root.
pub(crate) struct Root<'s, 'a, 't, S: Size> {
    searcher: &'s mut Searcher<'a, S>,
    node: Node<S>,
    /// Those of the lines in the same order, but for what the line in hand has found and goes before it, then the others as they
    /// were found.
    moves: Vec<RootMove<S::Bits>>,
    plan: Plan,
    elapsed: &'t dyn Fn() -> Duration,
    tell: &'t mut dyn FnMut(Report<Move>),
    /// What is known of the best move, the second best and so on.
    ranking: Ranking<Move>,
    /// The place of the line in hand: how many the iteration has found before it.
    rank: usize,
}

impl<'s, 'a, 't, S: Size> Root<'s, 'a, 't, S> {
    /// Prepares the search of a node in which the game is not over. `elapsed` is the time since thinking began.
    pub(crate) fn new(
        searcher: &'s mut Searcher<'a, S>,
        node: Node<S>,
        plan: Plan,
        elapsed: &'t dyn Fn() -> Duration,
        tell: &'t mut dyn FnMut(Report<Move>),
    ) -> Self {
        let mut moves: Vec<_> = Cells(node.board.playable())
            .map(|bit| {
                let cell = S::Bits::single(bit);
                let score = -searcher.glance(node.play(cell));
                let mut at = RootMove {
                    cell,
                    column: column::<S>(bit),
                    score,
                    most: WIN,
                };
                at.learn(score);
                at
            })
            .collect();
        // This order stands until something better is known, even if there is no time for a single iteration.
        moves.sort_by_key(|at| Reverse(at.score));
        let glance = moves
            .iter()
            .take(plan.lines.max(1))
            .enumerate()
            .map(|(place, at)| at.unsearched::<S>(place + 1))
            .collect();
        Self {
            searcher,
            node,
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
        let mut depth = 0;
        while depth < self.plan.depth.min(MOST_DEPTH) && self.time_for_another() {
            depth += 1;
            self.searcher.fade();
            let before = self.searcher.horizons;
            if !self.iterate(depth) {
                break;
            }
            let exhausted = self.searcher.horizons == before;
            let mut lines = self.moves[..self.ranking.lines().len()].iter();
            if exhausted || lines.all(|at| self.is_settled(at.score, depth)) {
                break;
            }
        }
        self.avoid_loss();
        let mut best = self.ranking.finish(self.tell);
        best.nodes = self.searcher.watch.nodes();
        best.elapsed = (self.elapsed)();
        best
    }

    /// An iteration that is broken off may know that moves lose which were thought well of before, and nothing of others: one
    /// of those is chosen then, and not valued higher than the choice of the iteration before was.
    fn avoid_loss(&mut self) {
        let most = self.ranking.lines()[0].score;
        let lost = |mv| {
            let at = self.moves.iter().find(|at| at.mv() == mv)?;
            at.is_lost().then(|| hundredths::<S>(at.most))
        };
        self.ranking.take_down(lost);
        let chosen = self.ranking.best().line.first().copied();
        if chosen.and_then(lost).is_some()
            && let Some(other) = self.moves.iter().find(|at| !at.is_lost())
        {
            let report = other.unsearched::<S>(1);
            let score = report.score.min(most);
            self.ranking.hold(Report { score, ..report });
        }
    }

    /// Whether the end that a score speaks of lies within the depth: a faster one is hardly to be found, only where moves late
    /// in the order were searched less deep.
    fn is_settled(&self, score: i32, depth: u32) -> bool {
        let end = WIN - score.abs();
        is_proven(score) && end <= (self.node.discs + depth).cast_signed()
    }

    /// Whether another iteration may begin: where the soft bound is the hard one all the time is used.
    fn time_for_another(&self) -> bool {
        let Some(Bounds { soft, hard }) = self.plan.bounds else {
            return true;
        };
        let limit = if soft == hard { hard } else { soft / 2 };
        (self.elapsed)() < limit
    }

    /// One iteration for every line that is wanted; whether it came to its end.
    fn iterate(&mut self, depth: u32) -> bool {
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
        let guess = self.moves[self.rank].score;
        let mut width = FIRST_WIDTH;
        let mut window = if depth < 4 || is_proven(guess) {
            [-WIN, WIN]
        } else {
            [guess - width, guess + width]
        };
        loop {
            let before = self.searcher.horizons;
            let score = self.search(depth, window, before);
            if self.searcher.watch.aborted() {
                return false;
            }
            // The window only grows, so this comes to an end even where the table makes scores waver.
            width *= 4;
            if score <= window[0] && window[0] > -WIN {
                window[0] = if width > MOST { -WIN } else { score - width };
            } else if score >= window[1] && window[1] < WIN {
                window[1] = if width > MOST { WIN } else { score + width };
            } else {
                return true;
            }
        }
    }

    /// Searches the root moves not ranked yet within `[alpha, beta]`, best ones of the last iteration first, and reports what
    /// stands then; after an abort too, provided that at least the first move was searched.
    fn search(&mut self, depth: u32, [alpha, beta]: [i32; 2], before: u64) -> i32 {
        let next = depth.cast_signed() - 1;
        let mut best = i32::MIN;
        let mut best_place = self.rank;
        let mut line = Line::new();
        let mut rest = Line::new();
        for place in self.rank..self.moves.len() {
            let RootMove { cell, column, .. } = self.moves[place];
            let child = self.node.play(cell);
            let floor = alpha.max(best);
            let open = [-beta, -floor];
            rest.clear();
            let score = if self.wins(cell) {
                win_at(self.node.discs + 1)
            } else if best == i32::MIN {
                -self.searcher.score::<true>(child, next, open, &mut rest)
            } else {
                let window = [-floor - 1, -floor];
                let score = -self.searcher.score::<false>(child, next, window, &mut rest);
                if score > floor && score < beta {
                    -self.searcher.score::<true>(child, next, open, &mut rest)
                } else {
                    score
                }
            };
            if self.searcher.watch.aborted() {
                break;
            }
            let score = self.moves[place].learn(score);
            if score > best {
                best = score;
                best_place = place;
                super::extend(&mut line, column, &rest);
                if score >= beta {
                    break;
                }
            }
        }
        if best != i32::MIN && best > alpha {
            self.moves[self.rank..=best_place].rotate_right(1);
            self.announce(depth, best, beta, before, &line);
        }
        best
    }

    fn wins(&self, cell: S::Bits) -> bool {
        !(self.node.board.threats() & cell).is_empty()
    }

    /// Keeps what was found, and tells of it unless more will be known soon.
    fn announce(&mut self, depth: u32, score: i32, beta: i32, before: u64, line: &Line) {
        let aborted = self.searcher.watch.aborted();
        let exhausted = self.searcher.horizons == before;
        let certainty = if exhausted && !aborted && score < beta {
            Certainty::Exact
        } else if is_proven(score) {
            Certainty::Outcome
        } else {
            Certainty::Estimate
        };
        self.moves[self.rank].score = score;
        let line = line.iter().map(|&column| column.into());
        let report = Report {
            rank: self.rank + 1,
            depth,
            confidence: 100,
            score: hundredths::<S>(score),
            certainty,
            nodes: self.searcher.watch.nodes(),
            elapsed: (self.elapsed)(),
            line: line.map(Move::into_column).collect(),
        };
        if aborted || score >= beta {
            self.ranking.hold(report);
        } else {
            let place = self.ranking.add(report, self.tell);
            self.moves[place..=self.rank].rotate_right(1);
        }
    }
}

/// No game has more plies.
const MOST_DEPTH: u32 = 150;

/// A score in hundredths of a disc: proven ones as the rules count them, estimates as a share of the smallest win.
fn hundredths<S: Size>(score: i32) -> i32 {
    if is_proven(score) {
        let end = (WIN - score.abs()).unsigned_abs();
        let empty_before = (S::CELLS + 1).saturating_sub(end);
        return win_score(empty_before) * 100 * score.signum();
    }
    score * 99 / (score.abs() + HALF_CERTAIN)
}
