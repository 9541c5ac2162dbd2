//! From facts to the text of a reply. Pure.

use std::time::Duration;

use crate::game::player::Certainty;
use crate::session::desk::Told;

/// The engine's name. One word, and `NBoard` takes nothing but letters and digits.
pub const NAME: &str = "Brightsword";

/// Something to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// Who we are.
    Name,
    /// Echo of a ping.
    Pong(String),
    /// What we are doing; nothing any more if none.
    Status(Option<&'static str>),
    /// One of the best moves, for `hint`.
    Search(Told),
    /// What the search took.
    Nodes {
        /// Nodes visited.
        nodes: u64,
        /// Time since it began.
        time: Duration,
    },
    /// The move for `go`.
    Move {
        /// Which one.
        mv: String,
        /// Its score for the mover in hundredths and the time it took; none for a choice without a search.
        found: Option<(i32, Duration)>,
    },
    /// The score of one position of the game.
    Analysis {
        /// Moves made before it.
        made: usize,
        /// Its score for the side to move, in hundredths.
        score: i32,
    },
    /// The game is learned.
    Learned,
}

/// The reply as it goes out, each line with its end.
pub fn format(fact: &Fact) -> String {
    match fact {
        Fact::Name => format!("set myname {NAME}\n"),
        Fact::Pong(text) if text.is_empty() => "pong\n".to_owned(),
        Fact::Pong(text) => format!("pong {text}\n"),
        Fact::Status(None) => "status\n".to_owned(),
        Fact::Status(Some(text)) => format!("status {text}\n"),
        Fact::Search(told) => format!(
            "search {} {} 0 {}\n",
            told.line.concat(),
            discs(told.score),
            depth(told)
        ),
        Fact::Nodes { nodes, time } => format!("nodestats {nodes} {}\n", seconds(*time)),
        Fact::Move { mv, found: None } => format!("=== {mv}\n"),
        Fact::Move {
            mv,
            found: Some((score, time)),
        } => format!("=== {mv}/{}/{}\n", discs(*score), seconds(*time)),
        Fact::Analysis { made, score } => format!("analysis {made} {}\n", discs(*score)),
        Fact::Learned => "learned\n".to_owned(),
    }
}

fn discs(score: i32) -> String {
    let sign = if score < 0 { "-" } else { "" };
    let score = score.unsigned_abs();
    format!("{sign}{}.{:02}", score / 100, score % 100)
}

fn seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}

/// `NBoard`'s words for how much is known: all, who wins, or what so many plies show.
fn depth(told: &Told) -> String {
    match told.certainty {
        Certainty::Exact => "100%".to_owned(),
        Certainty::Outcome => "100%W".to_owned(),
        Certainty::Estimate => told.depth.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(certainty: Certainty, score: i32) -> Told {
        Told {
            rank: 1,
            depth: 12,
            confidence: 100,
            score,
            certainty,
            nodes: 1234,
            elapsed: Duration::ZERO,
            line: vec!["F5".to_owned(), "PA".to_owned(), "C3".to_owned()],
        }
    }

    #[test]
    fn what_is_known_of_a_move() {
        let search = |certainty, score| format(&Fact::Search(told(certainty, score)));
        assert_eq!(search(Certainty::Estimate, 50), "search F5PAC3 0.50 0 12\n");
        assert_eq!(
            search(Certainty::Exact, -6400),
            "search F5PAC3 -64.00 0 100%\n"
        );
        assert_eq!(
            search(Certainty::Outcome, -5),
            "search F5PAC3 -0.05 0 100%W\n"
        );
    }

    #[test]
    fn moves_with_and_without_a_search() {
        let answer = |found| {
            format(&Fact::Move {
                mv: "D3".to_owned(),
                found,
            })
        };
        assert_eq!(answer(None), "=== D3\n");
        assert_eq!(
            answer(Some((-100, Duration::from_millis(104)))),
            "=== D3/-1.00/0.10\n"
        );
    }
}
