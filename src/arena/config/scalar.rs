//! A single value of a configuration, from a file, where it has a type, or from the command line, where it has none.

use std::time::Duration;

use crate::arena::limit::{Limit, read_time};
use crate::base::snippet::Snippet;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    /// Text of a file.
    Text(String),
    /// A whole number of a file.
    Whole(i64),
    /// A number with a fraction.
    Real(f64),
    /// `true` or `false`.
    Truth(bool),
    /// A word of a command line, which may be any of them.
    Word(String),
}

impl Scalar {
    fn show(&self) -> String {
        match self {
            Self::Text(text) | Self::Word(text) => format!("`{}`", Snippet::new(text.as_bytes())),
            Self::Whole(number) => format!("the number {number}"),
            Self::Real(number) => format!("the number {number}"),
            Self::Truth(truth) => format!("{truth}"),
        }
    }

    fn expected<T>(&self, what: &str) -> Result<T, String> {
        Err(format!("expected {what}, found {}", self.show()))
    }

    /// Text that is not empty.
    pub fn text(&self) -> Result<String, String> {
        match self {
            Self::Text(text) | Self::Word(text) if !text.trim().is_empty() => Ok(text.clone()),
            _ => self.expected("text"),
        }
    }

    /// A whole number within bounds.
    pub fn whole(&self, least: i64, most: i64) -> Result<i64, String> {
        let number = match self {
            Self::Whole(number) => Some(*number),
            Self::Word(word) => word.parse().ok(),
            _ => None,
        };
        match number.filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(number),
            None => self.expected(&format!("a whole number from {least} to {most}")),
        }
    }

    /// The same as a size.
    pub fn size(&self, least: i64, most: i64) -> Result<usize, String> {
        self.whole(least, most)
            .map(|number| usize::try_from(number).unwrap_or(0))
    }

    /// A number.
    pub fn real(&self) -> Result<f64, String> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "whoever writes so large a number does not mean its last digit"
        )]
        let number = match self {
            Self::Whole(number) => Some(*number as f64),
            Self::Real(number) => Some(*number),
            Self::Word(word) => word.parse().ok(),
            _ => None,
        };
        number
            .filter(|number| number.is_finite())
            .map_or_else(|| self.expected("a number"), Ok)
    }

    /// `true` or `false`.
    pub fn truth(&self) -> Result<bool, String> {
        match self {
            Self::Truth(truth) => Ok(*truth),
            Self::Word(word) if word == "true" || word == "false" => Ok(word == "true"),
            _ => self.expected("true or false"),
        }
    }

    /// A time with its unit.
    pub fn time(&self) -> Result<Duration, String> {
        match self {
            Self::Text(text) | Self::Word(text) => {
                read_time(text).map_err(|error| format!("`{text}`: {error}"))
            }
            // Zero needs no unit.
            Self::Whole(0) => Ok(Duration::ZERO),
            _ => self.expected("a time with its unit, such as \"2s\" or \"50ms\""),
        }
    }

    /// A limit.
    pub fn limit(&self) -> Result<Limit, String> {
        let text = self
            .text()
            .or_else(|_| self.expected("a limit such as \"move=100ms\""))?;
        text.parse().map_err(|error| format!("`{text}`: {error}"))
    }

    /// A size of memory with its unit, in KiB.
    pub fn memory(&self) -> Result<u64, String> {
        const EXPECTED: &str = "a size with its unit, such as \"64MiB\" or \"1GiB\"";
        let Ok(text) = self.text() else {
            return self.expected(EXPECTED);
        };
        let units = [("KiB", 1), ("MiB", 1 << 10), ("GiB", 1 << 20)];
        let read = units.iter().find_map(|(unit, size)| {
            let number: u64 = text.strip_suffix(unit)?.trim().parse().ok()?;
            number.checked_mul(*size).filter(|size| *size > 0)
        });
        read.map_or_else(|| self.expected(EXPECTED), Ok)
    }

    /// One of several words.
    pub fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, String> {
        let text = match self {
            Self::Text(text) | Self::Word(text) => text.as_str(),
            _ => "",
        };
        let found = words.iter().find(|(word, _)| *word == text);
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        found.map_or_else(
            || self.expected(&format!("one of {}", names.join(", "))),
            |(_, value)| Ok(*value),
        )
    }
}
