//! Exact scores for positions of games.

use std::path::PathBuf;

use rayon::prelude::*;

use super::games::{self, Game, Writer};
use super::thinker::Thinker;
use crate::train::progress;

/// Cuts each game off at a number of empties and solves the position there: its score replaces that of the game.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file of games to make; goes on where it ends
    #[arg(long)]
    out: PathBuf,
    /// Empties
    #[arg(long)]
    empties: u32,
    /// Games at most, in the order of the files
    #[arg(long)]
    games: Option<usize>,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Games that are solved before they are written.
const BATCH: usize = 64;

/// Takes the step.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut games = Vec::new();
    for path in &args.files {
        games.extend(
            games::read(path)?
                .into_iter()
                .filter_map(|game| cut_off(game, args.empties)),
        );
    }
    games.truncate(args.games.unwrap_or(usize::MAX));
    let (mut writer, done) = Writer::open(&args.out)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()?;
    let progress = progress::bar("games", games.len() as u64)?;
    progress.set_position(done as u64);
    for batch in games.get(done..).unwrap_or_default().chunks(BATCH) {
        let solved: Vec<Game> =
            pool.install(|| batch.par_iter().map_init(Thinker::default, solve).collect());
        for game in &solved {
            writer.write(game)?;
        }
        writer.flush()?;
        progress.inc(batch.len() as u64);
    }
    progress.finish_and_clear();
    log::warn!("{}: {} games", args.out.display(), games.len());
    Ok(())
}

/// The game up to the position with so many empties, which alone is to count; nothing if it has none, or no move there.
fn cut_off(mut game: Game, empties: u32) -> Option<Game> {
    game.from = 0;
    let positions = game.positions()?;
    let last = positions
        .iter()
        .position(|(board, _)| board.empties() == empties)?;
    (positions[last].0.moves() != 0).then_some(())?;
    game.moves.truncate(last);
    game.from = last as u8;
    Some(game)
}

fn solve(thinker: &mut Thinker, game: &Game) -> Game {
    thinker.new_game();
    let mut game = game.clone();
    if let Some(&(board, black)) = game.positions().unwrap_or_default().last() {
        let score = thinker.solve(board).0 as i8;
        game.score = if black { score } else { -score };
    }
    game
}
