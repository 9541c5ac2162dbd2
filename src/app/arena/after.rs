//! After a run, or beside it: its report, and whether what is kept is right.

use std::path::Path;

use serde_json::Value;

use super::conduct::{games_of, past_of, sound_games};
use super::console;
use super::files::{engine_json, games_file, print_json};
use super::prepare::all_pairs;
use crate::app::status::Status;
use crate::arena::config::Config;
use crate::arena::folder::{ENGINES, REPORT, REPORT_JSON};
use crate::arena::ground::Ground;
use crate::arena::journal::{Event, Past};
use crate::arena::report;
use crate::arena::verify::complaints;

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
    let (past, openings) = past_of::<G>(folder)?;
    let games = games_of(&past);
    let mut all = complaints::<G>(&games, config.engines.len(), &all_pairs(config), &openings);
    if past.cut {
        all.push("the last event is damaged".to_owned());
    }
    let files = past
        .events
        .iter()
        .any(|event| matches!(event, Event::Ended { .. }));
    let ended = files && matches!(past.events.last(), Some(Event::Ended { .. }));
    if ended && sound_games(&past, config).is_ok() {
        let summary = report::summarise::<G>(config, &games);
        let json = report::json::report(config, &summary);
        for (name, text) in [
            (REPORT, report::text::report(config, &summary, true)),
            (REPORT_JSON, format!("{json:#}\n")),
            (G::GAMES_FILE, games_file::<G>(config, &games)),
        ] {
            match std::fs::read_to_string(folder.join(name)) {
                Ok(found) if found == text => {}
                Ok(_) => all.push(format!("{name} does not say what the events say")),
                Err(error) => all.push(format!("{name}: {error}")),
            }
        }
    }
    if !games.is_empty() {
        all.extend(engines_complaint(config, folder, &past));
    }
    if all.is_empty() {
        let (counted, void): (Vec<_>, Vec<_>) = games.iter().partition(|game| game.counts());
        let void = match void.len() {
            0 => String::new(),
            voids => format!(", {voids} void"),
        };
        let counted = report::text::number(counted.len(), "game");
        console::print(&format!("{counted}{void}: all as it should be\n"))?;
        return Ok(Status::Done);
    }
    console::print(&(all.join("\n") + "\n"))?;
    Ok(Status::Failed)
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
