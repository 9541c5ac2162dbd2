//! Floor 2: a two-player game and whoever plays it, seen from outside the inner loop.
//!
//! Everything here is called once a move, so it is generic and may allocate. What runs a million times a second
//! lives in the games' own search and knows none of these traits.

pub mod conversation;
pub mod guest;
pub mod keeper;
pub mod level;
pub mod levelled;
pub mod player;
pub mod ranking;
pub mod record;
pub mod seat;
pub(crate) mod text;
pub mod written;

use std::fmt::Debug;

use self::written::Written;
use crate::base::snippet::Snippet;

/// Who moves: the side that began the game, or the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that moves first from the game's start (black in Othello).
    First,
    /// The side that moves second.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// What a cell of the board holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A disc of a side.
    Disc(Side),
    /// A disc of nobody, which only takes up room.
    Neutral,
}

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// What the first side has on the board, in the game's unit (discs).
    pub first: u32,
    /// What the second side has.
    pub second: u32,
}

impl Outcome {
    /// Who won; nobody in a draw.
    pub fn winner(self) -> Option<Side> {
        match self.first.cmp(&self.second) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// How moves are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// The field's usual notation, `f5` and `pass`.
    Square,
    /// The contest's pair of row and column from 0, `4 5` and `-1 -1`.
    Pair,
    /// Two characters each and capitals, `F5` and `PA`, as in game files.
    Capitals,
    /// That of programs made for chess: a disc dropped on a square, rows counted from below, `P@f4`. A pass moves a disc
    /// of one's own to where it stands, `c1c1`, so that writing it takes the position.
    Drop,
    /// The vertices of the Go Text Protocol, `F5` and `pass`.
    Vertex,
}

/// Why a text is not a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a move such as {expected}, found `{seen}`")]
pub struct MoveTextError {
    /// What was read.
    pub seen: Snippet,
    /// Examples of what would do.
    pub expected: &'static str,
}

/// Why a move cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("illegal move {mv}: the game is over")]
    Over {
        /// The move as the game spells it.
        mv: String,
    },
    /// A pass although there are moves.
    #[error("illegal pass: {side} has a legal move, such as {example}")]
    Pass {
        /// Who is to move.
        side: &'static str,
        /// One of the legal moves.
        example: String,
    },
    /// A move although the side has none.
    #[error("illegal move {mv}: {side} has no move and must pass")]
    MustPass {
        /// The move as the game spells it.
        mv: String,
        /// Who is to move.
        side: &'static str,
    },
    /// Anything else against the rules.
    #[error("illegal move {mv} for {side}: {why}")]
    Move {
        /// The move as the game spells it.
        mv: String,
        /// Who is to move.
        side: &'static str,
        /// What is wrong with it.
        why: &'static str,
    },
}

/// Why a text is not a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("bad position: expected {expected}, found {seen}")]
pub struct PositionTextError {
    /// What was expected at the point of the mistake.
    pub expected: &'static str,
    /// What stood there.
    pub seen: String,
}

/// A game as it stands in a file: whoever wrote it may have left passes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenGame<P, M> {
    /// Where it starts.
    pub start: P,
    /// The moves and who made them, without passes; nobody has looked whether they are legal.
    pub moves: Vec<(Side, M)>,
}

/// What to type in this game, for people who ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Examples {
    /// Moves in every form that is read.
    pub moves: &'static str,
    /// A move as contests write it.
    pub contest: &'static str,
    /// A game from its start.
    pub game: &'static str,
    /// What a position consists of.
    pub position: &'static str,
}

