//! Floor 5: one sitting at one table, generic over the game.
//!
//! A [`Session`] keeps the game, the options and the search in hand. It never blocks: thinking is done by a
//! [`worker`], whose messages come back through the program's one queue. A dialect sees the session as a
//! [`Desk`](desk::Desk), with moves and positions as text.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod desk;
pub mod options;
mod sitting;
pub mod worker;

pub use sitting::Session;
