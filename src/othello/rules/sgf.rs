//! Games in the Smart Game Format, `FF[4]` with `GM[2]`.
//!
//! Programs do not agree on points: Quarry writes two letters, column and row from the top, Edax a letter and a digit;
//! both are read here. Nor do they agree on passes, which are therefore skipped. Files of another game are refused, even
//! Go files that hold a game of Othello: their rows are counted from the bottom.

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::character::complete::{anychar, char, multispace0, none_of, one_of};
use nom::combinator::{all_consuming, map, recognize, value};
use nom::multi::{many0_count, many1};
use nom::sequence::{delimited, pair, preceded};
use nom::{IResult, Parser};

use super::board::Board;
use super::moves::Move;
use super::position::Position;
use crate::base::mark::unmarked;
use crate::base::snippet::Snippet;
use crate::game::{PositionTextError, Side, WrittenGame};

type Parsed<'a, T> = IResult<&'a [u8], T>;

/// A name with its values.
struct Property<'a> {
    name: String,
    values: Vec<&'a [u8]>,
}

/// What the main line consists of.
enum Piece<'a> {
    /// The beginning of a node, or of a variation: the first one is the main line.
    Structure,
    /// The end of the first variation, and with it of the main line.
    End,
    Property(Property<'a>),
}

fn bad(expected: &'static str, seen: impl Into<String>) -> PositionTextError {
    PositionTextError {
        expected,
        seen: seen.into(),
    }
}

fn quote(text: &[u8]) -> String {
    format!("`{}`", Snippet::new(text))
}

/// What stands between the brackets.
fn text(input: &[u8]) -> Parsed<'_, &[u8]> {
    let escaped = value((), preceded(char('\\'), anychar));
    recognize(many0_count(alt((escaped, value((), none_of("\\]")))))).parse(input)
}

fn property(input: &[u8]) -> Parsed<'_, Property<'_>> {
    let letters = take_while1(|byte: u8| byte.is_ascii_alphabetic());
    let values = many1(preceded(multispace0, delimited(char('['), text, char(']'))));
    map(pair(letters, values), |(name, values): (&[u8], _)| {
        Property {
            // Older versions of the format spell `Black` what is now `B`.
            name: name
                .iter()
                .filter(|byte| byte.is_ascii_uppercase())
                .map(|&byte| char::from(byte))
                .collect(),
            values,
        }
    })
    .parse(input)
}

fn piece(input: &[u8]) -> Parsed<'_, Piece<'_>> {
    let structure = value((), one_of(";("));
    let piece = alt((
        map(structure, |()| Piece::Structure),
        map(char(')'), |_| Piece::End),
        map(property, Piece::Property),
    ));
    preceded(multispace0, piece).parse(input)
}

/// A square in either form.
fn point(input: &[u8]) -> Parsed<'_, Move> {
    let place = |letter: char| letter as usize - 'a' as usize;
    let column = map(one_of("abcdefghABCDEFGH"), move |letter| {
        place(letter.to_ascii_lowercase())
    });
    let row = alt((
        map(one_of("abcdefgh"), place),
        map(one_of("12345678"), |digit| digit as usize - '1' as usize),
    ));
    map(pair(column, row), |(column, row)| {
        Move::on(row * 8 + column)
    })
    .parse(input)
}

fn pass(input: &[u8]) -> Parsed<'_, Move> {
    let forms = alt((
        tag_no_case("pass"),
        tag_no_case("pa"),
        tag_no_case("tt"),
        tag_no_case("--"),
    ));
    value(Move::PASS, forms).parse(input)
}

fn read_point(text: &[u8]) -> Result<Move, PositionTextError> {
    let read = all_consuming(delimited(multispace0, alt((point, pass)), multispace0)).parse(text);
    match read {
        Ok((_, mv)) => Ok(mv),
        Err(_) if text.trim_ascii().is_empty() => Ok(Move::PASS),
        Err(_) => Err(bad("a point such as `cd` or `c4`", quote(text))),
    }
}

/// The main line as it comes together.
struct Reading {
    black: u64,
    white: u64,
    /// The side to move as the file has it.
    side: Option<Side>,
    is_othello: bool,
    moves: Vec<(Side, Move)>,
}

