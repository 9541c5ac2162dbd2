//! Floor 8: the only place that knows everything: which games, players and dialects there are, the loop that runs the
//! engine, and the subcommands.

pub mod arena;
pub mod bench;
pub mod catalogue;
pub mod event_loop;
pub mod perft;
pub mod solve;
pub mod status;
