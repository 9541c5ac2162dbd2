//! The patterns: groups of squares whose discs are looked up together, and the numbers that say what stands on them.
//!
//! A shape is laid on the board in all ways that the symmetries allow; each way is an instance, with one lane of the index
//! vector. What stands on an instance is one number in balanced ternary: a disc of the mover counts 1, one of the opponent
//! −1, an empty square 0, times a power of three for each place. So the other side's view is the same number negated, and a
//! move only adds to it. The shapes are those that pattern evaluations have used since Logistello (M. Buro, "Improving
//! heuristic mini-max search by supervised learning", 2002): lines, diagonals, corners and edges.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "squares, places and weights are counted in thousands at most"
)]

use crate::othello::rules::board::Board;
use crate::othello::rules::moves::Squares;

/// Lanes of an index vector; those without an instance stay 0.
pub const LANES: usize = 64;
/// The most squares of a shape: 3¹⁰ numbers just fit into 16 bits.
pub const MOST_SQUARES: usize = 10;

/// A group of squares.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    squares: [u8; MOST_SQUARES],
    length: usize,
}

impl Shape {
    /// The squares named in a text like `a1 b1 c1`, at most ten; the first has the lowest place.
    const fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut squares = [0; MOST_SQUARES];
        let mut length = 0;
        let mut at = 0;
        while at < bytes.len() {
            squares[length] = bytes[at] - b'a' + (bytes[at + 1] - b'1') * 8;
            length += 1;
            at += 3;
        }
        Self { squares, length }
    }

    /// The squares, the one with the lowest place first.
    pub fn squares(&self) -> &[u8] {
        &self.squares[..self.length]
    }

    /// How many squares it has.
    pub const fn length(self) -> usize {
        self.length
    }

    /// How many numbers there are.
    pub const fn size(self) -> usize {
        3usize.pow(self.length as u32)
    }

    /// The same squares under a symmetry, in their order.
    const fn under(mut self, symmetry: usize) -> Self {
        let mut place = 0;
        while place < self.length {
            self.squares[place] = image(symmetry, self.squares[place]);
            place += 1;
        }
        self
    }

    const fn set(self) -> u64 {
        let mut set = 0;
        let mut place = 0;
        while place < self.length {
            set |= 1 << self.squares[place];
            place += 1;
        }
        set
    }

    /// The places of the squares after the symmetry other than the identity that leaves the shape where it is, if there is
    /// one: what stands at place `i` then stands at place `mirror[i]`.
    pub const fn mirror(self) -> Option<[usize; MOST_SQUARES]> {
        let mut symmetry = 1;
        while symmetry < 8 {
            let image = self.under(symmetry);
            if image.set() == self.set() {
                let mut places = [0; MOST_SQUARES];
                let mut from = 0;
                let mut moved = false;
                while from < self.length {
                    let mut to = 0;
                    while self.squares[to] != image.squares[from] {
                        to += 1;
                    }
                    places[from] = to;
                    moved |= to != from;
                    from += 1;
                }
                // A diagonal lies still under the reflection in itself.
                if moved {
                    return Some(places);
                }
            }
            symmetry += 1;
        }
        None
    }
}

/// Where a square goes under one of the eight symmetries, as `rules::symmetry` numbers them.
const fn image(symmetry: usize, square: u8) -> u8 {
    let (mut row, mut column) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        row = 7 - row;
    }
    if symmetry & 2 != 0 {
        column = 7 - column;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    row * 8 + column
}

