//! The pattern evaluation: fast ways against slow ones, symmetry, and files of weights that are none.

use std::collections::HashSet;

use brightsword::othello::eval::shapes::{
    INSTANCES, LANES, MOST_SQUARES, SHAPES, STARTS, instances, number_place, parameters,
};
use brightsword::othello::eval::weights::{
    MAGIC, MOVES, Mix, Net, PARITIES, PHASES, REPLIES, ROWS, Row, Table, UNIT, Weights,
    WeightsError, phase,
};
use brightsword::othello::eval::{DOUBT, Lanes, lanes};
use brightsword::othello::rules::board::Board;
use brightsword::othello::rules::moves::Squares;

use crate::oracles::sample::Chance;

/// The weights that the program carries.
const BYTES: &[u8] = include_bytes!("../../src/othello/eval/weights.bin");

type After = fn(&Lanes, usize, u64) -> Lanes;
type Sum = fn(&Table, &Lanes) -> i32;
type Correction = fn(&Net, &[Row; ROWS], &Lanes, [usize; 3]) -> i32;

/// Every sibling that was compiled but for the scalar one, which is every one that the target can execute.
fn siblings() -> Vec<(&'static str, After, Sum, Correction)> {
    macro_rules! sibling {
        ($name:literal, $($place:ident)::+) => {
            ($name, $($place)::+::after, $($place)::+::sum, $($place)::+::correction)
        };
    }
    vec![
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        sibling!("avx2", lanes::avx2),
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512bw"
        ))]
        sibling!("avx512", lanes::avx512),
        sibling!("chosen", lanes),
    ]
}

/// Boards of random games, of all numbers of empties.
fn random_boards(seed: u64) -> Vec<Board> {
    let mut chance = Chance::new(seed);
    (0..1200)
        .map(|number| chance.reach(number % 60).board)
        .collect()
}

/// The number on an instance, square by square, counted from 0 for the opponent's discs alone.
fn number(board: Board, squares: &[u8]) -> usize {
    squares.iter().rev().fold(0, |number, &square| {
        let digit = if board.mover >> square & 1 != 0 {
            2
        } else {
            usize::from(board.other >> square & 1 == 0)
        };
        3 * number + digit
    })
}

#[test]
fn numbers_say_what_stands_on_the_squares() {
    for board in random_boards(1) {
        let lanes = Lanes::of(board);
        for (lane, instance) in instances().iter().enumerate() {
            let expected = STARTS[instance.shape] + number(board, instance.laid.squares());
            assert_eq!(
                number_place(&lanes, lane),
                expected,
                "lane {lane} of {board:?}"
            );
        }
        assert_eq!(Lanes::of(board.pass()), lanes.passed());
    }
}

#[test]
fn a_move_changes_the_vector_as_making_it_afresh_does() {
    for board in random_boards(2) {
        let before = Lanes::of(board);
        for square in Squares(board.moves()) {
            let flipped = board.flips(square);
            let child = board.after(square, flipped);
            let expected = Lanes::of(child);
            assert_eq!(before.after(square, flipped), expected);
            assert_eq!(before.between(board, child, square), expected);
            assert_eq!(lanes::scalar::after(&before, square, flipped), expected);
            for (name, after, ..) in siblings() {
                let found = after(&before, square, flipped);
                assert_eq!(found, expected, "{name}, {square} on {board:?}");
            }
        }
    }
}

#[test]
fn estimates_of_all_siblings_are_equal() {
    let weights = Weights::embedded();
    let mut corrections = HashSet::new();
    for board in random_boards(3) {
        let numbers = Lanes::of(board);
        let features = [MOVES + 7, REPLIES + 31, PARITIES + 2];
        for phase in 0..PHASES {
            let (table, net, rows) = (weights.table(phase), weights.net(phase), weights.rows());
            let sum = lanes::scalar::sum(table, &numbers);
            let correction = lanes::scalar::correction(net, rows, &numbers, features);
            for (name, _, other_sum, other_correction) in siblings() {
                assert_eq!(other_sum(table, &numbers), sum, "{name}, {board:?}");
                let found = other_correction(net, rows, &numbers, features);
                assert_eq!(found, correction, "{name}, {board:?}");
            }
            corrections.insert(correction);
        }
    }
    assert!(
        corrections.len() > 500,
        "only {} corrections",
        corrections.len()
    );
}

/// Far from the bound the answer is the first estimate, nearer to the bound by the doubt, and elsewhere the whole estimate.
#[test]
fn an_estimate_against_a_bound_asks_the_net_only_in_doubt() {
    const FAR: i32 = DOUBT * UNIT;
    let weights = Weights::embedded();
    let rounded = |fine: i32| (fine + UNIT / 2).div_euclid(UNIT).clamp(-62, 62);
    let (mut quick, mut whole) = (0, 0);
    for board in random_boards(7) {
        let moves = board.moves();
        if moves == 0 {
            continue;
        }
        let numbers = Lanes::of(board);
        let first = weights.evaluate_first(&numbers, board, moves);
        let first = first.clamp(-62 * UNIT, 62 * UNIT);
        for alpha in -64..64 {
            let distance = first - alpha * UNIT;
            let expected = if distance > FAR {
                rounded(first - FAR).max(alpha + 1)
            } else if distance < -FAR {
                rounded(first + FAR)
            } else {
                weights.evaluate(&numbers, board, moves)
            };
            if distance.abs() > FAR {
                quick += 1;
                assert_eq!(expected > alpha, distance > 0);
            } else {
                whole += 1;
            }
            let found = weights.evaluate_against(&numbers, board, moves, alpha);
            assert_eq!(found, expected, "{board:?} against {alpha}");
        }
    }
    assert!(quick > 10_000 && whole > 10_000, "{quick} and {whole}");
}

