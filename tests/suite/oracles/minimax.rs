//! Plain minimax on the product's own boards, which `rules` compares with the naive ones: no window, no table, no order.

use brightsword::othello::rules::board::Board;
use brightsword::othello::rules::moves::Squares;

/// The value of the position for the mover in discs, empties to the winner.
pub(crate) fn minimax(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        let passed = board.pass();
        return if passed.moves() == 0 {
            board.final_score()
        } else {
            -minimax(passed)
        };
    }
    Squares(moves)
        .map(|square| -minimax(board.play(square)))
        .max()
        .expect("there is a move")
}

/// The value of each legal move for the mover; none if there is no move.
pub(crate) fn move_values(board: Board) -> Vec<(usize, i32)> {
    Squares(board.moves())
        .map(|square| (square, -minimax(board.play(square))))
        .collect()
}
