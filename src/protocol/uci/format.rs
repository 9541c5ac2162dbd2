//! From facts to the text of a reply. Pure.

use std::fmt::{self, Write as _};

use crate::game::player::Certainty;
use crate::session::desk::Told;

/// Something to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// Who we are and what can be set.
    Id(Vec<Offered>),
    /// We are listening.
    Ready,
    /// What a search has found, as the best line or one after it.
    Found {
        /// 1 for the best line.
        rank: usize,
        /// What is known of it.
        told: Told,
        /// In how many of its moves the side to move is proven to win, where that is known; below zero if it loses.
        mate: Option<i32>,
    },
    /// There is nothing to search: the game is over, with this score for the side to move.
    Over(Score),
    /// The move that was chosen, and the reply to ponder on.
    Best {
        /// The move; none when the game is over.
        mv: Option<String>,
        /// The reply that is expected, where it is wanted.
        ponder: Option<String>,
    },
    /// The position: a picture, and its FEN.
    Picture(Vec<String>, String),
    /// A remark for people.
    Note(String),
}

/// A score for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of the game's unit.
    Hundredths(i32),
    /// The game is won after so many moves of the side to move; below zero it is lost, and so it is at zero.
    Mate(i32),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hundredths(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// An option as it is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// What it takes.
    pub kind: Kind,
}

/// What an option takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A number from the first to the second.
    Spin(String, String),
    /// One of these words.
    Combo(Vec<String>),
    /// `true` or `false`.
    Check,
}

/// The reply as it goes out, each line with its end.
pub fn format(fact: &Fact) -> String {
    match fact {
        Fact::Id(options) => {
            let mut text = concat!(
                "id name Brightsword ",
                env!("CARGO_PKG_VERSION"),
                "\nid author the Brightsword authors\n"
            )
            .to_owned();
            for option in options {
                offer(&mut text, option);
            }
            text + "uciok\n"
        }
        Fact::Ready => "readyok\n".to_owned(),
        Fact::Found { rank, told, mate } => found(*rank, told, *mate),
        Fact::Over(score) => {
            let (Score::Hundredths(won) | Score::Mate(won)) = *score;
            let wdl = match score {
                // Who has been mated is told by 0.
                Score::Mate(0) => wdl(-1),
                _ => wdl(won.signum()),
            };
            format!("info depth 0 score {score}{wdl}\n")
        }
        Fact::Best { mv: None, .. } => "bestmove (none)\n".to_owned(),
        Fact::Best {
            mv: Some(mv),
            ponder: None,
        } => format!("bestmove {mv}\n"),
        Fact::Best {
            mv: Some(mv),
            ponder: Some(reply),
        } => format!("bestmove {mv} ponder {reply}\n"),
        Fact::Picture(lines, fen) => {
            let picture: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
            format!("{picture}Fen: {fen}\n")
        }
        Fact::Note(text) => format!("info string {text}\n"),
    }
}

// Writing to a string cannot fail, so that the results of `write!` are of no interest below.

fn offer(text: &mut String, option: &Offered) {
    let Offered { name, value, kind } = option;
    let _ = match kind {
        Kind::Spin(least, most) => writeln!(
            text,
            "option name {name} type spin default {value} min {least} max {most}"
        ),
        Kind::Check => writeln!(text, "option name {name} type check default {value}"),
        Kind::Combo(words) => writeln!(
            text,
            "option name {name} type combo default {value} var {}",
            words.join(" var ")
        ),
    };
}

/// Chances to win, draw and lose where it is known who wins, by the sign of the score.
fn wdl(sign: i32) -> &'static str {
    match sign {
        1 => " wdl 1000 0 0",
        -1 => " wdl 0 0 1000",
        _ => " wdl 0 1000 0",
    }
}

/// One line of information. Where the winner is proven `wdl` says so in permille, and a score that is not exact is given as
/// the bound it is. How long a win takes says all that.
fn found(rank: usize, told: &Told, mate: Option<i32>) -> String {
    let millis = told.elapsed.as_millis();
    let speed = u128::from(told.nodes) * 1000 / millis.max(1);
    let bound = match told.certainty {
        _ if mate.is_some() => "",
        Certainty::Outcome if told.score >= 0 => " lowerbound",
        Certainty::Outcome => " upperbound",
        Certainty::Estimate | Certainty::Exact => "",
    };
    let proven = match (told.certainty, told.score.signum()) {
        // A bound of zero: not lost, but perhaps more than drawn.
        (Certainty::Estimate, _) | (Certainty::Outcome, 0) => "",
        (_, sign) => wdl(sign),
    };
    let score = mate.map_or(Score::Hundredths(told.score), Score::Mate);
    let mut text = format!(
        "info depth {} multipv {rank} score {score}{bound}{proven} nodes {} nps {speed} time {millis} pv",
        told.depth, told.nodes,
    );
    for mv in &told.line {
        text.push(' ');
        text.push_str(mv);
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn line(score: i32, certainty: Certainty, mate: Option<i32>) -> String {
        format(&Fact::Found {
            rank: 2,
            mate,
            told: Told {
                rank: 1,
                depth: 14,
                confidence: 95,
                score,
                certainty,
                nodes: 3000,
                elapsed: Duration::from_micros(2_900),
                line: vec!["f5".to_owned(), "pass".to_owned()],
            },
        })
    }

    #[test]
    fn claims_are_marked() {
        let (exact, outcome) = (Certainty::Exact, Certainty::Outcome);
        for (score, certainty, mate, shown) in [
            (-5, Certainty::Estimate, None, "cp -5"),
            (1200, exact, None, "cp 1200 wdl 1000 0 0"),
            (0, exact, None, "cp 0 wdl 0 1000 0"),
            (-200, exact, None, "cp -200 wdl 0 0 1000"),
            (100, outcome, None, "cp 100 lowerbound wdl 1000 0 0"),
            (0, outcome, None, "cp 0 lowerbound"),
            (-100, outcome, None, "cp -100 upperbound wdl 0 0 1000"),
            (100, outcome, Some(3), "mate 3 wdl 1000 0 0"),
            (-100, exact, Some(-2), "mate -2 wdl 0 0 1000"),
        ] {
            let rest = "nodes 3000 nps 1500000 time 2 pv f5 pass";
            assert_eq!(
                line(score, certainty, mate),
                format!("info depth 14 multipv 2 score {shown} {rest}\n")
            );
        }
    }

    #[test]
    fn a_move_or_none() {
        let best = |mv: Option<&str>, ponder: Option<&str>| {
            format(&Fact::Best {
                mv: mv.map(str::to_owned),
                ponder: ponder.map(str::to_owned),
            })
        };
        assert_eq!(best(None, None), "bestmove (none)\n");
        assert_eq!(best(Some("f5"), None), "bestmove f5\n");
        assert_eq!(best(Some("f5"), Some("d6")), "bestmove f5 ponder d6\n");
    }
}
