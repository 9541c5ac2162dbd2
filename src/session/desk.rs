//! The session as a dialect sees it: the game's types are hidden, moves and positions are text.

use std::time::Duration;

use super::options::{OptionError, Setting};
use super::worker::Posted;
use crate::base::clock::Clock;
use crate::game::player::{Goal, Report};
use crate::game::written::Clocks;
use crate::game::{
    Cell, Examples, IllegalMove, MoveTextError, Outcome, PositionTextError, Side, Spelling,
};
use crate::search::limits::Limits;

/// A request to think.
#[derive(Debug, Clone)]
pub struct Request {
    /// What may be spent.
    pub limits: Limits,
    /// What counts; none leaves it to the option `goal`.
    pub goal: Option<Goal>,
    /// The clock that the limits speak of.
    pub clock: Clock,
    /// That clock's reading when the request came in.
    pub started: Duration,
    /// How many of the best moves are wanted with their scores; 1 to choose a move.
    pub lines: usize,
    /// Whether a move is wanted at the level that is set; else the position is judged as well as can be.
    pub at_level: bool,
}

/// Something happened to the search in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// An iteration is finished; [`Desk::report`] has the details.
    Iteration {
        /// Of which line: 1 for the best move, 2 for the second best where several lines are wanted.
        rank: usize,
    },
    /// The search is over; [`Desk::chosen`] has the move.
    Decided,
}

/// What a search found, its moves as text.
pub type Told = Report<String>;

