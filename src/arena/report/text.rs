//! The report as text of 80 columns, and the lines of a run in progress.

use std::fmt::Write as _;

use super::{Meeting, Sequential, Standing, Summary};
use crate::arena::config::Config;
use crate::arena::engine::Spec;
use crate::arena::record::GameRecord;
use crate::arena::schedule::Format;
use crate::arena::stats::elo::{Estimate, estimate, half_width, perfect_bound};
use crate::arena::stats::sprt::{Model, Verdict};

/// Names are cut to this in tables.
const NAME: usize = 24;
/// With fewer pairs the normal distribution, from which intervals follow, is no good approximation.
const FEW: f64 = 10.0;

/// A number with its sign; never a plain infinity.
fn signed(number: f64) -> String {
    if number.is_nan() {
        "–".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 {
            "+inf".to_owned()
        } else {
            "-inf".to_owned()
        }
    } else {
        // What rounds to nothing has no sign.
        let text = format!("{number:+.1}");
        if text == "-0.0" {
            "+0.0".to_owned()
        } else {
            text
        }
    }
}

fn per_cent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// `1 game`, `2 games`.
pub fn number(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// An engine with its limit, its language and its command.
pub fn engine_line(spec: &Spec) -> String {
    format!(
        "{}: {} · {} · {}",
        spec.name,
        spec.limit,
        spec.language.name(),
        shell_words::join(&spec.launch.argv)
    )
}

/// A count, which is a whole number.
fn count(number: f64) -> String {
    format!("{number:.0}")
}

fn cells(counts: &[f64]) -> String {
    format!(
        "[{}]",
        counts
            .iter()
            .map(|&c| count(c))
            .collect::<Vec<_>>()
            .join(", ")
    )
}

/// Elo with its interval, or what can be said instead.
pub fn elo_text(estimate: Option<&Estimate>) -> String {
    let Some(found) = estimate else {
        return "–".to_owned();
    };
    if found.score >= 1.0 {
        return format!("+inf, Elo > {:.1} (95 %)", perfect_bound(found.units));
    }
    if found.score <= 0.0 {
        return format!("-inf, Elo < {:.1} (95 %)", -perfect_bound(found.units));
    }
    match half_width(found.low, found.high) {
        Some(half) => format!(
            "{} ± {half:.1} ({} … {})",
            signed(found.elo),
            signed(found.low),
            signed(found.high)
        ),
        None => format!(
            "{} ± n/a ({} … {})",
            signed(found.elo),
            signed(found.low),
            signed(found.high)
        ),
    }
}

/// One line for a finished game.
pub fn game_line(names: &[String], record: &GameRecord, planned: usize) -> String {
    let (first, second) = (&names[record.first], &names[record.second]);
    let result = match record.half_points {
        Some(2) => "1-0",
        Some(1) => "½-½",
        Some(_) => "0-1",
        None => "void",
    };
    let discs = record
        .difference
        .map_or(String::new(), |difference| format!(" {difference:+}"));
    let who = record
        .offender
        .map_or(String::new(), |who| format!(" by {}", names[who]));
    let detail = if record.detail.is_empty() {
        String::new()
    } else {
        format!(": {}", record.detail)
    };
    let seconds = record.micros.iter().sum::<u64>() / 1000;
    format!(
        "game {}/{planned} {first} – {second}: {result}{discs} {}{who}{detail} ({} moves, {}.{:03} s)",
        record.game,
        record.reason.code(),
        record.moves.split_whitespace().count(),
        seconds / 1000,
        seconds % 1000
    )
}

/// One line for a sequential test.
pub fn test_line(state: &Sequential) -> String {
    let (lower, upper) = state.test.bounds();
    let ratio = state
        .ratio
        .map_or("not available".to_owned(), |ratio| format!("{ratio:.2}"));
    let verdict = match state.verdict {
        Verdict::Open => "undecided",
        Verdict::Accepted => "H1 accepted",
        Verdict::Rejected => "H0 accepted",
    };
    let unit = if state.test.model == Model::Logistic {
        "Elo"
    } else {
        "normalised Elo"
    };
    format!(
        "SPRT {unit} {} against {}: LLR {ratio} ({lower:.2}, {upper:.2}), pairs {}: {verdict}",
        state.test.elo0,
        state.test.elo1,
        cells(&state.pairs)
    )
}

/// The whole report.
pub fn report(config: &Config, summary: &Summary, timing: bool) -> String {
    let mut out = String::new();
    header(&mut out, config, summary);
    standings(&mut out, summary);
    meetings(&mut out, summary);
    crosstable(&mut out, summary);
    differences(&mut out, summary);
    totals(&mut out, summary);
    forfeits(&mut out, summary);
    caveats(&mut out, summary);
    if timing {
        times(&mut out, summary);
    }
    out
}

// Writing to a string cannot fail.
macro_rules! say {
    ($out:expr) => { let _ = writeln!($out); };
    ($out:expr, $($rest:tt)*) => { let _ = writeln!($out, $($rest)*); };
}

fn header(out: &mut String, config: &Config, summary: &Summary) {
    let format = match config.format {
        Format::RoundRobin if summary.names.len() == 2 => "match".to_owned(),
        Format::RoundRobin => "round robin".to_owned(),
        Format::Gauntlet(seeds) => format!("gauntlet of {seeds}"),
    };
    say!(
        out,
        "{} in {}: {} of {} games",
        config.game,
        format,
        summary.played,
        summary.planned
    );
    let openings = config
        .openings
        .file
        .as_ref()
        .map_or("drawn by lot".to_owned(), |file| {
            format!("from {}", file.display())
        });
    say!(
        out,
        "openings {openings}, seed {}{}",
        config.seed,
        if summary.by_discs {
            "; empty squares count for the winner"
        } else {
            ""
        }
    );
    for spec in &config.engines {
        say!(out, "  {}", engine_line(spec));
    }
}

fn cut(name: &str) -> String {
    name.chars().take(NAME).collect()
}

fn standings(out: &mut String, summary: &Summary) {
    say!(out);
    say!(
        out,
        "  # {:<NAME$} {:>16} {:>13} {:>7} {:>15} {:>6}",
        "engine",
        "rating ±",
        "points",
        "score",
        "W / D / L",
        "discs"
    );
    for (rank, standing) in summary.standings.iter().enumerate() {
        let (points, games) = standing.points();
        let [lost, drawn, won] = standing.games.map(count);
        let discs = standing
            .discs
            .map_or("–".to_owned(), |discs| format!("{discs:+.1}"));
        let share = if games > 0.0 {
            per_cent(points / games)
        } else {
            "–".to_owned()
        };
        say!(
            out,
            "{:>3} {:<NAME$} {:>16} {:>13} {:>7} {:>15} {:>6}",
            rank + 1,
            cut(&summary.names[standing.engine]),
            rating(summary, standing),
            format!("{points:.1}/{games:.0}"),
            share,
            format!("{won} / {drawn} / {lost}"),
            discs
        );
    }
    if let Some(ratings) = &summary.ratings {
        let half = ratings
            .advantage_half
            .map_or(String::new(), |half| format!(" ± {half:.1}"));
        say!(
            out,
            "    ratings to the mean of the pool; beginning is worth {}{half}",
            signed(ratings.advantage)
        );
        if ratings.with_prior {
            say!(
                out,
                "    with prior: somebody has all points or none, ratings would be infinite"
            );
        }
    }
}

fn rating(summary: &Summary, standing: &Standing) -> String {
    let Some(ratings) = &summary.ratings else {
        return "–".to_owned();
    };
    let half = ratings.half[standing.engine].map_or("n/a".to_owned(), |half| format!("{half:.1}"));
    format!("{} ± {half}", signed(ratings.elo[standing.engine]))
}

fn meetings(out: &mut String, summary: &Summary) {
    for meeting in &summary.meetings {
        say!(out);
        one_meeting(out, summary, meeting);
    }
    if let Some(state) = &summary.sequential {
        say!(out);
        say!(out, "{}", test_line(state));
        if state.after > 0 {
            say!(
                out,
                "  ended after the decision and no part of it: {}",
                number(state.after, "pair")
            );
        }
    }
}

/// What the score is of, where that is not all games.
fn of_pairs(meeting: &Meeting) -> &'static str {
    let pairs: f64 = meeting.pairs.iter().sum();
    if meeting.unpaired > 0 && pairs > 0.0 {
        " of complete pairs"
    } else {
        ""
    }
}

