//! After a run, or beside it: its report, and whether what is kept is right.

use std::path::Path;

use super::conduct::{games_file, games_of, past_of, sound_games};
use super::console;
use super::prepare::all_pairs;
use crate::app::status::Status;
use crate::arena::config::Config;
use crate::arena::folder::REPORT_JSON;
use crate::arena::ground::Ground;
use crate::arena::journal::Event;
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
        let json = report::json::report(config, &report::summarise::<G>(config, &games));
        for (name, text) in [
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
    if all.is_empty() {
        console::print(&format!("{} games: all as they should be\n", games.len()))?;
        return Ok(Status::Done);
    }
    console::print(&(all.join("\n") + "\n"))?;
    Ok(Status::Failed)
}
