//! The root of the search: iterations of growing depth, then the exact solution as soon as it is in reach.

use std::time::Duration;

use super::Searcher;
use super::principal::{Line, extend};
use crate::game::player::{Certainty, Goal, Report};
use crate::othello::endgame::NONE;
use crate::othello::eval::evaluate_hundredths;
use crate::othello::rules::board::Board;
use crate::othello::rules::moves::{Move, Squares};
use crate::search::budget::Bounds;

/// What a search at the root is to do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// Plies at most; the number of empties or more allows the exact solution.
    pub(crate) depth: u32,
    /// What counts at the end of the game.
    pub(crate) goal: Goal,
    /// Time for this move, if a clock runs.
    pub(crate) bounds: Option<Bounds>,
    /// Nodes at most.
    pub(crate) nodes: u64,
    /// How many of the best moves are to be valued; at least 1.
    pub(crate) lines: usize,
}

/// A move at the root; the list is kept in the order of the last iteration.
#[derive(Debug, Clone, Copy)]
struct RootMove {
    square: usize,
    child: Board,
    replies: u64,
}

/// Nodes that an exact solution takes on average: 4.4 million at 20 empties, 2.2 times as many for each empty more.
/// Measured on positions from games; single positions differ by a factor of ten either way.
fn solving_nodes(empties: u32) -> f64 {
    4.4e6 * 2.2f64.powi(empties.cast_signed() - 20)
}

/// Knowing only who wins takes about this share of the exact solution's nodes.
const OUTCOME_SHARE: f64 = 0.35;
/// Another ply multiplies the nodes by about this.
const GROWTH: f64 = 2.5;
/// The solution is tried once it is at most so many times as expensive as another iteration, which would pay for itself by
/// better move ordering otherwise.
const PATIENCE: f64 = 25.0;
/// So many iterations come before the solution, because it may fail for lack of time or nodes and leave nothing else;
const FIRST_ITERATIONS: u32 = 2;
/// but so few empties are solved at once.
const AT_ONCE: u32 = 8;
/// A drop of the score by so much, in hundredths of a disc, asks for more time.
const LARGE_DROP: i32 = 300;
/// Nodes a second, assumed until measured.
const FIRST_SPEED: f64 = 10e6;
/// So much faster is the solver than the midgame search, in nodes a second.
const SOLVER_SPEED_UP: f64 = 2.0;