fn one_meeting(out: &mut String, summary: &Summary, meeting: &Meeting) {
    let (a, b) = (&summary.names[meeting.a], &summary.names[meeting.b]);
    let [lost, drawn, won] = meeting.games.map(count);
    say!(
        out,
        "{a} against {b}: {won} won, {drawn} drawn, {lost} lost"
    );
    let found = meeting.estimate();
    if let Some(found) = &found {
        say!(
            out,
            "  score{} {}, Elo {}{}",
            of_pairs(meeting),
            per_cent(found.score),
            elo_text(Some(found)),
            found
                .superiority()
                .map_or(String::new(), |los| format!(", LOS {}", per_cent(los)))
        );
        if meeting.units() < FEW && found.superiority().is_some() {
            say!(out, "  few pairs: interval and LOS are only rough");
        }
        if let (Some(normalised), Some(half)) = (found.normalised, found.normalised_half) {
            say!(out, "  normalised Elo {} ± {half:.1}", signed(normalised));
        }
    }
    let gain = meeting
        .gain()
        .map_or(String::new(), |gain| format!(", pairing gain {gain:.2}"));
    say!(
        out,
        "  pairs with 0, ½, 1, 1½, 2 points: {}{gain}; unpaired: {}",
        cells(&meeting.pairs),
        meeting.unpaired
    );
    if let Some(discs) = &meeting.discs {
        let half = discs
            .half
            .map_or("n/a".to_owned(), |half| format!("{half:.2}"));
        say!(
            out,
            "  mean difference {:+.2} ± {half} over {}, {} without",
            discs.mean,
            number(discs.pairs, "pair"),
            meeting.without_discs
        );
    }
}

