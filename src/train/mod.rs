//! Floor 7: weights from games. A pipeline of plain steps over files. The same command makes the same files: what is drawn by
//! lot depends on a seed.

pub mod connect4;
pub mod folder;
pub mod othello;
pub mod progress;
