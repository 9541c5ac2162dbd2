//! A clock that can be halted: it counts what the program itself uses and leaves out its host.

use std::time::Duration;

use super::clock::Clock;

/// Counts time on a clock while it runs. Each run must begin and end on one thread if the clock is a thread's own.
#[derive(Debug, Clone)]
pub struct Stopwatch {
    clock: Clock,
    counted: Duration,
    running_since: Option<Duration>,
}

impl Stopwatch {
    /// A halted watch at zero.
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            counted: Duration::ZERO,
            running_since: None,
        }
    }

    /// A watch that runs since the clock stood at zero.
    pub fn since_zero(clock: Clock) -> Self {
        Self {
            clock,
            counted: Duration::ZERO,
            running_since: Some(Duration::ZERO),
        }
    }

    /// The clock underneath.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// What has been counted so far.
    pub fn reading(&self) -> Duration {
        let running = self
            .running_since
            .map_or(Duration::ZERO, |since| self.clock.since(since));
        self.counted.saturating_add(running)
    }

    /// Counts from now on; a running watch goes on running.
    pub fn resume(&mut self) {
        if self.running_since.is_none() {
            self.running_since = Some(self.clock.now());
        }
    }

    /// Counts no longer.
    pub fn halt(&mut self) {
        self.counted = self.reading();
        self.running_since = None;
    }

    /// Leaves out what passes in `foreign`, then counts.
    pub fn leave_out<T>(&mut self, foreign: impl FnOnce() -> T) -> T {
        self.halt();
        let result = foreign();
        self.resume();
        result
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn only_time_while_running_counts() {
        let (clock, micros) = Clock::manual();
        let pass = |by| micros.fetch_add(by, Ordering::Relaxed);
        let mut watch = Stopwatch::new(clock);
        pass(5);
        watch.resume();
        pass(10);
        watch.resume();
        pass(20);
        assert_eq!(watch.reading(), Duration::from_micros(30));
        watch.leave_out(|| pass(1_000));
        pass(3);
        watch.halt();
        pass(1_000);
        watch.halt();
        assert_eq!(watch.reading(), Duration::from_micros(33));
    }
}
