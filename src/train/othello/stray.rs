//! Positions beside the games: what a search looks at is mostly what nobody would play.

use std::path::PathBuf;

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::batches::{Items, make};
use super::games::{self, Game, Seen, lot, step};
use super::thinker::Thinker;
use crate::base::chance::below;
use crate::othello::rules::board::Board;
use crate::othello::rules::moves::Squares;

/// Goes astray from positions of games, by one or more moves by lot of one side and good answers of the other, as a search does, and
/// keeps the position it comes to, with the score that a search finds there.
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
    /// The most moves by lot; between two of them the other side makes the best by a search of one ply
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=30))]
    moves: u64,
    /// Empties from which the score is exact
    #[arg(long, default_value_t = 14)]
    solve: u32,
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

/// A move that a game did not make.
#[derive(Debug, Clone, Copy)]
struct Stray {
    game: usize,
    /// How many moves of the game come before.
    after: u8,
    square: u8,
    /// How many more moves by lot are to come.
    further: u8,
    /// What those depend on.
    seed: u64,
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
    let items = Items {
        name: "positions",
        count: strays.len(),
        games: 1,
        hash: 1,
    };
    make(&args.out, items, args.threads, |thinker, number| {
        let stray = strays[number];
        [search(thinker, args, &games[stray.game], stray)]
    })
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
        let (further, seed) = if args.moves > 1 {
            (below(random, args.moves), random.next_u64())
        } else {
            (0, 0)
        };
        if keeps(args, games::play(seen, square).0) {
            strays.push(Stray {
                game: number,
                after: after as u8,
                square: square as u8,
                further: further as u8,
                seed,
            });
        }
    }
}

/// Whether a position is to be kept.
fn keeps(args: &Args, board: Board) -> bool {
    board.moves() != 0 && (args.fewest..=args.most).contains(&board.empties())
}

/// A good answer, then a move by lot; none if that does not lead to a position to keep, or the other side passed.
fn farther(
    thinker: &mut Thinker,
    args: &Args,
    (mut seen, mut moves): (Seen, Vec<u8>),
    random: &mut Xoshiro256PlusPlus,
) -> Option<(Seen, Vec<u8>)> {
    let black = seen.1;
    let answer = thinker.choose(seen.0, 1);
    step(&mut seen, &mut moves, answer);
    if seen.0.moves() == 0 || seen.1 == black {
        return None;
    }
    let square = lot(seen.0, random);
    step(&mut seen, &mut moves, square);
    (seen.1 == black && keeps(args, seen.0)).then_some((seen, moves))
}

/// The game that goes astray, with the score of the position it comes to, which alone is to count.
fn search(thinker: &mut Thinker, args: &Args, game: &Game, stray: Stray) -> Game {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(stray.seed);
    let mut seen = (Board::START, true);
    let mut moves = Vec::with_capacity(game.moves.len());
    for &square in &game.moves[..usize::from(stray.after)] {
        step(&mut seen, &mut moves, usize::from(square));
    }
    let astray = seen.1;
    step(&mut seen, &mut moves, usize::from(stray.square));
    for _ in 0..stray.further {
        // Where the other side passes there is nobody to answer.
        if seen.1 == astray {
            break;
        }
        match farther(thinker, args, (seen, moves.clone()), &mut random) {
            Some(reached) => (seen, moves) = reached,
            None => break,
        }
    }
    let (board, black) = seen;
    let score = if board.empties() <= args.solve {
        thinker.solve(board).0
    } else {
        let scores = thinker.scores_by_depth(board, args.depth);
        scores.last().copied().unwrap_or_default().round() as i32
    } as i8;
    Game {
        from: moves.len() as u8,
        moves,
        score: if black { score } else { -score },
    }
}
