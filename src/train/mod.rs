//! Floor 7: weights from games. A pipeline of plain steps over files in one data folder, each seeded, resumable and able to
//! say the command that repeats it.

pub mod connect4;
pub mod folder;
pub mod othello;
