//! Plays every game of a run again, on the referee's own board, and compares.

use super::ground::Ground;
use super::opening::Opening;
use super::record::{GameRecord, Reason};
use super::schedule::Pair;
use crate::game::record::Record;
use crate::game::{Outcome, Side};

/// What is wrong with the record of a game: one line each. `pairs` and `openings` are those of the plan for so many engines.
pub fn complaints<G: Ground>(
    games: &[GameRecord],
    engines: usize,
    pairs: &[Pair],
    openings: &[Opening<G>],
) -> Vec<String> {
    let mut judge = None;
    let mut all = Vec::new();
    let mut counted = std::collections::BTreeSet::new();
    for game in games {
        let mut complain = |what: String| all.push(format!("game {}: {what}", game.game));
        if game.counts() && !counted.insert(game.game) {
            complain("it is there twice".to_owned());
        }
        if let Some(what) = game.contradiction(engines) {
            complain(what);
            continue;
        }
        let Some(pair) = game
            .game
            .checked_sub(1)
            .and_then(|index| pairs.get(index / 2))
        else {
            complain(format!("the plan has {} games", pairs.len() * 2));
            continue;
        };
        let players = if game.game % 2 == 1 {
            [pair.a, pair.b]
        } else {
            [pair.b, pair.a]
        };
        if [game.first, game.second] != players || game.pair != game.game.div_ceil(2) {
            complain("others were to play, or with other colours".to_owned());
        }
        let Some(opening) = openings.get(pair.opening) else {
            complain("it has no opening".to_owned());
            continue;
        };
        match replay::<G>(game, opening) {
            Err(why) => complain(why),
            Ok(at) => {
                let exact = (game.reason == Reason::AdjudicatedSolve)
                    .then(|| judge.get_or_insert_with(G::judge)(&at));
                if let Some(why) = compare::<G>(game, &at, exact.flatten()) {
                    complain(why);
                }
            }
        }
    }
    all
}

fn replay<G: Ground>(game: &GameRecord, opening: &Opening<G>) -> Result<G::Position, String> {
    let start = G::read_position(game.start.as_bytes()).map_err(|error| error.to_string())?;
    if start != opening.start {
        return Err("it begins elsewhere than its opening".to_owned());
    }
    let mut record = Record::<G>::new(start);
    for (number, text) in game.moves.split_whitespace().enumerate() {
        let mv = G::read_move(text.as_bytes())
            .map_err(|error| format!("move {}: {error}", number + 1))?;
        record
            .play(mv)
            .map_err(|error| format!("move {}: {error}", number + 1))?;
        if opening.given.get(number).is_some_and(|&given| given != mv) {
            return Err(format!("move {}: the opening has another", number + 1));
        }
    }
    Ok(record.position().clone())
}

fn compare<G: Ground>(
    game: &GameRecord,
    at: &G::Position,
    exact: Option<Outcome>,
) -> Option<String> {
    let board = G::tournament_outcome(at);
    let outcome = match game.reason {
        Reason::Normal => board,
        Reason::AdjudicatedSolve => exact,
        _ => None,
    };
    if matches!(game.reason, Reason::Normal | Reason::AdjudicatedSolve) && outcome.is_none() {
        return Some("the game is not over".to_owned());
    }
    let (points, difference) = match outcome {
        Some(outcome) => {
            let points = match outcome.winner() {
                Some(Side::First) => 2,
                None => 1,
                Some(Side::Second) => 0,
            };
            (
                Some(points),
                Some(i64::from(outcome.first) - i64::from(outcome.second)),
            )
        }
        None if game.reason.is_forfeit() => match game.offender {
            Some(loser) if loser == game.first => (Some(0), None),
            Some(loser) if loser == game.second => (Some(2), None),
            _ => return Some("a forfeit, but not of one of its players".to_owned()),
        },
        None => (None, None),
    };
    let found = (game.half_points, game.difference);
    (found != (points, difference)).then(|| {
        format!(
            "the result of who began is {}, expected {}",
            show(found.0, found.1),
            show(points, difference)
        )
    })
}

fn show(half_points: Option<u8>, difference: Option<i64>) -> String {
    let points = half_points.map_or("no points".to_owned(), |points| {
        format!("{points} half points")
    });
    difference.map_or(format!("{points} without a difference"), |difference| {
        format!("{points} with a difference of {difference}")
    })
}
