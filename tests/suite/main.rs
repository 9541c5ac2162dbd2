//! One test program; a module for each subject, mirroring `src/`.

mod oracles;

mod architecture;
mod arena;
mod budget;
mod chess;
mod connect4;
mod connect4_solver;
mod contest_games;
mod contest_library;
mod conversation;
mod dependencies;
mod endgame;
mod ggf;
mod levels;
mod notation;
mod patterns;
mod perft;
mod program;
mod protocol;
mod rules;
mod search;
mod session;
mod several;
mod solve;
mod solve_connect4;
mod sparring;
mod stability;
