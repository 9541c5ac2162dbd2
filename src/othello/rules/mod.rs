//! Floor 3: the rules of Othello. Boards, moves, flips, symmetry, stability, text. Knows no search and no protocol.
//!
//! Squares are numbered a1 = 0, b1 = 1 … h1 = 7, a2 = 8 … h8 = 63; row 1 is on top. A set of squares is a `u64` with
//! bit `n` for square `n`.

pub mod board;
mod chess;
pub mod flips;
pub(crate) mod ggf;
pub mod mobility;
pub mod moves;
pub mod notation;
pub mod obf;
pub mod perft;
pub mod position;
pub mod sgf;
pub mod stability;
pub mod symmetry;

/// Columns b to g: a run of enemy discs along a row or a diagonal may cross only these without wrapping around.
pub(crate) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// The four corners.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The X squares, diagonally beside the corners.
pub(crate) const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The squares of the four quadrants: a1's, h1's, a8's, h8's.
pub(crate) const QUADRANTS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];
