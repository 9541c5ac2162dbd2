//! The rule fixtures of the Othello contest: whole games with every forced pass written down.

use brightsword::game::{Game, Outcome};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::{Othello, Position};

const GAMES: &str = include_str!("../positions/othello-games.txt");

/// Replays one game; returns its passes.
fn replay(name: &str, discs: &str, moves: &str) -> usize {
    let mut at = Position::START;
    let mut passes = 0;
    for (number, token) in moves.split_ascii_whitespace().enumerate() {
        let place = format!("{name}, turn {}", number + 1);
        assert_eq!(Othello::outcome(&at), None, "{place}: over too early");
        let mv = if token == "--" {
            passes += 1;
            assert_eq!(Othello::legal_moves(&at), [Move::PASS], "{place}: forced");
            Move::PASS
        } else {
            let (row, column) = token.split_at(1);
            let pair = format!("{row} {column}");
            let mv = Othello::read_move(pair.as_bytes()).expect("a pair");
            assert!(Othello::legal_moves(&at).contains(&mv), "{place}");
            mv
        };
        at = Othello::play(&at, mv).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    let (first, second) = discs.split_once('-').expect("black-white");
    let expected = Outcome {
        first: first.parse().expect("a number"),
        second: second.parse().expect("a number"),
    };
    assert_eq!(Othello::outcome(&at), Some(expected), "{name}");
    passes
}

#[test]
fn every_game_replays_to_its_end() {
    let mut games = 0;
    let mut passes = 0;
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, discs, moves] = fields[..] else {
            panic!("three fields in {line}");
        };
        games += 1;
        passes += replay(name, discs, moves);
    }
    assert_eq!(games, 9);
    assert!(passes >= 6, "{passes} passes");
}
