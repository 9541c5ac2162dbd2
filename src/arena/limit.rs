//! What an engine may spend, as it is written: `move=2s`, `game=60s`, `60s+0.5s`, `40/60s`, `60s+5x10s`, `depth=12`, `nodes=1000`,
//! `inf`, and several of them joined by `&`.

use std::fmt;
use std::time::Duration;

/// More than this is taken for a mistake: 30 days.
const MOST: f64 = 30.0 * 86_400.0;

/// The bounds of one engine's searches; those that are given hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// The clock.
    pub time: TimeRule,
}

/// How the clock of an engine runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeRule {
    /// It does not.
    Unlimited,
    /// So much for every move.
    Move(Duration),
    /// So much at the start, and an increment after every own move.
    Game {
        /// Main time.
        main: Duration,
        /// What is added after each own move.
        increment: Duration,
    },
    /// So much for each so many moves, again and again.
    Period {
        /// Moves in a period.
        moves: u32,
        /// Time of a period.
        time: Duration,
    },
    /// Main time, then periods; a move within a period leaves it whole.
    Byoyomi {
        /// Main time.
        main: Duration,
        /// How many periods.
        periods: u32,
        /// Time of each.
        time: Duration,
    },
}

/// Why a text is no limit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {seen}")]
pub struct BadLimit {
    /// Where, from 1.
    pub column: usize,
    /// What would do.
    pub expected: &'static str,
    /// What stood there.
    pub seen: String,
}

/// A text that is read from its front.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, rest: text }
    }

    fn fault(&self, expected: &'static str) -> BadLimit {
        let seen = match self.rest.chars().next() {
            Some(_) => format!(
                "`{}`",
                crate::base::snippet::Snippet::new(self.rest.as_bytes())
            ),
            None => "the end".to_owned(),
        };
        BadLimit {
            column: self.text.len() - self.rest.len() + 1,
            expected,
            seen,
        }
    }

    fn eat(&mut self, token: &str) -> bool {
        self.rest
            .strip_prefix(token)
            .map(|rest| self.rest = rest)
            .is_some()
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self
            .rest
            .find(|c: char| !wanted(c))
            .unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// A whole number above zero.
    fn count<T: std::str::FromStr + PartialOrd + From<u8>>(
        &mut self,
        expected: &'static str,
    ) -> Result<T, BadLimit> {
        let fault = self.fault(expected);
        let digits = self.take(|c| c.is_ascii_digit());
        digits
            .parse()
            .ok()
            .filter(|number| *number > T::from(0))
            .ok_or(fault)
    }

    /// A time with its unit; zero only where it may be.
    fn time(&mut self, may_be_zero: bool) -> Result<Duration, BadLimit> {
        const EXPECTED: &str = "a time with its unit, such as `2s`, `50ms` or `1.5min`";
        let fault = self.fault(EXPECTED);
        let figure = self.take(|c| c.is_ascii_digit() || c == '.');
        let unit_fault = self.fault("a unit: `us`, `ms`, `s`, `min` or `h`");
        let unit = match self.take(|c| c.is_ascii_alphabetic()) {
            "us" => 1e-6,
            "ms" => 1e-3,
            "s" => 1.0,
            "min" => 60.0,
            "h" => 3600.0,
            _ if figure.is_empty() => return Err(fault),
            _ => return Err(unit_fault),
        };
        let seconds = figure
            .parse::<f64>()
            .map_err(|_| BadLimit { ..fault.clone() })?
            * unit;
        let range = BadLimit {
            expected: "a time above zero and up to 30 days",
            ..fault
        };
        if !(seconds <= MOST && (seconds > 0.0 || may_be_zero)) {
            return Err(range);
        }
        // Whole microseconds, so that the written form reads back to the same time.
        let micros = Duration::from_secs_f64(seconds * 1e6).as_secs();
        Ok(Duration::from_micros(micros))
    }

    fn clock(&mut self) -> Result<TimeRule, BadLimit> {
        let before = self.rest;
        let digits = self.take(|c| c.is_ascii_digit());
        if !digits.is_empty() && self.eat("/") {
            let after = self.rest;
            self.rest = before;
            let moves = self.count("a number of moves")?;
            self.rest = after;
            return Ok(TimeRule::Period {
                moves,
                time: self.time(false)?,
            });
        }
        self.rest = before;
        let main = self.time(false)?;
        if !self.eat("+") {
            return Ok(TimeRule::Game {
                main,
                increment: Duration::ZERO,
            });
        }
        let before = self.rest;
        let digits = self.take(|c| c.is_ascii_digit());
        if !digits.is_empty() && self.eat("x") {
            let after = self.rest;
            self.rest = before;
            let periods = self.count("a number of periods")?;
            self.rest = after;
            return Ok(TimeRule::Byoyomi {
                main,
                periods,
                time: self.time(false)?,
            });
        }
        self.rest = before;
        Ok(TimeRule::Game {
            main,
            increment: self.time(true)?,
        })
    }
}

