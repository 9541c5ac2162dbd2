//! The features and the network by looking at all lines cell by cell, and what must be worth the same.

use super::features::{DISCS, KINDS, PLACES, by_role, mover_role, seen, suiting};
use super::*;
use crate::connect4::rules::bits::Cells;
use crate::connect4::rules::size::TenByFifteen;
use crate::connect4::rules::wide::Wide;

type Big = TenByFifteen;

/// Boards of games by lot with up to six neutral discs, in which nobody can complete a four at once.
fn boards() -> Vec<Board<Big>> {
    let mut state = 11_u64;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state >> 33) % bound
    };
    let mut all = Vec::new();
    for game in 0..120 {
        let mut board = Board::<Big>::EMPTY;
        let mut drop = |board: Board<Big>| {
            let columns: Vec<u32> = Cells(board.playable()).collect();
            Wide::single(columns[usize::try_from(below(columns.len() as u64)).unwrap()])
        };
        for _ in 0..game % 7 {
            board = board.play_neutral(drop(board));
        }
        while !board.is_over() {
            let threats = board.threats() | board.threats_against();
            if (board.playable() & threats).is_empty() {
                all.push(board);
            }
            board = board.play(drop(board));
        }
    }
    assert!(all.len() > 1_000);
    all
}

/// All lines of four, each with the number of its direction.
fn lines() -> Vec<(usize, [(i32, i32); 4])> {
    let mut all = Vec::new();
    for (number, (right, up)) in [(0, 1), (1, -1), (1, 0), (1, 1)].into_iter().enumerate() {
        for column in 0..10 {
            for row in 0..15 {
                let cells = [0, 1, 2, 3].map(|at| (column + at * right, row + at * up));
                let (last_column, last_row) = cells[3];
                if last_column < 10 && (0..15).contains(&last_row) {
                    all.push((number, cells));
                }
            }
        }
    }
    assert_eq!(all.len(), 393);
    all
}

fn place((column, row): (i32, i32)) -> u32 {
    Big::bit(column.cast_unsigned(), row.cast_unsigned())
}

/// The features of a board by its definition, without the endings.
fn slowly(board: Board<Big>, lines: &[(usize, [(i32, i32); 4])]) -> Vec<usize> {
    let filled = board.filled;
    // Of a board with one cell filled the side of even rows is to move, and so on in turn.
    let even_moves = filled.count() % 2 == 1;
    let sides = if even_moves {
        [board.mover, board.other]
    } else {
        [board.other, board.mover]
    };
    let mut threats = [Wide::NONE; 2];
    // By side, direction.
    let mut building = [[Wide::NONE; 4]; 2];
    for (direction, cells) in lines {
        for (side, own) in sides.into_iter().enumerate() {
            let discs = cells.iter().filter(|&&at| own.has(place(at))).count();
            let free = cells.iter().filter(|&&at| !filled.has(place(at)));
            let free: Vec<Wide> = free.map(|&at| Wide::single(place(at))).collect();
            if discs + free.len() < 4 {
                continue;
            }
            for cell in free {
                match discs {
                    3 => threats[side] = threats[side] | cell,
                    2 => building[side][*direction] = building[side][*direction] | cell,
                    _ => (),
                }
            }
        }
    }
    let mut found = Vec::new();
    for column in 0..10 {
        let height = (0..15).find(|&row| !filled.has(place((column, row))));
        let height = height.unwrap_or(15);
        let mut decided = false;
        for row in 0..15 {
            let at = place((column, row));
            let mut add = |kind: usize| found.push(kind * PLACES + at as usize);
            for side in 0..2 {
                if sides[side].has(at) {
                    add(DISCS + side);
                }
                let ways = building[side].iter().filter(|cells| cells.has(at)).count();
                if ways > 0 {
                    add(8 + 2 * (row - height).min(2).unsigned_abs() as usize + side);
                }
                if ways > 1 {
                    add(14 + side);
                }
                if threats[side].has(at) {
                    let distance = (row - height).min(3).unsigned_abs() as usize;
                    add(if decided { 6 } else { 2 * (distance - 1) } + side);
                }
            }
            if row == height {
                add(16);
            }
            let both = threats.iter().all(|cells| cells.has(at));
            decided |= both || threats[row.unsigned_abs() as usize % 2].has(at);
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn features_are_what_they_are_said_to_be() {
    let lines = lines();
    for board in boards() {
        let role = mover_role(board.filled.count());
        let seen = seen(board, role, Threats::of(board), suiting::<Big>());
        let discs = by_role(role, board.mover, board.other);
        let kinds = seen.sets.into_iter().chain(discs).enumerate();
        let mut found: Vec<usize> = kinds
            .flat_map(|(kind, set)| Cells(set).map(move |bit| kind * PLACES + bit as usize))
            .collect();
        found.sort_unstable();
        assert!(found.iter().all(|&feature| feature < KINDS * PLACES));
        assert_eq!(found, slowly(board, &lines), "{board:?}");
    }
}

fn estimate(board: Board<Big>, turn: usize) -> i32 {
    let neutral = board.neutral().count();
    let evaluation = Evaluation::new(neutral, Some(Network::embedded()));
    evaluation.estimate(board, turn, Threats::of(board))
}

#[test]
fn mirror_images_are_worth_the_same() {
    for board in boards() {
        assert_eq!(estimate(board, 0), estimate(board.mirrored(), 0));
    }
}

/// Who began does not matter, only who is to move on how full a board: a neutral disc more makes the second side the first.
#[test]
fn colours_are_worth_the_same() {
    for board in boards() {
        assert_eq!(estimate(board, 0), estimate(board, 1));
    }
}

#[test]
fn estimates_have_a_meaning() {
    let all = boards();
    let points: Vec<i32> = all.iter().map(|&board| estimate(board, 0)).collect();
    assert!(points.iter().all(|points| points.abs() <= MOST));
    assert!(points.iter().any(|&points| points > 100));
    assert!(points.iter().any(|&points| points < -100));
    // An empty board is not far from even.
    assert!(estimate(Board::EMPTY, 0).abs() < 150);
}
