//! The one source of time. A search sees no clock but the one it is handed, so a test can move time by hand
//! and the contest can meter processor time instead of real time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A clock to read. All readings are durations since a fixed, unspecified moment of that clock.
#[derive(Debug, Clone)]
pub enum Clock {
    /// Real time, never set back.
    Wall,
    /// Processor time of the whole process.
    ProcessCpu,
    /// Processor time of the calling thread.
    ThreadCpu,
    /// A clock that a test moves by hand, in microseconds.
    Manual(Arc<AtomicU64>),
}

impl Clock {
    /// A clock at zero together with the handle that moves it (microseconds).
    pub fn manual() -> (Self, Arc<AtomicU64>) {
        let micros = Arc::new(AtomicU64::new(0));
        (Self::Manual(Arc::clone(&micros)), micros)
    }

    /// The reading now.
    pub fn now(&self) -> Duration {
        let id = match self {
            Self::Wall => ClockId::Monotonic,
            Self::ProcessCpu => ClockId::ProcessCPUTime,
            Self::ThreadCpu => ClockId::ThreadCPUTime,
            Self::Manual(micros) => return Duration::from_micros(micros.load(Ordering::Relaxed)),
        };
        Duration::try_from(clock_gettime(id)).unwrap_or_default()
    }

    /// The time since an earlier reading of the same clock; zero if that reading lies ahead.
    pub fn since(&self, earlier: Duration) -> Duration {
        self.now().saturating_sub(earlier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_clocks_do_not_run_backwards() {
        for clock in [Clock::Wall, Clock::ProcessCpu, Clock::ThreadCpu] {
            let first = clock.now();
            assert!(clock.now() >= first);
        }
    }

    #[test]
    fn a_manual_clock_obeys() {
        let (clock, micros) = Clock::manual();
        let start = clock.now();
        micros.store(2_500, Ordering::Relaxed);
        assert_eq!(clock.since(start), Duration::from_micros(2_500));
        micros.store(0, Ordering::Relaxed);
        assert_eq!(clock.since(Duration::from_micros(9)), Duration::ZERO);
    }
}
