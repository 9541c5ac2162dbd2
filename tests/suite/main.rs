//! One test program; a module for each subject, mirroring `src/`.

mod conversation;
mod sparring;
