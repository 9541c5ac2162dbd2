//! The discs on the board, seen by the side to move. Small, `Copy`, never undone: a move makes a new board.

use super::flips::flips;
use super::mobility::{mobility, potential_mobility};

/// Two sets of discs. Which colour the mover has is [`super::position::Position`]'s business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Board {
    /// Discs of the side to move.
    pub mover: u64,
    /// Discs of the opponent.
    pub other: u64,
}

impl Board {
    /// The start of a game, black to move.
    pub const START: Self = Self {
        mover: 0x0000_0008_1000_0000,
        other: 0x0000_0010_0800_0000,
    };

    /// The empty squares.
    #[inline]
    pub fn empty(self) -> u64 {
        !(self.mover | self.other)
    }

    /// How many squares are empty.
    #[inline]
    pub fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// All squares on which the mover may put a disc.
    #[inline]
    pub fn moves(self) -> u64 {
        mobility(self.mover, self.other)
    }

    /// Empty squares next to the opponent's discs: where moves may come to be.
    #[inline]
    pub fn potential_moves(self) -> u64 {
        potential_mobility(self.other, self.empty())
    }

    /// The discs that a move on `square` turns; none if the move is not legal. The square must be empty.
    #[inline]
    pub fn flips(self, square: usize) -> u64 {
        debug_assert!(self.empty() >> square & 1 == 1, "square {square} is taken");
        flips(self.mover, self.other, square)
    }

    /// The board after a move that turns `flipped`, the other side to move.
    #[inline]
    #[must_use]
    pub fn after(self, square: usize, flipped: u64) -> Self {
        Self {
            mover: self.other & !flipped,
            other: self.mover | flipped | 1 << square,
        }
    }

    /// The board after a legal move on `square`.
    #[inline]
    #[must_use]
    pub fn play(self, square: usize) -> Self {
        self.after(square, self.flips(square))
    }

    /// The other side to move.
    #[inline]
    #[must_use]
    pub fn pass(self) -> Self {
        Self {
            mover: self.other,
            other: self.mover,
        }
    }

    /// What follows where the mover has no move: the board with the other side to move and that side's moves, or nothing
    /// because the game is over.
    #[inline]
    pub fn forced_pass(self) -> Option<(Self, u64)> {
        let passed = self.pass();
        let replies = passed.moves();
        (replies != 0).then_some((passed, replies))
    }

    /// Whether neither side has a move.
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// Score of a finished game for the mover by the tournament rule: the winner gets the empty squares. In discs,
    /// −64..=64, always even.
    #[inline]
    pub fn final_score(self) -> i32 {
        let mover = self.mover.count_ones().cast_signed();
        let other = self.other.count_ones().cast_signed();
        let empties = 64 - mover - other;
        let difference = mover - other;
        difference + empties * difference.signum()
    }

    /// Score of a finished game for the mover by plain count, as the contest has it: empty squares count for nobody.
    pub fn plain_score(self) -> i32 {
        self.mover.count_ones().cast_signed() - self.other.count_ones().cast_signed()
    }

    /// A well-mixed hash of the board; the high bits are the best.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "both halves of the product are used"
    )]
    pub fn hash(self) -> u64 {
        let product = u128::from(self.mover ^ 0x9e37_79b9_7f4a_7c15)
            * u128::from(self.other ^ 0xd1b5_4a32_d192_ed03);
        (product >> 64) as u64 ^ product as u64
    }

    /// The whole board as the key of a transposition table.
    #[inline]
    pub fn key(self) -> [u64; 2] {
        [self.mover, self.other]
    }
}
