//! The pattern evaluation: fast ways against slow ones, symmetry, and files of weights that are none.

use brightsword::othello::eval::shapes::{
    INSTANCES, LANES, MOST_SQUARES, SHAPES, STARTS, instances, number_place, parameters,
};
use brightsword::othello::eval::weights::{PHASES, Weights, WeightsError, phase};
use brightsword::othello::eval::{Lanes, lanes};
use brightsword::othello::rules::board::Board;
use brightsword::othello::rules::moves::Squares;

use crate::oracles::sample::Chance;

/// The weights that the program carries.
const BYTES: &[u8] = include_bytes!("../../src/othello/eval/weights.bin");

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
        }
    }
}

#[test]
fn the_look_up_for_this_processor_equals_the_portable_one() {
    let weights = Weights::embedded();
    for board in random_boards(3) {
        let numbers = Lanes::of(board);
        for phase in 0..PHASES {
            let table = weights.table(phase);
            assert_eq!(
                lanes::sum(table, &numbers),
                lanes::scalar::sum(table, &numbers)
            );
        }
    }
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
    for phase in 0..PHASES {
        assert_eq!(weights.table(phase), Weights::embedded().table(phase));
    }
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
