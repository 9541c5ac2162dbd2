//! Connect four and its large sibling Four in Line: rules (floor 3); evaluation, search, solver and the player (floor 4).

pub mod eval;
pub mod levels;
pub mod player;
pub mod rules;
pub mod search;
pub mod solver;
mod zugzwang;
