//! The dialect of `NBoard`, spoken with the real program.

mod fuzz;
mod latency;
mod matrix;
mod transcripts;
mod work;

use std::fmt::Write as _;

use brightsword::game::Game;
use brightsword::game::record::Record;
use brightsword::othello::rules::position::Othello;
use brightsword::protocol::nboard::parse::{Command, MoveText, parse};

/// How the program is started.
const SPOKEN: [&str; 4] = ["--protocol", "nboard", "--hash", "1"];

/// A game without moves, as `NBoard` sends it.
const EMPTY: &str = "(;GM[Othello]PC[NBoard]DT[2014-05-13 16:53:20 GMT]PB[user]PW[Stub]RE[?]TI[5:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *];)";

/// A game as `NBoard` sends it: the moves begin with black's and follow each other in turn, passes included.
fn game(clock: &str, moves: &[&str]) -> String {
    let mut text = EMPTY.replace("TI[5:00]", clock);
    text.truncate(text.len() - ";)".len());
    for (place, mv) in moves.iter().enumerate() {
        let side = if place % 2 == 0 { 'B' } else { 'W' };
        write!(text, "{side}[{mv}]").unwrap();
    }
    text + ";)"
}

/// White is wiped out after nine plies.
const WIPED_OUT: [&str; 9] = ["E6", "F4", "E3", "F6", "G5", "D6", "E7", "F5", "C5"];

/// Black has to pass at the end.
const BLACK_PASSES: [&str; 8] = ["C4", "C3", "E6", "B4", "A4", "A5", "B2", "A3"];

/// The game that the program is to keep, kept once more.
struct Table {
    record: Record<Othello>,
}

impl Table {
    fn new() -> Self {
        Self {
            record: Record::new(Othello::start()),
        }
    }

    /// Does with the game what a line asks.
    fn follow(&mut self, line: &[u8]) {
        match parse(line) {
            Some(Command::SetGame(text)) => {
                if let Ok(game) = Othello::read_game(text) {
                    self.record = Record::new(game.start);
                    for mv in game.moves {
                        self.record.play(mv).unwrap();
                    }
                }
            }
            Some(Command::Move { mv, .. }) => {
                let text = match mv {
                    MoveText::Pass => b"pass",
                    MoveText::Other(text) => text,
                };
                if let Ok(mv) = Othello::read_move(text) {
                    let _ = self.record.play(mv);
                }
            }
            _ => {}
        }
    }

    fn is_over(&self) -> bool {
        Othello::outcome(self.record.position()).is_some()
    }

    fn must_pass(&self) -> bool {
        let legal = Othello::legal_moves(self.record.position());
        legal.first().is_some_and(|&mv| Othello::is_pass(mv))
    }

    /// Whether this answer to `go` can be played.
    fn allows(&self, answer: &str) -> bool {
        let text = answer.strip_prefix("=== ").unwrap();
        let mv = Othello::read_move(text.split('/').next().unwrap().as_bytes());
        mv.is_ok_and(|mv| self.record.clone().play(mv).is_ok())
    }
}
