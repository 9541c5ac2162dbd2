//! From the rule of the clock to the time for one move: pure arithmetic, tested on thousands of situations.

use std::time::Duration;

use super::limits::{Byoyomi, TimeControl};

/// How long one search may take, counted from the arrival of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Do not begin another iteration after this.
    pub soft: Duration,
    /// Abandon the iteration in hand at this.
    pub hard: Duration,
}

/// What the player knows about the rest of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    /// Own moves still to be thought about, this one included; at least 1.
    pub moves: u32,
    /// Own moves to the end of the game, this one included, those that need no thought as well.
    pub to_go: u32,
    /// What gets lost between host and program on each move.
    pub overhead: Duration,
}

/// The least margin kept between the end of a search and its limit, where the limit is not itself shorter than twice that. Writing the
/// answer and waking up take about a twentieth of it; hosts that share their processors now and then stop a thread for longer.
const LEAST_MARGIN: Duration = Duration::from_millis(1);
/// The largest margin kept where the limit is long.
const LARGEST_MARGIN: Duration = Duration::from_millis(5);
/// Set aside on a game clock for each move to come, for delays that nobody announced.
const UNFORESEEN: Duration = Duration::from_millis(1);
/// No search gets less than this: the first legal move costs microseconds.
const LEAST: Duration = Duration::from_micros(50);

/// The bounds for this move; none where no clock runs. `hard` is never later than what is left, and never zero.
pub fn bounds(time: TimeControl, situation: Situation) -> Option<Bounds> {
    match time {
        TimeControl::Infinite => None,
        TimeControl::MoveTime(limit) => {
            let hard = short_of(limit, situation.overhead);
            Some(Bounds { soft: hard, hard })
        }
        TimeControl::Clock {
            left,
            increment,
            byoyomi,
        } => Some(on_clock(left, increment, byoyomi, situation)),
    }
}

/// `limit` less its margin and the overhead, but never less than a quarter of it.
fn short_of(limit: Duration, overhead: Duration) -> Duration {
    let margin = (limit / 20)
        .clamp(LEAST_MARGIN, LARGEST_MARGIN)
        .min(limit / 2)
        .saturating_add(overhead);
    limit.saturating_sub(margin).max(limit / 4).max(LEAST)
}

fn on_clock(
    left: Duration,
    increment: Duration,
    byoyomi: Option<Byoyomi>,
    situation: Situation,
) -> Bounds {
    let moves = situation.moves.max(1);
    let Some(Byoyomi { period, stones }) = byoyomi else {
        // What the moves to come lose without thinking is set aside before the rest is shared out.
        let lost = situation.overhead.saturating_add(UNFORESEEN);
        let reserve = lost
            .saturating_mul(situation.to_go.max(1))
            .min(left / 10 * 9);
        let usable = short_of(left.saturating_sub(reserve), Duration::ZERO);
        let share = (usable / moves).saturating_add(increment.saturating_mul(4) / 5);
        return within(share, usable, 3);
    };
    let stones = stones.max(1);
    if left.is_zero() {
        let usable = short_of(period, situation.overhead);
        return if stones == 1 {
            Bounds {
                soft: usable,
                hard: usable,
            }
        } else {
            within(usable / stones, usable, 2)
        };
    }
    // Running into overtime in the middle of a move is allowed and leaves a period for it.
    let usable = short_of(left.saturating_add(period / stones), situation.overhead);
    let share = (left / moves).saturating_add(period / stones);
    within(share, usable, 3)
}

/// Spends about `share`, at most `stretch` times as much, and at most what is `usable` on one move; where several moves
/// are left (`share` is smaller than what is usable) at most half of it.
fn within(share: Duration, usable: Duration, stretch: u32) -> Bounds {
    let most = if share < usable { usable / 2 } else { usable };
    let hard = share.saturating_mul(stretch).min(most).max(LEAST);
    Bounds {
        soft: share.saturating_mul(3).min(hard.saturating_mul(4)) / 4,
        hard,
    }
}

/// One budget of time for a series of games, such as the contest's 5 s of processor time for ten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Series {
    total: Duration,
    games: u32,
    begun: u32,
    /// Readings of the meter: when the budget began, when the current game began.
    start: Duration,
    game_start: Duration,
}

impl Series {
    /// The contest's own: 5 s for ten games.
    pub const CONTEST: (Duration, u32) = (Duration::from_secs(5), 10);

    /// A budget that begins when the meter stands at `start`.
    pub fn new(total: Duration, games: u32, start: Duration) -> Self {
        Self {
            total,
            games: games.max(1),
            begun: 0,
            start,
            game_start: start,
        }
    }

    /// A game begins with the meter at `now`. When more games come than were announced, a new budget begins.
    pub fn begin_game(&mut self, now: Duration) {
        if self.begun == self.games {
            *self = Self::new(self.total, self.games, now);
        }
        self.begun += 1;
        self.game_start = now;
    }

    /// What is left for the current game with the meter at `now`: an equal share of what was left when it began, less
    /// what it has used. A sixth of the whole is never planned for, so that measuring differently does no harm.
    pub fn left_for_game(&self, now: Duration) -> Duration {
        let usable = self.total.saturating_mul(5) / 6;
        let before = self.game_start.saturating_sub(self.start);
        let games = self.games.saturating_sub(self.begun).saturating_add(1);
        let share = usable.saturating_sub(before) / games;
        share.saturating_sub(now.saturating_sub(self.game_start))
    }
}
