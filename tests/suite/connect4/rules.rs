//! The bitboards against the naive board.

use brightsword::connect4::rules::bits::{Bits, Cells};
use brightsword::connect4::rules::board::{Board, mirrored};
use brightsword::connect4::rules::lines::{completing, has_four, prospects};
use brightsword::connect4::rules::position::Position;
use brightsword::connect4::rules::size::Size;
use brightsword::game::{Cell, Side};

use super::{at_all_sizes, below, random_games, with_neutral};
use crate::oracles::grid::Grid;
use crate::oracles::sample::Chance;

/// Everything about lines, which does not ask whether discs hang in the air.
fn compare_lines<S: Size>(grid: Grid) {
    let board = grid.to_position::<S>().board;
    let (mine, theirs) = (grid.turn, grid.turn.other());
    for (side, discs) in [(mine, board.mover), (theirs, board.other)] {
        let told = format!("{side:?} of {grid:?}");
        assert_eq!(has_four::<S>(discs), grid.has_four(side), "four, {told}");
        assert_eq!(
            completing::<S>(discs) & S::BOARD,
            grid.set::<S>(|column, row, _| grid.completes(side, column, row)),
            "completing cells, {told}"
        );
        let prospects = prospects::<S>(discs, board.empty());
        for (found, missing) in [(prospects.threats, 1), (prospects.building, 2)] {
            let wanted = grid.set::<S>(|column, row, cell| {
                cell == Cell::Empty && grid.lacks(side, (column, row), missing)
            });
            assert_eq!(found, wanted, "{missing} cells missing, {told}");
        }
    }
    let threats = |side| {
        grid.set::<S>(|column, row, cell| cell == Cell::Empty && grid.completes(side, column, row))
    };
    assert_eq!(board.threats(), threats(mine), "{grid:?}");
    assert_eq!(board.threats_against(), threats(theirs), "{grid:?}");
    let cells = |such: Cell| grid.set::<S>(|_, _, cell| cell == such);
    assert_eq!(board.neutral(), cells(Cell::Neutral), "{grid:?}");
    assert_eq!(board.empty(), cells(Cell::Empty), "{grid:?}");
    assert_eq!(board.is_won(), grid.has_four(theirs), "{grid:?}");

    let image = grid.mirrored().to_position::<S>().board;
    assert_eq!(board.mirrored(), image, "{grid:?}");
    assert_eq!(image.mirrored(), board, "{grid:?}");
    assert_eq!(mirrored::<S>(board.neutral()), image.neutral(), "{grid:?}");
}

/// Everything about where discs fall.
fn compare_falling<S: Size>(grid: Grid) {
    let position = grid.to_position::<S>();
    let board = position.board;
    assert_eq!(Grid::from_position(&position), grid);
    assert_eq!(
        board.playable(),
        grid.set::<S>(|column, row, _| grid.playable(column, row)),
        "{grid:?}"
    );
    for column in 0..S::WIDTH {
        let there = column.cast_signed();
        let cell = board.landing(column);
        assert_eq!(
            cell,
            grid.set::<S>(|at, row, _| at == there && grid.playable(at, row)),
            "column {column} of {grid:?}"
        );
        if cell.is_empty() {
            continue;
        }
        let mut next = grid;
        next.play(there);
        assert_eq!(board.play(cell), next.to_position::<S>().board);
        let mut next = grid;
        next.play_neutral(there);
        assert_eq!(board.play_neutral(cell), next.to_position::<S>().board);
    }
    assert_eq!(
        board.is_full(),
        grid.count(|cell| cell == Cell::Empty) == 0,
        "{grid:?}"
    );
}

fn games_agree<S: Size>() {
    for grid in random_games::<S>(1, 120).flatten() {
        compare_lines::<S>(grid);
        compare_falling::<S>(grid);
        let board = grid.to_position::<S>().board;
        assert_eq!(board.is_over(), grid.is_over(), "{grid:?}");
    }
}

#[test]
fn boards_of_random_games_agree_with_the_naive_board() {
    at_all_sizes!(games_agree());
}

/// Discs that fell in any order, on and on after a four: boards with several fours, full ones included.
fn heaps_agree<S: Size>() {
    let mut chance = Chance::new(2);
    for number in 0..300 {
        let mut grid = with_neutral::<S>(&mut chance, number % 7);
        for _ in 0..chance.below(2 * S::CELLS as usize) {
            let column = below(&mut chance, S::WIDTH);
            match (grid.landing(column), chance.below(20)) {
                (None, _) => {}
                (_, 0) => grid.play_neutral(column),
                (_, 1..=5) => {
                    grid.turn = grid.turn.other();
                    grid.play(column);
                }
                _ => grid.play(column),
            }
        }
        compare_lines::<S>(grid);
        compare_falling::<S>(grid);
    }
}

#[test]
fn boards_with_any_number_of_fours_agree_with_the_naive_board() {
    at_all_sizes!(heaps_agree());
}

