//! A great many generated lines, singly and in bursts: the program never dies, never hangs, and says what was promised.
//! Every `ping` has its `pong`, in order; every `go` its move, a legal one, before anything about later lines.

use std::collections::VecDeque;
use std::fmt::Write as _;

use brightsword::game::record::Record;
use brightsword::game::{Game, Side, Spelling};
use brightsword::othello::rules::position::Othello;
use brightsword::protocol::line::LONGEST;
use brightsword::protocol::nboard::parse::{Command, parse};

use super::{BLACK_PASSES, EMPTY, SPOKEN, Table, game};
use crate::program::{Program, fits};
use crate::protocol::chance::Chance;
use crate::protocol::mill::{Mill, burst, send, wanted_lines};

/// Searches are not among the lines that take long without being disturbed.
const MILL: Mill = Mill {
    signs: b" 0123456789-/[];BWPA",
    usual: "ping 5",
    seeds: [
        &[],
        &[
            "nboard 2",
            "nboard 1",
            "set depth 1",
            "set depth 2",
            "set depth 0",
            "set contempt 0",
            "set contempt -100",
            "move F5",
            "move f5//1.5",
            "move D6/0.00/0.1",
            "move C4/1/2/3",
            "move PA",
            "move --",
            "move p/-64/0",
            "move A1",
            "move 4 5",
            "ping 1",
            "ping 77",
            "ping",
            "ping a b",
            "go",
            "go",
            "hint 1",
            "hint 4",
            "hint 0",
            "analyze",
            "learn",
            "set game (;GM[Othello];)",
            "set game 1 (;GM[Othello]TI[0:01]B[F5//0.3]W[d6]B[C3/1/1];)",
            "set game (;GM[Othello]BO[8 XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- *];)",
            "set game (;GM[Othello]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)",
            "set game (;GM[Othello]BO[8 ---------------------------------------------------------------- *];)",
            "set game (;GM[chess];)",
            "hello",
            "status",
            "=== D3",
            "",
            "   ",
        ],
    ],
};

/// A whole game as text, up to some move.
fn random_game(chance: &mut Chance) -> String {
    let mut record = Record::<Othello>::new(Othello::start());
    let mut text = EMPTY.strip_suffix(";)").unwrap().to_owned();
    for _ in 0..chance.below(66) {
        let legal = Othello::legal_moves(record.position());
        if legal.is_empty() {
            break;
        }
        let side = match Othello::side(record.position()) {
            Side::First => 'B',
            Side::Second => 'W',
        };
        let mv = legal[chance.below(legal.len())];
        record.play(mv).unwrap();
        let shown = Othello::show_move(mv, Spelling::Capitals);
        write!(text, "{side}[{shown}//0.{}]", chance.below(100)).unwrap();
    }
    text + ";)"
}

/// A line without its end. `table` is right at the beginning of a burst, so that most of its moves are.
fn generate(chance: &mut Chance, table: &Table) -> Vec<u8> {
    match chance.below(100) {
        0..45 => MILL.seed(chance),
        45..55 => {
            let legal = Othello::legal_moves(table.record.position());
            match legal.len() {
                0 => format!("set game {}", game("TI[1:00]", &BLACK_PASSES)).into_bytes(),
                count => {
                    let mv = legal[chance.below(count)];
                    format!("move {}//0.1", Othello::show_move(mv, Spelling::Capitals)).into_bytes()
                }
            }
        }
        55..65 => format!("set game {}", random_game(chance)).into_bytes(),
        65..90 => {
            let line = match chance.below(5) {
                0 => format!("set game {}", random_game(chance)).into_bytes(),
                _ => MILL.seed(chance),
            };
            MILL.spoil(chance, line)
        }
        _ => MILL.noise(chance),
    }
}

/// What still has to be said, one group a line that asked for it.
#[derive(Debug, PartialEq, Eq)]
enum Owed {
    Line(String),
    Move(Box<[String]>),
    Hint,
    Analysis,
}

fn owed(table: &mut Table, line: &[u8]) -> Option<Owed> {
    let text = line.strip_suffix(b"\r").unwrap_or(line);
    if text.len() > LONGEST {
        return None;
    }
    let command = parse(text.trim_ascii())?;
    table.follow(text.trim_ascii());
    match command {
        Command::Greet => Some(Owed::Line("set myname Brightsword".to_owned())),
        Command::Ping(text) => {
            let line = format!("pong {}", String::from_utf8_lossy(text));
            Some(Owed::Line(line.trim_end().to_owned()))
        }
        Command::Learn => Some(Owed::Line("learned".to_owned())),
        Command::Analyze => Some(Owed::Analysis),
        Command::Hint(_) if !table.is_over() => Some(Owed::Hint),
        Command::Go if table.must_pass() => Some(Owed::Line("=== PA".to_owned())),
        Command::Go if !table.is_over() => {
            let legal = Othello::legal_moves(table.record.position());
            let show = |mv| Othello::show_move(mv, Spelling::Capitals);
            Some(Owed::Move(legal.into_iter().map(show).collect()))
        }
        _ => None,
    }
}

/// Reads what is owed.
fn receive(program: &mut Program, owed: &Owed) {
    let expect = |heard: &str, pattern: &str| {
        assert!(fits(pattern, heard), "{owed:?}: `{heard}`, not `{pattern}`");
    };
    match owed {
        Owed::Line(line) => assert_eq!(program.hear(), *line),
        Owed::Move(legal) => {
            expect(&program.hear(), "status Brightsword is thinking");
            expect(&program.hear(), "nodestats * *");
            let heard = program.hear();
            expect(&heard, "=== *");
            let mv = heard[4..].split('/').next().unwrap();
            assert!(legal.iter().any(|legal| legal == mv), "{heard}: {legal:?}");
        }
        Owed::Hint => {
            expect(&program.hear(), "status Analysing");
            expect(&program.hear(), "search * * 0 *");
            loop {
                let heard = program.hear();
                if fits("nodestats * *", &heard) {
                    break;
                }
                expect(&heard, "search * * 0 *");
            }
            expect(&program.hear(), "status");
        }
        Owed::Analysis => {
            expect(&program.hear(), "status Analysing");
            for made in 0.. {
                let heard = program.hear();
                if heard == "status" {
                    break;
                }
                expect(&heard, &format!("analysis {made} *"));
            }
        }
    }
}

#[test]
fn generated_lines_get_the_promised_replies() {
    let wanted = wanted_lines();
    let mut program = Program::start(&SPOKEN);
    let mut chance = Chance(2_027);
    let mut table = Table::new();
    let mut sent = 0;
    while sent < wanted {
        let count = burst(&mut chance);
        let mut lines = Vec::new();
        while lines.len() < count {
            let line = generate(&mut chance, &table);
            let quits = parse(line.trim_ascii()) == Some(Command::Quit);
            if !quits && !line.contains(&b'\n') {
                lines.push(line);
            }
        }
        sent += count;
        // Nothing goes on after this.
        lines.push(b"ping end of the burst".to_vec());
        send(&mut program, &mut chance, &lines);
        let promised: VecDeque<Owed> = lines
            .iter()
            .filter_map(|line| owed(&mut table, line))
            .collect();
        for owed in &promised {
            receive(&mut program, owed);
        }
    }
    let (rest, status) = program.end();
    assert_eq!(rest, Vec::<String>::new());
    assert!(status.success());
}
