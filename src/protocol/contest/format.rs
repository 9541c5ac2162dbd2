//! From facts to the text of a reply. Pure.

use std::fmt::Write as _;

use crate::game::player::Certainty;
use crate::game::{Examples, MoveTextError, Outcome};
use crate::protocol::line::LONGEST;
use crate::protocol::words::Misread;
use crate::session::desk::{Refusal, Told};
use crate::session::options::Setting;

/// Something to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// It is done.
    Done,
    /// Our move in a contest game.
    OwnMove(String),
    /// There is no move.
    NoMove,
    /// What the numbers make together by which a game was prepared.
    Sum(i32),
    /// The contest game is over.
    End,
    /// What a search chose.
    Best(String),
    /// The position on one line.
    Board(String),
    /// The position as a picture.
    Picture(Vec<String>),
    /// The legal moves.
    Legal(Vec<String>),
    /// The result, with the names of the sides, if the game is over.
    Result(Option<(Outcome, [&'static str; 2])>),
    /// The last search in detail.
    Score(Option<Told>),
    /// An iteration of the search in hand.
    Iteration(Told),
    /// All options.
    Options(Vec<Setting>),
    /// An echo.
    Pong(String),
    /// The commands there are, with what to type in this game.
    Help(Examples),
    /// A line was not followed, and nothing has changed.
    Error(Complaint),
}

/// Why a line was not followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Complaint {
    /// The line does not fit its command.
    #[error(transparent)]
    Misread(#[from] Misread),
    /// The line begins with no known word and is no move.
    #[error("expected a command (`help` lists them) or a move such as {}, found `{}`", .0.expected, .0.seen)]
    Unknown(MoveTextError),
    /// The session refuses.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The command is for free play.
    #[error(
        "`{0}` is not possible in a contest game: expected the opponent's move, or `new`, `position` or `play` to leave it"
    )]
    InGame(&'static str),
    /// The line is too long.
    #[error("line too long: expected at most {LONGEST} bytes")]
    TooLong,
}

/// What `help` says. Each line begins with its verb, so that it can be told from other replies.
fn help(examples: &Examples) -> String {
    let Examples {
        moves,
        contest,
        game,
        position,
    } = examples;
    format!(
        "\
help play TASK SIDE            contest game, SIDE 0 moves first and 1 second; moves are then written as `{contest}`
help budget MS GAMES           processor time for the following contest games
help setup N C1 .. CN          a host's new game, with what it prepares by N numbers; tells their sum
help move MOVE | move -1       the opponent's move, or that we begin; tells our move, which is played
help time MS                   the host's limit for a move, 2000 unless given
help put MOVE | think          plays a move, or chooses and plays one, for the side to move
help new                       start position, forgets earlier games
help position start            start position
help position BOARD SIDE       {position}
help position moves MOVES      a game from the start, such as {game}
help MOVE                      plays {moves} for the side to move
help undo [N]                  takes back N moves, 1 unless given
help go [LIMITS]               chooses a move without playing it: depth N, nodes N, infinite,
help                           movetime MS (1000 unless given), clock MS [inc MS] [byo MS STONES]
help stop                      ends the search with its best move so far
help score                     the last search in detail
help info on|off               tells of every iteration
help board | show | legal | result    the position, a picture of it, the moves, the outcome
help options | option NAME VALUE      lists or sets options
help ping [TEXT] | help | quit        answers at once; this list; ends the program
"
    )
}

/// The reply as it goes out, each line with its end.
pub fn format(fact: &Fact) -> String {
    match fact {
        Fact::Done => "ok\n".to_owned(),
        Fact::OwnMove(mv) => format!("{mv}\n"),
        Fact::NoMove => "-1\n".to_owned(),
        Fact::Sum(sum) => format!("{sum}\n"),
        Fact::End => "end\n".to_owned(),
        Fact::Best(mv) => format!("best {mv}\n"),
        Fact::Board(position) => format!("board {position}\n"),
        Fact::Picture(lines) => lines.iter().flat_map(|line| [line, "\n"]).collect(),
        Fact::Legal(moves) if moves.is_empty() => "legal none\n".to_owned(),
        Fact::Legal(moves) => format!("legal {}\n", moves.join(" ")),
        Fact::Result(None) => "result none\n".to_owned(),
        Fact::Result(Some((outcome, [first, second]))) => {
            let Outcome {
                first: own,
                second: other,
            } = outcome;
            format!("result {first} {own} {second} {other}\n")
        }
        Fact::Score(None) => "score none\n".to_owned(),
        Fact::Score(Some(told)) => details("score", told),
        Fact::Iteration(told) => details("info", told),
        Fact::Options(settings) => {
            let mut text = "options".to_owned();
            for Setting { name, value, range } in settings {
                // Writing to a string cannot fail.
                let _ = write!(text, " {name} {value} {range}");
            }
            text + "\n"
        }
        Fact::Pong(text) if text.is_empty() => "pong\n".to_owned(),
        Fact::Pong(text) => format!("pong {text}\n"),
        Fact::Help(examples) => help(examples),
        Fact::Error(complaint) => format!("error {complaint}\n"),
    }
}

fn details(verb: &str, told: &Told) -> String {
    let sign = if told.score < 0 { '-' } else { '+' };
    let score = told.score.unsigned_abs();
    let certainty = match told.certainty {
        Certainty::Estimate => "estimate",
        Certainty::Outcome => "outcome",
        Certainty::Exact => "exact",
    };
    let mut text = if verb == "score" {
        String::new()
    } else {
        format!("{verb} ")
    };
    let _ = write!(
        text,
        "score {sign}{}.{:02} depth {} confidence {} certainty {certainty} nodes {} time {} pv",
        score / 100,
        score % 100,
        told.depth,
        told.confidence,
        told.nodes,
        told.elapsed.as_millis(),
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

    #[test]
    fn details_of_a_search() {
        let told = Told {
            rank: 1,
            depth: 14,
            confidence: 95,
            score: -5,
            certainty: Certainty::Outcome,
            nodes: 12,
            elapsed: Duration::from_micros(3_900),
            line: vec!["f5".to_owned(), "pass".to_owned()],
        };
        let rest = "-0.05 depth 14 confidence 95 certainty outcome nodes 12 time 3 pv f5 pass\n";
        assert_eq!(
            format(&Fact::Score(Some(told.clone()))),
            format!("score {rest}")
        );
        assert_eq!(format(&Fact::Iteration(told)), format!("info score {rest}"));
    }

    #[test]
    fn nothing_to_tell() {
        assert_eq!(format(&Fact::Score(None)), "score none\n");
        assert_eq!(format(&Fact::Result(None)), "result none\n");
        assert_eq!(format(&Fact::Legal(Vec::new())), "legal none\n");
        assert_eq!(format(&Fact::Pong(String::new())), "pong\n");
    }
}
