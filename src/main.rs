//! The program: the engine when run bare, else a subcommand.

fn main() {}