/// The shapes in use, those with rows for the net first.
pub const SHAPES: [Shape; 15] = [
    Shape::new("b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"),
    Shape::new("a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"),
    Shape::new("a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"),
    Shape::new("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    Shape::new("b2 c2 d2 b3 c3 d3 b4 c4 d4"),
    Shape::new("a1 b2 c3 d4 e5 f6 g7 h8"),
    Shape::new("a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    Shape::new("a5 a4 a3 a2 a1 b1 c1 d1 e1 b2"),
    Shape::new("a2 b2 c2 d2 e2 f2 g2 h2"),
    Shape::new("a3 b3 c3 d3 e3 f3 g3 h3"),
    Shape::new("a4 b4 c4 d4 e4 f4 g4 h4"),
    Shape::new("b1 c2 d3 e4 f5 g6 h7"),
    Shape::new("c1 d2 e3 f4 g5 h6"),
    Shape::new("d1 e2 f3 g4 h5"),
    Shape::new("e1 f2 g3 h4"),
];

/// So many of them have rows for the net: those that say most about how parts of the board depend on each other.
pub const NET_SHAPES: usize = 6;

/// One instance: a shape laid on the board.
#[derive(Debug, Clone, Copy)]
pub struct Instance {
    /// Which of [`SHAPES`].
    pub shape: usize,
    /// The shape on the squares it lies on.
    pub laid: Shape,
}

/// All instances, and how many there are.
const LAID: ([Instance; LANES], usize) = {
    let none = Instance {
        shape: 0,
        laid: SHAPES[0],
    };
    let mut instances = [none; LANES];
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let laid = SHAPES[shape].under(symmetry);
            let mut known = false;
            let mut before = first;
            while before < count {
                known |= instances[before].laid.set() == laid.set();
                before += 1;
            }
            if !known {
                instances[count] = Instance { shape, laid };
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    (instances, count)
};

/// How many instances there are; the lanes beyond are idle.
pub const INSTANCES: usize = LAID.1;

/// How many of them have rows for the net: the first.
pub const NET_INSTANCES: usize = {
    let mut count = 0;
    while LAID.0[count].shape < NET_SHAPES {
        count += 1;
    }
    count
};

/// The instance of each lane.
pub fn instances() -> &'static [Instance] {
    static ALL: [Instance; LANES] = LAID.0;
    &ALL[..INSTANCES]
}

/// Where the numbers of each shape begin in a table of weights that has one for each number of each shape.
pub const STARTS: [usize; SHAPES.len() + 1] = {
    let mut starts = [0; SHAPES.len() + 1];
    let mut shape = 0;
    while shape < SHAPES.len() {
        starts[shape + 1] = starts[shape] + SHAPES[shape].size();
        shape += 1;
    }
    starts
};

/// Weights of all shapes, those that must be equal by symmetry counted each.
pub const PATTERN_WEIGHTS: usize = STARTS[SHAPES.len()];

/// Those of the shapes with rows for the net: the first.
pub const NET_WEIGHTS: usize = STARTS[NET_SHAPES];

/// For each lane the place of the number 0 in such a table; idle lanes have the place behind all weights.
pub(crate) static ORIGINS: [i32; LANES] = {
    let mut origins = [PATTERN_WEIGHTS as i32; LANES];
    let mut lane = 0;
    while lane < INSTANCES {
        let shape = LAID.0[lane].shape;
        origins[lane] = (STARTS[shape] + SHAPES[shape].size() / 2) as i32;
        lane += 1;
    }
    origins
};

/// A vector of one number for each lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Lanes(pub(crate) [i16; LANES]);

/// What a disc of the mover on each square adds.
pub(crate) static WORTHS: [Lanes; 64] = {
    let mut worths = [Lanes([0; LANES]); 64];
    let mut lane = 0;
    while lane < INSTANCES {
        let laid = LAID.0[lane].laid;
        let mut place = 0;
        let mut worth = 1;
        while place < laid.length {
            worths[laid.squares[place] as usize].0[lane] = worth;
            worth = worth.wrapping_mul(3);
            place += 1;
        }
        lane += 1;
    }
    worths
};

impl Lanes {
    /// What stands on `board`, seen by the mover.
    pub fn of(board: Board) -> Self {
        let mut sums = [0; LANES];
        for (set, sign) in [(board.mover, 1), (board.other, -1)] {
            for square in Squares(set) {
                for (sum, worth) in sums.iter_mut().zip(WORTHS[square].0) {
                    *sum += sign * worth;
                }
            }
        }
        Self(sums)
    }

    /// What the other side sees.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Self {
        Self(self.0.map(|number| -number))
    }
}

/// For each weight of the patterns the parameter it has, and how many parameters there are: numbers that are each other's
/// mirror image within a shape have the same. Parameters are numbered in the order of their first weights.
pub fn parameters() -> (Vec<u32>, usize) {
    let mut parameters = Vec::with_capacity(PATTERN_WEIGHTS);
    let mut count = 0;
    for shape in SHAPES {
        let start = parameters.len();
        let mirrored = shape.mirror().map(|mirror| mirrored(shape, mirror));
        for number in 0..shape.size() {
            let image = mirrored
                .as_ref()
                .map_or(number, |images| images[number] as usize);
            if image < number {
                parameters.push(parameters[start + image]);
            } else {
                parameters.push(count);
                count += 1;
            }
        }
    }
    (parameters, count as usize)
}

/// For each number of a shape, counted from 0 up, that of its mirror image.
fn mirrored(shape: Shape, mirror: [usize; MOST_SQUARES]) -> Vec<u32> {
    let mut images = vec![0];
    for to in &mirror[..shape.length()] {
        let worth = 3u32.pow(*to as u32);
        let known = images.len();
        for digit in 1..3 {
            for at in 0..known {
                images.push(images[at] + digit * worth);
            }
        }
    }
    images
}

/// The place in a table of the weight that a lane's number has.
pub fn number_place(lanes: &Lanes, lane: usize) -> usize {
    (ORIGINS[lane] + i32::from(lanes.0[lane])).cast_unsigned() as usize
}