/// A two-player game of perfect information.
pub trait Game: Sized + Send + 'static {
    /// Everything needed to go on: the discs and the side to move.
    type Position: Clone + Eq + Debug + Send + 'static;
    /// A move, a pass included.
    type Move: Copy + Eq + Debug + Send + 'static;

    /// The game's name on the command line.
    const NAME: &'static str;
    /// The names under which programs made for chess know the game, each with its way of writing moves and positions; the
    /// first is the usual one.
    const VARIANTS: &'static [(&'static str, Spelling)];
    /// What a result counts, such as `discs`; none if nothing counts but who has won.
    const UNIT: Option<&'static str>;
    /// What to type.
    const EXAMPLES: Examples;
    /// Whether the field keeps its games in files, which [`Game::read_game`] and [`Game::read_sgf`] read.
    const HAS_FILES: bool;

    /// The position in which a game begins.
    fn start() -> Self::Position;
    /// Who is to move. In a finished game whoever would be.
    fn side(at: &Self::Position) -> Side;
    /// What people call a side, for example `black`.
    fn side_name(side: Side) -> &'static str;
    /// All legal moves in the order of squares: a single pass if that is forced, none in a finished game.
    fn legal_moves(at: &Self::Position) -> Vec<Self::Move>;
    /// Whether the move is a pass.
    fn is_pass(mv: Self::Move) -> bool;
    /// The position after a move.
    fn play(at: &Self::Position, mv: Self::Move) -> Result<Self::Position, IllegalMove>;
    /// The result, when the game is over.
    fn outcome(at: &Self::Position) -> Option<Outcome>;
    /// The score of a finished game for the side to move, in the unit of a player's reports (hundredths of a disc).
    fn final_score(at: &Self::Position) -> Option<i32>;
    /// The result as tournaments count it: what is left on the board goes to the winner.
    fn tournament_outcome(at: &Self::Position) -> Option<Outcome>;
    /// After how many plies the winner has won if this is the score for the side to move and proven; none if a score does
    /// not tell, or nobody wins.
    fn plies_to_win(at: &Self::Position, score: i32) -> Option<u32>;
    /// The same board with the other side to move, although the rules may not have it so, and the move that stands for
    /// this in a record. None if the game has no such thing.
    fn turn_over(at: &Self::Position) -> Option<(Self::Move, Self::Position)>;
    /// What lies where, row by row as rows are numbered: row 1 first, wherever people draw it.
    fn rows(at: &Self::Position) -> Vec<Vec<Cell>>;
    /// The start of a game that its host has prepared by these numbers. None if the game has no such thing.
    fn prepare(numbers: &[i64]) -> Option<Self::Position>;

    /// Reads a move in any spelling; whether it is legal is `play`'s business.
    fn read_move(text: &[u8]) -> Result<Self::Move, MoveTextError>;
    /// Writes a move.
    fn show_move(mv: Self::Move, spelling: Spelling) -> String;
    /// Reads a single word as a move in this very spelling, a pass in any form that programs made for chess have for it.
    fn read_word(text: &[u8], spelling: Spelling) -> Result<Self::Move, MoveTextError>;
    /// Writes a move that is made at a position, for spellings that look at it.
    fn show_move_at(at: &Self::Position, mv: Self::Move, spelling: Spelling) -> String;
    /// Reads a position as programs made for chess write it: row by row, runs of empty squares as numbers.
    fn read_fen(text: &[u8], spelling: Spelling) -> Result<Self::Position, PositionTextError>;
    /// Writes a position that way.
    fn show_fen(at: &Self::Position, spelling: Spelling) -> String;
    /// Reads a position with its side to move.
    fn read_position(text: &[u8]) -> Result<Self::Position, PositionTextError>;
    /// Writes a position on one line, as `read_position` takes it.
    fn show_position(at: &Self::Position) -> String;
    /// A picture of the position for people, one string a line.
    fn draw_position(at: &Self::Position) -> Vec<String>;
    /// Reads the moves of a game as they are written; whether they are legal is [`Record::read`](record::Record::read)'s
    /// business.
    fn read_moves(text: &[u8]) -> Result<Vec<Self::Move>, PositionTextError>;
    /// Reads a game with its start and its clocks, in the field's format for game files.
    fn read_game(text: &[u8]) -> Result<Written<Self>, PositionTextError>;
    /// Reads a game in the Smart Game Format.
    fn read_sgf(text: &[u8]) -> Result<WrittenGame<Self::Position, Self::Move>, PositionTextError>;
}