/// A fit that no position of a phase took part in would leave its net to chance.
#[test]
fn the_last_moves_have_a_net_that_has_learned() {
    let weights = Weights::embedded();
    let starts = weights.net(0).start;
    assert!(starts.iter().any(|&start| start != starts[0]));
}

#[test]
fn all_symmetric_boards_are_worth_the_same() {
    let weights = Weights::embedded();
    let mut values = Vec::new();
    for board in random_boards(4) {
        let moves = board.moves();
        let value = |board: Board| weights.evaluate_fine(&Lanes::of(board), board, board.moves());
        if moves == 0 {
            continue;
        }
        let expected = value(board);
        for symmetry in 1..8 {
            assert_eq!(
                value(board.symmetric(symmetry)),
                expected,
                "{symmetry} of {board:?}"
            );
        }
        values.push(expected);
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 500, "only {} different values", values.len());
}

/// Positions set by hand may have fewer discs than a game begins with.
#[test]
fn any_number_of_empties_is_evaluated() {
    let weights = Weights::embedded();
    let two = Board { mover: 1, other: 2 };
    assert_eq!(two.moves(), 4);
    let value = weights.evaluate_hundredths(two, two.moves());
    assert!(value.abs() <= 6400, "{value}");
    assert_eq!(phase(64), PHASES - 1);
}

#[test]
fn shapes_are_laid_in_all_ways_once() {
    let mut sets: Vec<(usize, u64)> = instances()
        .iter()
        .map(|instance| {
            let set = instance
                .laid
                .squares()
                .iter()
                .fold(0, |set, square| set | 1u64 << square);
            assert_eq!(
                set.count_ones() as usize,
                instance.laid.length(),
                "a square twice"
            );
            (instance.shape, set)
        })
        .collect();
    assert_eq!(sets.len(), INSTANCES);
    const { assert!(INSTANCES <= LANES) };
    sets.sort_unstable();
    let known = sets.len();
    sets.dedup();
    assert_eq!(sets.len(), known);
    // The images of all instances are instances again.
    for &(shape, set) in &sets {
        let board = Board {
            mover: set,
            other: 0,
        };
        for symmetry in 0..8 {
            let image = (shape, board.symmetric(symmetry).mover);
            assert!(sets.binary_search(&image).is_ok(), "{image:?} is missing");
        }
    }
    assert!(SHAPES.iter().all(|shape| shape.length() <= MOST_SQUARES));
}

#[test]
fn mirrored_numbers_share_a_parameter_and_others_do_not() {
    let (of_weight, count) = parameters();
    let mut met = vec![0; count];
    for &parameter in &of_weight {
        met[parameter as usize] += 1;
    }
    assert!(met.iter().all(|&times| times == 1 || times == 2));
}

#[test]
fn what_the_program_carries_is_whole() {
    let weights = Weights::read(BYTES).expect("good weights");
    assert_eq!(weights, *Weights::embedded());
    assert!(BYTES.len() <= 8 << 20, "{} bytes", BYTES.len());
}

#[test]
fn every_number_of_empties_has_a_phase_and_neighbours_are_near() {
    assert_eq!(phase(0), 0);
    assert_eq!(phase(60), PHASES - 1);
    for empties in 1..=60 {
        assert!(phase(empties) - phase(empties - 1) <= 1);
    }
}

#[test]
fn other_files_are_no_weights() {
    assert_eq!(Weights::read(b"").err(), Some(WeightsError::Foreign));
    assert_eq!(
        Weights::read(b"RIFF....").err(),
        Some(WeightsError::Foreign)
    );
    let mut foreign = BYTES.to_vec();
    foreign[7] = b'9';
    assert_eq!(Weights::read(&foreign).err(), Some(WeightsError::Foreign));
}

#[test]
fn weights_cut_off_anywhere_are_refused() {
    let mut chance = Chance::new(5);
    let ends = (0..40).map(|_| chance.below(BYTES.len()));
    for end in ends.chain([8, 11, 12, BYTES.len() - 4, BYTES.len() - 1]) {
        match Weights::read(&BYTES[..end]) {
            Err(WeightsError::Length { expected, found }) => {
                assert_eq!(found, end);
                assert!(expected > end);
            }
            Err(WeightsError::Foreign) => assert!(end < 8),
            other => panic!("cut off at {end}: {other:?}"),
        }
    }
    let longer = [BYTES, b"!"].concat();
    assert_eq!(
        Weights::read(&longer).err(),
        Some(WeightsError::Length {
            expected: BYTES.len(),
            found: BYTES.len() + 1
        })
    );
}

/// Also where the change would take numbers out of their range.
#[test]
fn changed_factors_are_refused() {
    let factors = MAGIC.len() + PHASES * size_of::<Net>();
    for at in factors..factors + PHASES * size_of::<Mix>() {
        let mut changed = BYTES.to_vec();
        changed[at] ^= 0x40;
        let error = Weights::read(&changed).expect_err("changed weights");
        assert!(matches!(error, WeightsError::Checksum { .. }), "{error}");
    }
}

#[test]
fn changed_weights_are_refused() {
    let mut chance = Chance::new(6);
    for _ in 0..20 {
        let mut changed = BYTES.to_vec();
        let at = 8 + chance.below(BYTES.len() - 8);
        changed[at] ^= 1 << chance.below(8);
        let error = Weights::read(&changed).expect_err("changed weights");
        assert!(!error.to_string().is_empty());
    }
}
