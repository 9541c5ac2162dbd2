//! What a run means, computed from its games alone, and how that is written.

pub mod json;
pub mod text;

use std::collections::{BTreeMap, BTreeSet};

use super::config::Config;
use super::ground::{Ground, fixing};
use super::record::{GameRecord, Reason};
use super::stats::discs::{Differences, differences};
use super::stats::elo::{Estimate, estimate, pairing_gain};
use super::stats::rating::{Bars, Game, Ratings, rate};
use super::stats::sprt::{Test, Verdict};
use crate::game::Spelling;

/// Counts of games, low to high: lost, drawn, won.
pub type Games = [f64; 3];
/// Counts of pairs by points: 0, ½, 1, 1½, 2.
pub type Pairs = [f64; 5];

/// One engine's part.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Which engine.
    pub engine: usize,
    /// Its games, lost, drawn, won.
    pub games: Games,
    /// Those in which it began.
    pub first: Games,
    /// How often it lost by its own fault, by reason.
    pub forfeits: BTreeMap<Reason, usize>,
    /// Mean difference of discs.
    pub discs: Option<f64>,
    /// How often it was within its margin.
    pub overruns: u32,
    /// Moves that it was asked for, and their time in microseconds, sorted.
    pub micros: Vec<u64>,
}

impl Standing {
    /// Points of so many.
    pub fn points(&self) -> (f64, f64) {
        (self.games[2] + self.games[1] / 2.0, self.games.iter().sum())
    }
}

/// Two engines against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Meeting {
    /// The one from whose side it is told.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// All games that count.
    pub games: Games,
    /// Complete pairs.
    pub pairs: Pairs,
    /// Games that are not part of a complete pair.
    pub unpaired: usize,
    /// Games in which the side that began lost, drew, won.
    pub first: Games,
    /// Differences of discs.
    pub discs: Option<Differences>,
    /// Complete pairs without a difference of discs, because a game was forfeited.
    pub without_discs: usize,
}

impl Meeting {
    /// By pairs where there are any, else by games.
    pub fn estimate(&self) -> Option<Estimate> {
        estimate(&self.pairs).or_else(|| estimate(&self.games))
    }

    /// Units of the estimate.
    pub fn units(&self) -> f64 {
        let pairs: f64 = self.pairs.iter().sum();
        if pairs > 0.0 {
            pairs
        } else {
            self.games.iter().sum()
        }
    }

    /// How much the pairs narrow the bars.
    pub fn gain(&self) -> Option<f64> {
        (self.unpaired == 0)
            .then(|| pairing_gain(&self.pairs, &self.games))
            .flatten()
    }
}

/// Where a sequential test stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Sequential {
    /// The test.
    pub test: Test,
    /// The counts that it judges.
    pub pairs: Pairs,
    /// The log-likelihood ratio; none before the first pair or where it cannot be computed.
    pub ratio: Option<f64>,
    /// What follows.
    pub verdict: Verdict,
    /// Complete pairs that came after the decision.
    pub after: usize,
}

/// Everything there is to say about a run.
#[derive(Debug, Clone)]
pub struct Summary {
    /// Names of the engines.
    pub names: Vec<String>,
    /// Games of the plan.
    pub planned: usize,
    /// Games that count.
    pub played: usize,
    /// Games that do not.
    pub voids: usize,
    /// Engines, the best first.
    pub standings: Vec<Standing>,
    /// Meetings, of all pairs of engines that met.
    pub meetings: Vec<Meeting>,
    /// Ratings, where there are more than two engines.
    pub ratings: Option<Ratings>,
    /// All games from the side that began.
    pub first: Games,
    /// Games that differ, under the symmetries of the start.
    pub distinct: usize,
    /// The sequential test.
    pub sequential: Option<Sequential>,
    /// Games that an exact solver ended.
    pub solved: usize,
    /// Games lost by forfeit.
    pub forfeits: Vec<GameRecord>,
    /// Differences are counted, with the empty squares for the winner; else nothing counts but who has won.
    pub by_discs: bool,
}

/// A key that is the same for games that are the same but for a symmetry of their start.
pub fn game_key<G: Ground>(record: &GameRecord) -> String {
    let own = || format!("{} {}", record.start, record.moves);
    let Ok(start) = G::read_position(record.start.as_bytes()) else {
        return own();
    };
    let moves: Option<Vec<G::Move>> = record
        .moves
        .split_whitespace()
        .map(|text| G::read_move(text.as_bytes()).ok())
        .collect();
    let Some(moves) = moves else { return own() };
    // Games from a position that was set up are compared as they are.
    let images = if start == G::start() {
        fixing::<G>(&start)
    } else {
        vec![0]
    };
    let shown = |&image: &usize| {
        let all = moves
            .iter()
            .map(|&mv| G::show_move(G::move_images(mv)[image], Spelling::Square));
        all.collect::<Vec<_>>().join(" ")
    };
    images
        .iter()
        .map(shown)
        .min()
        .map_or_else(own, |least| format!("{} {least}", record.start))
}

