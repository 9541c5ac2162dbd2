//! Connect four as the rest of the house sees it: whose turn, which moves, what result.

use brightsword::connect4::rules::position::{Connect4, Move, Position};
use brightsword::connect4::rules::size::{SevenBySix, Size, TenByFifteen};
use brightsword::game::record::Record;
use brightsword::game::{Game, Outcome, Side};

use super::{at_all_sizes, random_games};

type Small = Connect4<SevenBySix>;
type Large = Connect4<TenByFifteen>;

fn games_are_played<S: Size>() {
    let (mut won, mut drawn) = (0, 0);
    for game in random_games::<S>(21, 200) {
        for pair in game.windows(2) {
            let (grid, next) = (pair[0], pair[1]);
            let at = grid.to_position::<S>();
            assert_eq!(Connect4::<S>::side(&at), grid.turn);
            assert_eq!(Connect4::<S>::outcome(&at), None);
            assert_eq!(Connect4::<S>::tournament_outcome(&at), None);
            assert_eq!(Connect4::<S>::final_score(&at), None);
            let legal = Connect4::<S>::legal_moves(&at);
            let columns: Vec<i32> = legal.iter().map(|mv| mv.column().cast_signed()).collect();
            assert_eq!(columns, grid.legal_columns(), "{grid:?}");
            let mut reached = false;
            for column in 0..10 {
                let played = Connect4::<S>::play(&at, Move::into_column(column));
                assert_eq!(played.is_ok(), columns.contains(&column.cast_signed()));
                reached |= played == Ok(next.to_position());
            }
            assert!(reached, "{next:?}");
        }
        let last = *game.last().expect("a start");
        let at = last.to_position::<S>();
        let winner = [Side::First, Side::Second]
            .into_iter()
            .find(|&side| last.has_four(side));
        let outcome = Connect4::<S>::outcome(&at).expect("over");
        assert_eq!(outcome.winner(), winner);
        assert_eq!(outcome.first + outcome.second, u32::from(winner.is_some()));
        assert_eq!(Connect4::<S>::tournament_outcome(&at), Some(outcome));
        let score = Connect4::<S>::final_score(&at).expect("over");
        assert_eq!(score, last.final_score() * 100, "{last:?}");
        assert!(Connect4::<S>::legal_moves(&at).is_empty());
        if winner.is_some() {
            won += 1;
        } else {
            drawn += 1;
        }
    }
    assert!(won > 0, "{won} games won, {drawn} drawn");
}

#[test]
fn random_games_are_played_as_the_naive_board_plays_them() {
    at_all_sizes!(games_are_played());
}

/// The position after these columns.
fn after<S: Size>(neutral: &[i64], columns: &[u32]) -> Position<S> {
    let mut record = Record::<Connect4<S>>::new(Position::with_neutral(neutral));
    for &column in columns {
        record.play(Move::into_column(column)).expect("legal");
    }
    *record.position()
}

fn refusal<S: Size>(at: &Position<S>, text: &str) -> String {
    let mv = Connect4::<S>::read_move(text.as_bytes()).expect(text);
    let error = Connect4::<S>::play(at, mv).expect_err(text);
    error.to_string()
}

#[test]
fn illegal_moves_say_why() {
    let full = after::<SevenBySix>(&[2, 2], &[2, 2, 2, 2, 5]);
    assert_eq!(
        refusal(&full, "2"),
        "illegal move 2 for blue: the column is full"
    );
    assert_eq!(
        refusal(&full, "C6"),
        "illegal move 2 for blue: the column is full"
    );
    let wide = Large::read_move(b"8").expect("a move of the large board");
    assert_eq!(
        Small::play(&full, wide).expect_err("too far").to_string(),
        "illegal move 8 for blue: there is no such column"
    );
    assert_eq!(
        refusal(&full, "f1"),
        "illegal move 5 for blue: a disc does not come to lie there"
    );
    assert_eq!(
        refusal(&full, "f3"),
        "illegal move 5 for blue: a disc does not come to lie there"
    );
    let f2 = Small::read_move(b"f2").expect("a move");
    assert!(Small::play(&full, f2).is_ok());
    let won = after::<SevenBySix>(&[], &[0, 1, 0, 1, 0, 1, 0]);
    assert_eq!(refusal(&won, "3"), "illegal move 3: the game is over");
    assert_eq!(refusal(&won, "0"), "illegal move 0: the game is over");
    let drawn = Position::<SevenBySix>::with_neutral(&[0, 1, 2, 3, 4, 5, 6].repeat(6));
    assert_eq!(refusal(&drawn, "3"), "illegal move 3: the game is over");
}

#[test]
fn scores_count_the_discs_that_the_winner_has_left() {
    // Red's fourth of 21 discs wins: 18 of them were left before it.
    let red = after::<SevenBySix>(&[], &[0, 1, 0, 1, 0, 1, 0]);
    assert_eq!(Small::final_score(&red), Some(-1800));
    assert_eq!(
        Small::outcome(&red),
        Some(Outcome {
            first: 1,
            second: 0
        })
    );
    assert_eq!(Small::side(&red), Side::Second);
    // Blue's fourth: 18 of 21 too.
    let blue = after::<SevenBySix>(&[], &[0, 1, 0, 1, 0, 1, 2, 1]);
    assert_eq!(Small::final_score(&blue), Some(-1800));
    assert_eq!(
        Small::outcome(&blue),
        Some(Outcome {
            first: 0,
            second: 1
        })
    );
    // A neutral disc takes the last one from blue.
    let red = after::<SevenBySix>(&[6], &[0, 1, 0, 1, 0, 1, 0]);
    assert_eq!(Small::final_score(&red), Some(-1800));
    let blue = after::<SevenBySix>(&[6], &[0, 1, 0, 1, 0, 1, 2, 1]);
    assert_eq!(Small::final_score(&blue), Some(-1700));
    let drawn = Position::<SevenBySix>::with_neutral(&[0, 1, 2, 3, 4, 5, 6].repeat(6));
    assert_eq!(Small::final_score(&drawn), Some(0));
    assert_eq!(
        Small::outcome(&drawn),
        Some(Outcome {
            first: 0,
            second: 0
        })
    );
}

#[test]
fn names_and_what_the_game_does_not_have() {
    assert_eq!(Large::NAME, "four-in-line");
    assert_eq!(Small::NAME, "connect4-7x6");
    assert_eq!(Large::side_name(Side::First), "red");
    assert_eq!(Large::side_name(Side::Second), "blue");
    assert!(Large::turn_over(&Large::start()).is_none());
    assert_eq!(
        Large::prepare(&[3, 3, -1, 10]),
        Some(Position::with_neutral(&[3, 3]))
    );
    assert_eq!(Large::prepare(&[]), Some(Large::start()));
}
