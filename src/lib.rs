//! Brightsword, a board-game engine that speaks text.
//!
//! The house has floors; a module may use the floors below its own and its siblings, never one above
//! (`tests/suite/architecture.rs` enforces it):
//!
//! ```text
//! 9  main.rs   abi/
//! 8  app         catalogue, event loop, subcommands
//! 7  arena       engines as child processes, referee, schedule, statistics, reports
//!    train       weights from games (feature `forge`)
//! 6  protocol    lines, the outbox, dialects
//! 5  session     one sitting at one table, generic over the game
//! 4  othello     evaluation, search, endgame, players
//!    connect4    evaluation, search, solver, player
//! 3  othello::rules   connect4::rules
//! 2  game        what a two-player game and a player are, contest games
//! 1  search      limits, time budget, transposition table
//! 0  base        clock, stopwatch, stop token, snippets, processor check
//! ```

pub mod app;
pub mod arena;
pub mod base;
pub mod connect4;
pub mod game;
pub mod othello;
pub mod protocol;
pub mod search;
pub mod session;
#[cfg(feature = "forge")]
pub mod train;
