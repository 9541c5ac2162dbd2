//! Our seat in the games of a contest: which side is ours, and the processor time that a run of games shares. Whoever
//! carries the moves, the calls of a library or the lines of a dialect, asks the seat what is due.

use std::time::Duration;

use super::Side;
use crate::base::clock::Clock;
use crate::base::stopwatch::Stopwatch;
use crate::search::budget::Series;
use crate::search::limits::{Limits, TimeControl};

/// Sits through one game after the other, within one budget after the other.
#[derive(Debug, Clone)]
pub struct Seat {
    /// Our side, while a game is on.
    ours: Option<Side>,
    watch: Stopwatch,
    series: Series,
}

/// What comes next in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Nothing: there is no game, or no longer.
    End,
    /// Our move, within these limits on the clock of the watch.
    Ours(Limits),
    /// The opponent's move.
    Theirs,
}

impl Seat {
    /// A seat whose time is metered by `watch`. The contest's own budget begins where the watch stands at zero.
    pub fn new(watch: Stopwatch) -> Self {
        let (total, games) = Series::CONTEST;
        Self {
            ours: None,
            watch,
            series: Series::new(total, games, Duration::ZERO),
        }
    }

    /// A game begins, whatever went on before; the watch runs.
    pub fn begin(&mut self, ours: Side) {
        self.watch.resume();
        self.series.begin_game(self.watch.reading());
        self.ours = Some(ours);
    }

    /// The game, if any, is given up.
    pub fn leave(&mut self) {
        self.ours = None;
    }

    /// Whether a game is on.
    pub fn is_taken(&self) -> bool {
        self.ours.is_some()
    }

    /// A new budget begins. A game that is on counts as its first.
    pub fn renew(&mut self, total: Duration, games: u32) {
        let now = self.watch.reading();
        self.series = Series::new(total, games, now);
        if self.is_taken() {
            self.series.begin_game(now);
        }
    }

    /// What is due in a position of the game; the seat is left when it is over.
    pub fn due(&mut self, over: bool, to_move: Side) -> Due {
        match self.ours {
            Some(ours) if !over && ours == to_move => Due::Ours(Limits {
                depth: None,
                nodes: None,
                time: TimeControl::Clock {
                    left: self.series.left_for_game(self.watch.reading()),
                    increment: Duration::ZERO,
                    byoyomi: None,
                },
            }),
            Some(_) if !over => Due::Theirs,
            _ => {
                self.leave();
                Due::End
            }
        }
    }

    /// The watch, to resume and halt it.
    pub fn watch(&mut self) -> &mut Stopwatch {
        &mut self.watch
    }

    /// The clock that the limits of [`Due::Ours`] speak of.
    pub fn clock(&self) -> &Clock {
        self.watch.clock()
    }
}

/// What is used of the real time that a host allows for each of its calls: the host, which measures differently, loses the
/// game of whoever is late, so a part is left to it, more where it costs less.
pub fn answer_within(limit: Duration) -> Duration {
    if limit < Duration::from_secs(1) {
        limit / 10 * 9
    } else {
        limit / 5 * 4
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    fn left(seat: &mut Seat) -> Duration {
        match seat.due(false, Side::First) {
            Due::Ours(Limits {
                time: TimeControl::Clock { left, .. },
                ..
            }) => left,
            other => panic!("it is our move: {other:?}"),
        }
    }

    #[test]
    fn turns_and_the_end() {
        let mut seat = Seat::new(Stopwatch::new(Clock::manual().0));
        assert_eq!(seat.due(false, Side::First), Due::End);
        seat.begin(Side::Second);
        assert_eq!(seat.due(false, Side::First), Due::Theirs);
        assert!(matches!(seat.due(false, Side::Second), Due::Ours(_)));
        assert_eq!(seat.due(true, Side::Second), Due::End);
        assert!(!seat.is_taken());
        seat.begin(Side::First);
        seat.leave();
        assert_eq!(seat.due(false, Side::First), Due::End);
    }

    #[test]
    fn a_game_that_is_on_is_the_first_of_a_new_budget() {
        let (clock, micros) = Clock::manual();
        let mut seat = Seat::new(Stopwatch::new(clock));
        seat.begin(Side::First);
        micros.store(100_000, Ordering::Relaxed);
        seat.renew(Duration::from_millis(1200), 2);
        assert_eq!(left(&mut seat), Duration::from_millis(500));
        micros.store(200_000, Ordering::Relaxed);
        assert_eq!(left(&mut seat), Duration::from_millis(400));
        seat.begin(Side::First);
        assert_eq!(left(&mut seat), Duration::from_millis(900));
        seat.leave();
        seat.renew(Duration::from_millis(600), 1);
        seat.begin(Side::First);
        assert_eq!(left(&mut seat), Duration::from_millis(500));
    }
}
