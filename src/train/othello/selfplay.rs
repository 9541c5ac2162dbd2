//! Games of the engine against itself.

use std::path::PathBuf;

use anyhow::ensure;
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::batches::{Items, make};
use super::games::{Game, Seen, lot, read, step};
use super::thinker::{HASH, Thinker};
use crate::base::chance::below;
use crate::othello::rules::board::Board;

/// Plays games against itself: an opening drawn by lot, moves by searches of fixed depth, the exact end. Each game leaves some
/// endings besides: from where the end was known, moves by lot to fewer empties and the exact end from there, because late
/// positions of good games are all alike.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file of games; goes on where it ends
    #[arg(long)]
    out: PathBuf,
    /// Games, those in the file included
    #[arg(long)]
    games: usize,
    /// Plies of the searches
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// Empties from which the game is solved
    #[arg(long, default_value_t = 16)]
    solve: u32,
    /// Games to branch off: each game begins as one of these does, drawn by lot, and goes its own way from there
    #[arg(long)]
    branch: Option<PathBuf>,
    /// The fewest empties where a game branches off
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u32).range(..=60))]
    fewest: u32,
    /// The most empties where a game branches off
    #[arg(long, default_value_t = 56, value_parser = clap::value_parser!(u32).range(..=60))]
    furthest: u32,
    /// The fewest moves drawn by lot, at the beginning or after the branch
    #[arg(long, default_value_t = 6)]
    least: u64,
    /// The most moves drawn by lot
    #[arg(long, default_value_t = 28)]
    most: u64,
    /// Endings besides
    #[arg(long, default_value_t = 2)]
    endings: usize,
    /// Every game depends on this and its number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Takes the step.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    ensure!(
        args.least <= args.most,
        "expected at least --least {} moves at --most, found {}",
        args.least,
        args.most
    );
    ensure!(
        args.fewest <= args.furthest,
        "expected at least --fewest {} empties at --furthest, found {}",
        args.fewest,
        args.furthest
    );
    let stems = args.branch.as_deref().map(read).transpose()?;
    let stems = stems.unwrap_or_default();
    let items = Items {
        name: "games",
        count: args.games,
        games: 1 + args.endings,
        hash: HASH,
    };
    make(&args.out, items, args.threads, |thinker, number| {
        one(args, &stems, thinker, number as u64)
    })
}

/// The game of a number, and its other endings; it branches off one of the stems, if there are any.
fn one(args: &Args, stems: &[Game], thinker: &mut Thinker, number: u64) -> Vec<Game> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let key = random.next_u64();
    let mut random =
        Xoshiro256PlusPlus::seed_from_u64(key ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut moves = Vec::new();
    let mut seen = (Board::START, true);
    if !stems.is_empty() {
        let stem = &stems[below(&mut random, stems.len() as u64) as usize];
        let range = args.furthest - args.fewest + 1;
        let empties = args.fewest + below(&mut random, u64::from(range)) as u32;
        for &square in &stem.moves {
            if seen.0.empties() > empties && !seen.0.is_over() {
                step(&mut seen, &mut moves, usize::from(square));
            }
        }
    }
    let lots = args.least + below(&mut random, args.most - args.least + 1);
    let opening = moves.len() as u64 + lots;
    while (moves.len() as u64) < opening && seen.0.empties() > args.solve && !seen.0.is_over() {
        let square = lot(seen.0, &mut random);
        step(&mut seen, &mut moves, square);
    }
    let from = moves.len() as u8;
    while seen.0.empties() > args.solve && !seen.0.is_over() {
        let square = thinker.choose(seen.0, args.depth);
        step(&mut seen, &mut moves, square);
    }
    let at_solution = (seen, moves.clone());
    let mut games = vec![ending(thinker, seen, moves, from)];
    for _ in 0..args.endings {
        let (mut seen, mut moves) = at_solution.clone();
        let empties = 6 + below(&mut random, u64::from(args.solve.max(8) - 7));
        while u64::from(seen.0.empties()) > empties && !seen.0.is_over() {
            let square = lot(seen.0, &mut random);
            step(&mut seen, &mut moves, square);
        }
        let from = moves.len() as u8;
        games.push(ending(thinker, seen, moves, from));
    }
    games
}

/// Solves a position and follows best play to the end.
fn ending(thinker: &mut Thinker, mut seen: Seen, mut moves: Vec<u8>, from: u8) -> Game {
    let (board, black) = seen;
    let score = if board.is_over() {
        board.final_score()
    } else {
        let (score, line) = thinker.solve(board);
        for mv in line {
            if let Some(square) = mv.square() {
                step(&mut seen, &mut moves, square);
            }
        }
        score
    } as i8;
    Game {
        moves,
        from,
        score: if black { score } else { -score },
    }
}
