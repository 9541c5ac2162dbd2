//! Says by rules of its own what a move may do, so that generated conversations do not only repeat the program's opinion.

use brightsword::connect4::rules::position::Connect4;
use brightsword::connect4::rules::size::Size;
use brightsword::game::{Game, Spelling};
use brightsword::othello::rules::position::Othello;

use crate::oracles::naive::NaiveBoard;

/// A game with a second opinion on its rules.
pub(super) trait Umpire: Game {
    /// Whether the outcome of a move, none if it was refused, is what the plain rules say.
    fn agrees(at: &Self::Position, mv: Self::Move, next: Option<&Self::Position>) -> bool;
}

impl Umpire for Othello {
    fn agrees(at: &Self::Position, mv: Self::Move, next: Option<&Self::Position>) -> bool {
        let board = NaiveBoard::from_board(at.board);
        let moves = board.moves();
        let expected = match mv.square() {
            Some(square) if moves >> square & 1 == 1 => {
                let square = i32::try_from(square).unwrap();
                Some(board.play(square / 8, square % 8))
            }
            None if moves == 0 && board.pass().moves() != 0 => Some(board.pass()),
            _ => None,
        };
        expected == next.map(|next| NaiveBoard::from_board(next.board))
    }
}

/// Works on the text of positions: rows from the top parted by `/`, and the side to move.
impl<S: Size> Umpire for Connect4<S> {
    fn agrees(at: &Self::Position, mv: Self::Move, next: Option<&Self::Position>) -> bool {
        let said = Self::show_move(mv, Spelling::Vertex);
        // A move that names its row is asked about by its text; column letters leave out I.
        let column = "ABCDEFGHJK".find(&said[..1]).expect("a column");
        let row: Option<usize> = said[1..].parse().ok();
        let text = Self::show_position(at);
        let (board, side) = text.split_once(' ').expect("a side to move");
        let mut rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
        let free = (0..rows.len())
            .rev()
            .find(|&place| rows[place].get(column) == Some(&'-'));
        let fits = |&place: &usize| row.is_none_or(|row| row == rows.len() - place);
        let place = free.filter(fits).filter(|_| !has_four(&rows));
        let expected = place.map(|place| {
            rows[place][column] = side.chars().next().expect("a side");
            let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            format!("{} {}", rows.join("/"), if side == "X" { "O" } else { "X" })
        });
        expected == next.map(Self::show_position)
    }
}

fn has_four(rows: &[Vec<char>]) -> bool {
    let at = |row: usize, column: usize| rows.get(row).and_then(|row| row.get(column)).copied();
    (0..rows.len()).any(|row| {
        (0..rows[0].len()).any(|column| {
            [(0, 1), (1, 0), (1, 1), (1, usize::MAX)]
                .into_iter()
                .any(|(down, right)| {
                    let cell = |step: usize| {
                        at(
                            row + down * step,
                            column.wrapping_add(right.wrapping_mul(step)),
                        )
                    };
                    matches!(cell(0), Some('X' | 'O')) && (1..4).all(|step| cell(step) == cell(0))
                })
        })
    })
}