fn crosstable(out: &mut String, summary: &Summary) {
    if summary.names.len() < 3 {
        return;
    }
    say!(out);
    let _ = write!(out, "{:<NAME$}", "points");
    for column in 0..summary.standings.len() {
        let _ = write!(out, " {:>9}", column + 1);
    }
    say!(out);
    for (row, standing) in summary.standings.iter().enumerate() {
        let _ = write!(
            out,
            "{:>2} {:<21}",
            row + 1,
            cut(&summary.names[standing.engine])
                .chars()
                .take(21)
                .collect::<String>()
        );
        for other in &summary.standings {
            let cell =
                summary
                    .meetings
                    .iter()
                    .find_map(|meeting| match (standing.engine, other.engine) {
                        (x, y) if (x, y) == (meeting.a, meeting.b) => Some(meeting.games),
                        (x, y) if (y, x) == (meeting.a, meeting.b) => {
                            let [lost, drawn, won] = meeting.games;
                            Some([won, drawn, lost])
                        }
                        _ => None,
                    });
            let text = cell.map_or("–".to_owned(), |[lost, drawn, won]| {
                format!("{:.1}/{:.0}", won + drawn / 2.0, lost + drawn + won)
            });
            let _ = write!(out, " {text:>9}");
        }
        say!(out);
    }
}

fn differences(out: &mut String, summary: &Summary) {
    let Some(ratings) = &summary.ratings else {
        return;
    };
    say!(out);
    say!(
        out,
        "differences of ratings with 95 % bars and likelihood of superiority"
    );
    for (place, one) in summary.standings.iter().enumerate() {
        for other in &summary.standings[place + 1..] {
            let names = format!(
                "{} – {}",
                cut(&summary.names[one.engine]),
                cut(&summary.names[other.engine])
            );
            match ratings.difference(one.engine, other.engine) {
                Some((difference, half, los)) => {
                    say!(
                        out,
                        "  {names}: {} ± {half:.1}, LOS {}",
                        signed(difference),
                        per_cent(los)
                    );
                }
                None => {
                    say!(out, "  {names}: cannot be compared");
                }
            }
        }
    }
}

