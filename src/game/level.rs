//! Levels of strength for people: eight names, what a player leaves out at each of them, and the lot by which it errs. Pure.
//!
//! A weaker level looks less far ahead and errs on purpose, as people do: rather a little than much, and never beyond a bound.
//! How much a move loses is judged by that same short look ahead.

use std::fmt;
use std::str::FromStr;

use super::Game;
use super::player::{Certainty, Report};
use crate::base::chance::Chance;

/// How strong a player is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Level {
    /// Has just learned the rules.
    Beginner,
    /// Has played some games.
    Novice,
    /// Plays now and then.
    Casual,
    /// Knows what matters.
    Intermediate,
    /// Plays in a club.
    Advanced,
    /// Wins there.
    Expert,
    /// Hardly to be beaten by people.
    Master,
    /// All that the engine can do.
    #[default]
    Full,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Self; 8] = [
        Self::Beginner,
        Self::Novice,
        Self::Casual,
        Self::Intermediate,
        Self::Advanced,
        Self::Expert,
        Self::Master,
        Self::Full,
    ];
    /// Their names in this order.
    pub const NAMES: [&'static str; 8] = [
        "beginner",
        "novice",
        "casual",
        "intermediate",
        "advanced",
        "expert",
        "master",
        "full",
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a text names no level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {}", Level::NAMES.join(", "))]
pub struct UnknownLevel;

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let place = Self::NAMES.iter().position(|&name| name == text);
        place.map(|place| Self::ALL[place]).ok_or(UnknownLevel)
    }
}

/// How strong a move is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// The level.
    pub level: Level,
    /// What is left to chance follows from this number and the position.
    pub lot: u64,
}

impl Strength {
    /// Nothing is left to chance.
    pub const FULL: Self = Self {
        level: Level::Full,
        lot: 0,
    };
}

/// What a level leaves out, and how it errs. Losses are in the unit of [`value`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handicap {
    /// Plies looked ahead at most.
    pub depth: u32,
    /// From so few free cells on it looks to the end of the game all the same.
    pub solve: u32,
    /// Of so many moves, the best ones, one is drawn; at least 1.
    pub moves: usize,
    /// No move is drawn that loses more than this against the best.
    pub bound: i32,
    /// A move that loses so much is drawn half as often as the best; at least 1.
    pub half: i32,
}

/// The handicaps of a game, from the weakest level to the last one before full strength.
pub type Handicaps = [Handicap; Level::ALL.len() - 1];

/// What a level has for a handicap; none at full strength.
pub fn handicap(level: Level, handicaps: &Handicaps) -> Option<&Handicap> {
    handicaps.get(level as usize)
}

/// The value of winning by the very next move, and, below zero, of losing by the reply to it. Nothing else comes near, so that a
/// level either can overlook such a move, by a bound beyond that, or never does.
const AT_ONCE: i32 = 600;
/// The value of a win by the next ply, if it were not [`AT_ONCE`]; each ply until then makes it less by one.
const PROVEN: i32 = 400;

/// What a move is worth for the lot: its score, in hundredths of the game's unit; where such a score tells how soon the game is
/// won or lost, a number beyond all estimates.
pub fn value<G: Game>(at: &G::Position, report: &Report<G::Move>) -> i32 {
    let plies = (report.certainty != Certainty::Estimate)
        .then(|| G::plies_to_win(at, report.score))
        .flatten();
    let size = match plies {
        None => return report.score,
        Some(..=2) => AT_ONCE,
        Some(plies) => PROVEN - i32::try_from(plies.min(200)).unwrap_or(200),
    };
    size * report.score.signum()
}

/// Draws one of moves that have these values: its place. The smaller a move's loss against the best, the likelier it is; one
/// that loses more than the bound is never drawn.
pub fn draw(values: &[i32], handicap: &Handicap, chance: &mut Chance) -> Option<usize> {
    let best = values.iter().copied().max()?;
    let weights: Vec<u64> = values
        .iter()
        .map(|&value| weight(best.saturating_sub(value), handicap))
        .collect();
    let mut left = chance.below(usize::try_from(weights.iter().sum::<u64>()).ok()?) as u64;
    weights.iter().position(|&weight| {
        let drawn = left < weight;
        left = left.saturating_sub(weight);
        drawn
    })
}

/// How likely a loss is: halved with each `half`, straight between. Whole numbers are the same on every machine.
fn weight(loss: i32, handicap: &Handicap) -> u64 {
    const CERTAIN: u64 = 1 << 32;
    if loss > handicap.bound {
        return 0;
    }
    let (loss, half) = (
        u64::from(loss.unsigned_abs()),
        u64::from(handicap.half.max(1).unsigned_abs()),
    );
    let (halvings, rest) = (loss / half, loss % half);
    let whole = CERTAIN >> halvings.min(63);
    whole - whole * rest / (2 * half)
}