/// Why the session does not do what it is asked. Nothing has changed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A search is running.
    #[error("not while thinking")]
    Thinking,
    /// There is nothing to think about.
    #[error("nothing to think about: the game is over")]
    Over,
    /// More moves to take back than there are.
    #[error("cannot take back {asked}: moves played so far: {played}")]
    Undo {
        /// How many were to be taken back.
        asked: usize,
        /// How many there are.
        played: usize,
    },
    /// The game begins always in the same way.
    #[error("nothing can be prepared in this game: expected no numbers")]
    Unprepared,
    /// The text is not a move.
    #[error(transparent)]
    NotAMove(#[from] MoveTextError),
    /// The move is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The text is not a position, or not a game.
    #[error(transparent)]
    Position(#[from] PositionTextError),
    /// The other side is to move, and can.
    #[error("it is not the turn of {side}")]
    Turn {
        /// Who was to move.
        side: &'static str,
    },
    /// No such option, or no such value.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// One sitting at one table.
pub trait Desk {
    /// Goes to the start position and lets the player forget earlier games.
    fn new_game(&mut self) -> Result<(), Refusal>;
    /// Goes to the start position; the player keeps what it knows.
    fn set_start(&mut self) -> Result<(), Refusal>;
    /// Goes to a position with its side to move.
    fn set_position(&mut self, text: &[u8]) -> Result<(), Refusal>;
    /// Goes to the end of a game given by its moves from the start.
    fn set_moves(&mut self, text: &[u8]) -> Result<(), Refusal>;
    /// Goes to the end of a game in the game's own file format; what its clocks show then.
    fn set_game(&mut self, text: &[u8]) -> Result<Clocks, Refusal>;
    /// Goes to a position as programs made for chess write it.
    fn set_fen(&mut self, text: &[u8], spelling: Spelling) -> Result<(), Refusal>;
    /// Goes to the start of a game that its host has prepared by these numbers; without any, to the start position.
    fn prepare(&mut self, numbers: &[i64]) -> Result<(), Refusal>;
    /// A host that tells nothing but moves says that we begin: [`guest::begin`](crate::game::guest::begin).
    fn begin(&mut self) -> Result<(), Refusal>;
    /// A host that tells nothing but moves says what the opponent played: [`guest::hear`](crate::game::guest::hear). Whether
    /// a reply is due.
    fn hear(&mut self, text: &[u8]) -> Result<bool, Refusal>;
    /// Plays a move for the side to move.
    fn play(&mut self, text: &[u8]) -> Result<(), Refusal>;
    /// Plays a move that is a word in this very spelling.
    fn play_word(&mut self, text: &[u8], spelling: Spelling) -> Result<(), Refusal>;
    /// Takes the last moves back.
    fn undo(&mut self, count: usize) -> Result<(), Refusal>;
    /// Plays a move for `side`. If the other side is to move but must pass, the pass is made first. Says how many moves
    /// to take back for undoing all of it.
    fn play_for(&mut self, side: Side, text: &[u8]) -> Result<usize, Refusal>;
    /// Makes `side` the one to move, by a pass or against the rules. Says how many moves to take back for undoing it.
    fn turn_to(&mut self, side: Side) -> Result<usize, Refusal>;
    /// Goes to a game in the Smart Game Format, to its end or to the position before its move number `before`, counted
    /// from 1. Passes are not counted, and made where they are missing. Says for each move how many to take back for
    /// undoing it.
    fn load_sgf(&mut self, text: &[u8], before: Option<usize>) -> Result<Vec<usize>, Refusal>;

    /// Begins to think about the position at hand. The answer comes as [`News`]; it moves nothing.
    fn go(&mut self, request: Request) -> Result<(), Refusal>;
    /// Asks the search in hand to come to its end; its answer still arrives as [`News`].
    fn stop(&mut self);
    /// Whether the search in hand, or the last one, was asked to end before its limits.
    fn is_stopped(&self) -> bool;
    /// Ends the search in hand without waiting for the player; what it says later is dropped. False when idle.
    fn abandon(&mut self) -> bool;
    /// Takes a message of the worker. None if it belongs to an earlier search.
    fn receive(&mut self, posted: Posted) -> Option<News>;
    /// The request that is being thought about; none when idle.
    fn running(&self) -> Option<&Request>;
    /// The move of the last search that ended.
    fn chosen(&self, spelling: Spelling) -> Option<String>;
    /// What the last search, or the one in hand, has found of the best move (`rank` 1), or of a line after it.
    fn report(&self, rank: usize, spelling: Spelling) -> Option<Told>;

    /// The moves since the start of the game or since the position was set, passes included.
    fn moves(&self, spelling: Spelling) -> Vec<String>;
    /// The name of the game, in small letters.
    fn game(&self) -> &'static str;
    /// What a result counts; none if nothing counts but who has won.
    fn unit(&self) -> Option<&'static str>;
    /// What to type.
    fn examples(&self) -> Examples;
    /// Whether the game has files for [`Desk::set_game`] and [`Desk::load_sgf`].
    fn has_files(&self) -> bool;
    /// After how many plies from the position at hand the winner has won if this is the score of the side to move, and
    /// proven.
    fn plies_to_win(&self, score: i32) -> Option<u32>;
    /// Who is to move.
    fn side(&self) -> Side;
    /// Whether `side`, if it were to move, would have a move other than a pass.
    fn can_move(&self, side: Side) -> bool;
    /// What people call a side.
    fn side_name(&self, side: Side) -> &'static str;
    /// The legal moves: a single pass if that is forced, none when the game is over.
    fn legal(&self, spelling: Spelling) -> Vec<String>;
    /// The move that is forced because it is a pass.
    fn forced_pass(&self, spelling: Spelling) -> Option<String>;
    /// The result; none while the game goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The score of a finished game for the side to move, in the unit of [`Told::score`].
    fn final_score(&self) -> Option<i32>;
    /// The result as tournaments count it; none while the game goes on.
    fn tournament_outcome(&self) -> Option<Outcome>;
    /// What lies where, row by row as rows are numbered.
    fn rows(&self) -> Vec<Vec<Cell>>;
    /// The position on one line, as [`Desk::set_position`] takes it.
    fn position(&self) -> String;
    /// The position as [`Desk::set_fen`] takes it.
    fn fen(&self, spelling: Spelling) -> String;
    /// The names of the game among programs made for chess, each with its spelling; the first is the usual one.
    fn variants(&self) -> &'static [(&'static str, Spelling)];
    /// A picture of the position for people.
    fn picture(&self) -> Vec<String>;

    /// All options with their values.
    fn options(&self) -> Vec<Setting>;
    /// Sets an option.
    fn set_option(&mut self, name: &[u8], value: &[u8]) -> Result<(), Refusal>;
}
