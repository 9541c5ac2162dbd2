//! The report for programs. Numbers that are not finite are `null`, and something else says what is known instead.

use serde_json::{Value, json};

use super::{Meeting, Standing, Summary};
use crate::arena::config::Config;
use crate::arena::stats::elo::{Estimate, estimate, half_width, perfect_bound};
use crate::arena::stats::sprt::Verdict;

/// Raised when a field changes its meaning.
pub const SCHEMA: u32 = 1;

fn finite(number: f64) -> Value {
    if number.is_finite() {
        json!(number)
    } else {
        Value::Null
    }
}

fn maybe(number: Option<f64>) -> Value {
    number.map_or(Value::Null, finite)
}

fn estimated(found: Option<Estimate>) -> Value {
    let Some(found) = found else {
        return Value::Null;
    };
    let bound = if found.score >= 1.0 {
        json!({ "above": perfect_bound(found.units) })
    } else if found.score <= 0.0 {
        json!({ "below": -perfect_bound(found.units) })
    } else {
        Value::Null
    };
    json!({
        "units": found.units,
        "score": found.score,
        "variance": found.variance,
        "elo": finite(found.elo),
        "low": finite(found.low),
        "high": finite(found.high),
        "half": maybe(half_width(found.low, found.high)),
        "bound": bound,
        "los": found.superiority(),
        "normalised": maybe(found.normalised),
        "normalised_half": maybe(found.normalised_half),
    })
}

fn standing(summary: &Summary, standing: &Standing) -> Value {
    let (points, games) = standing.points();
    let ratings = summary.ratings.as_ref();
    let forfeits: serde_json::Map<String, Value> = standing
        .forfeits
        .iter()
        .map(|(reason, count)| (reason.code().to_owned(), json!(count)))
        .collect();
    json!({
        "name": summary.names[standing.engine],
        "points": points,
        "games": games,
        "counts": standing.games,
        "first": standing.first,
        "discs": maybe(standing.discs),
        "rating": maybe(ratings.map(|ratings| ratings.elo[standing.engine])),
        "rating_half": maybe(ratings.and_then(|ratings| ratings.half[standing.engine])),
        "forfeits": forfeits,
    })
}

fn meeting(summary: &Summary, meeting: &Meeting) -> Value {
    let discs = meeting.discs.map(|discs| {
        json!({ "pairs": discs.pairs, "mean": discs.mean, "deviation": maybe(discs.deviation), "half": maybe(discs.half) })
    });
    let difference = summary
        .ratings
        .as_ref()
        .and_then(|ratings| ratings.difference(meeting.a, meeting.b));
    json!({
        "a": summary.names[meeting.a],
        "b": summary.names[meeting.b],
        "games": meeting.games,
        "pairs": meeting.pairs,
        "unpaired": meeting.unpaired,
        "by_pairs": estimated(estimate(&meeting.pairs)),
        "by_games": estimated(estimate(&meeting.games)),
        "pairing_gain": maybe(meeting.gain()),
        "first": estimated(estimate(&meeting.first)),
        "discs": discs,
        "rating_difference": difference.map(|(elo, half, los)| json!({ "elo": elo, "half": half, "los": los })),
    })
}

/// Everything but measured times, which differ from run to run.
pub fn report(config: &Config, summary: &Summary) -> Value {
    let sequential = summary.sequential.as_ref().map(|state| {
        let (lower, upper) = state.test.bounds();
        json!({
            "elo0": state.test.elo0,
            "elo1": state.test.elo1,
            "lower": lower,
            "upper": upper,
            "llr": maybe(state.ratio),
            "pairs": state.pairs,
            "after_decision": state.after,
            "verdict": match state.verdict { Verdict::Open => "open", Verdict::Accepted => "H1", Verdict::Rejected => "H0" },
        })
    });
    json!({
        "schema": SCHEMA,
        "order_of_counts": "low to high, from the first-named engine's side",
        "game": config.game,
        "seed": config.seed,
        "score_rule": if summary.by_discs { "empty squares to the winner" } else { "win, draw or loss" },
        "planned": summary.planned,
        "played": summary.played,
        "void": summary.voids,
        "distinct": summary.distinct,
        "solved": summary.solved,
        "first": estimated(estimate(&summary.first)),
        "standings": summary.standings.iter().map(|one| standing(summary, one)).collect::<Vec<_>>(),
        "meetings": summary.meetings.iter().map(|one| meeting(summary, one)).collect::<Vec<_>>(),
        "with_prior": summary.ratings.as_ref().is_some_and(|ratings| ratings.with_prior),
        "sequential": sequential,
        "forfeits": summary.forfeits.iter().map(|record| json!({
            "game": record.game,
            "engine": record.offender.map(|who| summary.names[who].clone()),
            "reason": record.reason.code(),
            "detail": record.detail,
            "errors": record.errors,
        })).collect::<Vec<_>>(),
        "warnings": super::text::warnings(summary),
    })
}
