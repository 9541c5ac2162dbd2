//! Counting the leaves of the game tree: the standard proof of a move generator.

use super::board::Board;
use super::moves::Squares;

/// Leaves at `depth` plies. A pass counts as a ply, a finished game as one leaf at whatever depth it ends.
pub fn perft(board: Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves();
    if moves == 0 {
        return if board.pass().moves() == 0 {
            1
        } else {
            perft(board.pass(), depth - 1)
        };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    Squares(moves)
        .map(|square| perft(board.play(square), depth - 1))
        .sum()
}