/// One search from the root.
pub(crate) struct Root<'s, 'a, 't> {
    searcher: &'s mut Searcher<'a>,
    board: Board,
    moves: Vec<RootMove>,
    plan: Plan,
    elapsed: &'t dyn Fn() -> Duration,
    tell: &'t mut dyn FnMut(Report<Move>),
    /// What is known of the best move, the second best and so on; `moves` begins with these moves in this order.
    reports: Vec<Report<Move>>,
    /// The place in `reports` that is being searched for.
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
        let mut moves: Vec<RootMove> = Squares(board.moves())
            .map(|square| {
                let child = board.play(square);
                RootMove {
                    square,
                    child,
                    replies: child.moves(),
                }
            })
            .collect();
        // The static choice stands until something better is known, even if there is no time for a single iteration.
        moves.sort_by_cached_key(|at| static_hundredths(at.child));
        let reports = moves
            .iter()
            .take(plan.lines.max(1))
            .enumerate()
            .map(|(place, at)| Report {
                rank: place + 1,
                depth: 0,
                confidence: 100,
                score: if place == 0 {
                    evaluate_hundredths(board, board.moves())
                } else {
                    -static_hundredths(at.child)
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
            reports,
            rank: 0,
        }
    }

    /// Searches until the plan is fulfilled or the watch says stop; what is known then.
    pub(crate) fn run(mut self) -> Report<Move> {
        let empties = self.board.empties();
        let mut depth = 0;
        let mut stable = true;
        loop {
            if self.plan.depth >= empties && self.time_to_solve(empties, depth) {
                self.solve(empties);
                break;
            }
            depth += 1;
            if depth > self.plan.depth || depth >= empties || !self.time_for_another(stable) {
                break;
            }
            let before = self
                .reports
                .first()
                .map(|best| (best.line.first().copied(), best.score));
            if !self.iterate(depth) {
                break;
            }
            let now = self
                .reports
                .first()
                .map(|best| (best.line.first().copied(), best.score));
            stable = before
                .zip(now)
                .is_some_and(|(before, now)| before.0 == now.0 && now.1 >= before.1 - LARGE_DROP);
        }
        let mut best = self.reports.swap_remove(0);
        best.nodes = self.searcher.watch.nodes();
        best.elapsed = (self.elapsed)();
        best
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

    /// Whether to go for the end of the game now, after iterations up to `depth`.
    fn time_to_solve(&self, empties: u32, depth: u32) -> bool {
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let nodes = self.searcher.watch.nodes() as f64;
        if depth + 1 >= empties {
            return true;
        }
        if depth < FIRST_ITERATIONS && empties > AT_ONCE {
            return false;
        }
        let outcome = solving_nodes(empties) * OUTCOME_SHARE;
        if let Some(Bounds { hard, .. }) = self.plan.bounds {
            let elapsed = (self.elapsed)().as_secs_f64();
            let speed = if nodes > 1e4 && elapsed > 0.0 {
                nodes / elapsed
            } else {
                FIRST_SPEED
            };
            let affordable = (hard.as_secs_f64() - elapsed) * speed * SOLVER_SPEED_UP;
            if outcome > affordable {
                return false;
            }
        }
        // Nodes of all iterations so far are about 1/(1 − 1/growth) times those of the last.
        let next = nodes * (1.0 - 1.0 / GROWTH) * GROWTH;
        let wanted = match self.plan.goal {
            Goal::NotLosing => outcome,
            Goal::Score => solving_nodes(empties),
        };
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let allowed = self.plan.nodes as f64;
        wanted <= allowed - nodes && wanted <= PATIENCE * next.max(2_000.0)
    }

    /// One iteration for every line that is wanted; whether it came to its end.
    fn iterate(&mut self, depth: u32) -> bool {
        for rank in 0..self.reports.len() {
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
        let guess = self.reports[self.rank].score / 100;
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

    /// To the end of the game: the outcome first where that is the goal or all there is time for, then the score.
    fn solve(&mut self, empties: u32) {
        let outcome_first = self.reports.len() == 1;
        self.rank = 0;
        if self.plan.goal == Goal::NotLosing && outcome_first {
            self.search(empties, [-1, 0], Certainty::Outcome);
            return;
        }
        for rank in 0..self.reports.len() {
            self.rank = rank;
            let mut guess = self.reports[rank].score / 200 * 2;
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
            let RootMove {
                square,
                child,
                replies,
            } = self.moves[place];
            let floor = alpha.max(best);
            rest.clear();
            let mut score = NONE;
            if best != NONE {
                score = -self
                    .searcher
                    .null_window(child, replies, depth - 1, -floor - 1);
            }
            if best == NONE || score > floor && score < beta {
                score = -self
                    .searcher
                    .principal(child, depth - 1, [-beta, -floor], &mut rest);
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
            let fell = best <= alpha;
            if !fell {
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
        let certainty = match claim {
            Certainty::Exact if inside && !aborted => Certainty::Exact,
            Certainty::Outcome if !aborted => Certainty::Outcome,
            Certainty::Estimate if score > alpha => Certainty::Estimate,
            _ => return,
        };
        let report = &mut self.reports[self.rank];
        // Where no move reaches the outcome that was asked for the choice stays: all that is known are upper bounds.
        if score > alpha {
            report.line = line.to_vec();
        }
        report.depth = depth;
        report.score = score * 100;
        report.certainty = certainty;
        report.nodes = self.searcher.watch.nodes();
        report.elapsed = (self.elapsed)();
        if !aborted && (inside || certainty == Certainty::Outcome) {
            (self.tell)(report.clone());
        }
    }
}

/// How good a position looks for its mover by the static evaluation, in hundredths of a disc.
fn static_hundredths(board: Board) -> i32 {
    let moves = board.moves();
    if moves != 0 {
        return evaluate_hundredths(board, moves);
    }
    let passed = board.pass();
    let replies = passed.moves();
    if replies != 0 {
        -evaluate_hundredths(passed, replies)
    } else {
        board.final_score() * 100
    }
}
