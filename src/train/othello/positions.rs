//! Problem files out of games.

use std::io::Write;
use std::path::PathBuf;

use super::games;

/// Writes to standard output the position at which each game ends, with the score, as `brightsword solve` reads it; each
/// position once.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Go back by so many moves; the score is left out then
    #[arg(long, default_value_t = 0)]
    back: usize,
}

/// Takes the step.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut seen = std::collections::HashSet::new();
    for path in &args.files {
        for game in games::read(path)? {
            let positions = game.positions().unwrap_or_default();
            let Some(&(board, black)) = positions.iter().rev().nth(args.back) else {
                continue;
            };
            if board.is_over() || !seen.insert(board.canonical()) {
                continue;
            }
            let cell = |square: u32| match (board.mover >> square & 1, board.other >> square & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '-',
            };
            let cells: String = (0..64).map(cell).collect();
            if args.back == 0 {
                writeln!(out, "{cells} X; {}", game.score_for(black))?;
            } else {
                writeln!(out, "{cells} X;")?;
            }
        }
    }
    Ok(())
}
