//! The request to end a search early, raised by one thread and seen by another.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Raised once; whoever thinks looks at it now and then and comes back with what it has.
#[derive(Debug, Clone, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// A token that nobody has raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the holder to come back at once.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
