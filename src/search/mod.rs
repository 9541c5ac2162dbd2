//! Floor 1: what every search needs, whatever the game.

pub mod budget;
pub mod limits;
mod prefetch;
pub mod table;
pub mod watch;
