//! Floor 6: languages. Bytes come in through the [line](mod@line) reader, wait their turn with the [`conductor`], are understood
//! by a [`dialect`], and what it has to say leaves through the [`outbox`]. Nothing here knows which game is played.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod choice;
pub mod conductor;
pub mod contest;
pub mod dialect;
pub mod gtp;
pub mod line;
pub mod nboard;
pub mod outbox;
pub mod uci;
pub mod words;
