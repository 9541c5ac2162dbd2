//! When a search must end: looks at the stop token, the clock and the node limit every few hundred nodes.

use std::time::Duration;

use crate::base::clock::Clock;
use crate::base::stop::StopToken;

/// Nodes between two looks at the clock: 20 to 50 µs of search, so that even a limit of 1 ms is kept well.
const INTERVAL: u64 = 512;

/// Counts nodes and ends the search. Once aborted it stays so; what the search returns from then on means nothing.
#[derive(Debug)]
pub struct Watch<'a> {
    stop: &'a StopToken,
    clock: &'a Clock,
    deadline: Option<Duration>,
    node_limit: u64,
    nodes: u64,
    next_look: u64,
    aborted: bool,
}

impl<'a> Watch<'a> {
    /// Watches for `stop`, for `deadline` as a reading of `clock`, and for a number of nodes.
    pub fn new(
        stop: &'a StopToken,
        clock: &'a Clock,
        deadline: Option<Duration>,
        node_limit: Option<u64>,
    ) -> Self {
        let node_limit = node_limit.unwrap_or(u64::MAX);
        Self {
            stop,
            clock,
            deadline,
            node_limit,
            nodes: 0,
            next_look: 0,
            aborted: false,
        }
    }

    /// Counts one node.
    #[inline(always)]
    pub fn count(&mut self) {
        self.nodes += 1;
    }

    /// Whether to give up. Called at every node with enough work below it.
    #[inline(always)]
    pub fn is_over(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        self.aborted
    }

    /// Whether the search was given up, without looking again.
    #[inline(always)]
    pub fn aborted(&self) -> bool {
        self.aborted
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        self.next_look = (self.nodes + INTERVAL).min(self.node_limit.max(self.nodes + 1));
        self.aborted |= self.nodes >= self.node_limit
            || self.stop.is_raised()
            || self
                .deadline
                .is_some_and(|deadline| self.clock.now() >= deadline);
    }
}
