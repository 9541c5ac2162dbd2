//! Positions from games, with what is to be expected in them.
#![expect(
    clippy::cast_possible_truncation,
    reason = "chances are small numbers, features below 65,536"
)]

use super::Big;
use super::games::Game;
use super::selfplay::next;
use crate::connect4::eval::Threats;
use crate::connect4::eval::features::{
    ENDINGS, FEATURES, KINDS, PLACES, by_role, mover_role, seen, suiting,
};
use crate::connect4::rules::bits::{Bits, Cells};
use crate::connect4::rules::board::{Board, holding};
use crate::connect4::rules::position::Position;
use crate::connect4::rules::wide::Wide;
use crate::game::Side;

/// A quiet position. All chances are those of the side that even rows suit.
pub(super) struct Sample {
    pub(super) board: Board<Big>,
    /// What became of the game.
    pub(super) result: f32,
    /// What the weights are to say.
    pub(super) target: f32,
}

/// All quiet positions of a game. The target looks ahead: the share `lambda` of it is the target of the next position and the
/// rest the search's opinion; at the end stands the result (Sutton's TD(λ), 1988). A move drawn by lot breaks the thread.
pub(super) fn of_game(game: &Game, lambda: f32, all: &mut Vec<Sample>) {
    let columns: Vec<i64> = game.neutral.iter().map(|&column| column.into()).collect();
    let mut position: Position<Big> = Position::with_neutral(&columns);
    let red_wins = f32::from(game.result) / 2.0;
    let mut positions = Vec::with_capacity(game.moves.len());
    for played in &game.moves {
        positions.push(position);
        position = next(position, played.column);
    }
    // What is to be expected for red, from the end on.
    let mut ahead = Some(red_wins);
    for (position, played) in positions.iter().zip(&game.moves).rev() {
        let Some(chance) = played.chance() else {
            ahead = None;
            continue;
        };
        let board = position.board;
        let red_moves = position.side == Side::First;
        let opinion = of_side(chance as f32, red_moves);
        let target = ahead.map_or(opinion, |ahead| opinion + lambda * (ahead - opinion));
        ahead = Some(target);
        if is_quiet(board) {
            let even_moves = mover_role(board.filled.count()) == 0;
            let red_is_even = even_moves == red_moves;
            all.push(Sample {
                board,
                result: of_side(red_wins, red_is_even),
                target: of_side(target, red_is_even),
            });
        }
    }
}

/// A chance, or that of the other side.
fn of_side(chance: f32, same: bool) -> f32 {
    if same { chance } else { 1.0 - chance }
}

/// Whether a search that ends here would ask for an estimate: nobody completes a four at once, and there is a choice.
fn is_quiet(board: Board<Big>) -> bool {
    let playable = board.playable();
    let theirs = board.threats_against();
    (playable & (board.threats() | theirs)).is_empty() && holding(playable, theirs).is_several()
}

/// The logistic function.
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Rows of the board as features of their own while weights are fitted: what a row has in common is learned from all its
/// cells, and goes into their weights in the end.
pub(super) const ALL: usize = FEATURES + KINDS * ROWS;
/// Rows of a kind, with the spare one.
const ROWS: usize = 16;

/// The feature of a kind's row that a cell's feature belongs to.
pub(super) fn row_of(feature: usize) -> Option<usize> {
    let (kind, place) = (feature / PLACES, feature % PLACES);
    (kind < KINDS).then_some(FEATURES + kind * ROWS + place % ROWS)
}

/// Finds the features of positions.
pub(super) struct Finder {
    suiting: [Wide; 2],
}

impl Finder {
    pub(super) fn new() -> Self {
        Self {
            suiting: suiting::<Big>(),
        }
    }

    /// Fills `found` with the features of a position, those of the rows too.
    pub(super) fn find(&self, board: Board<Big>, found: &mut Vec<u16>) {
        found.clear();
        let role = mover_role(board.filled.count());
        let seen = seen(board, role, Threats::of(board), self.suiting);
        let discs = by_role(role, board.mover, board.other);
        for (kind, set) in seen.sets.into_iter().chain(discs).enumerate() {
            for bit in Cells(set) {
                let feature = kind * PLACES + bit as usize;
                found.push(feature as u16);
                found.extend(row_of(feature).map(|row| row as u16));
            }
        }
        match seen.ending {
            1 => found.push(ENDINGS[0] as u16),
            -1 => found.push(ENDINGS[1] as u16),
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::games::Played;
    use super::*;

    #[test]
    fn targets_look_ahead_and_a_drawn_move_breaks_the_thread() {
        let played = |column, chance| Played { column, chance };
        let chosen = |column, chance| Played::chosen(column, chance);
        let game = Game {
            neutral: vec![0],
            moves: vec![chosen(4, 0.5), played(5, 0), chosen(4, 0.5), chosen(4, 0.5)],
            result: 2,
        };
        let mut all = Vec::new();
        of_game(&game, 0.5, &mut all);
        assert_eq!(all.len(), 3);
        // From the last one: red won; with one neutral disc blue is the side of odd rows.
        let red: Vec<f32> = all.iter().map(|sample| sample.target).collect();
        assert!((red[0] - 0.75).abs() < 1e-6, "{red:?}");
        assert!((red[1] - 0.625).abs() < 1e-6, "{red:?}");
        assert!((red[2] - 0.5).abs() < 1e-6, "{red:?}");
        assert!(all.iter().all(|sample| sample.result > 0.5));
    }
}
