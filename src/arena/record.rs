//! What is kept of a game, and why it ended.

use serde::{Deserialize, Serialize};

/// No board has more cells to win by.
const MOST_DIFFERENCE: u64 = 1000;
/// A year.
const MOST_MICROS: u64 = 366 * 24 * 3600 * 1_000_000;

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By the rules.
    Normal,
    /// An exact solver told the end of it.
    AdjudicatedSolve,
    /// A move against the rules.
    Illegal,
    /// Something that is no answer.
    Protocol,
    /// The flag fell.
    Time,
    /// The process ended or closed its output.
    Crash,
    /// No answer to a question that has a time of its own, or no sign of life.
    Stall,
    /// Too much memory.
    Memory,
    /// Given up.
    Resign,
    /// Both engines failed before either had moved: counted nowhere.
    VoidBoth,
    /// Not the engines' fault: counted nowhere, and played again.
    Void,
}

impl Reason {
    /// All that an engine can lose by besides the game itself.
    pub const FORFEITS: [Self; 7] = [
        Self::Illegal,
        Self::Protocol,
        Self::Time,
        Self::Crash,
        Self::Stall,
        Self::Memory,
        Self::Resign,
    ];

    /// As it is written.
    pub fn code(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::AdjudicatedSolve => "adjudicated-solve",
            Self::Illegal => "illegal",
            Self::Protocol => "protocol",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::Memory => "memory",
            Self::Resign => "resign",
            Self::VoidBoth => "void-both",
            Self::Void => "void",
        }
    }

    /// Whether somebody lost by it without the board saying so.
    pub fn is_forfeit(self) -> bool {
        Self::FORFEITS.contains(&self)
    }

    /// Whether the engine, not its play, has failed.
    pub fn is_failure(self) -> bool {
        matches!(
            self,
            Self::Protocol | Self::Crash | Self::Stall | Self::Memory | Self::VoidBoth
        )
    }
}

/// A game that has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number, from 1.
    pub game: usize,
    /// The number of its pair, from 1.
    pub pair: usize,
    /// The engine that began.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// The position before the given moves.
    pub start: String,
    /// All moves with blanks between them, passes included.
    pub moves: String,
    /// So many of them were given.
    pub given: usize,
    /// Why it ended.
    pub reason: Reason,
    /// The engine that lost by its own fault.
    pub offender: Option<usize>,
    /// Half points of the engine that began: 0, 1 or 2; none if the game is void.
    pub half_points: Option<u8>,
    /// Result for the side that began in the game's unit, what is empty going to the winner; none after a forfeit.
    pub difference: Option<i64>,
    /// What exactly happened, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The last lines of standard error of an engine that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Time charged for each move that was not given, in microseconds.
    pub micros: Vec<u64>,
    /// How often an engine was within its margin: first, second.
    #[serde(default)]
    pub overruns: [u32; 2],
}

impl GameRecord {
    /// Whether it counts.
    pub fn counts(&self) -> bool {
        self.half_points.is_some()
    }

    /// What cannot be true of a game between some of so many engines, whatever was played. Nothing may be computed from such a
    /// record; a checksum does not keep anybody from writing one.
    pub fn contradiction(&self, engines: usize) -> Option<String> {
        let (first, second) = (self.first, self.second);
        let moves = self.moves.split_whitespace().count();
        if first >= engines || second >= engines || first == second {
            return Some(format!(
                "expected two of {engines} engines, found {first} and {second}"
            ));
        }
        match (self.offender, self.half_points, self.difference) {
            (Some(who), ..) if who != first && who != second => Some(format!(
                "expected {first} or {second} for whoever lost by a fault, found {who}"
            )),
            (_, Some(points), _) if points > 2 => {
                Some(format!("expected at most 2 half points, found {points}"))
            }
            (_, _, Some(difference)) if difference.unsigned_abs() > MOST_DIFFERENCE => {
                Some(format!("a difference of {difference}"))
            }
            _ if self.given > moves => Some(format!("{} moves of {moves} are given", self.given)),
            _ if self.micros.iter().any(|&micros| micros > MOST_MICROS) => {
                Some("a move that took more than a year".to_owned())
            }
            _ => None,
        }
    }

    /// Half points of an engine that took part.
    pub fn half_points_of(&self, engine: usize) -> Option<u8> {
        let points = self.half_points?;
        Some(if engine == self.first {
            points
        } else {
            2 - points
        })
    }

    /// Difference of discs from an engine's side.
    pub fn difference_of(&self, engine: usize) -> Option<i64> {
        let difference = self.difference?;
        Some(if engine == self.first {
            difference
        } else {
            -difference
        })
    }
}
