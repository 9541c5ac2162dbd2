//! The native dialect, spoken with the real program.

mod endings;
mod fuzz;
mod games;
mod matrix;
mod transcripts;