/// Reads a time with its unit, such as `20ms`; zero will do.
pub fn read_time(text: &str) -> Result<Duration, BadLimit> {
    let mut reader = Reader::new(text);
    let time = reader.time(true)?;
    if reader.rest.is_empty() {
        Ok(time)
    } else {
        Err(reader.fault("the end"))
    }
}

impl std::str::FromStr for Limit {
    type Err = BadLimit;

    fn from_str(text: &str) -> Result<Self, BadLimit> {
        let mut reader = Reader::new(text);
        let (mut depth, mut nodes, mut time, mut endless) = (None, None, None, false);
        loop {
            reader.take(|c| c == ' ');
            let twice = reader.fault("each kind of limit once");
            let fresh = if reader.eat("inf") {
                !std::mem::replace(&mut endless, true)
            } else if reader.eat("depth=") {
                depth.replace(reader.count("a depth above zero")?).is_none()
            } else if reader.eat("nodes=") {
                nodes
                    .replace(reader.count("a number of nodes above zero")?)
                    .is_none()
            } else if reader.eat("move=") {
                time.replace(TimeRule::Move(reader.time(false)?)).is_none()
            } else {
                if !reader.eat("game=") && !reader.rest.starts_with(|c: char| c.is_ascii_digit()) {
                    return Err(reader.fault("`inf`, `depth=N`, `nodes=N`, `move=TIME`, `game=TIME` or a clock such as `60s+0.5s`"));
                }
                time.replace(reader.clock()?).is_none()
            };
            if !fresh {
                return Err(twice);
            }
            reader.take(|c| c == ' ');
            if reader.rest.is_empty() {
                let time = time.unwrap_or(TimeRule::Unlimited);
                return Ok(Self { depth, nodes, time });
            }
            if !reader.eat("&") {
                return Err(reader.fault("`&` or the end"));
            }
        }
    }
}

/// A time in the largest unit that shows it whole.
pub fn show_time(time: Duration) -> String {
    let micros = time.as_micros();
    if micros.is_multiple_of(1_000_000) {
        format!("{}s", micros / 1_000_000)
    } else if micros.is_multiple_of(1_000) {
        format!("{}ms", micros / 1_000)
    } else {
        format!("{micros}us")
    }
}

impl fmt::Display for Limit {
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = match self.time {
            TimeRule::Unlimited => None,
            TimeRule::Move(time) => Some(format!("move={}", show_time(time))),
            TimeRule::Game { main, increment } if increment.is_zero() => {
                Some(format!("game={}", show_time(main)))
            }
            TimeRule::Game { main, increment } => {
                Some(format!("{}+{}", show_time(main), show_time(increment)))
            }
            TimeRule::Period { moves, time } => Some(format!("{moves}/{}", show_time(time))),
            TimeRule::Byoyomi {
                main,
                periods,
                time,
            } => Some(format!("{}+{periods}x{}", show_time(main), show_time(time))),
        };
        let depth = self.depth.map(|depth| format!("depth={depth}"));
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let parts: Vec<String> = depth.into_iter().chain(nodes).chain(time).collect();
        if parts.is_empty() {
            f.write_str("inf")
        } else {
            f.write_str(&parts.join(" & "))
        }
    }
}
