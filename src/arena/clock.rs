//! The clock of one engine in one game: pure arithmetic on times that others measure.

use std::time::Duration;

use super::limit::TimeRule;

/// What a clock shows before a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    rule: TimeRule,
    margin: Duration,
    /// Main time, or what is left of the period of so many moves.
    left: Duration,
    /// Moves still to be made in the period, or periods still whole.
    count: u32,
}

/// A move that took too long: by so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag {
    /// Beyond what was left, the margin not counted.
    pub overrun: Duration,
}

impl Clock {
    /// A clock at the start of a game. So much is tolerated beyond zero.
    pub fn new(rule: TimeRule, margin: Duration) -> Self {
        let (left, count) = match rule {
            TimeRule::Unlimited => (Duration::ZERO, 0),
            TimeRule::Move(time) => (time, 0),
            TimeRule::Game { main, .. } => (main, 0),
            TimeRule::Period { moves, time } => (time, moves),
            TimeRule::Byoyomi { main, periods, .. } => (main, periods),
        };
        Self {
            rule,
            margin,
            left,
            count,
        }
    }

    /// The rule it follows.
    pub fn rule(&self) -> TimeRule {
        self.rule
    }

    /// Main time that is left, or what is left of the period.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Moves still to be made in this period, or overtime periods that are left.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// All that the next move may take; none without a clock.
    pub fn allowance(&self) -> Option<Duration> {
        match self.rule {
            TimeRule::Unlimited => None,
            TimeRule::Byoyomi { time, .. } => Some(self.left + time * self.count),
            _ => Some(self.left),
        }
    }

    /// When the flag falls for a move.
    pub fn deadline(&self) -> Option<Duration> {
        Some(self.allowance()? + self.margin)
    }

    /// A move has taken so much. The overrun within the margin, if any; the flag, if it has fallen.
    pub fn spend(&mut self, used: Duration) -> Result<Option<Duration>, Flag> {
        let Some(allowance) = self.allowance() else {
            return Ok(None);
        };
        let overrun = used.saturating_sub(allowance);
        if overrun > self.margin {
            return Err(Flag { overrun });
        }
        match self.rule {
            TimeRule::Unlimited | TimeRule::Move(_) => {}
            TimeRule::Game { increment, .. } => {
                self.left = self.left.saturating_sub(used) + increment;
            }
            TimeRule::Period { moves, time } => {
                self.left = self.left.saturating_sub(used);
                self.count -= 1;
                if self.count == 0 {
                    self.left += time;
                    self.count = moves;
                }
            }
            TimeRule::Byoyomi { time, .. } => {
                let beyond = used.saturating_sub(self.left);
                self.left = self.left.saturating_sub(used);
                // A period that is used up to its end is gone, one in which the move came is whole again.
                let gone = beyond
                    .as_micros()
                    .checked_div(time.as_micros())
                    .unwrap_or(0);
                let gone = u32::try_from(gone).unwrap_or(u32::MAX);
                self.count = self
                    .count
                    .saturating_sub(gone)
                    .max(u32::from(overrun.is_zero()).min(self.count));
            }
        }
        Ok((!overrun.is_zero()).then_some(overrun))
    }
}
