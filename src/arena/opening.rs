//! Openings: read from a file, or drawn by lot from a seed; and the order in which pairs take them.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use super::ground::{Ground, fixing};
use crate::base::chance::Chance;
use crate::base::snippet::Snippet;
use crate::game::record::Record;
use crate::game::{Game, Spelling};

/// A line longer than this is no opening.
const LONGEST_LINE: u64 = 4096;
/// So many bad lines are told one by one.
const TOLD: usize = 20;
/// A file with more openings than this is a mistake.
const MOST: usize = 1_000_000;

/// Where a game begins: a position, and moves that are given.
#[derive(Debug, PartialEq, Eq)]
pub struct Opening<G: Game> {
    /// The position before the given moves.
    pub start: G::Position,
    /// Moves that are given, passes included.
    pub given: Vec<G::Move>,
}

/// Openings with what there is to say about them.
#[derive(Debug)]
pub struct Read<G: Game> {
    /// The openings, each once.
    pub openings: Vec<Opening<G>>,
    /// Lines that were left out because their position was there already.
    pub duplicates: usize,
    /// Bad lines that were skipped because that was wished for.
    pub skipped: Vec<String>,
}

/// Why a file gives no openings: each complaint is a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct BadOpenings(pub Vec<String>);

// Not derived: that would ask the game itself to be cloned.
impl<G: Game> Clone for Opening<G> {
    fn clone(&self) -> Self {
        Self {
            start: self.start.clone(),
            given: self.given.clone(),
        }
    }
}

impl<G: Ground> Opening<G> {
    /// The game's own start.
    pub fn usual() -> Self {
        Self {
            start: G::start(),
            given: Vec::new(),
        }
    }

    /// Where the engines take over; none if a move is illegal.
    pub fn end(&self) -> Option<G::Position> {
        self.given
            .iter()
            .try_fold(self.start.clone(), |at, &mv| G::play(&at, mv).ok())
    }

    /// One image under the symmetries that leave the start as it is.
    #[must_use]
    pub fn turned(&self, chance: &mut Chance) -> Self {
        let fixing = fixing::<G>(&self.start);
        let image = fixing[chance.below(fixing.len())];
        let given = self
            .given
            .iter()
            .map(|&mv| G::move_images(mv)[image])
            .collect();
        Self {
            start: self.start.clone(),
            given,
        }
    }

    /// On one line, as a file of openings has it: moves from the usual start, or a position.
    pub fn show(&self) -> String {
        let moves: Vec<String> = self
            .given
            .iter()
            .map(|&mv| G::show_move(mv, Spelling::Square))
            .collect();
        if self.start == G::start() && moves.is_empty() {
            "start".to_owned()
        } else if self.start == G::start() {
            moves.concat()
        } else {
            let at = self.end().unwrap_or_else(|| self.start.clone());
            G::show_position(&at)
        }
    }

    /// The same for all openings that lead to one position or its images.
    fn key(&self) -> Option<String> {
        let at = self.end()?;
        G::images(&at).iter().map(G::show_position).min()
    }
}

/// One line: moves from the usual start, a position, a game of a file, or `start`.
pub fn read_line<G: Ground>(line: &[u8], plies: Option<usize>) -> Result<Opening<G>, String> {
    let mut opening = if line == b"start" {
        Opening::usual()
    } else if line.starts_with(b"(;") {
        let game = G::read_game(line).map_err(|error| error.to_string())?;
        Opening {
            start: game.start,
            given: game.moves,
        }
    } else {
        // A position is longer than any list of moves that reads as one could be mistaken for.
        match (Record::<G>::read(line), G::read_position(line)) {
            (Ok(record), _) => Opening {
                start: G::start(),
                given: record.moves().to_vec(),
            },
            (Err(_), Ok(start)) => Opening {
                start,
                given: Vec::new(),
            },
            (Err(error), Err(_)) => return Err(error.to_string()),
        }
    };
    if let Some(plies) = plies {
        opening.given.truncate(plies);
    }
    // A pass that is forced is ours to make.
    if let Some(mut at) = opening.end() {
        while let [only] = G::legal_moves(&at)[..] {
            if !G::is_pass(only) {
                break;
            }
            let Ok(next) = G::play(&at, only) else { break };
            opening.given.push(only);
            at = next;
        }
        if opening.start != G::start() {
            // A record of another start could not be told to every engine; where it leads can.
            opening = Opening {
                start: at.clone(),
                given: Vec::new(),
            };
        }
        if G::outcome(&at).is_some() {
            return Err("the game is over there: expected a position to go on from".to_owned());
        }
        return Ok(opening);
    }
    Err("expected legal moves".to_owned())
}

