//! An engine as a match knows it: how it is started, what it may spend, and what can go wrong with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use super::limit::Limit;
use super::process::Launch;
use super::record::Reason;
use super::tongue::Language;

/// When an engine gets a new process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restart {
    /// Only where there is none left.
    Never,
    /// After a failure.
    OnFailure,
    /// For every game.
    EachGame,
    /// For every pair.
    EachPair,
}

impl Restart {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("never", Self::Never),
        ("on-failure", Self::OnFailure),
        ("each-game", Self::EachGame),
        ("each-pair", Self::EachPair),
    ];
}

/// Everything about one engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// What it is called; no two are called alike.
    pub name: String,
    /// How it is started.
    pub launch: Launch,
    /// What it speaks.
    pub language: Language,
    /// Whether it is told passes, where the language leaves that open.
    pub passes: bool,
    /// Under which name the game is known to it, where the language has such names.
    pub variant: Option<String>,
    /// Options to set, as name and value.
    pub options: Vec<(String, String)>,
    /// They are set even if it does not declare them.
    pub loose_options: bool,
    /// Lines to say before anything else.
    pub init: Vec<String>,
    /// What it may spend.
    pub limit: Limit,
    /// Most memory, in KiB.
    pub memory: Option<u64>,
    /// When it gets a new process.
    pub restart: Restart,
    /// It may give up.
    pub resign: bool,
}

/// Times that are the same for all engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Tolerated beyond zero on a clock.
    pub margin: Duration,
    /// For start and first words.
    pub startup: Duration,
    /// For everything else that is no search.
    pub reply: Duration,
    /// For the end of a search that is told to stop.
    pub stop: Duration,
    /// Without a clock: no output and no processor time for so long.
    pub hang: Duration,
    /// Without a clock but with a depth or nodes: the longest search.
    pub search: Duration,
    /// The most that is believed to be lost on the way.
    pub lag: Duration,
    /// At the end of a process, before each harsher means.
    pub end: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            margin: Duration::from_millis(20),
            startup: seconds(30),
            reply: seconds(10),
            stop: seconds(2),
            hang: seconds(120),
            search: seconds(600),
            lag: Duration::from_millis(5),
            end: seconds(1),
        }
    }
}

/// What goes wrong between runner and engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The process has ended or closed its output.
    #[error("the engine has left: {0}")]
    Crash(String),
    /// No answer, and no clock that says so.
    #[error("no answer: {0}")]
    Stall(String),
    /// Something that is no answer.
    #[error("{0}")]
    Protocol(String),
    /// The flag has fallen.
    #[error("out of time: {0}")]
    Time(String),
    /// A move against the rules.
    #[error("{0}")]
    Illegal(String),
    /// Too much memory.
    #[error("{0} KiB of memory, {1} are allowed")]
    Memory(u64, u64),
    /// It gives up.
    #[error("resigns")]
    Resign,
    /// The runner was told to stop.
    #[error("stopped")]
    Stopped,
    /// The runner itself did not run.
    #[error("the runner was asleep")]
    Asleep,
}

impl Fault {
    /// How the game ends by it.
    pub fn reason(&self) -> Reason {
        match self {
            Self::Crash(_) => Reason::Crash,
            Self::Stall(_) => Reason::Stall,
            Self::Protocol(_) => Reason::Protocol,
            Self::Time(_) => Reason::Time,
            Self::Illegal(_) => Reason::Illegal,
            Self::Memory(..) => Reason::Memory,
            Self::Resign => Reason::Resign,
            Self::Stopped | Self::Asleep => Reason::Void,
        }
    }
}

/// How urgently a run is asked to end.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    /// No new games.
    pub const WIND_DOWN: u8 = 1;
    /// No more of the running ones either.
    pub const AT_ONCE: u8 = 2;

    /// Asks for at least this much.
    pub fn ask(&self, level: u8) {
        self.0.fetch_max(level, Ordering::Relaxed);
    }

    /// What has been asked for; 0 for nothing.
    pub fn level(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why an engine could not be started.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartFault {
    /// There is no process.
    #[error("{0}")]
    Launch(String),
    /// It does not say hello as it should.
    #[error("{0}")]
    Hello(Fault),
    /// It does not take an option or a limit.
    #[error("{0}")]
    Option(String),
}

impl StartFault {
    pub(super) fn into_fault(self) -> Fault {
        match self {
            Self::Launch(text) => Fault::Crash(text),
            Self::Hello(fault) => fault,
            Self::Option(text) => Fault::Protocol(text),
        }
    }
}
