//! Whole contest games, with a host that keeps the board too.

use brightsword::connect4::rules::position::Connect4;
use brightsword::connect4::rules::size::{NineByFive, Size, TenByFifteen};
use brightsword::game::record::Record;
use brightsword::game::{Game, Side, Spelling};
use brightsword::othello::rules::position::Othello;

use crate::program::Program;

/// Plays one contest game, the opponent's moves chosen by `choose` out of so many.
fn play<G: Game>(program: &mut Program, side: Side, mut choose: impl FnMut(usize) -> usize) {
    let number = u8::from(side == Side::Second);
    program.say(&format!("play 4 {number}"));
    let mut record = Record::<G>::new(G::start());
    while G::outcome(record.position()).is_none() {
        let legal = G::legal_moves(record.position());
        let mv = if G::side(record.position()) == side {
            let text = program.hear();
            let mv = G::read_move(text.as_bytes()).unwrap();
            assert_eq!(text, G::show_move(mv, Spelling::Pair));
            mv
        } else {
            let mv = legal[choose(legal.len())];
            program.say(&G::show_move(mv, Spelling::Pair));
            mv
        };
        record.play(mv).unwrap();
    }
    assert_eq!(program.hear(), "end");
}

#[test]
fn two_runs_of_ten_games() {
    let mut program = Program::start(&[]);
    let mut state = 7_u32;
    let mut choose = |count: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % count
    };
    for run in 0..2 {
        program.say("budget 600 10");
        for game in 0..10 {
            // First as the contest orders them, then alternating.
            let second = if run == 0 { game >= 5 } else { game % 2 == 1 };
            let side = if second { Side::Second } else { Side::First };
            play::<Othello>(&mut program, side, &mut choose);
        }
    }
    assert!(program.is_silent());
    let (rest, status) = program.end();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn mistakes_of_the_host_change_nothing() {
    let mut program = Program::start(&[]);
    program.say("budget 100 10");
    program.say("play 1 1");
    for wrong in ["-1 -1", "0 0", "3 3", "hello", "8 8", "undo", "go"] {
        program.say(wrong);
        assert!(program.hear().starts_with("error "), "{wrong}");
    }
    play::<Othello>(&mut program, Side::Second, |_| 0);
    program.say("4 5");
    assert!(program.hear().starts_with("error "));
    play::<Othello>(&mut program, Side::First, |count| count - 1);
    // A game given up in the middle leaves nothing behind.
    program.say("play 1 0");
    program.hear();
    play::<Othello>(&mut program, Side::Second, |_| 0);
    let (rest, status) = program.end();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn the_contest_opponents_play_too() {
    for player in ["ai1", "ai2", "ai3", "ai4"] {
        let mut program = Program::start(&["--player", player, "--seed", "5"]);
        program.say("budget 60000 2");
        play::<Othello>(&mut program, Side::First, |count| count / 2);
        play::<Othello>(&mut program, Side::Second, |_| 0);
        let (rest, status) = program.end();
        assert!(rest.is_empty() && status.success());
    }
}

/// Both sides of games that end soon, and of one in which the opponent fills column after column.
fn drop_discs<S: Size>() {
    let mut program = Program::start(&["--game", S::NAME, "--hash", "1"]);
    program.say("budget 600 4");
    for side in [Side::First, Side::Second] {
        play::<Connect4<S>>(&mut program, side, |count| count / 2);
        play::<Connect4<S>>(&mut program, side, |_| 0);
    }
    let (rest, status) = program.end();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn contest_games_of_columns() {
    drop_discs::<TenByFifteen>();
    drop_discs::<NineByFive>();
}
