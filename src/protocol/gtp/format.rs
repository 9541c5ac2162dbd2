//! From facts to the text of a reply. Pure.

use std::fmt::Write as _;

use crate::game::player::Certainty;
use crate::game::{Cell, Outcome, Side};
use crate::protocol::line::LONGEST;
use crate::protocol::words::Misread;
use crate::session::desk::{Refusal, Told};
use crate::session::options::Setting;

/// Something to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// It is done.
    Done,
    /// The version of the protocol.
    ProtocolVersion,
    /// What we are called.
    Name,
    /// Which version of us this is.
    Version,
    /// Whether there is such a command.
    Known(bool),
    /// All commands that there are for the game.
    Commands(Vec<&'static str>),
    /// The name of the game.
    Game(&'static str),
    /// The name of the level.
    Level(String),
    /// What can be set.
    Parameters(Vec<Setting>),
    /// A move.
    Move(String),
    /// How a finished game ended, in short.
    Score(Outcome),
    /// The position as a picture.
    Picture(Vec<String>),
    /// The number of rows and of columns.
    Size(usize),
    /// Whose disc is where, row by row from row 1 on.
    Rows(Vec<Vec<Cell>>),
    /// Several moves.
    Moves(Vec<String>),
    /// A side.
    Side(Side),
    /// How a finished game ended, in a sentence; with the margin if it counts.
    Result(Outcome, bool),
    /// What can be shown about a position.
    Analyses,
    /// What a search thinks of the position, for the side to move and in this unit, if the game has one.
    Evaluation(Side, Option<&'static str>, Told),
    /// The expected course of play from the side given on.
    Variation(Side, Vec<String>),
    /// The moves with their scores.
    Scores(Vec<Told>),
    /// There is nothing to evaluate.
    Nothing,
    /// A line was not followed, and nothing has changed.
    Error(Complaint),
}

/// Why a line was not followed. Most texts are those that the protocol prescribes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Complaint {
    /// There is no such command.
    #[error("unknown command")]
    UnknownCommand,
    /// The arguments do not fit the command.
    #[error("syntax error")]
    Syntax(Misread),
    /// The text is no move of this game.
    #[error("syntax error")]
    NotAMove,
    /// The move is against the rules.
    #[error("illegal move")]
    IllegalMove,
    /// There is nothing to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// The game has another size.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// The game is not over.
    #[error("cannot score")]
    CannotScore,
    /// The game is another one.
    #[error("unsupported game")]
    UnsupportedGame,
    /// The file cannot be read, or holds no game.
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    /// The line is too long.
    #[error("line too long: expected at most {LONGEST} bytes")]
    TooLong,
    /// The session refuses for another reason.
    #[error(transparent)]
    Refused(Refusal),
}

impl From<Refusal> for Complaint {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotAMove(_) => Self::NotAMove,
            Refusal::Illegal(_) | Refusal::Turn { .. } => Self::IllegalMove,
            Refusal::Undo { .. } => Self::CannotUndo,
            Refusal::Position(error) => {
                Self::CannotLoad(format!("expected {}, found {}", error.expected, error.seen))
            }
            other => Self::Refused(other),
        }
    }
}

/// The analyses, and what can be set: what the client is to make of the reply, what it calls it, and the command.
const ANALYSES: &str = "\
string/Evaluation/brightsword-evaluation
gfx/Principal Variation/brightsword-principal_variation
pspairs/Move Scores/brightsword-move_scores
param/Settings/brightsword-param";

