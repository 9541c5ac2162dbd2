//! Floor 3: the rules of connect four on boards of several sizes, with neutral discs. Knows no search and no protocol.
//!
//! Columns are numbered from 0 at the left, rows from 0 at the bottom. A set of cells is a [`Bits`](bits::Bits) in which
//! every column takes one bit more than the board has rows, bottom first; the bit on top stays empty and keeps columns
//! apart.

pub mod bits;
pub mod board;
pub mod lines;
pub mod notation;
pub mod perft;
pub mod position;
pub mod size;
pub mod solved;
pub mod wide;
