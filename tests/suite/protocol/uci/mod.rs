//! UCI, spoken with the real program.

mod fuzz;
mod matrix;
mod searches;
