//! One test program; a module for each subject, mirroring `src/`.

mod contest_library;
mod conversation;
mod program;
mod protocol;
mod session;
mod sparring;
