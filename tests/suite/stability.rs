//! Stable discs stay, whatever is played; the edge table is exact.

use std::collections::HashMap;

use brightsword::othello::rules::board::Board;
use brightsword::othello::rules::moves::Squares;
use brightsword::othello::rules::stability::stable;

use crate::oracles::sample::{Chance, games};

/// Plays everything there is from here: no disc of `mine` and `theirs` may change hands.
fn never_turned(board: Board, mine: u64, theirs: u64) {
    assert_eq!(mine & !board.mover, 0, "{board:x?}");
    assert_eq!(theirs & !board.other, 0, "{board:x?}");
    let moves = board.moves();
    if moves == 0 && board.pass().moves() != 0 {
        never_turned(board.pass(), theirs, mine);
    }
    for square in Squares(moves) {
        never_turned(board.play(square), theirs, mine);
    }
}

fn both(board: Board) -> (u64, u64) {
    (
        stable(board.mover, board.other),
        stable(board.other, board.mover),
    )
}

#[test]
fn at_few_empties_no_continuation_turns_a_stable_disc() {
    let mut chance = Chance::new(11);
    let mut found = 0;
    for round in 0..400 {
        let board = chance.reach(1 + round % 7).board;
        let (mine, theirs) = both(board);
        found += (mine | theirs).count_ones();
        never_turned(board, mine, theirs);
    }
    assert!(found > 400 * 20, "far too few stable discs: {found}");
}

#[test]
fn random_continuations_turn_no_stable_disc_and_stability_only_grows() {
    let mut chance = Chance::new(12);
    for start in games(13, 200) {
        let mut board = start;
        let (mut mine, mut theirs) = both(board);
        while !board.is_over() {
            let moves = board.moves();
            board = if moves == 0 {
                board.pass()
            } else {
                board.play(chance.square(moves))
            };
            let (now_mine, now_theirs) = both(board);
            (mine, theirs) = (theirs, mine);
            assert_eq!(mine & !now_mine, 0, "{start:x?} … {board:x?}");
            assert_eq!(theirs & !now_theirs, 0, "{start:x?} … {board:x?}");
            (mine, theirs) = (now_mine, now_theirs);
        }
    }
}

#[test]
fn full_boards_are_wholly_stable_and_corners_always() {
    let mut chance = Chance::new(14);
    for _ in 0..1_000 {
        let own = chance.bits();
        assert_eq!(stable(own, !own), own);
        let board = chance.discs();
        let corners = board.mover & 0x8100_0000_0000_0081;
        assert_eq!(stable(board.mover, board.other) & corners, corners);
        assert_eq!(stable(board.mover, board.other) & !board.mover, 0);
    }
    assert_eq!(stable(Board::START.mover, Board::START.other), 0);
}

/// An edge as people write it: `X` own, `O` other, `-` empty.
type Edge = [u8; 8];

fn with_move(mut edge: Edge, place: usize, own: u8, other: u8) -> Edge {
    edge[place] = own;
    let turns = |run: &[usize], edge: &Edge| {
        let length = run.iter().take_while(|&&at| edge[at] == other).count();
        let closed = run.get(length).is_some_and(|&at| edge[at] == own);
        if closed { length } else { 0 }
    };
    let up: Vec<usize> = (place + 1..8).collect();
    let down: Vec<usize> = (0..place).rev().collect();
    for run in [up, down] {
        for &at in &run[..turns(&run, &edge)] {
            edge[at] = own;
        }
    }
    edge
}

/// Which discs keep their colour through every sequence of moves of either side on this edge.
fn survivors(edge: Edge, known: &mut HashMap<Edge, [bool; 8]>) -> [bool; 8] {
    if let Some(found) = known.get(&edge) {
        return *found;
    }
    let mut stays = edge.map(|cell| cell != b'-');
    for place in 0..8 {
        if edge[place] != b'-' {
            continue;
        }
        for (own, other) in [(b'X', b'O'), (b'O', b'X')] {
            let next = with_move(edge, place, own, other);
            let later = survivors(next, known);
            for at in 0..8 {
                stays[at] &= next[at] == edge[at] && later[at];
            }
        }
    }
    known.insert(edge, stays);
    stays
}

#[test]
fn the_edge_table_is_exact() {
    let mut known = HashMap::new();
    for number in 0..6561_usize {
        let mut rest = number;
        let edge: Edge = std::array::from_fn(|_| {
            let cell = b"-XO"[rest % 3];
            rest /= 3;
            cell
        });
        let expected = survivors(edge, &mut known);
        let set = |colour: u8, at: fn(usize) -> usize| {
            (0..8)
                .filter(|&place| edge[place] == colour)
                .fold(0_u64, |set, place| set | 1 << at(place))
        };
        let edges: [fn(usize) -> usize; 4] = [
            |place| place,
            |place| 56 + place,
            |place| 8 * place,
            |place| 8 * place + 7,
        ];
        for at in edges {
            let found = stable(set(b'X', at), set(b'O', at));
            for place in 0..8 {
                let claimed = found >> at(place) & 1 == 1;
                let wanted = edge[place] == b'X' && expected[place];
                assert_eq!(claimed, wanted, "{} place {place}", edge.escape_ascii());
            }
        }
    }
}
