//! Lines of solved sets: `set moves score`, `moves score`, `moves`, or a board with its side to move, which `; score` may
//! follow. Moves are columns from the start of a game, scores those of [`win_score`](super::position::win_score).

use nom::branch::alt;
use nom::bytes::complete::take_till;
use nom::character::complete::{alpha1, char, digit1, i32 as number, space0, space1};
use nom::combinator::{all_consuming, eof, opt, peek, recognize};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};

use super::position::{Connect4, Position};
use super::size::Size;
use crate::game::record::Record;
use crate::game::text::content;
use crate::game::{Game as _, PositionTextError};

/// One line of a solved set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved<S: Size> {
    /// The position.
    pub position: Position<S>,
    /// Its score for the side to move, if the line has one.
    pub score: Option<i32>,
}

type Parsed<'a, T> = IResult<&'a [u8], T>;

/// The name of a set with the blanks after it: letters first, then anything but blanks.
fn name(input: &[u8]) -> Parsed<'_, &[u8]> {
    let word = recognize(pair(
        alpha1,
        take_till(|byte: u8| byte.is_ascii_whitespace()),
    ));
    terminated(word, pair(space1, peek(digit1))).parse(input)
}

/// The moves, with the name of the set before them; they end with the line or a blank.
fn game(input: &[u8]) -> Parsed<'_, &[u8]> {
    let end = alt((space1, eof));
    preceded(opt(name), terminated(digit1, end)).parse(input)
}

fn signed(input: &[u8]) -> Parsed<'_, i32> {
    preceded(opt(char('+')), number).parse(input)
}

impl<S: Size> Solved<S> {
    /// Reads one line; a `%` starts a comment. None for a line without a position: blank, or only a comment.
    pub fn read(line: &[u8]) -> Result<Option<Self>, PositionTextError> {
        let line = content(line);
        if line.is_empty() {
            return Ok(None);
        }
        let (position, score) = if let Ok((score, moves)) = game(line) {
            (*Record::<Connect4<S>>::read(moves)?.position(), score)
        } else {
            let end = line.iter().position(|&byte| byte == b';');
            let (board, score) = line.split_at(end.unwrap_or(line.len()));
            let score = score.strip_prefix(b";").unwrap_or_default();
            (Connect4::<S>::read_position(board)?, score)
        };
        Ok(Some(Self {
            position,
            score: Self::read_score(score)?,
        }))
    }

    /// Scores count discs of one side, which fill half the board at most.
    fn read_score(text: &[u8]) -> Result<Option<i32>, PositionTextError> {
        let score = delimited(space0, opt(signed), space0);
        let parsed: Parsed<'_, Option<i32>> = all_consuming(score).parse(text);
        let most = (S::CELLS / 2).cast_signed();
        match parsed {
            Ok((_, score)) if score.is_none_or(|score| score.abs() <= most) => Ok(score),
            _ => Err(PositionTextError::at(
                "a score in discs or nothing after the position",
                text,
            )),
        }
    }
}
