//! Slow programs that are obviously right, to compare the quick ones with, and positions to compare them on.

pub(crate) mod grid;
pub(crate) mod minimax;
pub(crate) mod naive;
pub(crate) mod sample;
pub(crate) mod source;