/// Discs anywhere, in the air too: nothing about lines depends on gravity.
fn clouds_agree<S: Size>() {
    let mut chance = Chance::new(3);
    for number in 0..300 {
        let mut grid = Grid::sized::<S>();
        let kinds = 2 + number % 5;
        for column in 0..S::WIDTH.cast_signed() {
            for row in 0..S::HEIGHT.cast_signed() {
                let cell = match chance.below(kinds) {
                    0 => Cell::Disc(Side::First),
                    1 => Cell::Disc(Side::Second),
                    2 => Cell::Neutral,
                    _ => Cell::Empty,
                };
                grid.put(column, row, cell);
            }
        }
        compare_lines::<S>(grid);
    }
}

#[test]
fn lines_of_discs_anywhere_agree_with_the_naive_board() {
    at_all_sizes!(clouds_agree());
}

/// Every line of four on the board, alone: its four cells are a four, three of them ask for the fourth, and a neutral
/// disc in it breaks it for both sides.
fn every_line_counts<S: Size>() -> u32 {
    let mut lines = 0;
    for column in 0..S::WIDTH.cast_signed() {
        for row in 0..S::HEIGHT.cast_signed() {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cells: Vec<_> = (0..4)
                    .map(|step| (column + step * right, row + step * up))
                    .collect();
                let grid = Grid::sized::<S>();
                if cells.iter().any(|&(c, r)| grid.at(c, r).is_none()) {
                    continue;
                }
                lines += 1;
                let whole = grid.set::<S>(|c, r, _| cells.contains(&(c, r)));
                assert!(has_four::<S>(whole), "{cells:?}");
                for &(missing, at) in &cells {
                    let cell = grid.set::<S>(|c, r, _| (c, r) == (missing, at));
                    let three = whole.without(cell);
                    assert!(!has_four::<S>(three), "{cells:?}");
                    // Nothing lies above a cell that can still be filled.
                    let found = !(completing::<S>(three) & cell).is_empty();
                    let asked = right != 0 || at == row + 3;
                    assert_eq!(found, asked, "{cells:?} without {missing} {at}");
                    let broken = Board::<S> {
                        mover: three,
                        other: S::Bits::NONE,
                        filled: whole,
                    };
                    assert_eq!(broken.neutral(), cell);
                    assert!((broken.threats() & cell).is_empty(), "{cells:?}");
                }
            }
        }
    }
    lines
}

#[test]
fn every_line_of_four_is_found_and_broken_by_a_neutral_disc() {
    use brightsword::connect4::rules::size::{NineByFive, SevenBySix, TenByFifteen, TenBySix};
    // 105 level, 120 upright and 168 diagonal ones on the large board.
    assert_eq!(every_line_counts::<TenByFifteen>(), 393);
    assert_eq!(every_line_counts::<SevenBySix>(), 69);
    assert_eq!(every_line_counts::<NineByFive>(), 30 + 18 + 24);
    assert_eq!(every_line_counts::<TenBySix>(), 42 + 30 + 42);
}

fn neutral_discs_fall_as_told<S: Size>() {
    let mut chance = Chance::new(4);
    for number in 0..200 {
        let mut grid = Grid::sized::<S>();
        let mut columns = Vec::new();
        // Enough to fill columns now and then, with some that do not exist.
        for _ in 0..number {
            let column = below(&mut chance, S::WIDTH + 3) - 1;
            columns.push(i64::from(column));
            grid.play_neutral(column);
        }
        columns.extend([i64::MIN, i64::MAX, 1 << 32]);
        let position = Position::<S>::with_neutral(&columns);
        assert_eq!(Grid::from_position(&position), grid, "{columns:?}");
    }
}

#[test]
fn neutral_discs_fall_like_others_and_impossible_ones_are_left_out() {
    at_all_sizes!(neutral_discs_fall_as_told());
}

/// The small operations on sets of cells that no rule above would show to be wrong.
fn sets_are_sets<S: Size>() {
    let mut chance = Chance::new(5);
    for _ in 0..200 {
        let mut numbers: Vec<u32> = (0..chance.below(20))
            .map(|_| {
                let (column, row) = (
                    chance.below(S::WIDTH as usize),
                    below(&mut chance, S::HEIGHT),
                );
                S::bit(u32::try_from(column).expect("small"), row.cast_unsigned())
            })
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let single = |&number: &u32| S::Bits::single(number);
        let set = numbers
            .iter()
            .map(single)
            .fold(S::Bits::NONE, |all, one| all | one);
        assert_eq!(Cells(set).collect::<Vec<_>>(), numbers);
        assert_eq!(set.count() as usize, numbers.len());
        assert_eq!(set.is_empty(), numbers.is_empty());
        assert_eq!(set.is_several(), numbers.len() > 1);
        assert_eq!(S::Bits::from_words(set.words()), set);
        let Some(&first) = numbers.first() else {
            continue;
        };
        assert_eq!(set.first(), first);
        assert_eq!(set.only_first(), S::Bits::single(first));
        assert_eq!(set.without_first(), set.without(S::Bits::single(first)));
        for bit in 0..S::WIDTH * S::STRIDE {
            assert_eq!(set.has(bit), numbers.contains(&bit));
        }
    }
}

#[test]
fn sets_of_cells_count_and_walk_in_order() {
    at_all_sizes!(sets_are_sets());
}
