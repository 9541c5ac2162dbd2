//! Languages as a host speaks them: what to say so that an engine does something, and what its lines mean. Pure: no process,
//! no clock, no channel.

pub mod gtp;
pub mod native;
pub mod nboard;
pub mod uci;

use std::time::Duration;

use super::clock::Clock;
use super::ground::Ground;
use super::limit::{Limit, TimeRule};
use crate::game::{Game, Side};

/// The languages there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Our own, `protocol.md`.
    Native,
    /// The Go Text Protocol.
    Gtp,
    /// That of the `NBoard` GUI.
    Nboard,
    /// The one of chess programs.
    Uci,
}

impl Language {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("native", Self::Native),
        ("gtp", Self::Gtp),
        ("nboard", Self::Nboard),
        ("uci", Self::Uci),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL
            .into_iter()
            .find(|entry| entry.1 == self)
            .map_or("native", |entry| entry.0)
    }
}

/// What must come back before anything else is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Await {
    /// Nothing.
    Nothing,
    /// This very line.
    Line(String),
    /// A line that begins with this word.
    Word(&'static str),
    /// The numbered reply of the Go Text Protocol.
    Numbered(u64),
    /// The move that was asked for, perhaps as a numbered reply.
    Move(u64),
}

/// Something to say, with the reply that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// One or more whole lines.
    pub say: String,
    /// What comes back.
    pub due: Await,
}

impl Step {
    /// One line and its reply.
    pub fn new(line: impl Into<String>, due: Await) -> Self {
        let mut say = line.into();
        say.push('\n');
        Self { say, due }
    }
}

/// What a line of an engine means for what is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// Nothing.
    Noise,
    /// What was due has come.
    Reply,
    /// What was asked for is refused.
    Refused(String),
    /// The move, as text.
    Move(Vec<u8>),
    /// The engine gives the game up.
    Resigns,
    /// An answer to a question that nobody asks any more.
    Stray,
}

/// The beginning of a game.
#[derive(Debug, Clone)]
pub struct Beginning<'a, G: Game> {
    /// Where it starts.
    pub start: &'a G::Position,
    /// Moves that are given, passes included.
    pub given: &'a [G::Move],
    /// Names of those who play, by side.
    pub names: [&'a str; 2],
    /// Their clocks.
    pub clocks: [Clock; 2],
    /// Which side the engine has.
    pub own: Side,
    /// What the engine may spend.
    pub limit: Limit,
}

/// A question for a move.
#[derive(Debug, Clone)]
pub struct Question<'a, G: Game> {
    /// Where to move.
    pub at: &'a G::Position,
    /// The clocks of both sides.
    pub clocks: [Clock; 2],
    /// What the engine may spend.
    pub limit: Limit,
}

/// A move that has been made.
#[derive(Debug, Clone)]
pub struct Made<'a, G: Game> {
    /// Where.
    pub at: &'a G::Position,
    /// The move.
    pub mv: G::Move,
    /// The engine that is told found it itself, when it was asked.
    pub found: bool,
    /// The time that is charged for it.
    pub used: Duration,
}

/// A language in the middle of a conversation with one engine.
pub trait Tongue<G: Game>: Send {
    /// The first words; when the last reply has come, the engine is there.
    fn greet(&mut self) -> Vec<Step>;
    /// Options the engine has declared, in its words.
    fn declared(&self) -> Vec<String>;
    /// Sets an option; what is wrong with it where the engine has not declared it so. `loose` options are not checked.
    fn set(&mut self, name: &str, value: &str, loose: bool) -> Result<Vec<Step>, String>;
    /// Why the engine cannot be told this limit, if it cannot.
    fn objection(&self, limit: &Limit) -> Option<String>;
    /// What is wrong with the name that the game is to have, if the engine has not declared it.
    fn wrong_variant(&mut self) -> Option<String> {
        None
    }
    /// Whether a game may start elsewhere than games do.
    fn takes_positions(&self) -> bool;
    /// A game begins.
    fn begin(&mut self, game: &Beginning<'_, G>) -> Vec<Step>;
    /// Somebody has moved.
    fn made(&mut self, made: &Made<'_, G>) -> Vec<Step>;
    /// What to say before the clock runs, and the question itself.
    fn ask(&mut self, question: &Question<'_, G>) -> (Vec<Step>, Step);
    /// Ends a search early, where the language can.
    fn stop(&self) -> Option<&'static str>;
    /// A question that is answered at once, when everything before has been dealt with.
    fn sync(&mut self) -> Step;
    /// What a line means.
    fn hear(&mut self, due: &Await, line: &[u8]) -> Heard;
    /// Reads a move of the engine.
    fn read(&self, text: &[u8]) -> Option<G::Move>;
    /// Whether the answer of an abandoned search comes on its own, beside the reply to [`Tongue::sync`].
    fn owes_answer(&self) -> bool {
        false
    }
    /// The last words.
    fn farewell(&self) -> &'static str {
        "quit\n"
    }
}

/// The language of an engine, at its beginning.
pub fn tongue<G: Ground>(
    language: Language,
    passes: bool,
    variant: Option<&str>,
) -> Box<dyn Tongue<G>> {
    match language {
        Language::Native => Box::new(native::Native::default()),
        Language::Gtp => Box::new(gtp::Gtp::new(passes)),
        Language::Nboard => Box::new(nboard::Nboard::<G>::default()),
        Language::Uci => Box::new(uci::Uci::<G>::new(variant)),
    }
}

/// The index of a side in arrays by side.
pub fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// Whole milliseconds, rounded down but never nothing.
fn millis(time: Duration) -> u128 {
    time.as_millis().max(1)
}

/// What is left of main time and what comes with each move.
fn main_time(clock: &Clock) -> (Duration, Duration) {
    let increment = match clock.rule() {
        TimeRule::Game { increment, .. } => increment,
        _ => Duration::ZERO,
    };
    (clock.left(), increment)
}
