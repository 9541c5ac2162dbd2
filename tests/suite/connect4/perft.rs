//! Leaves of the game tree: those that the naive board counts.

use brightsword::connect4::rules::perft::perft;
use brightsword::connect4::rules::position::Position;
use brightsword::connect4::rules::size::{NineByFive, SevenBySix, Size, TenByFifteen, TenBySix};

use super::{at_all_sizes, random_games};
use crate::oracles::grid::Grid;
use crate::oracles::sample::Chance;

/// Both boards count the same totals from a start with these neutral columns, at 1 ply and more.
fn count<S: Size>(neutral: &[i64], totals: &[u64]) {
    let start = Position::<S>::with_neutral(neutral);
    assert_eq!(perft(start.board, 0), 1);
    // The naive board takes seconds where the compiler does not help it.
    let left_out = usize::from(cfg!(debug_assertions));
    for (place, (depth, &expected)) in (1..).zip(totals).enumerate() {
        let found = perft(start.board, depth);
        assert_eq!(found, expected, "{}, {neutral:?} at {depth}", S::NAME);
        if place + left_out < totals.len() {
            let naive = Grid::from_position(&start).perft(depth);
            assert_eq!(naive, expected, "{}, {neutral:?} at {depth}", S::NAME);
        }
    }
}

#[test]
fn totals_of_seven_by_six_to_depth_nine() {
    count::<SevenBySix>(
        &[],
        &[
            7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_686_266, 39_452_034,
        ],
    );
}

/// Neither does a game end within seven plies nor is a column full, so the totals are powers of ten.
#[test]
fn totals_of_ten_by_fifteen_to_depth_seven() {
    let totals = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    for neutral in [&[][..], &[4, 4, 7], &[0, 3, 3, 9, 5, 3]] {
        count::<TenByFifteen>(neutral, &totals);
    }
}

#[test]
fn totals_of_the_other_solved_sizes() {
    count::<NineByFive>(&[], &[9, 81, 729, 6_561, 59_049, 531_432, 4_782_456]);
    count::<TenBySix>(&[], &[10, 100, 1_000, 10_000, 100_000, 1_000_000]);
    count::<TenBySix>(&[5, 5, 5, 5, 2], &[10, 100, 999, 9_963, 99_144, 984_149]);
}

/// Where games end and columns are full: positions late in random games, neutral discs included.
fn late_positions_agree<S: Size>() {
    let mut chance = Chance::new(31);
    for game in random_games::<S>(32, 150) {
        let back = 1 + chance.below(6);
        let grid = game[game.len().saturating_sub(back)];
        let board = grid.to_position::<S>().board;
        for depth in 0..=4 {
            assert_eq!(perft(board, depth), grid.perft(depth), "{grid:?}");
        }
    }
}

#[test]
fn positions_near_the_end_of_a_game_agree_with_the_naive_board() {
    at_all_sizes!(late_positions_agree());
}
