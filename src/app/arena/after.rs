//! After a run, or beside it: its report, and whether what is kept is right.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use serde_json::Value;

use super::conduct::{ENDINGS, games_of, past_of, sound_games};
use super::console;
use super::files::{engine_json, games_file, print_json};
use super::prepare::all_pairs;
use crate::app::status::Status;
use crate::arena::config::Config;
use crate::arena::folder::{ENGINES, EVENTS, REPORT, REPORT_JSON};
use crate::arena::ground::Ground;
use crate::arena::journal::{Event, Past};
use crate::arena::record::GameRecord;
use crate::arena::report;
use crate::arena::verify::complaints;
use crate::base::snippet::Snippet;

/// The report, made anew from the events.
pub(super) fn report<G: Ground>(
    config: &Config,
    folder: &Path,
    json: bool,
) -> anyhow::Result<Status> {
    let (past, _) = past_of::<G>(folder)?;
    let summary = report::summarise::<G>(config, &sound_games(&past, config)?);
    let text = if json {
        format!("{:#}\n", report::json::report(config, &summary))
    } else {
        report::text::report(config, &summary, true)
    };
    console::print(&text)?;
    Ok(Status::Done)
}

/// Plays all games again, computes all numbers again, and compares them with what is in the folder.
pub(super) fn verify<G: Ground>(config: &Config, folder: &Path) -> anyhow::Result<Status> {
    let (past, openings) = match past_of::<G>(folder) {
        Ok(read) => read,
        Err(error) => return differs(&[format!("{error:#}")]),
    };
    let games = games_of(&past);
    let mut all = complaints::<G>(&games, config.engines.len(), &all_pairs(config), &openings);
    all.extend(events_complaints(&past));
    let ended = matches!(past.events.last(), Some(Event::Ended { .. }));
    if sound_games(&past, config).is_ok() {
        all.extend(made_complaints::<G>(config, folder, &past, ended));
    }
    if !games.is_empty() {
        all.extend(engines_complaint(config, folder, &past));
    }
    if !all.is_empty() {
        return differs(&all);
    }
    let (counted, void): (Vec<_>, Vec<_>) = games.iter().partition(|game| game.counts());
    let void = match void.len() {
        0 => String::new(),
        voids => format!(", {voids} void"),
    };
    let how = if ended {
        "all as it should be".to_owned()
    } else {
        format!(
            "as they should be; the run goes on or was interrupted, {} are planned",
            config.games()
        )
    };
    let counted = report::text::number(counted.len(), "game");
    console::print(&format!("{counted}{void}: {how}\n"))?;
    Ok(Status::Done)
}

/// Tells what differs.
pub(super) fn differs(all: &[String]) -> anyhow::Result<Status> {
    console::print(&(all.join("\n") + "\n"))?;
    Ok(Status::Failed)
}

/// What is wrong with the events that are no games.
fn events_complaints(past: &Past) -> Vec<String> {
    let mut all = Vec::new();
    if past.cut {
        all.push("the last event is damaged".to_owned());
    }
    if !matches!(past.events.first(), Some(Event::Begun(_))) {
        all.push(format!("{EVENTS}: it does not say how the run began"));
    }
    for event in &past.events {
        if let Event::Ended { how } = event
            && !ENDINGS.contains(&how.as_str())
        {
            all.push(format!(
                "{EVENTS}: expected an end that is one of {}, found `{}`",
                ENDINGS.join(", "),
                Snippet::new(how.as_bytes())
            ));
        }
    }
    all
}

/// What is wrong with the files that are made from the events. They are made whenever the run ends, after the event that says
/// so: where it went on since, they are those of an earlier end, or not there.
fn made_complaints<G: Ground>(
    config: &Config,
    folder: &Path,
    past: &Past,
    ended: bool,
) -> Vec<String> {
    let all = games_of(past);
    let mut ends: Vec<usize> = Vec::new();
    let mut games = 0;
    for event in &past.events {
        games += usize::from(matches!(event, Event::Game(_)));
        if matches!(event, Event::Ended { .. }) {
            ends.push(games);
        }
    }
    if ended {
        ends.drain(..ends.len().saturating_sub(1));
    } else {
        ends.push(games);
    }
    let files = [REPORT, REPORT_JSON, G::GAMES_FILE];
    let made = |&games: &usize| {
        let summary = report::summarise::<G>(config, &all[..games]);
        [
            report::text::report(config, &summary, true),
            format!("{:#}\n", report::json::report(config, &summary)),
            games_file::<G>(config, &all[..games]),
        ]
    };
    let made: Vec<[String; 3]> = ends.iter().map(made).collect();
    let complaint = |(index, name): (usize, &str)| match std::fs::read_to_string(folder.join(name))
    {
        Ok(found) if made.iter().any(|texts| texts[index] == found) => None,
        Ok(found) if name == G::GAMES_FILE => Some(
            unknown_games::<G>(&all, &found)
                .unwrap_or_else(|| format!("{name} does not say what the events say")),
        ),
        Ok(_) => Some(format!("{name} does not say what the events say")),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !ended => None,
        Err(error) => Some(format!("{name}: {error}")),
    };
    files
        .into_iter()
        .enumerate()
        .filter_map(complaint)
        .collect()
}

/// What there is to say of a file of games that has more of them than the events. The events are written first.
pub(super) fn unknown_games<G: Ground>(games: &[GameRecord], file: &str) -> Option<String> {
    let counted: BTreeSet<usize> = games
        .iter()
        .filter(|record| record.counts())
        .map(|record| record.game)
        .collect();
    let found = file.lines().filter(|line| !line.trim().is_empty()).count();
    (found > counted.len()).then(|| {
        format!(
            "{} has {}, {EVENTS} only {}",
            G::GAMES_FILE,
            report::text::number(found, "game"),
            counted.len()
        )
    })
}

/// What is wrong with the file about the engines: it has to say what the configuration says, and their programs are those that
/// the run began with, if it went on without a break.
fn engines_complaint(config: &Config, folder: &Path, past: &Past) -> Option<String> {
    let found = match std::fs::read_to_string(folder.join(ENGINES)) {
        Ok(text) => serde_json::from_str(&text).unwrap_or(Value::Null),
        Err(error) => return Some(format!("{ENGINES}: {error}")),
    };
    let begun = match &past.events[..] {
        [Event::Begun(begun), rest @ ..] if !rest.contains(&Event::Resumed) => &begun.engines[..],
        _ => &[],
    };
    let fits = |(number, spec)| {
        let mut expected = engine_json(spec);
        if let Some(print) = begun.get(number) {
            print_json(&mut expected, *print);
        }
        let all = expected.as_object().into_iter().flatten();
        all.into_iter()
            .all(|(name, value)| found[number][name] == *value)
    };
    let same = found.as_array().map(Vec::len) == Some(config.engines.len())
        && config.engines.iter().enumerate().all(fits);
    (!same).then(|| format!("{ENGINES} does not say what the run began with"))
}
