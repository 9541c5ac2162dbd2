//! How a program ended, as its exit code tells.

use std::io;
use std::process::ExitCode;

/// The exit code of a subcommand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It did what was asked; a reader that went away counts as that too.
    Done,
    /// It ran, and the result is not what it should be.
    Failed,
    /// It was asked for something that cannot be done: wrong use, unreadable or malformed input.
    Misused,
    /// A run was stopped by failures of its engines.
    EnginesFailed,
    /// A run was interrupted and can go on.
    Interrupted,
    /// All games are played and a sequential test is still undecided.
    Undecided,
    /// What happened could not be kept, or what was asked for could not be said.
    Unkept,
}

impl Status {
    /// 0, 1 or 2; what is beyond belongs to runs of games.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Misused => 2,
            Self::EnginesFailed => 3,
            Self::Interrupted => 5,
            Self::Undecided => 6,
            Self::Unkept => 70,
        }
    }
}

/// A wish of the user's that cannot be granted, with what would do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Misuse(pub String);

/// Standard output does not take what there is to say, as when it is a file on a full disk.
#[derive(Debug, thiserror::Error)]
#[error("cannot write to standard output: {0}")]
pub struct Unsaid(pub io::Error);

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// Turns a closed output pipe into a normal end.
pub(super) fn unless_closed(result: io::Result<Status>) -> io::Result<Status> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Status::Done),
        other => other,
    }
}
