//! The language makes no difference to the play: the same game at the same depth.

use brightsword::game::record::Record;
use brightsword::game::{Game, Spelling};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::Othello;

use crate::program::Program;

const DEPTH: u32 = 4;

/// How to ask in a language.
struct Voice {
    /// Its name on the command line.
    name: &'static str,
    /// Asks for a move after these.
    ask: fn(&mut Program, &[Move]) -> Move,
}

const VOICES: [Voice; 3] = [
    Voice {
        name: "contest",
        ask: contest,
    },
    Voice {
        name: "uci",
        ask: uci,
    },
    Voice {
        name: "uci",
        ask: flipello,
    },
];

fn contest(program: &mut Program, moves: &[Move]) -> Move {
    let moves: String = moves.iter().map(Move::to_string).collect();
    program.say(&format!("position moves {moves}"));
    assert_eq!(program.hear(), "ok");
    program.say(&format!("go depth {DEPTH}"));
    let heard = program.hear();
    let best = heard.strip_prefix("best ").expect("a move");
    Othello::read_move(best.as_bytes()).unwrap()
}

fn uci(program: &mut Program, moves: &[Move]) -> Move {
    ask_uci(program, moves, Spelling::Square)
}

fn flipello(program: &mut Program, moves: &[Move]) -> Move {
    program.say("setoption name UCI_Variant value flipello");
    ask_uci(program, moves, Spelling::Drop)
}

fn ask_uci(program: &mut Program, moves: &[Move], spelling: Spelling) -> Move {
    let mut line = "position startpos moves".to_owned();
    for &mv in moves {
        line.push(' ');
        line.push_str(&Othello::show_move(mv, spelling));
    }
    program.say(&line);
    program.say(&format!("go depth {DEPTH}"));
    loop {
        let heard = program.hear();
        if let Some(best) = heard.strip_prefix("bestmove ") {
            return Othello::read_word(best.as_bytes(), spelling).unwrap();
        }
    }
}

fn game(voice: &Voice) -> Vec<Move> {
    let mut program = Program::start(&["--protocol", voice.name]);
    let mut record = Record::<Othello>::new(Othello::start());
    while Othello::outcome(record.position()).is_none() {
        let mv = (voice.ask)(&mut program, record.moves());
        record.play(mv).unwrap();
    }
    record.moves().to_vec()
}

#[test]
fn the_same_game_in_every_language() {
    let games: Vec<Vec<Move>> = VOICES.iter().map(game).collect();
    for (voice, moves) in VOICES.iter().zip(&games) {
        assert_eq!(*moves, games[0], "{}", voice.name);
    }
}
