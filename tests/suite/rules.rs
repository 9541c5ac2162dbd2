//! The rules against the naive board: every kernel, every move, every symmetry.

use brightsword::game::record::Record;
use brightsword::game::{Game, Side};
use brightsword::othello::rules::board::Board;
use brightsword::othello::rules::moves::{Move, Squares};
use brightsword::othello::rules::position::{Othello, Position};
use brightsword::othello::rules::stability::full_lines;
use brightsword::othello::rules::{flips, mobility, symmetry};
use proptest::prelude::*;

use crate::oracles::naive::NaiveBoard;
use crate::oracles::sample::{Chance, games};

type FlipsKernel = fn(u64, u64, usize) -> u64;
type MobilityKernel = fn(u64, u64) -> u64;
type LastFlipsKernel = fn(u64, usize) -> (i32, i32);

/// Every sibling that was compiled, which is every one that the target can execute.
fn flips_kernels() -> Vec<(&'static str, FlipsKernel)> {
    vec![
        ("scalar", flips::scalar::flips),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        ("avx2", flips::avx2::flips),
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512vl",
            target_feature = "avx512cd"
        ))]
        ("avx512", flips::avx512::flips),
        ("chosen", flips::flips),
    ]
}

fn mobility_kernels() -> Vec<(&'static str, MobilityKernel)> {
    vec![
        ("scalar", mobility::scalar::mobility),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        ("avx2", mobility::avx2::mobility),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
        ("avx512", mobility::avx512::mobility),
        ("chosen", mobility::mobility),
    ]
}

fn last_flips_kernels() -> Vec<(&'static str, LastFlipsKernel)> {
    vec![
        ("scalar", flips::last::scalar::last_flips),
        #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
        ("bmi2", flips::last::bmi2::last_flips),
        ("chosen", flips::last::last_flips),
    ]
}

/// Everything the rules say about one board, compared with the naive board.
fn compare(board: Board) {
    let naive = NaiveBoard::from_board(board);
    assert_eq!(naive.to_board(), board);
    let moves = naive.moves();
    for (name, kernel) in mobility_kernels() {
        assert_eq!(
            kernel(board.mover, board.other),
            moves,
            "{name} mobility of {board:x?}"
        );
    }
    for square in Squares(board.empty()) {
        let flipped = naive.flip_set(square);
        for (name, kernel) in flips_kernels() {
            assert_eq!(
                kernel(board.mover, board.other, square),
                flipped,
                "{name} flips of {square} on {board:x?}"
            );
        }
        assert_eq!(moves >> square & 1 == 1, flipped != 0);
        if flipped != 0 {
            let (row, column) = (square / 8, square % 8);
            let next = naive.play(row.try_into().unwrap(), column.try_into().unwrap());
            assert_eq!(board.play(square), next.to_board());
        }
    }
    assert_eq!(board.potential_moves(), naive.potential_moves());
    assert_eq!(board.pass(), naive.pass().to_board());
    assert_eq!(
        board.is_over(),
        moves == 0 && naive.pass().moves() == 0,
        "{board:x?}"
    );
    assert_eq!(full_lines(board.mover | board.other), naive.full_lines());
    if board.is_over() {
        assert_eq!(board.final_score(), naive.minimax());
    }
}

#[test]
fn boards_of_random_games_agree_with_the_naive_board() {
    games(1, 300).for_each(compare);
}

#[test]
fn any_discs_agree_with_the_naive_board() {
    let mut chance = Chance::new(2);
    for _ in 0..10_000 {
        compare(chance.discs());
    }
}

#[test]
fn kernels_agree_on_many_boards() {
    let mut chance = Chance::new(3);
    let mut boards: Vec<Board> = (0..100_000).map(|_| chance.discs()).collect();
    boards.extend(games(4, 500));
    for board in boards {
        let moves = mobility::scalar::mobility(board.mover, board.other);
        for (name, kernel) in mobility_kernels() {
            assert_eq!(kernel(board.mover, board.other), moves, "{name} {board:x?}");
        }
        for square in Squares(board.empty()) {
            let flipped = flips::scalar::flips(board.mover, board.other, square);
            for (name, kernel) in flips_kernels() {
                let found = kernel(board.mover, board.other, square);
                assert_eq!(found, flipped, "{name} {square} {board:x?}");
            }
        }
    }
}

#[test]
fn last_flips_agree_with_the_naive_board() {
    let mut chance = Chance::new(5);
    for round in 0..20_000 {
        let square = round % 64;
        let own = match chance.below(3) {
            0 => chance.bits(),
            1 => chance.bits() & chance.bits(),
            _ => chance.bits() | chance.bits(),
        } & !(1 << square);
        let board = Board {
            mover: own,
            other: !(own | 1 << square),
        };
        let count = |board| {
            let turned = NaiveBoard::from_board(board).flip_set(square);
            i32::try_from(turned.count_ones()).unwrap()
        };
        let expected = (count(board), count(board.pass()));
        for (name, kernel) in last_flips_kernels() {
            assert_eq!(kernel(own, square), expected, "{name} {square} {own:x}");
        }
    }
}

