//! Games of others, read into our own files.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::games::{Game, Seen, Writer, play};
use crate::othello::rules::board::Board;
use crate::othello::rules::notation::read_move;

/// Reads games of others into a file of ours; kinds are told by the name: `*.wtb` (WTHOR, ends at the position whose exact
/// score is stored), `*.gam` (Logistello's book), `*.bin` (bytes: random moves, moves, score, squares), `*.txt`
/// (`f5d6c3` a line); each may be packed (`.zst`).
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file of games to make
    #[arg(long)]
    out: PathBuf,
    /// Only the last position of each game counts, because only its score is exact
    #[arg(long)]
    last: bool,
    /// Leave out games that come to a position of these files of games where they end
    #[arg(long)]
    without: Vec<PathBuf>,
}

/// Takes the step.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut barred = std::collections::HashSet::new();
    for path in &args.without {
        for game in super::games::read(path)? {
            barred.extend(last(&game).map(Board::canonical));
        }
    }
    let (mut writer, before) = Writer::open(&args.out)?;
    if before > 0 {
        bail!("{} has games already", args.out.display());
    }
    let (mut kept, mut left) = (0, 0);
    for path in &args.files {
        for mut game in read_foreign(path)? {
            if args.last {
                game.from = game.moves.len() as u8;
            }
            match last(&game) {
                Some(board) if !barred.contains(&board.canonical()) => {
                    writer.write(&game)?;
                    kept += 1;
                }
                _ => left += 1,
            }
        }
    }
    writer.flush()?;
    log::warn!("{}: {kept} games, {left} left out", args.out.display());
    Ok(())
}

/// Where a game ends.
fn last(game: &Game) -> Option<Board> {
    Some(game.positions()?.last()?.0)
}

fn read_foreign(path: &Path) -> anyhow::Result<Vec<Game>> {
    let name = || format!("cannot read {}", path.display());
    let packed = path.extension().is_some_and(|ending| ending == "zst");
    let mut bytes = Vec::new();
    let mut file = File::open(path).with_context(name)?;
    if packed {
        zstd::Decoder::new(file)
            .and_then(|mut decoder| decoder.read_to_end(&mut bytes))
            .with_context(name)?;
    } else {
        file.read_to_end(&mut bytes).with_context(name)?;
    }
    let inner = if packed {
        path.with_extension("")
    } else {
        path.to_owned()
    };
    match inner.extension().and_then(|ending| ending.to_str()) {
        Some("wtb") => Ok(wthor(&bytes)),
        Some("gam") => Ok(lines(&bytes, logistello)),
        Some("txt") => Ok(lines(&bytes, transcript)),
        Some("bin") => Ok(selfplay(&bytes)),
        _ => bail!("{}: expected *.wtb, *.gam, *.txt or *.bin", path.display()),
    }
}

/// Follows moves as far as they are legal and `more` says so; the moves and where they lead.
fn follow(
    squares: impl IntoIterator<Item = usize>,
    mut more: impl FnMut(Board) -> bool,
) -> (Vec<u8>, Seen) {
    let mut seen = (Board::START, true);
    let mut moves = Vec::new();
    for square in squares {
        if square > 63 || seen.0.moves() >> square & 1 == 0 || !more(seen.0) {
            break;
        }
        moves.push(square as u8);
        seen = play(seen, square);
    }
    (moves, seen)
}

/// A game that was played to its end.
fn finished(squares: impl IntoIterator<Item = usize>) -> Option<Game> {
    let (moves, (board, black)) = follow(squares, |_| true);
    board.is_over().then(|| {
        let score = board.final_score() as i8;
        Game {
            moves,
            from: 0,
            score: if black { score } else { -score },
        }
    })
}

/// A year of WTHOR: games up to the position whose score was computed.
fn wthor(bytes: &[u8]) -> Vec<Game> {
    const HEADER: usize = 16;
    const RECORD: usize = 68;
    let Some(&empties) = bytes.get(14) else {
        return Vec::new();
    };
    let game = |record: &[u8]| {
        let squares = record[8..].iter().take_while(|&&mv| mv != 0).map(|&mv| {
            usize::from(mv / 10).wrapping_sub(1).wrapping_mul(8)
                + usize::from(mv % 10).wrapping_sub(1)
        });
        let (moves, (board, _)) = follow(squares, |board| board.empties() > u32::from(empties));
        let score = 2 * i16::from(record[7]) - 64;
        (board.empties() == u32::from(empties) && !board.is_over()).then_some(Game {
            moves,
            from: 0,
            score: i8::try_from(score).ok()?,
        })
    };
    bytes[HEADER.min(bytes.len())..]
        .chunks_exact(RECORD)
        .filter_map(game)
        .collect()
}

fn lines(bytes: &[u8], read: fn(&[u8]) -> Option<Game>) -> Vec<Game> {
    bytes
        .split(|&byte| byte == b'\n')
        .filter_map(read)
        .collect()
}

/// `+d3-c3+c4: SS 10`; the score is not taken over, because it does not give the empties to the winner.
fn logistello(line: &[u8]) -> Option<Game> {
    let moves = line.split(|&byte| byte == b':').next()?;
    finished(moves.chunks_exact(3).map_while(|mv| square(&mv[1..])))
}

/// `f5d6c3`.
fn transcript(line: &[u8]) -> Option<Game> {
    finished(line.trim_ascii().chunks_exact(2).map_while(square))
}

fn square(text: &[u8]) -> Option<usize> {
    read_move(text)?.square()
}

/// Records of: random moves at the start, number of moves, score for black, the moves as bytes.
fn selfplay(mut bytes: &[u8]) -> Vec<Game> {
    let mut games = Vec::new();
    while let [random, count, score, rest @ ..] = bytes {
        let Some((moves, after)) = rest.split_at_checked(usize::from(*count)) else {
            break;
        };
        games.push(Game {
            moves: moves.to_vec(),
            from: *random,
            score: score.cast_signed(),
        });
        bytes = after;
    }
    games
}