/// Half points of pairs that are half played.
#[derive(Debug, Clone, Default)]
pub struct Pairing(BTreeMap<usize, u8>);

impl Pairing {
    /// One more game: number and half points of the pair that it completes, from the first engine's side.
    pub fn add(&mut self, record: &GameRecord) -> Option<(usize, u8)> {
        let points = record.half_points_of(record.first.min(record.second))?;
        let Some(other) = self.0.remove(&record.pair) else {
            self.0.insert(record.pair, points);
            return None;
        };
        Some((record.pair, points + other))
    }
}

/// So many complete pairs, from the first engine's side, in the order of their completion.
pub fn completed_pairs(games: &[GameRecord]) -> Vec<(usize, u8)> {
    let mut pairing = Pairing::default();
    let games = games.iter();
    games.filter_map(|record| pairing.add(record)).collect()
}

/// Adds a pair with so many half points.
pub fn count_pair(pairs: &mut Pairs, half_points: u8) {
    pairs[usize::from(half_points.min(4))] += 1.0;
}

impl Sequential {
    /// A test that has seen nothing yet.
    pub fn new(test: &Test) -> Self {
        Self {
            test: *test,
            pairs: [0.0; 5],
            ratio: None,
            verdict: Verdict::Open,
            after: 0,
        }
    }

    /// One more pair with so many half points. The test ends with its first decision.
    pub fn add(&mut self, half_points: u8) {
        if self.verdict != Verdict::Open {
            self.after += 1;
            return;
        }
        count_pair(&mut self.pairs, half_points);
        // Where it cannot be computed the last one stands.
        if let Some(ratio) = self.test.ratio(&self.pairs) {
            self.ratio = Some(ratio);
            self.verdict = self.test.verdict(ratio);
        }
    }
}

/// Where a sequential test stands after these pairs in the order of their completion.
pub fn sequential(test: &Test, completed: &[(usize, u8)]) -> Sequential {
    let mut state = Sequential::new(test);
    for &(_, points) in completed {
        state.add(points);
    }
    state
}

/// Sums a run up. `games` are all records, in the order of their ends; of a game that was played twice the first that counts
/// is taken.
pub fn summarise<G: Ground>(config: &Config, games: &[GameRecord]) -> Summary {
    let voids = games.iter().filter(|record| !record.counts()).count();
    let mut seen = BTreeSet::new();
    let games: Vec<GameRecord> = games
        .iter()
        .filter(|record| record.counts() && seen.insert(record.game))
        .cloned()
        .collect();
    let names: Vec<String> = config
        .engines
        .iter()
        .map(|spec| spec.name.clone())
        .collect();
    let mut meetings = all_meetings(names.len(), &games);
    let mut standings: Vec<Standing> = (0..names.len())
        .map(|engine| standing(engine, &games))
        .collect();
    if G::UNIT.is_none() {
        // Nothing counts but who has won.
        for meeting in &mut meetings {
            meeting.discs = None;
        }
        for standing in &mut standings {
            standing.discs = None;
        }
    }
    let ratings = (names.len() > 2)
        .then(|| ratings(names.len(), &games))
        .flatten();
    let strength = |standing: &Standing| {
        let (points, count) = standing.points();
        let share = if count > 0.0 { points / count } else { 0.0 };
        ratings
            .as_ref()
            .map_or(share, |ratings| ratings.elo[standing.engine])
    };
    standings.sort_by(|a, b| {
        strength(b)
            .total_cmp(&strength(a))
            .then(a.engine.cmp(&b.engine))
    });
    let completed = completed_pairs(&games);
    let mut first = [0.0; 3];
    for record in &games {
        first[usize::from(record.half_points.unwrap_or(1).min(2))] += 1.0;
    }
    let distinct: BTreeSet<String> = games.iter().map(game_key::<G>).collect();
    let mut forfeits: Vec<GameRecord> = games
        .iter()
        .filter(|record| record.reason.is_forfeit())
        .cloned()
        .collect();
    forfeits.sort_by_key(|record| record.game);
    Summary {
        planned: config.games(),
        played: games.len(),
        voids,
        standings,
        meetings,
        ratings,
        first,
        distinct: distinct.len(),
        sequential: config
            .sprt
            .as_ref()
            .map(|test| sequential(test, &completed)),
        solved: games
            .iter()
            .filter(|record| record.reason == Reason::AdjudicatedSolve)
            .count(),
        forfeits,
        names,
        by_discs: G::UNIT.is_some(),
    }
}

