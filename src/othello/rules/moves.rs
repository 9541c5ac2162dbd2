//! Squares and moves.

use std::fmt;

/// A disc put on a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// The pass.
    pub const PASS: Self = Self(64);

    /// The move on square 0..=63.
    pub const fn on(square: usize) -> Self {
        assert!(square < 64);
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        Self(square as u8)
    }

    /// The square; none for a pass.
    pub fn square(self) -> Option<usize> {
        (self.0 < 64).then_some(usize::from(self.0))
    }

    /// 0..=63 for a square, 64 for a pass.
    pub fn code(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Move {
    /// `f5`, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => {
                let column = b"abcdefgh"[square % 8];
                write!(f, "{}{}", char::from(column), square / 8 + 1)
            }
            None => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Walks through the squares of a set, lowest first.
#[derive(Debug, Clone)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}
