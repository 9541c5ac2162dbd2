//! Games as the workshop stores them: 20 to 24 bytes each.
//!
//! A file begins with the eight bytes `BSGAMES1`. A record has four bytes (the number of moves; the first move after which the score holds; the
//! score for black in discs, signed; the number of bytes that follow) and the moves: each is its rank among the legal moves
//! in the order of squares, all of them one number in mixed radix, little endian, the first move lowest. Forced passes are
//! not written. The score is that of the position after the last move under best play, empties to the winner.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use rand_core::Rng;

use crate::base::chance::below;
use crate::othello::rules::board::Board;
use crate::othello::rules::moves::Squares;

/// First bytes of a file of games.
const MAGIC: &[u8; 8] = b"BSGAMES1";
/// Words of the number that the moves make: no game needs more than 300 bits.
const WORDS: usize = 6;

/// One of so many games is held out of a fit, unless another number is said.
pub const HOLDOUT: u32 = 50;
/// Games with so many moves in common are held out together or not at all.
const BEGINNING: usize = 20;

/// One game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Game {
    /// Squares, a1 = 0, b1 = 1; passes left out.
    pub moves: Vec<u8>,
    /// How many moves were made before the first position that the score speaks of; those are often drawn by lot.
    pub from: u8,
    /// Score for black, in discs.
    pub score: i8,
}

/// A position of a game and whether black is to move.
pub type Seen = (Board, bool);

/// The position after one more move, forced passes made; the game may be over then.
pub fn play((board, black): Seen, square: usize) -> Seen {
    let child = board.play(square);
    if child.moves() == 0 && child.pass().moves() != 0 {
        (child.pass(), black)
    } else {
        (child, !black)
    }
}

/// One of the legal moves, each as likely.
pub fn lot(board: Board, random: &mut impl Rng) -> usize {
    let moves = board.moves();
    let rank = below(random, u64::from(moves.count_ones()));
    Squares(moves).nth(rank as usize).unwrap_or_default()
}

/// Makes a move and notes it.
pub fn step(seen: &mut Seen, moves: &mut Vec<u8>, square: usize) {
    moves.push(square as u8);
    *seen = play(*seen, square);
}

impl Game {
    /// The positions that the score speaks of, from the first on, that after the last move included; none if a move is not
    /// legal.
    pub fn positions(&self) -> Option<Vec<Seen>> {
        let mut seen = (Board::START, true);
        let mut positions = Vec::with_capacity(self.moves.len() + 1);
        positions.push(seen);
        for &square in &self.moves {
            if seen.0.moves() >> square & 1 == 0 {
                return None;
            }
            seen = play(seen, usize::from(square));
            positions.push(seen);
        }
        Some(positions.split_off(usize::from(self.from).min(self.moves.len())))
    }

    /// Whether it is the one of so many that is not learned from.
    pub fn held_out(&self, one_of: u32) -> bool {
        let beginning = &self.moves[..self.moves.len().min(BEGINNING)];
        crc32fast::hash(beginning).is_multiple_of(one_of)
    }

    /// The score as the side to move sees it.
    pub fn score_for(&self, black: bool) -> i8 {
        if black { self.score } else { -self.score }
    }

    fn encode(&self) -> anyhow::Result<Vec<u8>> {
        let mut digits = Vec::with_capacity(self.moves.len());
        let mut seen = (Board::START, true);
        for &square in &self.moves {
            let moves = seen.0.moves();
            ensure!(moves >> square & 1 == 1, "an illegal move");
            let rank = (moves & ((1 << square) - 1)).count_ones();
            digits.push((rank, moves.count_ones()));
            seen = play(seen, usize::from(square));
        }
        let mut number = [0u64; WORDS];
        for &(rank, radix) in digits.iter().rev() {
            let mut carry = u128::from(rank);
            for word in &mut number {
                carry += u128::from(*word) * u128::from(radix);
                *word = carry as u64;
                carry >>= 64;
            }
            ensure!(carry == 0, "a game of too many choices");
        }
        let bytes: Vec<u8> = number.iter().flat_map(|word| word.to_le_bytes()).collect();
        let length = bytes
            .iter()
            .rposition(|&byte| byte != 0)
            .map_or(0, |last| last + 1);
        let mut record = vec![
            u8::try_from(self.moves.len())?,
            self.from,
            self.score.cast_unsigned(),
            u8::try_from(length)?,
        ];
        record.extend_from_slice(&bytes[..length]);
        Ok(record)
    }