/// Reads a file of openings, one a line; `#` begins a comment. Any bad line is an error that names all of them, unless they
/// are to be skipped.
pub fn read_file<G: Ground>(
    path: &Path,
    plies: Option<usize>,
    skip_bad: bool,
) -> Result<Read<G>, BadOpenings> {
    let shown = path.display();
    let failed = |error: std::io::Error| BadOpenings(vec![format!("{shown}: {error}")]);
    if path.is_dir() {
        return Err(BadOpenings(vec![format!(
            "{shown}: is a directory: expected a file of openings"
        )]));
    }
    let mut input = BufReader::new(File::open(path).map_err(failed)?);
    let (mut openings, mut bad, mut bad_count, mut duplicates) = (Vec::new(), Vec::new(), 0, 0);
    let mut seen = BTreeSet::new();
    for number in 1.. {
        let mut line = Vec::new();
        let count = std::io::Read::take(&mut input, LONGEST_LINE)
            .read_until(b'\n', &mut line)
            .map_err(failed)?;
        if count == 0 {
            break;
        }
        let mut read = count;
        // The rest of what is too long is no other line.
        while read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') && skip_bad {
            line.clear();
            read = std::io::Read::take(&mut input, LONGEST_LINE)
                .read_until(b'\n', &mut line)
                .map_err(failed)?;
        }
        if line.contains(&0) || count as u64 == LONGEST_LINE {
            let what = "expected lines of text with an opening each";
            let what = format!("{shown}:{number}: {what}, found something else");
            if !skip_bad {
                return Err(BadOpenings(vec![what]));
            }
            bad_count += 1;
            if bad.len() < TOLD {
                bad.push(what);
            }
            continue;
        }
        let text = if number == 1 {
            line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line)
        } else {
            &line
        };
        let text = text
            .split(|&byte| byte == b'#' && !is_position(text))
            .next()
            .unwrap_or_default()
            .trim_ascii();
        if text.is_empty() {
            continue;
        }
        match read_line::<G>(text, plies) {
            Ok(opening) if seen.insert(opening.key()) => openings.push(opening),
            Ok(_) => duplicates += 1,
            Err(why) => {
                bad_count += 1;
                if bad.len() < TOLD {
                    bad.push(format!(
                        "{shown}:{number}: {why} (`{}`)",
                        Snippet::new(text)
                    ));
                }
            }
        }
        if openings.len() > MOST {
            return Err(BadOpenings(vec![format!(
                "{shown}: expected at most {MOST} openings, found more"
            )]));
        }
    }
    if bad_count > bad.len() {
        bad.push(format!("{shown}: {} more bad lines", bad_count - bad.len()));
    }
    if !bad.is_empty() && !skip_bad {
        return Err(BadOpenings(bad));
    }
    if openings.is_empty() {
        return Err(BadOpenings(vec![format!(
            "{shown}: expected at least one opening, found none"
        )]));
    }
    Ok(Read {
        openings,
        duplicates,
        skipped: bad,
    })
}

/// In a position `#` is a neutral disc; none begins with one, since something lies below it or it is the end of a row.
fn is_position(line: &[u8]) -> bool {
    line.first().is_some_and(|byte| b"-XOxo*./".contains(byte))
}

/// Different openings of so many plies, drawn by lot. Fewer if there are not so many.
pub fn draw<G: Ground>(count: usize, plies: usize, chance: &mut Chance) -> Vec<Opening<G>> {
    let (mut openings, mut seen) = (Vec::new(), BTreeSet::new());
    let mut failures = 0;
    let mut fair = G::fairness();
    while openings.len() < count && failures < 2_000 {
        match draw_one::<G>(plies, chance, &mut *fair) {
            Some(opening) if seen.insert(opening.key()) => {
                failures = 0;
                openings.push(opening);
            }
            _ => failures += 1,
        }
    }
    openings
}

fn draw_one<G: Ground>(
    plies: usize,
    chance: &mut Chance,
    fair: &mut dyn FnMut(&G::Position) -> bool,
) -> Option<Opening<G>> {
    let mut record = Record::<G>::new(G::start());
    for _ in 0..plies {
        let legal = G::legal_moves(record.position());
        if legal.is_empty() {
            return None;
        }
        record.play(legal[chance.below(legal.len())]).ok()?;
    }
    let legal = G::legal_moves(record.position());
    let fair =
        !legal.is_empty() && !legal.iter().any(|&mv| G::is_pass(mv)) && fair(record.position());
    fair.then(|| Opening {
        start: G::start(),
        given: record.moves().to_vec(),
    })
}

/// The order in which pairs take the openings: each once before any comes again, in a new shuffle each time.
pub fn order(openings: usize, pairs: usize, shuffled: bool, chance: &mut Chance) -> Vec<usize> {
    let mut all = Vec::with_capacity(pairs);
    while all.len() < pairs && openings > 0 {
        let mut round: Vec<usize> = (0..openings).collect();
        if shuffled {
            chance.shuffle(&mut round);
        }
        round.truncate(pairs - all.len());
        all.extend(round);
    }
    all
}
