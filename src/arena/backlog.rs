//! What a process has said and nobody has heard yet, in bytes: whoever says more than there is room for waits, and with it, by
//! its full pipe, the process. One that floods its output takes so much memory and no more, and is in nobody else's way.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Bytes that wait at most, unless one message alone is longer.
const MOST: usize = 1 << 20;
/// What a message takes besides its text.
const EACH: usize = 64;

/// The waiting messages of one process.
#[derive(Debug, Clone, Default)]
pub(super) struct Backlog(Arc<(Mutex<usize>, Condvar)>);

/// The room that one message takes, until it is dropped.
#[derive(Debug)]
pub(super) struct Room {
    backlog: Backlog,
    size: usize,
}

impl Backlog {
    /// Waits until there is room for a message of so many bytes.
    pub(super) fn enter(&self, bytes: usize) -> Room {
        let size = bytes + EACH;
        let (waiting, left) = &*self.0;
        let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waiting = left
            .wait_while(waiting, |waiting| *waiting > 0 && *waiting + size > MOST)
            .unwrap_or_else(PoisonError::into_inner);
        *waiting += size;
        Room {
            backlog: self.clone(),
            size,
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let (waiting, left) = &*self.backlog.0;
        *waiting.lock().unwrap_or_else(PoisonError::into_inner) -= self.size;
        left.notify_one();
    }
}