fn standing(engine: usize, games: &[GameRecord]) -> Standing {
    let mut standing = Standing {
        engine,
        games: [0.0; 3],
        first: [0.0; 3],
        forfeits: BTreeMap::new(),
        discs: None,
        overruns: 0,
        micros: Vec::new(),
    };
    let (mut discs, mut with_discs) = (0i64, 0i64);
    for record in games
        .iter()
        .filter(|record| record.first == engine || record.second == engine)
    {
        let Some(points) = record.half_points_of(engine) else {
            continue;
        };
        let began = record.first == engine;
        standing.games[usize::from(points.min(2))] += 1.0;
        if began {
            standing.first[usize::from(points.min(2))] += 1.0;
        }
        if record.offender == Some(engine) {
            *standing.forfeits.entry(record.reason).or_default() += 1;
        }
        if let Some(difference) = record.difference_of(engine) {
            discs += difference;
            with_discs += 1;
        }
        let overruns = record.overruns[usize::from(!began)];
        standing.overruns = standing.overruns.saturating_add(overruns);
        standing.micros.extend(own_micros(record, began));
    }
    standing.micros.sort_unstable();
    #[expect(clippy::cast_precision_loss, reason = "discs and games are few")]
    if with_discs > 0 {
        standing.discs = Some(discs as f64 / with_discs as f64);
    }
    standing
}

/// Times of the moves of one side. Sides alternate, since passes are moves too; a pass has no time.
fn own_micros(record: &GameRecord, began: bool) -> impl Iterator<Item = u64> {
    let given = record.given;
    let moves: Vec<&str> = record.moves.split_whitespace().skip(given).collect();
    let own = record.micros.iter().zip(moves).enumerate();
    // Who is to move at a position that was set up is told by its last word, which is that of the first side or not.
    let shift = usize::from(record.start.ends_with(" O"));
    own.filter(move |(index, _)| (index + given + shift).is_multiple_of(2) == began)
        .filter(|(_, (_, mv))| !mv.eq_ignore_ascii_case("pass"))
        .map(|(_, (&micros, _))| micros)
        .collect::<Vec<_>>()
        .into_iter()
}

fn all_meetings(engines: usize, games: &[GameRecord]) -> Vec<Meeting> {
    let all = (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b)));
    all.filter_map(|(a, b)| {
        let own: Vec<GameRecord> = games
            .iter()
            .filter(|r| r.first.min(r.second) == a && r.first.max(r.second) == b)
            .cloned()
            .collect();
        (!own.is_empty()).then(|| meeting(a, b, &own))
    })
    .collect()
}

fn meeting(a: usize, b: usize, games: &[GameRecord]) -> Meeting {
    let (mut by_games, mut first, mut pairs) = ([0.0; 3], [0.0; 3], [0.0; 5]);
    for record in games {
        by_games[usize::from(record.half_points_of(a).unwrap_or(1).min(2))] += 1.0;
        first[usize::from(record.half_points.unwrap_or(1).min(2))] += 1.0;
    }
    let completed = completed_pairs(games);
    for &(_, points) in &completed {
        count_pair(&mut pairs, points);
    }
    let complete: BTreeSet<usize> = completed.iter().map(|pair| pair.0).collect();
    let mut sums: BTreeMap<usize, Option<i64>> = BTreeMap::new();
    for record in games.iter().filter(|game| complete.contains(&game.pair)) {
        let sum = sums.entry(record.pair).or_insert(Some(0));
        *sum = sum.zip(record.difference_of(a)).map(|(sum, own)| sum + own);
    }
    let sums: Vec<i64> = sums.into_values().flatten().collect();
    Meeting {
        a,
        b,
        games: by_games,
        pairs,
        unpaired: games.len() - 2 * complete.len(),
        first,
        without_discs: complete.len() - sums.len(),
        discs: differences(&sums),
    }
}

fn ratings(engines: usize, games: &[GameRecord]) -> Option<Ratings> {
    let game = |record: &GameRecord| Game {
        first: record.first,
        second: record.second,
        points: f64::from(record.half_points.unwrap_or(1)) / 2.0,
        cluster: record.pair as u64,
    };
    // In the order of their numbers, so that sums do not depend on who was done first.
    let mut sorted: Vec<&GameRecord> = games.iter().collect();
    sorted.sort_by_key(|record| record.game);
    let all: Vec<Game> = sorted.into_iter().map(game).collect();
    rate(engines, &all, true, Bars::Clustered)
}
