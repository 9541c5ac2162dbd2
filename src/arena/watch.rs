//! What is looked at while an engine thinks: when its flag falls, and whether anything still moves.

use std::time::Duration;

use super::engine::Patience;
use crate::base::clock::Clock;

/// What was said so long ago may still be on its way from its thread.
pub(super) const MOMENT: Duration = Duration::from_millis(1);

/// When to look again during a search, and since when nothing has moved.
pub(super) struct Watch {
    flag: Option<Duration>,
    pub(super) longest: Option<Duration>,
    /// When something moved last.
    pub(super) alive: Duration,
    /// Processor time at the last look.
    pub(super) used: Duration,
    /// When it was looked last although there was something to hear.
    looked: Duration,
}

impl Watch {
    pub(super) fn new(
        asked: Duration,
        deadline: Option<Duration>,
        patience: &Patience,
        bounded: bool,
    ) -> Self {
        let longest = (deadline.is_none() && bounded).then(|| asked + patience.search);
        Self {
            flag: deadline.map(|time| asked + time),
            longest,
            alive: asked,
            used: Duration::ZERO,
            looked: asked,
        }
    }

    pub(super) fn flag(&self) -> Option<Duration> {
        self.flag
    }

    /// Whether it is time to look again, once in a slice.
    pub(super) fn is_due(&mut self, now: Duration, slice: Duration) -> bool {
        let due = now.saturating_sub(self.looked) >= slice;
        if due {
            self.looked = now;
        }
        due
    }

    /// When something has to be decided at the latest. A moment is added to the flag, since what was said before it may still be
    /// on its way from its thread.
    pub(super) fn until(&self, slice: Duration) -> Duration {
        let soon = Clock::Wall.now() + slice * 2;
        self.flag.map_or(soon, |flag| soon.min(flag + MOMENT))
    }
}
