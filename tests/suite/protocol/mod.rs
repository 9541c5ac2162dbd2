//! The dialects, spoken with the real program; what is not in a folder of its own is the native one's or everybody's.

mod chance;
mod choice;
mod endings;
mod fuzz;
mod games;
mod gtp;
mod matrix;
mod mill;
mod nboard;
mod reaction;
mod same_game;
mod transcripts;
mod uci;
mod umpire;
