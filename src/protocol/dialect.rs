//! What a language has to be able to do.
//!
//! A dialect is a folder of its own with three pure parts — `parse` (line to command), `format` (fact to text) and the
//! choice of what to ask of the desk between them. Waiting, interrupting and the end of the input are not its business:
//! the [`conductor`](super::conductor) sees to them in the same way for all.

use std::time::Duration;

use super::line::Text;
use super::outbox::Outbox;
use crate::session::desk::{Desk, News};

/// When a line is dealt with while the engine thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// At once, ahead of the lines that wait.
    AtOnce,
    /// After the answer, in the order of arrival.
    InOrder,
    /// In the order of arrival too, but the search in hand is stopped for it: nobody needs a better answer any more.
    Interrupts,
}

/// What a line means for the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// It goes on.
    On,
    /// It is over.
    Quit,
}

/// A language spoken over lines of text.
pub trait Dialect {
    /// When this line wants to be dealt with. Looks at nothing but the line.
    fn turn(&self, line: &[u8]) -> Turn;

    /// Deals with a line. `started` is when the time for an answer began to run, on
    /// [`Clock::Wall`](crate::base::clock::Clock::Wall): the arrival of the line, or when its turn came.
    fn line(
        &mut self,
        line: &Text,
        started: Duration,
        desk: &mut dyn Desk,
        out: &mut Outbox,
    ) -> Flow;

    /// Something happened to the search in hand.
    fn news(&mut self, news: News, desk: &mut dyn Desk, out: &mut Outbox);

    /// No more lines will come in: what was held back for one is to be said now. Those that wait are still dealt with.
    fn closing(&mut self, _desk: &mut dyn Desk, _out: &mut Outbox) {}
}
