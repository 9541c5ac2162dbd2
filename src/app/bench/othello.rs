//! The positions of Othello.

use crate::game::Game as _;
use crate::game::record::Record;
use crate::othello::rules::position::{Othello, Position};

/// Plies looked ahead in openings and midgames.
const DEPTH: u32 = 10;
/// Plies looked ahead in endgames: to the end.
const TO_THE_END: u32 = 60;
/// Openings, as their moves.
const OPENINGS: [&str; 10] = [
    "f5d6c3d3c4",
    "f5d6c3d3c4f4c5b4b5c6f3e6e3",
    "f5d6c3d3c4f4f6f3e3",
    "f5d6c3g5",
    "f5d6c5f4d3",
    "f5d6c5f4e3c6d3f6e6d7g4",
    "f5d6c5f4e3c6f3",
    "f5f6e6d6c5",
    "f5f6e6d6c5e3e7c6d7f7c7f4g6e8d8c8g5",
    "f5f6e6d6e7",
];

/// Tournament positions in the middle of the game, 28 to 44 empties.
const MIDGAMES: [&str; 10] = [
    "-XXXXX----XOOO---OXXOOX--XXXOOXX-XXXOOOO--XXOOO---XO------------ X",
    "--------X-O-----XXOOXXX-XOOOOOO-XXXXOO---XOOOO-----O------------ X",
    "----------XXX-----XXXO--OOOXOO---OXXOO----OOOO----OX------------ X",
    "--O--------OOO---XXXOOOX--XXXOOO-OXXOOOO-XXXOXXX--OOXX----O----- X",
    "------------X----X-XXX---OOOOOX--OOOOOXX-XXXXOO---XXXO---XXXX--- X",
    "--------------------XXOO--OOXXOX---OOOX---XOOO-----XO----------- X",
    "----XXX---XOOX----XOOO---XOOOOO-XOXOOOOO--OOOO-O---OO----------- X",
    "---XXXX-X-OOOX--OXXXXXX-OOXXXXX-OOOOXOO-OOXXX------X------------ X",
    "-----X------OX----XXOOO-OOXXOXOO-OXXOXX---OOOOXX---OOX------O--- X",
    "-----------XO------XXO-----XXXX---XOOOO---OXX-O-----XO---------- X",
];

/// Endgame problems, 14 to 18 empties.
const ENDGAMES: [&str; 10] = [
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X",
    "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O",
    "--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O",
    "-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O",
    "--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X",
    "--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X",
    "----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X",
    "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O",
    "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X",
];

/// The positions, each with the plies to look ahead.
pub(super) fn positions() -> anyhow::Result<Vec<(Position, u32)>> {
    let mut all = Vec::new();
    for moves in OPENINGS {
        let record = Record::<Othello>::read(moves.as_bytes())?;
        all.push((*record.position(), DEPTH));
    }
    for (texts, depth) in [(MIDGAMES, DEPTH), (ENDGAMES, TO_THE_END)] {
        for text in texts {
            all.push((Othello::read_position(text.as_bytes())?, depth));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_sound() {
        let all = positions().unwrap();
        assert_eq!(all.len(), 30);
        assert!(all.iter().all(|(position, _)| !position.board.is_over()));
        let empties = all[20..]
            .iter()
            .map(|(position, _)| position.board.empty().count_ones());
        assert!(empties.into_iter().all(|count| (14..=18).contains(&count)));
    }
}
