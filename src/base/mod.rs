//! Floor 0: what any program of this kind needs, without knowing a game.

pub mod capsule;
pub mod chance;
pub mod clock;
pub mod mark;
pub mod pages;
pub mod processor;
pub mod snippet;
pub mod stop;
pub mod stopwatch;
