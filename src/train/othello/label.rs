//! Exact scores for positions of games.

use std::path::PathBuf;

use super::batches::{Items, make};
use super::games::{self, Game};
use super::thinker::{HASH, Thinker};

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
    let items = Items {
        name: "games",
        count: games.len(),
        games: 1,
        hash: HASH,
    };
    make(&args.out, items, args.threads, |thinker, number| {
        [solve(thinker, &games[number])]
    })
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
    let mut game = game.clone();
    if let Some(&(board, black)) = game.positions().unwrap_or_default().last() {
        let score = thinker.solve(board).0 as i8;
        game.score = if black { score } else { -score };
    }
    game
}