/// The game's name as its protocol spells it: `Othello`.
pub fn game_id(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The reply as it goes out: the sign of success or failure with the number of the command, the text, and an empty line.
/// Inside there is none.
pub fn format(id: &[u8], fact: &Fact) -> String {
    let sign = if matches!(fact, Fact::Error(_)) {
        '?'
    } else {
        '='
    };
    let id = String::from_utf8_lossy(id);
    let text = text(fact);
    let gap = if text.is_empty() || text.starts_with('\n') {
        ""
    } else {
        " "
    };
    format!("{sign}{id}{gap}{text}\n\n")
}

fn text(fact: &Fact) -> String {
    match fact {
        Fact::Done => String::new(),
        Fact::ProtocolVersion => "2".to_owned(),
        Fact::Name => "Brightsword".to_owned(),
        Fact::Version => env!("CARGO_PKG_VERSION").to_owned(),
        Fact::Known(known) => known.to_string(),
        Fact::Commands(names) => names.join("\n"),
        Fact::Game(name) => game_id(name),
        Fact::Level(name) => name.clone(),
        Fact::Parameters(settings) => {
            let lines: Vec<String> = settings.iter().map(parameter).collect();
            lines.join("\n")
        }
        Fact::Move(mv) => mv.clone(),
        Fact::Score(outcome) => match outcome.winner() {
            Some(side) => format!("{}+{}", letter(side).to_ascii_uppercase(), margin(*outcome)),
            None => "0".to_owned(),
        },
        // On lines of their own the columns stay below their letters.
        Fact::Picture(lines) => format!("\n{}", lines.join("\n")),
        Fact::Size(size) => size.to_string(),
        Fact::Rows(rows) => {
            // The client's row 1 is at the bottom.
            let lines: Vec<String> = rows.iter().rev().map(|row| cells(row)).collect();
            format!("\n{}", lines.join("\n"))
        }
        Fact::Moves(moves) => moves.join(" "),
        Fact::Side(side) => colour(*side).to_owned(),
        Fact::Result(outcome, counts) => {
            let winner = outcome.winner().map(|side| game_id(colour(side)));
            match winner {
                None => "Draw".to_owned(),
                Some(winner) if *counts => format!("{winner} wins by {}", margin(*outcome)),
                Some(winner) => format!("{winner} wins"),
            }
        }
        Fact::Analyses => ANALYSES.to_owned(),
        Fact::Evaluation(side, unit, told) => evaluation(*side, *unit, told),
        Fact::Variation(_, moves) if moves.is_empty() => String::new(),
        Fact::Variation(first, moves) => {
            let mut side = *first;
            let mut text = "VAR".to_owned();
            for mv in moves {
                // Writing to a string cannot fail.
                let _ = write!(text, " {} {mv}", letter(side));
                side = side.other();
            }
            text
        }
        Fact::Scores(lines) => {
            let pairs: Vec<String> = lines
                .iter()
                .filter_map(|told| Some(format!("{} {}", told.line.first()?, brief(told.score))))
                .collect();
            pairs.join(" ")
        }
        Fact::Nothing => "nothing to evaluate".to_owned(),
        Fact::Error(complaint) => complaint.to_string(),
    }
}

/// A setting as `GoGui` wants it: words are a list to choose from, everything else a text.
fn parameter(setting: &Setting) -> String {
    let Setting { name, value, range } = setting;
    if range.contains("..") {
        format!("[string] {name} {value}")
    } else {
        format!("[list/{}] {name} {value}", range.replace('|', "/"))
    }
}

/// What this protocol calls a side, whatever people call it in the game.
fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::First => 'b',
        Side::Second => 'w',
    }
}

fn margin(outcome: Outcome) -> u32 {
    outcome.first.abs_diff(outcome.second)
}

fn cells(row: &[Cell]) -> String {
    let cell = |cell: &Cell| match cell {
        Cell::Disc(Side::First) => "X",
        Cell::Disc(Side::Second) => "O",
        Cell::Empty => ".",
        Cell::Neutral => "?",
    };
    row.iter().map(cell).collect::<Vec<_>>().join(" ")
}

fn sign(score: i32) -> char {
    if score < 0 { '-' } else { '+' }
}

