//! What may be spent on one move.

use std::time::Duration;

/// What a move takes when nothing is said about it.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// The bounds of one search. Several may be given; the first one reached ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Plies to look ahead at most; 0 asks for the static evaluation.
    pub depth: Option<u32>,
    /// Nodes to visit at most.
    pub nodes: Option<u64>,
    /// The rule of the clock.
    pub time: TimeControl,
}

impl Limits {
    /// No bound at all: the search ends when it has solved the position or is told to stop.
    pub const INFINITE: Self = Self {
        depth: None,
        nodes: None,
        time: TimeControl::Infinite,
    };

    /// What was said of the limits. Without a time the depth or the nodes alone are the limit, and without anything
    /// a move takes the default.
    pub fn told(depth: Option<u32>, nodes: Option<u64>, time: Option<TimeControl>) -> Self {
        let default = if depth.is_some() || nodes.is_some() {
            TimeControl::Infinite
        } else {
            TimeControl::MoveTime(DEFAULT_MOVE_TIME)
        };
        Self {
            depth,
            nodes,
            time: time.unwrap_or(default),
        }
    }

    /// Only a depth, in plies.
    pub fn depth(plies: u32) -> Self {
        Self {
            depth: Some(plies),
            ..Self::INFINITE
        }
    }

    /// Only a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::INFINITE
        }
    }

    /// Only a time for this move.
    pub fn move_time(time: Duration) -> Self {
        Self {
            time: TimeControl::MoveTime(time),
            ..Self::INFINITE
        }
    }
}

/// How time is given for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeControl {
    /// No clock runs.
    Infinite,
    /// So much for this move, whatever came before.
    MoveTime(Duration),
    /// A game clock.
    Clock {
        /// What is left of the main time.
        left: Duration,
        /// What is added after each move.
        increment: Duration,
        /// Overtime, if any.
        byoyomi: Option<Byoyomi>,
    },
}

/// Overtime: so many moves within each period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Byoyomi {
    /// Length of the current period, or what is left of it when the main time is used up.
    pub period: Duration,
    /// Moves still to make within it; at least 1.
    pub stones: u32,
}
