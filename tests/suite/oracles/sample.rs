//! Positions to test on: reached by legal moves chosen at random, the same ones in every run.

use brightsword::othello::rules::board::Board;
use brightsword::othello::rules::moves::Squares;
use brightsword::othello::rules::position::Position;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded source of chance.
pub(crate) struct Chance(Xoshiro256PlusPlus);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Any 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.bits() % bound as u64).expect("below a usize")
    }

    /// One of the squares of a set that is not empty.
    pub(crate) fn square(&mut self, set: u64) -> usize {
        let nth = self.below(set.count_ones() as usize);
        Squares(set).nth(nth).expect("fewer than in the set")
    }

    /// Two disjoint sets of discs, whether a game can reach them or not; the density varies.
    pub(crate) fn discs(&mut self) -> Board {
        let taken = match self.below(4) {
            0 => self.bits() & self.bits(),
            1 => self.bits(),
            2 => self.bits() | self.bits(),
            _ => self.bits() | self.bits() | self.bits() | self.bits(),
        };
        let mover = match self.below(3) {
            0 => self.bits() & self.bits(),
            1 => self.bits(),
            _ => self.bits() | self.bits(),
        };
        Board {
            mover: taken & mover,
            other: taken & !mover,
        }
    }

    /// A position on the way of a random game, with so many empties; none if that game ended before.
    pub(crate) fn try_reach(&mut self, empties: u32) -> Option<Position> {
        let mut at = Position::START;
        while at.board.empties() > empties {
            let moves = at.board.moves();
            if moves == 0 {
                if at.board.pass().moves() == 0 {
                    return None;
                }
                at = at.pass();
                continue;
            }
            at = Position {
                board: at.board.play(self.square(moves)),
                side: at.side.other(),
            };
        }
        Some(at)
    }

    /// The same, with another game where one ended before.
    pub(crate) fn reach(&mut self, empties: u32) -> Position {
        std::iter::repeat_with(|| self.try_reach(empties))
            .flatten()
            .next()
            .expect("without end")
    }
}

/// The boards of whole random games, finished ones and those with a pass included.
pub(crate) fn games(seed: u64, count: usize) -> impl Iterator<Item = Board> {
    let mut chance = Chance::new(seed);
    (0..count).flat_map(move |_| {
        let mut board = Board::START;
        let mut all = vec![board];
        while !board.is_over() {
            let moves = board.moves();
            board = if moves == 0 {
                board.pass()
            } else {
                board.play(chance.square(moves))
            };
            all.push(board);
        }
        all
    })
}