    fn decode(head: [u8; 4], bytes: &[u8]) -> Option<Self> {
        let mut number = [0u64; WORDS];
        for (place, &byte) in bytes.iter().enumerate() {
            *number.get_mut(place / 8)? |= u64::from(byte) << (place % 8 * 8);
        }
        let mut moves = Vec::with_capacity(usize::from(head[0]));
        let mut seen = (Board::START, true);
        for _ in 0..head[0] {
            let legal = seen.0.moves();
            let radix = legal.count_ones();
            if radix == 0 {
                return None;
            }
            let mut rest = 0u128;
            for word in number.iter_mut().rev() {
                let value = rest << 64 | u128::from(*word);
                *word = (value / u128::from(radix)) as u64;
                rest = value % u128::from(radix);
            }
            let square = Squares(legal).nth(rest as usize)?;
            moves.push(square as u8);
            seen = play(seen, square);
        }
        Some(Self {
            moves,
            from: head[1],
            score: head[2].cast_signed(),
        })
    }
}

/// Writes games to a file, from its end on if it is there.
pub struct Writer {
    file: BufWriter<File>,
    path: PathBuf,
}

impl Writer {
    /// Opens the file; a record that was broken off at its end is cut away. Says how many games there are already.
    pub fn open(path: &Path) -> anyhow::Result<(Self, usize)> {
        let name = || format!("cannot write {}", path.display());
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .with_context(name)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(name)?;
        let (mut end, mut games) = (0, 0);
        if bytes.starts_with(MAGIC) {
            end = MAGIC.len();
            while let Some(length) = record_length(&bytes[end..]) {
                end += length;
                games += 1;
            }
        } else if !bytes.is_empty() {
            bail!("{} is no file of games", path.display());
        }
        file.set_len(end as u64).with_context(name)?;
        let mut writer = Self {
            file: BufWriter::new(File::options().append(true).open(path)?),
            path: path.to_owned(),
        };
        if end == 0 {
            writer.file.write_all(MAGIC).with_context(name)?;
            writer.flush()?;
        }
        Ok((writer, games))
    }

    /// Cuts away what follows so many games; nothing may have been written yet.
    pub fn keep(&mut self, games: usize) -> anyhow::Result<()> {
        let bytes = fs::read(&self.path).context("cannot read games")?;
        let mut end = MAGIC.len();
        for _ in 0..games {
            end += record_length(&bytes[end..]).unwrap_or_default();
        }
        self.file
            .get_ref()
            .set_len(end as u64)
            .context("cannot cut games off")
    }

    /// Appends a game.
    pub fn write(&mut self, game: &Game) -> anyhow::Result<()> {
        self.file
            .write_all(&game.encode()?)
            .context("cannot write a game")
    }

    /// Makes sure that what was written is in the file.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        self.file.flush().context("cannot write games")
    }
}

/// The length of the whole record at the beginning of some bytes, if it is there.
fn record_length(bytes: &[u8]) -> Option<usize> {
    let length = 4 + usize::from(*bytes.get(3)?);
    (bytes.len() >= length).then_some(length)
}

/// All games of a file; a record broken off at its end is left out.
pub fn read(path: &Path) -> anyhow::Result<Vec<Game>> {
    let name = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    BufReader::new(File::open(path).with_context(name)?)
        .read_to_end(&mut bytes)
        .with_context(name)?;
    let Some(mut rest) = bytes.strip_prefix(MAGIC) else {
        bail!(
            "{}: expected a file of games, which begins with BSGAMES1",
            path.display()
        );
    };
    let mut games = Vec::new();
    while let Some(length) = record_length(rest) {
        let (record, after) = rest.split_at(length);
        let (head, moves) = record.split_at(4);
        let head = head.try_into().unwrap_or_default();
        games.push(Game::decode(head, moves).with_context(|| {
            format!(
                "{}: game {} has a move that is not there",
                path.display(),
                games.len() + 1
            )
        })?);
        rest = after;
    }
    Ok(games)
}
