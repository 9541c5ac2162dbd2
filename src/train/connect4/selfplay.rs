//! Games of the engine against itself, each from an opening drawn by lot, with a fixed number of nodes for each move.
#![expect(
    clippy::cast_possible_truncation,
    reason = "columns are below 10, sizes of batches small"
)]

use std::num::NonZero;
use std::time::Duration;

use anyhow::Context as _;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::games::{self, Game, Played, Store};
use super::{Big, FOLDER, weights};
use crate::base::chance::below;
use crate::base::clock::Clock;
use crate::base::stop::StopToken;
use crate::connect4::eval::network::Network;
use crate::connect4::rules::bits::{Bits, Cells};
use crate::connect4::rules::board::{Board, holding};
use crate::connect4::rules::position::{Move, Position};
use crate::connect4::rules::size::Size;
use crate::connect4::search::root::{Plan, Root};
use crate::connect4::search::{Node, Searcher};
use crate::game::Side;
use crate::game::player::{Certainty, Report};
use crate::search::budget::Bounds;
use crate::search::table::Table;
use crate::search::watch::Watch;
use crate::train::{folder, progress};

/// Plays games and adds them to a file.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Name of the file of games
    #[arg(long, default_value = "first")]
    name: String,
    /// Games that the file is to have
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = 2_500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Name of the weights to play with; the formula without
    #[arg(long)]
    weights: Option<String>,
    /// Where chance begins; each game has its own stream
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Of a hundred moves after the opening so many are drawn by lot
    #[arg(long, default_value_t = 4)]
    random: u64,
    /// Games at a time
    #[arg(long, default_value = "2")]
    threads: NonZero<usize>,
}

/// Games that are played before any of them is stored.
const BATCH: u64 = 128;
/// Memory for a game's table, in MiB.
const HASH: usize = 1;
/// Discs drawn by lot at most before the game begins in earnest.
const OPENING: u64 = 10;

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = folder::of_game(FOLDER)?;
    let path = games::path(&folder, &args.name);
    let name = args.weights.as_deref();
    let network = name.map(|name| weights::read(&folder, name)).transpose()?;
    let (mut store, done) = Store::open(&path)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.get())
        .build()
        .context("cannot start threads")?;
    let bar = progress::bar("games", args.games)?.with_position(done);
    for first in (done..args.games).step_by(BATCH as usize) {
        let batch = first..(first + BATCH).min(args.games);
        let played: Vec<Game> = pool.install(|| {
            batch
                .into_par_iter()
                .map(|number| play(args, number, network.as_ref()))
                .collect()
        });
        store.append(&played)?;
        bar.inc(played.len() as u64);
    }
    bar.finish_and_clear();
    log::warn!("{}: {} games", path.display(), done.max(args.games));
    Ok(())
}

/// The stream of chance of a game.
pub(super) fn stream(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
    Xoshiro256PlusPlus::seed_from_u64(mixed)
}

/// An opening: neutral discs as the contest drops them, and moves that do not lose at once.
pub(super) fn opening(rng: &mut impl Rng, most: u64) -> (Vec<u8>, Vec<u8>, Position<Big>) {
    let count = below(rng, 7);
    let neutral: Vec<u8> = (0..count).map(|_| below(rng, 10) as u8).collect();
    let columns: Vec<i64> = neutral.iter().map(|&column| column.into()).collect();
    let mut position = Position::with_neutral(&columns);
    let mut moves = Vec::new();
    for _ in 0..below(rng, most + 1) {
        let Some(column) = any_move(rng, position.board) else {
            break;
        };
        moves.push(column);
        position = next(position, column);
    }
    (neutral, moves, position)
}

/// A move drawn by lot among those that do not lose at once; none where somebody wins at once.
fn any_move(rng: &mut impl Rng, board: Board<Big>) -> Option<u8> {
    let playable = board.playable();
    if !(playable & board.threats()).is_empty() {
        return None;
    }
    let moves = holding(playable, board.threats_against());
    let bits: Vec<u32> = Cells(moves).collect();
    if bits.is_empty() {
        return None;
    }
    let bit = bits[below(rng, bits.len() as u64) as usize];
    Some((bit / Big::STRIDE) as u8)
}

pub(super) fn next(at: Position<Big>, column: u8) -> Position<Big> {
    Position {
        board: at.board.play(at.board.landing(column.into())),
        side: at.side.other(),
    }
}

/// A game by its number.
fn play(args: &Args, number: u64, network: Option<&Network>) -> Game {
    let mut rng = stream(args.seed, number);
    let (neutral, opened, mut position) = opening(&mut rng, OPENING);
    let mut moves: Vec<Played> = opened
        .into_iter()
        .map(|column| Played { column, chance: 0 })
        .collect();
    let mut table = Table::new(HASH);
    let result = loop {
        let board = position.board;
        let red_moves = position.side == Side::First;
        if board.is_won() {
            break if red_moves { 0 } else { 2 };
        }
        if board.is_full() {
            break 1;
        }
        if below(&mut rng, 100) < args.random
            && let Some(column) = any_move(&mut rng, board)
        {
            moves.push(Played { column, chance: 0 });
            position = next(position, column);
            continue;
        }
        let report = think(&mut table, position, Effort::Nodes(args.nodes), network);
        if report.certainty != Certainty::Estimate {
            break match report.score.signum() {
                0 => 1,
                sign => u8::from((sign > 0) == red_moves) * 2,
            };
        }
        let column = report.line.first().map_or(0, |mv| mv.column() as u8);
        moves.push(Played::chosen(column, chance(report.score)));
        position = next(position, column);
    };
    Game {
        neutral,
        moves,
        result,
    }
}

/// How long a search may take.
#[derive(Debug, Clone, Copy)]
pub(super) enum Effort {
    /// So many nodes.
    Nodes(u64),
    /// So much processor time.
    Time(Duration),
}

/// What a search with such an effort finds.
pub(super) fn think(
    table: &mut Table,
    position: Position<Big>,
    effort: Effort,
    network: Option<&Network>,
) -> Report<Move> {
    table.age();
    let (stop, clock) = (StopToken::new(), Clock::ThreadCpu);
    let started = clock.now();
    let (time, nodes) = match effort {
        Effort::Nodes(nodes) => (None, Some(nodes)),
        Effort::Time(time) => (Some(time), None),
    };
    let deadline = time.map(|time| started.saturating_add(time));
    let watch = Watch::new(&stop, &clock, deadline, nodes);
    let mut searcher = Searcher::new(table, watch, position.board, network);
    let plan = Plan {
        depth: u32::MAX,
        bounds: time.map(|time| Bounds {
            soft: time,
            hard: time,
        }),
        lines: 1,
    };
    let node = Node {
        board: position.board,
        discs: position.board.filled.count(),
        turn: usize::from(position.side == Side::Second),
    };
    let elapsed = || clock.since(started);
    Root::new(&mut searcher, node, plan, &elapsed, &mut |_| {}).run()
}

/// The mover's chance, by an estimate in hundredths of the smallest win.
fn chance(hundredths: i32) -> f64 {
    let share = f64::from(hundredths) / 99.0;
    let points = 150.0 * share / (1.0 - share.abs()).max(1e-3);
    1.0 / (1.0 + (-points / 100.0).exp())
}
