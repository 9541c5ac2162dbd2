//! What the search does all the time, measured: `cargo bench --bench kernels`.
//!
//! Before it is timed a result is compared with one known to be right, where there is one, so that nothing gets fast by becoming
//! wrong: the kernels chosen for this processor with their portable definitions, counts and scores with published ones. Only
//! stability has no second definition here.
//! A kernel's time is for a whole set of boards or squares, given as a throughput in elements.

use std::hint::black_box;

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::game::level::Strength;
use brightsword::game::player::{Goal, Job, Player};
use brightsword::othello::eval::weights::{MOVES, PARITIES, REPLIES, Weights, phase};
use brightsword::othello::eval::{Lanes, lanes};
use brightsword::othello::player::Brightsword;
use brightsword::othello::rules::board::Board;
use brightsword::othello::rules::flips::{self, last};
use brightsword::othello::rules::mobility;
use brightsword::othello::rules::moves::Squares;
use brightsword::othello::rules::obf::Problem;
use brightsword::othello::rules::perft::perft;
use brightsword::othello::rules::stability::stable;
use brightsword::search::limits::Limits;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random games that the boards are taken from.
const GAMES: usize = 20;
/// Leaves eight plies after the start.
const PERFT_8: u64 = 390_216;
/// Positions from tournament games with their exact scores.
const EXACT: &str = include_str!("../positions/wthor-exact-6-16.txt");
/// The weights that the program carries.
const WEIGHTS: &[u8] = include_bytes!("../../src/othello/eval/weights.bin");
/// Those that are solved have so many empties.
const EMPTIES: u32 = 14;
/// So many are solved.
const SOLVED: usize = 10;
/// Memory for the solver's table, in MiB.
const HASH: usize = 16;

/// A number below `bound`.
fn below(chance: &mut Xoshiro256PlusPlus, bound: u32) -> usize {
    usize::try_from(chance.next_u64() % u64::from(bound)).expect("below a usize")
}

/// The boards of random games in which the mover has a move, the same ones in every run.
fn boards() -> Vec<Board> {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut all = Vec::new();
    for _ in 0..GAMES {
        let mut board = Board::START;
        while !board.is_over() {
            let moves = board.moves();
            if moves == 0 {
                board = board.pass();
                continue;
            }
            all.push(board);
            let nth = below(&mut chance, moves.count_ones());
            let square = Squares(moves).nth(nth).expect("fewer than there are");
            board = board.play(square);
        }
    }
    all
}

/// Times `kernel` on every input, one after the other.
fn each<I: Copy, O>(
    criterion: &mut Criterion,
    name: &str,
    inputs: &[I],
    mut kernel: impl FnMut(I) -> O,
) {
    let mut group = criterion.benchmark_group("kernels");
    group.throughput(Throughput::Elements(inputs.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for &input in inputs {
                black_box(kernel(black_box(input)));
            }
        });
    });
    group.finish();
}

fn rules(criterion: &mut Criterion) {
    let boards = boards();
    for board in &boards {
        let definition = mobility::scalar::mobility(board.mover, board.other);
        assert_eq!(board.moves(), definition, "{board:?}");
    }
    each(criterion, "mobility", &boards, Board::moves);

    let moves: Vec<(Board, usize)> = boards
        .iter()
        .flat_map(|&board| Squares(board.moves()).map(move |square| (board, square)))
        .collect();
    for &(board, square) in &moves {
        let definition = flips::scalar::flips(board.mover, board.other, square);
        assert_eq!(board.flips(square), definition, "{board:?} {square}");
    }
    each(criterion, "flips", &moves, |(board, square)| {
        board.flips(square)
    });

    // With one square left any distribution of the others will do.
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    let ends: Vec<(u64, usize)> = (0..1024)
        .map(|_| {
            let square = below(&mut chance, 64);
            (chance.next_u64() & !(1 << square), square)
        })
        .collect();
    for &(own, square) in &ends {
        let definition = last::scalar::last_flips(own, square);
        assert_eq!(
            last::last_flips(own, square),
            definition,
            "{own:x} {square}"
        );
    }
    each(criterion, "last flips", &ends, |(own, square)| {
        last::last_flips(own, square)
    });

    each(criterion, "stability", &boards, |board| {
        stable(board.other, board.mover)
    });

    assert_eq!(perft(Board::START, 8), PERFT_8);
    criterion.bench_function("perft 8", |bencher| {
        bencher.iter(|| perft(black_box(Board::START), 8));
    });
}

/// A board, the mover's moves, and what stands on the patterns.
type Evaluated = (Board, u64, Lanes);

fn evaluation(criterion: &mut Criterion) {
    let weights = Weights::embedded();
    let boards: Vec<Evaluated> = boards()
        .into_iter()
        .map(|board| (board, board.moves(), Lanes::of(board)))
        .collect();
    for (board, moves, before) in &boards {
        let phase = phase(board.empties());
        let table = weights.table(phase);
        assert_eq!(lanes::sum(table, before), lanes::scalar::sum(table, before));
        let (net, rows) = (weights.net(phase), weights.rows());
        let features = [MOVES, REPLIES, PARITIES];
        assert_eq!(
            lanes::correction(net, rows, before, features),
            lanes::scalar::correction(net, rows, before, features)
        );
        for square in Squares(*moves) {
            let flipped = board.flips(square);
            let after = before.after(square, flipped);
            assert_eq!(after, lanes::scalar::after(before, square, flipped));
        }
    }
    each(criterion, "evaluate", &boards, |(board, moves, lanes)| {
        weights.evaluate(&lanes, board, moves)
    });
    each(
        criterion,
        "evaluate by tables alone",
        &boards,
        |(board, moves, lanes)| weights.evaluate_first(&lanes, board, moves),
    );
    let moves: Vec<(Lanes, usize, u64)> = boards
        .iter()
        .flat_map(|&(board, moves, lanes)| {
            Squares(moves).map(move |square| (lanes, square, board.flips(square)))
        })
        .collect();
    each(
        criterion,
        "patterns after a move",
        &moves,
        |(lanes, square, flipped)| lanes.after(square, flipped),
    );
    criterion.bench_function("unpack the weights", |bencher| {
        bencher.iter(|| Weights::read(black_box(WEIGHTS)));
    });
}

/// Solves a problem with empty tables; the score in discs.
fn solve(player: &mut Brightsword, problem: &Problem) -> Option<i32> {
    player.new_game();
    let job = Job {
        position: problem.position,
        limits: Limits::INFINITE,
        goal: Goal::Score,
        clock: Clock::Wall,
        started: Clock::Wall.now(),
        lines: 1,
        strength: Strength::FULL,
    };
    let decision = player.think(&job, &StopToken::new(), &mut |_| {});
    decision.report.map(|report| report.score / 100)
}

fn solver(criterion: &mut Criterion) {
    let problems: Vec<Problem> = EXACT
        .lines()
        .filter_map(|line| Problem::read(line.as_bytes()).expect("a good line"))
        .filter(|problem| {
            let board = problem.position.board;
            board.empties() == EMPTIES && board.moves() != 0
        })
        .take(SOLVED)
        .collect();
    assert_eq!(problems.len(), SOLVED);
    let mut player = Brightsword::new(HASH);
    let mut group = criterion.benchmark_group("solver");
    group.sample_size(20);
    group.bench_function("14 empties", |bencher| {
        bencher.iter(|| {
            for problem in &problems {
                assert_eq!(solve(&mut player, problem), problem.score, "{problem:?}");
            }
        });
    });
    group.finish();
}

criterion_group!(kernels, rules, evaluation, solver);
criterion_main!(kernels);
