//! Games as they are kept: a file of records one after the other, some sixty bytes each.
//!
//! A record is the number of neutral discs, the number of moves, the result, the columns of the neutral discs, and a byte for
//! each move: the column, and above it what the search thought of it.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};

/// A game, cut where the search had proved its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Game {
    /// The columns of the neutral discs in order.
    pub(super) neutral: Vec<u8>,
    /// The moves from red's first.
    pub(super) moves: Vec<Played>,
    /// Points of red: 0, 1 for a draw, 2.
    pub(super) result: u8,
}

/// A move and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) column: u8,
    /// The mover's chance in fourteenths, plus one; 0 if the move was drawn by lot.
    pub(super) chance: u8,
}

/// The highest of the classes of chances.
const CLASSES: f64 = 14.0;

impl Played {
    /// The move that a search chose, which gave the mover such a chance.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a chance lies between 0 and 1"
    )]
    pub(super) fn chosen(column: u8, chance: f64) -> Self {
        let class = (chance.clamp(0.0, 1.0) * CLASSES).round() as u8;
        Self {
            column,
            chance: class + 1,
        }
    }

    /// The mover's chance, if a search gave one.
    pub(super) fn chance(self) -> Option<f64> {
        let class = self.chance.checked_sub(1)?;
        Some(f64::from(class) / CLASSES)
    }
}

impl Game {
    fn write(&self, to: &mut Vec<u8>) {
        let byte = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
        to.extend([
            byte(self.neutral.len()),
            byte(self.moves.len()),
            self.result,
        ]);
        to.extend(&self.neutral);
        to.extend(self.moves.iter().map(|at| at.column | at.chance << 4));
    }

    /// The record at the beginning of `bytes` and its length; nothing if it is not all there.
    fn read(bytes: &[u8]) -> anyhow::Result<Option<(Self, usize)>> {
        let Some((&[neutral, moves, result], rest)) = bytes.split_first_chunk() else {
            return Ok(None);
        };
        let (neutral, moves) = (usize::from(neutral), usize::from(moves));
        ensure!(
            neutral <= 6 && moves <= 150 && result <= 2,
            "expected up to 6 neutral discs, 150 moves and a result of 0 to 2, found {neutral}, {moves} and {result}"
        );
        let (Some(columns), Some(played)) =
            (rest.get(..neutral), rest.get(neutral..neutral + moves))
        else {
            return Ok(None);
        };
        let column = |byte: u8| byte & 15;
        ensure!(
            columns.iter().all(|&at| at < 10) && played.iter().all(|&byte| column(byte) < 10),
            "expected columns of 0 to 9"
        );
        let mut discs = [0; 10];
        for at in columns
            .iter()
            .copied()
            .chain(played.iter().map(|&byte| column(byte)))
        {
            discs[usize::from(at)] += 1;
        }
        ensure!(
            discs.iter().all(|&discs| discs <= 15),
            "expected up to 15 discs in each column, found {discs:?}"
        );
        let game = Self {
            neutral: columns.to_vec(),
            moves: played
                .iter()
                .map(|&byte| Played {
                    column: column(byte),
                    chance: byte >> 4,
                })
                .collect(),
            result,
        };
        Ok(Some((game, 3 + neutral + moves)))
    }
}

/// Where the games of a name lie.
pub(super) fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.games"))
}

/// All games of a file, and their records. What was broken off at the end is left out.
pub(super) fn read(path: &Path) -> anyhow::Result<(Vec<Game>, Vec<u8>)> {
    let mut bytes =
        std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut games = Vec::new();
    let mut at = 0;
    while let Some((game, length)) = Game::read(&bytes[at..])
        .with_context(|| format!("{}: record at byte {at}", path.display()))?
    {
        games.push(game);
        at += length;
    }
    bytes.truncate(at);
    Ok((games, bytes))
}

/// A file that grows by whole batches of games.
pub(super) struct Store {
    file: File,
    path: PathBuf,
}

impl Store {
    /// Opens the file or makes it, without a record that was broken off; how many games it has.
    pub(super) fn open(path: &Path) -> anyhow::Result<(Self, u64)> {
        let (count, length) = if path.exists() {
            let (games, records) = read(path)?;
            (games.len() as u64, records.len() as u64)
        } else {
            (0, 0)
        };
        let cannot = || format!("cannot write {}", path.display());
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(cannot)?;
        file.set_len(length).with_context(cannot)?;
        let path = path.to_owned();
        Ok((Self { file, path }, count))
    }

    /// Adds games.
    pub(super) fn append(&mut self, games: &[Game]) -> anyhow::Result<()> {
        let mut bytes = Vec::new();
        for game in games {
            game.write(&mut bytes);
        }
        self.file
            .write_all(&bytes)
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: u8) -> Game {
        Game {
            neutral: vec![3, 9],
            moves: (0..moves)
                .map(|at| Played {
                    column: at % 10,
                    chance: at % 16,
                })
                .collect(),
            result: moves % 3,
        }
    }

    #[test]
    fn goes_on_behind_the_last_whole_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = path(folder.path(), "some");
        let (mut store, count) = Store::open(&path).unwrap();
        assert_eq!(count, 0);
        store.append(&[game(40), game(7)]).unwrap();
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        let (mut store, count) = Store::open(&path).unwrap();
        assert_eq!(count, 1);
        store.append(&[game(8)]).unwrap();
        let (games, records) = read(&path).unwrap();
        assert_eq!(games, [game(40), game(8)]);
        assert_eq!(records, std::fs::read(&path).unwrap());
    }

    #[test]
    fn says_what_is_wrong() {
        for bytes in [[7, 0, 0], [0, 151, 0], [0, 0, 3]] {
            assert!(Game::read(&bytes).is_err());
        }
        assert!(Game::read(&[1, 0, 0, 10]).is_err());
        let full = [&[1, 15, 0, 3][..], &[3; 15]].concat();
        assert!(Game::read(&full).is_err());
        assert_eq!(Game::read(&[1, 2, 0, 9, 0]).unwrap(), None);
    }

    #[test]
    fn a_chance_is_kept_in_fourteenths() {
        for (chance, kept) in [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (0.97, 1.0)] {
            assert_eq!(Played::chosen(4, chance).chance(), Some(kept));
        }
        let drawn = Played {
            column: 4,
            chance: 0,
        };
        assert_eq!(drawn.chance(), None);
    }
}
