//! The options of a session: one table with names, ranges and values.

use std::time::Duration;

use crate::base::snippet::Snippet;
use crate::game::level::{Level, Strength};
use crate::game::player::Goal;

/// Most memory that can be asked for, in MiB.
const MOST_HASH: u32 = 65_536;
/// Most overhead, in milliseconds.
const MOST_OVERHEAD: u32 = 10_000;

/// The largest seed: programs keep numbers of options in the integers of C.
pub const MOST_SEED: u32 = 2_147_483_647;

/// An option as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// Its value now.
    pub value: String,
    /// The values it takes: `LEAST..MOST` or `WORD|WORD`.
    pub range: String,
}

/// Why an option was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option `{seen}`: expected one of {expected}")]
    Name {
        /// What was asked for.
        seen: Snippet,
        /// The names there are.
        expected: String,
    },
    /// The option does not take this value.
    #[error("bad value `{seen}` for option {name}: expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value given.
        seen: Snippet,
        /// The values it takes.
        expected: String,
    },
}

/// What was changed, so that the session can pass it on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// Memory for tables, in MiB.
    Hash(usize),
    /// What gets lost between host and program on each move.
    Overhead(Duration),
    /// Only the session itself cares.
    Own,
}

/// The values of all options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Memory for tables, in MiB.
    pub hash: u32,
    /// What gets lost between host and program on each move.
    pub overhead: Duration,
    /// What a search plays for, unless its request says otherwise.
    pub goal: Goal,
    /// How strong moves are to be.
    pub level: Level,
    /// What the level leaves to chance follows from this number and the position; 0 lets it be drawn for every move.
    pub seed: u32,
    /// Whether the player can be held back; else its only level is the full one.
    pub has_levels: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    Number(u32, u32),
    Words(&'static [&'static str]),
}

impl Kind {
    fn range(self) -> String {
        match self {
            Self::Number(least, most) => format!("{least}..{most}"),
            Self::Words(words) => words.join("|"),
        }
    }
}

const HASH: (&str, Kind) = ("hash", Kind::Number(1, MOST_HASH));
const OVERHEAD: (&str, Kind) = ("overhead", Kind::Number(0, MOST_OVERHEAD));
const GOAL: (&str, Kind) = ("goal", Kind::Words(&["score", "result"]));
const LEVEL: (&str, Kind) = ("level", Kind::Words(&Level::NAMES));
const ONE_LEVEL: (&str, Kind) = ("level", Kind::Words(&["full"]));
const SEED: (&str, Kind) = ("seed", Kind::Number(0, MOST_SEED));

impl Options {
    /// The defaults, with the memory that the program was started with.
    pub fn new(hash: usize) -> Self {
        Self {
            hash: u32::try_from(hash).unwrap_or(MOST_HASH).clamp(1, MOST_HASH),
            overhead: Duration::ZERO,
            goal: Goal::Score,
            level: Level::Full,
            seed: 0,
            has_levels: true,
        }
    }

    /// How strong the next move is to be, if `lot` was drawn for it.
    pub fn strength(&self, lot: u64) -> Strength {
        Strength {
            level: self.level,
            lot: if self.seed == 0 {
                lot
            } else {
                self.seed.into()
            },
        }
    }

    fn levels(&self) -> (&'static str, Kind) {
        if self.has_levels { LEVEL } else { ONE_LEVEL }
    }

    /// All options, in a fixed order.
    pub fn list(&self) -> Vec<Setting> {
        let goal = match self.goal {
            Goal::Score => "score",
            Goal::NotLosing => "result",
        };
        let setting = |(name, kind): (&'static str, Kind), value| Setting {
            name,
            value,
            range: kind.range(),
        };
        vec![
            setting(HASH, self.hash.to_string()),
            setting(OVERHEAD, self.overhead.as_millis().to_string()),
            setting(GOAL, goal.to_owned()),
            setting(self.levels(), self.level.to_string()),
            setting(SEED, self.seed.to_string()),
        ]
    }

    /// Sets one option by its name.
    pub fn set(&mut self, name: &[u8], value: &[u8]) -> Result<Changed, OptionError> {
        match name {
            b"hash" => {
                self.hash = number(HASH, value)?;
                Ok(Changed::Hash(self.hash as usize))
            }
            b"overhead" => {
                self.overhead = Duration::from_millis(number(OVERHEAD, value)?.into());
                Ok(Changed::Overhead(self.overhead))
            }
            b"goal" => {
                self.goal = match value {
                    b"score" => Goal::Score,
                    b"result" => Goal::NotLosing,
                    _ => return Err(bad_value(GOAL, value)),
                };
                Ok(Changed::Own)
            }
            b"level" => {
                let level = std::str::from_utf8(value)
                    .ok()
                    .and_then(|name| name.parse().ok())
                    .filter(|&level| self.has_levels || level == Level::Full);
                self.level = level.ok_or_else(|| bad_value(self.levels(), value))?;
                Ok(Changed::Own)
            }
            b"seed" => {
                self.seed = number(SEED, value)?;
                Ok(Changed::Own)
            }
            _ => Err(OptionError::Name {
                seen: Snippet::new(name),
                expected: [HASH.0, OVERHEAD.0, GOAL.0, LEVEL.0, SEED.0].join(", "),
            }),
        }
    }
}

fn bad_value((name, kind): (&'static str, Kind), value: &[u8]) -> OptionError {
    OptionError::Value {
        name,
        seen: Snippet::new(value),
        expected: kind.range(),
    }
}

fn number(option: (&'static str, Kind), value: &[u8]) -> Result<u32, OptionError> {
    let digits = std::str::from_utf8(value)
        .ok()
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|text| text.parse::<u32>().ok());
    match (option.1, digits) {
        (Kind::Number(least, most), Some(number)) if (least..=most).contains(&number) => Ok(number),
        _ => Err(bad_value(option, value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_change_nothing() {
        let mut options = Options::new(64);
        let before = options;
        for (name, value) in [
            ("hash", "0"),
            ("hash", "65537"),
            ("hash", "99999999999999999999"),
            ("hash", "-1"),
            ("hash", ""),
            ("overhead", "10001"),
            ("goal", "money"),
            ("level", "Full"),
            ("level", ""),
            ("seed", "2147483648"),
            ("colour", "red"),
        ] {
            assert!(options.set(name.as_bytes(), value.as_bytes()).is_err());
            assert_eq!(options, before);
        }
        assert_eq!(options.set(b"hash", b"7"), Ok(Changed::Hash(7)));
        let most = Duration::from_secs(10);
        assert_eq!(
            options.set(b"overhead", b"10000"),
            Ok(Changed::Overhead(most))
        );
    }
}
