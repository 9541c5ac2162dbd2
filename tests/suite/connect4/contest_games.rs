//! The rule fixtures of Four in Line: whole games with neutral discs, drawn ones and one for each kind of line.

use brightsword::connect4::rules::position::{Connect4, Position};
use brightsword::connect4::rules::size::TenByFifteen;
use brightsword::game::{Cell, Game, Side};

use crate::oracles::grid::Grid;

type FourInLine = Connect4<TenByFifteen>;

const GAMES: &str = include_str!("../../positions/four-in-line-games.txt");

/// The longest line of a side's discs through the cell, and in which direction.
fn longest(grid: &Grid, side: Side, (column, row): (i32, i32)) -> (i32, &'static str) {
    let directions = [
        ("level", 1, 0),
        ("upright", 0, 1),
        ("rising", 1, 1),
        ("falling", 1, -1),
    ];
    let lines = directions.map(|(name, right, up)| {
        let reach = |sign: i32| {
            let mut steps = 0;
            while grid.at(
                column + sign * (steps + 1) * right,
                row + sign * (steps + 1) * up,
            ) == Some(Cell::Disc(side))
            {
                steps += 1;
            }
            steps
        };
        (1 + reach(1) + reach(-1), name)
    });
    lines.into_iter().max().expect("four of them")
}

fn columns(field: &str) -> Vec<i64> {
    let words = field.split_ascii_whitespace();
    words.map(|word| word.parse().expect("a column")).collect()
}

/// Replays one game on both boards.
fn replay(result: &str, neutral: &str, moves: &str) {
    let mut at = Position::with_neutral(&columns(neutral));
    let mut grid = Grid::from_position(&at);
    assert!(grid.count(|cell| cell == Cell::Neutral) <= 6);
    let mut last = (0, 0);
    for word in moves.split_ascii_whitespace() {
        assert_eq!(FourInLine::outcome(&at), None, "{result}: over too early");
        let mv = FourInLine::read_move(word.as_bytes()).expect("a column");
        assert!(FourInLine::legal_moves(&at).contains(&mv), "{result}: {mv}");
        at = FourInLine::play(&at, mv).unwrap_or_else(|error| panic!("{result}: {error}"));
        let column = mv.column().cast_signed();
        last = (column, grid.landing(column).expect("room"));
        grid.play(column);
        assert_eq!(Grid::from_position(&at), grid);
    }
    let outcome = FourInLine::outcome(&at).expect("the end");
    let told = match outcome.winner() {
        None => {
            assert!(at.board.is_full());
            "draw".to_owned()
        }
        Some(side) => {
            let (length, direction) = longest(&grid, side, last);
            format!("{} wins, {direction} {length}", FourInLine::side_name(side))
        }
    };
    assert_eq!(told, result);
}

#[test]
fn every_game_replays_to_its_end_and_not_before() {
    let mut games = 0;
    let mut drawn = [false; 7];
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [result, neutral, moves] = fields[..] else {
            panic!("three fields in {line}");
        };
        games += 1;
        replay(result, neutral, moves);
        if result == "draw" {
            let neutral = columns(neutral).len();
            assert_eq!(columns(moves).len(), 150 - neutral);
            drawn[neutral] = true;
        }
    }
    assert_eq!(games, 15);
    assert_eq!(drawn, [true; 7], "a draw with each number of neutral discs");
}
