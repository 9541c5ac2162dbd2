//! Othello on 8×8: rules (floor 3); evaluation, search, endgame and the players (floor 4).

pub mod endgame;
pub mod eval;
pub mod levels;
pub mod player;
pub mod rules;
pub mod search;
pub mod sparring;
