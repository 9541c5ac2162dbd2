//! Lines of problem files: `board side; move:score; move:score; …` (OBF), `board side; score`, or only `board side`.
//! Scores are in discs for the side to move, empties to the winner.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag};
use nom::character::complete::{char, i32 as number, space0};
use nom::combinator::{all_consuming, map, opt};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use super::moves::Move;
use super::notation::read_move;
use super::position::{Othello, Position};
use crate::base::snippet::Snippet;
use crate::game::text::content;
use crate::game::{Game, PositionTextError};

/// One line of a problem file. All listed moves are legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// The scores of the listed moves, in discs, as the file orders them.
    pub moves: Vec<(Move, i32)>,
    /// The score of the position, in discs: given, or the best of the listed moves.
    pub score: Option<i32>,
}

enum Field {
    Move(Move, i32),
    Padding,
    Score(i32),
}

fn signed(input: &[u8]) -> IResult<&[u8], i32> {
    preceded(opt(char('+')), number).parse(input)
}

fn field(input: &[u8]) -> IResult<&[u8], Field> {
    let name = nom::combinator::map_opt(is_not(":; \t"), read_move);
    let listed = map(separated_pair(name, char(':'), signed), |(mv, score)| {
        Field::Move(mv, score)
    });
    // Some files fill up with an impossible score: `--:-127`.
    let padding = map(terminated(tag("--:-127"), space0), |_| Field::Padding);
    alt((padding, listed, map(signed, Field::Score))).parse(input)
}

/// No game ends with more than 64 discs' difference.
fn in_range(score: i32) -> Result<i32, PositionTextError> {
    if (-64..=64).contains(&score) {
        Ok(score)
    } else {
        Err(PositionTextError::new(
            "scores from -64 to 64",
            score.to_string(),
        ))
    }
}

impl Problem {
    /// Reads one line; a `%` starts a comment. None for a line without a position: blank, or only a comment.
    pub fn read(line: &[u8]) -> Result<Option<Self>, PositionTextError> {
        let line = content(line);
        if line.is_empty() {
            return Ok(None);
        }
        let split = line
            .iter()
            .position(|&byte| byte == b';')
            .unwrap_or(line.len());
        let (board, fields) = line.split_at(split);
        let position = Othello::read_position(board)?;
        let separated = many0(alt((
            map(delimited(space0, char(';'), space0), |_| Field::Padding),
            terminated(field, space0),
        )));
        let (_, fields) =
            all_consuming(separated)
                .parse(fields)
                .map_err(|_| PositionTextError {
                    expected: "`; move:score` or `; score` after the board",
                    seen: format!("`{}`", Snippet::new(fields)),
                })?;
        let mut moves = Vec::new();
        let mut score = None;
        for field in fields {
            match field {
                Field::Move(mv, value) => {
                    Othello::play(&position, mv).map_err(|error| PositionTextError {
                        expected: "legal moves in the list",
                        seen: error.to_string(),
                    })?;
                    moves.push((mv, in_range(value)?));
                }
                Field::Score(value) => score = Some(in_range(value)?),
                Field::Padding => {}
            }
        }
        let score = score.or_else(|| moves.iter().map(|&(_, value)| value).max());
        Ok(Some(Self {
            position,
            moves,
            score,
        }))
    }
}
