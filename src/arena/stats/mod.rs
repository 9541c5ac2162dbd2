//! Statistics of matches: pure functions of counts, without a word about engines or files.
//!
//! Counts are written from the first engine's side, low to high: `[losses, draws, wins]` of single games, or
//! `[0, ½, 1, 1½, 2]` points of pairs (the *pentanomial*). A pair is two games from one opening with colours swapped; its
//! two games are correlated, so a match in pairs is judged by its pairs.

pub mod discs;
pub mod elo;
pub mod normal;
pub mod rating;
pub mod sprt;
