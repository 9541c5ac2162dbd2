//! Counting the leaves of the game tree: the standard proof of a move generator.

use super::bits::{Bits, Cells};
use super::board::Board;
use super::size::Size;

/// Leaves at `depth` plies; a finished game is one leaf at whatever depth it ends.
pub fn perft<S: Size>(board: Board<S>, depth: u32) -> u64 {
    if depth == 0 || board.is_over() {
        return 1;
    }
    let moves = board.playable();
    if depth == 1 {
        return u64::from(moves.count());
    }
    Cells(moves)
        .map(|cell| perft(board.play(S::Bits::single(cell)), depth - 1))
        .sum()
}