#[test]
fn every_expressible_move_is_accepted_or_refused_as_the_naive_board_says() {
    let all: Vec<Move> = (0..64).map(Move::on).chain([Move::PASS]).collect();
    for (number, board) in games(6, 60).enumerate() {
        let side = [Side::First, Side::Second][number % 2];
        let at = Position { board, side };
        let naive = NaiveBoard::from_board(board);
        let (moves, replies) = (naive.moves(), naive.pass().moves());
        let over = moves == 0 && replies == 0;
        let legal: Vec<Move> = all
            .iter()
            .copied()
            .filter(|mv| match mv.square() {
                Some(square) => moves >> square & 1 == 1,
                None => moves == 0 && replies != 0,
            })
            .collect();
        assert_eq!(Othello::legal_moves(&at), legal);
        assert_eq!(Othello::outcome(&at).is_some(), over);
        for &mv in &all {
            let result = Othello::play(&at, mv);
            assert_eq!(result.is_ok(), legal.contains(&mv), "{mv} {board:x?}");
            let Ok(next) = result else { continue };
            assert_eq!(next.side, side.other());
            let expected = match mv.square() {
                Some(square) => {
                    let square = i32::try_from(square).unwrap();
                    naive.play(square / 8, square % 8)
                }
                None => naive.pass(),
            };
            assert_eq!(next.board, expected.to_board());
        }
    }
}

#[test]
fn symmetries_map_squares_as_their_names_say() {
    for square in 0..64 {
        let (row, column) = (square / 8, square % 8);
        assert_eq!(
            symmetry::flip_rows(1 << square),
            1 << ((7 - row) * 8 + column)
        );
        assert_eq!(
            symmetry::flip_columns(1 << square),
            1 << (row * 8 + 7 - column)
        );
        assert_eq!(symmetry::transpose(1 << square), 1 << (column * 8 + row));
    }
    let lopsided = 0x0103_0700_0000_0010;
    let mut images: Vec<u64> = (0..8).map(|n| symmetry::apply(n, lopsided)).collect();
    images.sort_unstable();
    images.dedup();
    assert_eq!(images.len(), 8, "eight different symmetries");
    assert_eq!(symmetry::apply(0, lopsided), lopsided);
}

#[test]
fn symmetries_commute_with_moves() {
    for board in games(7, 100) {
        for n in 0..8 {
            let image = board.symmetric(n);
            assert_eq!(image.moves(), symmetry::apply(n, board.moves()));
            assert_eq!(image.canonical(), board.canonical());
            for square in Squares(board.moves()) {
                let moved = symmetry::apply(n, 1 << square).trailing_zeros() as usize;
                assert_eq!(image.play(moved), board.play(square).symmetric(n));
            }
        }
    }
}

#[test]
fn different_boards_have_different_hashes_and_fill_the_table_evenly() {
    let mut boards: Vec<Board> = games(8, 4_000).collect();
    boards.sort_unstable();
    boards.dedup();
    let mut hashes: Vec<u64> = boards.iter().map(|board| board.hash()).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), boards.len(), "no two hashes are equal");

    // The high bits choose the place in the table. With 4096 places the squared deviations from the mean sum up to
    // 4095 times the mean, give or take 90 times.
    let mut load = vec![0_i64; 4096];
    for hash in &hashes {
        load[usize::try_from(hash >> 52).unwrap()] += 1;
    }
    let total = i64::try_from(hashes.len()).unwrap();
    let squares: i64 = load.iter().map(|n| (n * 4096 - total).pow(2)).sum();
    let ratio = squares / (total * 4096);
    assert!((3600..4600).contains(&ratio), "uneven: {ratio}");
}

#[test]
fn the_same_board_by_another_order_of_moves_has_the_same_hash() {
    let line = |text: &str| {
        let record = Record::<Othello>::read(text.as_bytes()).unwrap();
        record.position().board
    };
    let (one, two) = (line("f5d6c3d3c4"), line("f5d6c4d3c3"));
    assert_eq!(one, two);
    assert_eq!(one.hash(), two.hash());
    assert_ne!(one.hash(), one.pass().hash(), "the side to move counts");
    assert_eq!(one.key(), [one.mover, one.other]);
}

/// A position reached by taking the move that each number chooses.
fn reached(choices: &[u8]) -> Board {
    let mut board = Board::START;
    for &choice in choices {
        let moves = board.moves();
        if moves == 0 {
            if board.pass().moves() == 0 {
                break;
            }
            board = board.pass();
            continue;
        }
        let nth = usize::from(choice) % moves.count_ones() as usize;
        board = board.play(Squares(moves).nth(nth).unwrap());
    }
    board
}

proptest! {
    #[test]
    fn reachable_boards_agree_with_the_naive_board(choices in prop::collection::vec(any::<u8>(), 0..60)) {
        let board = reached(&choices);
        compare(board);
        prop_assert_eq!(board.mover & board.other, 0);
        prop_assert_eq!(board.empties() + (board.mover | board.other).count_ones(), 64);
    }
}

#[test]
fn scores_of_finished_games_by_both_rules() {
    let score = |mover: u64, other: u64| {
        let board = Board { mover, other };
        (board.final_score(), board.plain_score())
    };
    assert_eq!(score(0b111, 0), (64, 3));
    assert_eq!(score(0, 0b111), (-64, -3));
    assert_eq!(score(0xffff_ffff, 0xffff_ffff << 32), (0, 0));
    assert_eq!(
        score(0xff, 0xff00),
        (0, 0),
        "a draw with empty squares stays a draw"
    );
    assert_eq!(score(u64::MAX >> 24, 0xff << 56), (48, 32));
}
