//! The language makes no difference to the play: the same game at the same depth.

use std::fmt::Write as _;

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

const VOICES: [Voice; 5] = [
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
    Voice {
        name: "gtp",
        ask: gtp,
    },
    Voice {
        name: "nboard",
        ask: nboard,
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

/// The reply to a command of GTP, without its sign.
fn ask_gtp(program: &mut Program, command: &str) -> String {
    program.say(command);
    let heard = program.hear();
    assert_eq!(program.hear(), "");
    heard
        .strip_prefix('=')
        .expect("success")
        .trim_start()
        .to_owned()
}

fn gtp(program: &mut Program, moves: &[Move]) -> Move {
    ask_gtp(program, &format!("brightsword-depth {DEPTH}"));
    ask_gtp(program, "clear_board");
    let mut colours = ["black", "white"].into_iter().cycle();
    for (&mv, colour) in moves.iter().zip(&mut colours) {
        let vertex = Othello::show_move(mv, Spelling::Vertex);
        ask_gtp(program, &format!("play {colour} {vertex}"));
    }
    let side = colours.next().unwrap();
    let best = ask_gtp(program, &format!("genmove {side}"));
    Othello::read_word(best.as_bytes(), Spelling::Vertex).unwrap()
}

fn nboard(program: &mut Program, moves: &[Move]) -> Move {
    let mut line = "set game (;GM[Othello]".to_owned();
    for (mv, side) in moves.iter().zip(["B", "W"].into_iter().cycle()) {
        let mv = Othello::show_move(*mv, Spelling::Capitals);
        write!(line, "{side}[{mv}]").unwrap();
    }
    program.say(&(line + ";)"));
    program.say(&format!("set depth {DEPTH}"));
    program.say("go");
    loop {
        let heard = program.hear();
        if let Some(found) = heard.strip_prefix("=== ") {
            let best = found.split('/').next().unwrap_or(found);
            return Othello::read_word(best.as_bytes(), Spelling::Capitals).unwrap();
        }
    }
}

fn game(voice: &Voice, level: &[&str]) -> Vec<Move> {
    let arguments = [&["--protocol", voice.name], level].concat();
    let mut program = Program::start(&arguments);
    let mut record = Record::<Othello>::new(Othello::start());
    while Othello::outcome(record.position()).is_none() {
        let mv = (voice.ask)(&mut program, record.moves());
        record.play(mv).unwrap();
    }
    record.moves().to_vec()
}

#[test]
fn the_same_game_in_every_language() {
    let at_level = |level: &[&str]| {
        let games: Vec<Vec<Move>> = VOICES.iter().map(|voice| game(voice, level)).collect();
        for (voice, moves) in VOICES.iter().zip(&games) {
            assert_eq!(*moves, games[0], "{}", voice.name);
        }
        games[0].clone()
    };
    let full = at_level(&[]);
    assert_eq!(full, at_level(&["--level", "full", "--seed", "5"]));
    let held_back = at_level(&["--level", "beginner", "--seed", "5"]);
    assert_ne!(full, held_back);
    assert_ne!(held_back, at_level(&["--level", "beginner", "--seed", "6"]));
}

/// A level that is set in a conversation is the one of the command line.
#[test]
fn a_level_set_by_options() {
    let level = ["--level", "beginner", "--seed", "5"];
    let options: [&[&str]; 4] = [
        &["option level beginner", "option seed 5"],
        &[
            "setoption name Level value beginner",
            "setoption name Seed value 5",
        ],
        &[
            "setoption name level value beginner",
            "setoption name seed value 5",
        ],
        &["brightsword-level beginner", "brightsword-param seed 5"],
    ];
    for (voice, options) in VOICES.iter().zip(options) {
        let mut asked = Program::start(&["--protocol", voice.name]);
        let mut started = Program::start(&[&["--protocol", voice.name], &level[..]].concat());
        for option in options {
            match voice.name {
                "contest" => {
                    asked.say(option);
                    assert_eq!(asked.hear(), "ok");
                }
                "gtp" => assert_eq!(ask_gtp(&mut asked, option), ""),
                _ => asked.say(option),
            }
        }
        let mut record = Record::<Othello>::new(Othello::start());
        for _ in 0..20 {
            let mv = (voice.ask)(&mut asked, record.moves());
            assert_eq!(mv, (voice.ask)(&mut started, record.moves()));
            record.play(mv).unwrap();
        }
    }
}
