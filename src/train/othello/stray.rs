//! Positions beside the games: what a search looks at is mostly what nobody would play.

use std::path::PathBuf;

use rand_core::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::games::{self, Game, Writer, play};
use super::thinker::Thinker;
use crate::base::chance::below;
use crate::othello::rules::moves::Squares;
use crate::train::progress;

/// Makes a move by lot in positions of games and keeps the position after it, with the score that a search finds there.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file of games to make, each of which ends with such a position; goes on where it ends
    #[arg(long)]
    out: PathBuf,
    /// Plies of the search
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// One of so many games is left out: those that `fit` holds out, because what lies beside them is much like them
    #[arg(long, default_value_t = games::HOLDOUT, value_parser = clap::value_parser!(u32).range(2..))]
    holdout: u32,
    /// The fewest empties of a position to keep
    #[arg(long, default_value_t = 15)]
    fewest: u32,
    /// The most empties of a position to keep
    #[arg(long, default_value_t = 52)]
    most: u32,
    /// One of so many positions of the games leads to one
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    one_of: u64,
    /// Positions at most
    #[arg(long)]
    positions: Option<usize>,
    /// What is drawn depends on this and on the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Positions that are searched before they are written.
const BATCH: usize = 4096;

/// A move that a game did not make.
#[derive(Debug, Clone, Copy)]
struct Stray {
    game: usize,
    /// How many moves of the game come before.
    after: u8,
    square: u8,
}

/// Takes the step.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut games = Vec::new();
    for path in &args.files {
        games.extend(games::read(path)?);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut strays = Vec::new();
    for number in 0..games.len() {
        if !games[number].held_out(args.holdout) {
            astray(args, &games, number, &mut random, &mut strays);
        }
    }
    strays.truncate(args.positions.unwrap_or(usize::MAX));
    let (mut writer, done) = Writer::open(&args.out)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()?;
    let progress = progress::bar("positions", strays.len() as u64)?;
    progress.set_position(done as u64);
    progress.reset_eta();
    for batch in strays.get(done..).unwrap_or_default().chunks(BATCH) {
        let searched: Vec<Game> = pool.install(|| {
            batch
                .par_iter()
                .map_init(Thinker::default, |thinker, stray| {
                    search(thinker, args.depth, &games[stray.game], *stray)
                })
                .collect()
        });
        for game in &searched {
            writer.write(game)?;
        }
        writer.flush()?;
        progress.inc(batch.len() as u64);
    }
    progress.finish_and_clear();
    log::warn!("{}: {} positions", args.out.display(), strays.len());
    Ok(())
}

/// Draws moves that a game did not make.
fn astray(
    args: &Args,
    games: &[Game],
    number: usize,
    random: &mut Xoshiro256PlusPlus,
    strays: &mut Vec<Stray>,
) {
    let game = &games[number];
    let positions = game.positions().unwrap_or_default();
    let first = (game.moves.len() + 1).saturating_sub(positions.len());
    for (after, (&played, &seen)) in (first..).zip(game.moves[first..].iter().zip(&positions)) {
        let others = seen.0.moves() & !(1 << played);
        if others == 0 || below(random, args.one_of) != 0 {
            continue;
        }
        let rank = below(random, u64::from(others.count_ones())) as usize;
        let square = Squares(others).nth(rank).unwrap_or_default();
        let (board, _) = play(seen, square);
        if board.moves() != 0 && (args.fewest..=args.most).contains(&board.empties()) {
            strays.push(Stray {
                game: number,
                after: after as u8,
                square: square as u8,
            });
        }
    }
}

/// The game that goes astray, with the score of the position after that, which alone is to count.
fn search(thinker: &mut Thinker, depth: u32, game: &Game, stray: Stray) -> Game {
    // What other positions left in the tables must not change the score.
    thinker.new_game();
    let mut moves = game.moves[..usize::from(stray.after)].to_vec();
    moves.push(stray.square);
    let mut game = Game {
        from: moves.len() as u8,
        moves,
        score: 0,
    };
    if let Some(&(board, black)) = game.positions().unwrap_or_default().last() {
        let scores = thinker.scores_by_depth(board, depth);
        let score = scores.last().copied().unwrap_or_default().round() as i8;
        game.score = if black { score } else { -score };
    }
    game
}