fn evaluation(side: Side, unit: Option<&str>, told: &Told) -> String {
    let certainty = match told.certainty {
        Certainty::Estimate => format!("estimate, confidence {} %", told.confidence),
        Certainty::Outcome => "the winner is proven".to_owned(),
        Certainty::Exact => "exact".to_owned(),
    };
    let score = told.score.unsigned_abs();
    format!(
        "{}{}.{:02}{} for {}, {certainty}, depth {}",
        sign(told.score),
        score / 100,
        score % 100,
        unit.map_or(String::new(), |unit| format!(" {unit}")),
        colour(side),
        told.depth
    )
}

/// A score, given in hundredths, in at most four characters: more do not fit on a square of the client's board.
fn brief(score: i32) -> String {
    let tenths = score.unsigned_abs().saturating_add(5) / 10;
    if tenths < 100 {
        format!("{}{}.{}", sign(score), tenths / 10, tenths % 10)
    } else {
        format!("{}{}", sign(score), tenths.saturating_add(5) / 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_number_is_attached() {
        assert_eq!(format(b"", &Fact::Done), "=\n\n");
        assert_eq!(format(b"7", &Fact::Done), "=7\n\n");
        assert_eq!(format(b"23", &Fact::Name), "=23 Brightsword\n\n");
        let error = Fact::Error(Complaint::CannotUndo);
        assert_eq!(format(b"0", &error), "?0 cannot undo\n\n");
    }

    #[test]
    fn boards_have_their_first_row_last() {
        let rows = vec![
            vec![Cell::Empty, Cell::Disc(Side::First)],
            vec![Cell::Disc(Side::Second), Cell::Neutral],
        ];
        assert_eq!(format(b"", &Fact::Rows(rows)), "=\nO ?\n. X\n\n");
    }

    #[test]
    fn scores_and_results() {
        let outcome = |first, second| Outcome { first, second };
        let score = |outcome| text(&Fact::Score(outcome));
        assert_eq!(score(outcome(38, 26)), "B+12");
        assert_eq!(score(outcome(0, 64)), "W+64");
        assert_eq!(score(outcome(32, 32)), "0");
        let result = |outcome, counts| text(&Fact::Result(outcome, counts));
        assert_eq!(result(outcome(38, 26), true), "Black wins by 12");
        assert_eq!(result(outcome(0, 1), false), "White wins");
        assert_eq!(result(outcome(0, 0), false), "Draw");
    }

    #[test]
    fn analyses() {
        let told = |score, line: &[&str]| Told {
            rank: 1,
            depth: 14,
            confidence: 95,
            score,
            certainty: Certainty::Estimate,
            nodes: 12,
            elapsed: Duration::ZERO,
            line: line.iter().map(|&mv| mv.to_owned()).collect(),
        };
        assert_eq!(
            text(&Fact::Evaluation(
                Side::Second,
                Some("discs"),
                told(-5, &["F5"])
            )),
            "-0.05 discs for white, estimate, confidence 95 %, depth 14"
        );
        assert_eq!(
            text(&Fact::Evaluation(Side::First, None, told(1200, &["E1"]))),
            "+12.00 for black, estimate, confidence 95 %, depth 14"
        );
        let line = ["F5", "pass", "C3"].map(str::to_owned).to_vec();
        assert_eq!(
            text(&Fact::Variation(Side::Second, line)),
            "VAR w F5 b pass w C3"
        );
        let scores = [(994, "A1"), (995, "B1"), (-6400, "C1"), (-4, "D1")];
        let lines = scores.map(|(score, mv)| told(score, &[mv])).to_vec();
        assert_eq!(text(&Fact::Scores(lines)), "A1 +9.9 B1 +10 C1 -64 D1 -0.0");
    }

    #[test]
    fn no_reply_has_an_empty_line() {
        for fact in [
            Fact::Commands(vec!["name", "quit"]),
            Fact::Analyses,
            Fact::Picture(vec!["x".to_owned()]),
        ] {
            let reply = format(b"", &fact);
            assert_eq!(reply.matches("\n\n").count(), 1);
            assert!(reply.ends_with("\n\n"));
        }
    }
}