fn totals(out: &mut String, summary: &Summary) {
    say!(out);
    let found = estimate(&summary.first);
    let games: f64 = summary.first.iter().sum();
    if let Some(found) = &found {
        say!(
            out,
            "who begins scores {}, Elo {}",
            per_cent(found.score),
            elo_text(Some(found))
        );
        let pairs: f64 = summary
            .meetings
            .iter()
            .map(|meeting| meeting.pairs.iter().sum::<f64>())
            .sum();
        let level: f64 = summary
            .meetings
            .iter()
            .map(|meeting| meeting.pairs[2])
            .sum();
        let level = if pairs > 0.0 {
            per_cent(level / pairs)
        } else {
            "–".to_owned()
        };
        say!(
            out,
            "draws {} of the games, level pairs {level}",
            per_cent(summary.first[1] / games)
        );
    }
    say!(
        out,
        "distinct: {} of {} games",
        summary.distinct,
        summary.played
    );
    if summary.solved > 0 {
        say!(out, "ended by their exact result: {}", summary.solved);
    }
}

fn forfeits(out: &mut String, summary: &Summary) {
    if summary.forfeits.is_empty() {
        say!(out, "forfeits: none");
        return;
    }
    say!(out);
    for standing in &summary.standings {
        let all: Vec<String> = standing
            .forfeits
            .iter()
            .map(|(reason, number)| format!("{} {number}", reason.code()))
            .collect();
        if !all.is_empty() {
            say!(
                out,
                "forfeits of {}: {}",
                summary.names[standing.engine],
                all.join(", ")
            );
        }
    }
    for record in summary.forfeits.iter().take(50) {
        let who = record
            .offender
            .map_or("", |who| summary.names[who].as_str());
        say!(
            out,
            "  game {}: {who}, {}: {}",
            record.game,
            record.reason.code(),
            record.detail
        );
        for line in record.errors.iter().rev().take(3).rev() {
            say!(out, "    standard error: {line}");
        }
    }
}

/// What a reader should know before believing the numbers.
pub fn warnings(summary: &Summary) -> Vec<String> {
    let mut all = Vec::new();
    #[expect(clippy::cast_precision_loss, reason = "games are few")]
    let share = summary.distinct as f64 / summary.played.max(1) as f64;
    if summary.played > 0 && share < 0.95 {
        all.push(format!(
            "only {} of {} games are distinct: the error bars assume independent games",
            summary.distinct, summary.played
        ));
    }
    if summary.played < summary.planned && summary.sequential.is_none() {
        all.push(format!(
            "missing: {} of the plan",
            number(summary.planned - summary.played, "game")
        ));
    }
    if summary.voids > 0 {
        all.push(format!(
            "void: {}; what is void counts nowhere",
            number(summary.voids, "game")
        ));
    }
    for meeting in &summary.meetings {
        let (a, b) = (&summary.names[meeting.a], &summary.names[meeting.b]);
        // Three standard errors of a ratio of variances beyond what would be wrong.
        let suspicious = 1.1 + 3.0 * (2.0 / meeting.units().max(1.0)).sqrt();
        if meeting.gain().is_some_and(|gain| gain > suspicious) {
            all.push(format!(
                "{a} against {b}: the games of a pair are more alike than chance allows"
            ));
        }
        if summary.sequential.is_none()
            && meeting
                .estimate()
                .is_some_and(|found| found.variance > 0.0 && found.low < 0.0 && found.high > 0.0)
        {
            all.push(format!(
                "{a} against {b}: too few games to tell who is stronger"
            ));
        }
    }
    all
}

fn caveats(out: &mut String, summary: &Summary) {
    let all = warnings(summary);
    if !all.is_empty() {
        say!(out);
    }
    for warning in all {
        say!(out, "note: {warning}");
    }
}

fn times(out: &mut String, summary: &Summary) {
    say!(out);
    say!(
        out,
        "time per move in ms: median, 99 %, most; moves within the margin"
    );
    for standing in &summary.standings {
        let all = &standing.micros;
        let at = |share: usize| {
            let index = (all.len() * share / 100).min(all.len().saturating_sub(1));
            all.get(index).map_or("–".to_owned(), |micros| {
                format!("{}.{:03}", micros / 1000, micros % 1000)
            })
        };
        say!(
            out,
            "  {}: {}, {}, {}; {}",
            summary.names[standing.engine],
            at(50),
            at(99),
            at(100),
            standing.overruns
        );
    }
}
