//! A game as a file or a line tells it: where it began, every move, and what the clocks show at its end.

use std::time::Duration;

use super::{Game, Side};
use crate::search::limits::TimeControl;

/// What a text says of a game. The moves are legal from the start on, passes included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written<G: Game> {
    /// Where the game began.
    pub start: G::Position,
    /// The moves, all that were made.
    pub moves: Vec<G::Move>,
    /// The clocks after the last move.
    pub clocks: Clocks,
}

/// The clocks of both sides; none for a side without.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Clocks {
    /// That of the side that moves first.
    pub first: Option<GameClock>,
    /// That of the other side.
    pub second: Option<GameClock>,
}

impl Clocks {
    /// The clock of a side.
    pub fn of(self, side: Side) -> Option<GameClock> {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// A side has made a move in so much time.
    pub fn spend(&mut self, side: Side, time: Duration) {
        let clock = match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        };
        if let Some(clock) = clock {
            clock.spend(time);
        }
    }
}

/// The clock of one side in the course of a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GameClock {
    /// What is left of the main time.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// What is left of the time after the main time.
    pub grace: Duration,
}

impl GameClock {
    /// A move has taken so much time. What the main time cannot pay is taken from the grace.
    pub fn spend(&mut self, time: Duration) {
        let beyond = time.saturating_sub(self.left);
        self.grace = self.grace.saturating_sub(beyond);
        self.left = self
            .left
            .saturating_sub(time)
            .saturating_add(self.increment);
    }

    /// The clock as it bounds the next move. The grace counts only when nothing else is left: whoever needs it has
    /// already lost something by it.
    pub fn control(self) -> TimeControl {
        TimeControl::Clock {
            left: if self.left.is_zero() {
                self.grace
            } else {
                self.left
            },
            increment: self.increment,
            byoyomi: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grace_pays_last() {
        let seconds = Duration::from_secs;
        let mut clock = GameClock {
            left: seconds(10),
            increment: seconds(1),
            grace: seconds(5),
        };
        clock.spend(seconds(4));
        assert_eq!((clock.left, clock.grace), (seconds(7), seconds(5)));
        clock.spend(seconds(9));
        assert_eq!((clock.left, clock.grace), (seconds(1), seconds(3)));
        clock.increment = Duration::ZERO;
        clock.spend(seconds(1));
        assert_eq!((clock.left, clock.grace), (seconds(0), seconds(3)));
        let TimeControl::Clock { left, .. } = clock.control() else {
            panic!("a game clock is expected");
        };
        assert_eq!(left, seconds(3));
        clock.spend(Duration::MAX);
        assert_eq!(clock, GameClock::default());
    }
}
