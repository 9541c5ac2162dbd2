//! Floor 1: what every search needs, whatever the game.

pub mod budget;
pub mod limits;
pub(crate) mod prefetch;
pub mod table;
pub mod watch;