impl Reading {
    fn property(&mut self, property: &Property<'_>) -> Result<(), PositionTextError> {
        let first = property.values.first().copied().unwrap_or_default();
        match property.name.as_str() {
            "GM" if first.trim_ascii() == b"2" => self.is_othello = true,
            "GM" => return Err(bad("a game of Othello, GM[2]", quote(first))),
            "SZ" if first.trim_ascii() != b"8" => {
                return Err(bad("a board of size 8", quote(first)));
            }
            "AB" | "AW" | "AE" => self.set_up(property)?,
            "PL" if self.moves.is_empty() => {
                self.side = match first.trim_ascii().first() {
                    Some(b'B' | b'b' | b'1') => Some(Side::First),
                    Some(b'W' | b'w' | b'2') => Some(Side::Second),
                    _ => return Err(bad("PL[B] or PL[W]", quote(first))),
                };
            }
            "B" | "W" => {
                let side = if property.name == "B" {
                    Side::First
                } else {
                    Side::Second
                };
                let mv = read_point(first)?;
                if mv != Move::PASS {
                    self.moves.push((side, mv));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Puts discs on the board or takes them off. What is not mentioned stays as at the start of a game.
    fn set_up(&mut self, property: &Property<'_>) -> Result<(), PositionTextError> {
        if !self.moves.is_empty() {
            return Err(bad(
                "discs set up only before the first move",
                quote(property.name.as_bytes()),
            ));
        }
        for text in &property.values {
            let Some(square) = read_point(text)?.square() else {
                return Err(bad("a point such as `cd` or `c4`", quote(text)));
            };
            let disc = 1 << square;
            self.black &= !disc;
            self.white &= !disc;
            match property.name.as_str() {
                "AB" => self.black |= disc,
                "AW" => self.white |= disc,
                _ => {}
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<WrittenGame<Position, Move>, PositionTextError> {
        if !self.is_othello {
            return Err(bad("a game of Othello, GM[2]", "no GM"));
        }
        if self.black | self.white == 0 {
            return Err(bad("at least one disc on the board", "an empty board"));
        }
        let is_start = (self.black, self.white) == Position::START.colours();
        let mover = self.moves.first().map(|&(side, _)| side);
        // Without a word about it black begins, or in a position set up whoever does.
        let begins = mover.filter(|_| !is_start).unwrap_or(Side::First);
        let side = self.side.unwrap_or(begins);
        let (mover, other) = match side {
            Side::First => (self.black, self.white),
            Side::Second => (self.white, self.black),
        };
        let board = Board { mover, other };
        Ok(WrittenGame {
            start: Position { board, side },
            moves: self.moves,
        })
    }
}

/// Reads the main line of the first game in `text`.
pub fn read(text: &[u8]) -> Result<WrittenGame<Position, Move>, PositionTextError> {
    let mut rest = unmarked(text).trim_ascii();
    if !rest.starts_with(b"(") {
        return Err(bad("a game that begins with `(;`", quote(rest)));
    }
    let (black, white) = Position::START.colours();
    let mut reading = Reading {
        black,
        white,
        side: None,
        is_othello: false,
        moves: Vec::new(),
    };
    loop {
        match piece(rest) {
            Ok((_, Piece::End)) => return reading.finish(),
            Ok((after, Piece::Structure)) => rest = after,
            Ok((after, Piece::Property(property))) => {
                reading.property(&property)?;
                rest = after;
            }
            Err(_) => {
                let seen = match rest.trim_ascii() {
                    b"" => "the end".to_owned(),
                    rest => quote(rest),
                };
                return Err(bad("a property such as `B[cd]`, `;` or `)`", seen));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> String {
        let game = read(text.as_bytes()).unwrap();
        game.moves.iter().map(|(_, mv)| mv.to_string()).collect()
    }

    fn error(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn both_forms_of_points_and_every_form_of_pass() {
        let quarry =
            "(;GM[2]FF[4]\nCA[UTF-8]\nAP[Quarry:0.2.0]\nSZ[8]\nRE[Void]\n;B[cd];W[cc];B[dc]\n)";
        assert_eq!(moves(quarry), "c4c3d3");
        assert_eq!(moves("(;GM[2];B[c4];W[PA];B[];W[tt];W[C3])"), "c4c3");
        assert_eq!(read(quarry.as_bytes()).unwrap().start, Position::START);
    }

    #[test]
    fn the_main_line_only() {
        assert_eq!(
            moves("(;GM[2]C[a \\] ;B[c4\\\\](;B[f5](;W[d6])(;W[f4]))(;B[d3]))"),
            "f5d6"
        );
    }

    #[test]
    fn a_position_set_up() {
        let game = read(b"(;GM[2]AB[e4][d5][cd]AW[d4][e5]AE[e5]PL[W];W[c3])").unwrap();
        assert_eq!(game.start.side, Side::Second);
        assert_eq!(
            game.start.cells(),
            "--------------------------XOX------X----------------------------"
        );
        // Nobody says who is to move: whoever does.
        let game = read(b"(;GM[2]AB[cd];W[c3])").unwrap();
        assert_eq!(game.start.side, Side::Second);
    }

    #[test]
    fn what_is_no_game_of_othello() {
        for (text, expected) in [
            ("", "a game that begins with `(;`"),
            ("(;B[cd])", "a game of Othello, GM[2], found no GM"),
            ("(;GM[1];B[cd])", "a game of Othello, GM[2], found `1`"),
            ("(;GM[2]SZ[10])", "a board of size 8"),
            ("(;GM[2];B[zz])", "a point such as `cd` or `c4`, found `zz`"),
            ("(;GM[2];B[cd", "a property such as"),
            ("(;GM[2];B[cd]", "found the end"),
            ("(;GM[2];B[cd]AB[aa])", "only before the first move"),
            ("(;GM[2]AE[dd][ed][de][ee])", "at least one disc"),
            ("(;GM[2]PL[x])", "PL[B] or PL[W]"),
        ] {
            let error = error(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
