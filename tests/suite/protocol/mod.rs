//! The dialects, spoken with the real program; the native one where nothing else is said.

mod chance;
mod endings;
mod fuzz;
mod games;
mod matrix;
mod nboard;
mod transcripts;
