//! A run from its first word to its last: preparation, the games, what is kept and what is told.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use serde_json::json;

use super::after::unknown_games;
use super::args::Manner;
use super::console::{self, Console};
use super::files::{engines_json, games_file};
use super::prepare::{Prepared, all_pairs, check_descriptors, fingerprint, plan, prepare};
use super::{signals, warden};
use crate::app::status::{Misuse, Status};
use crate::arena::config::Config;
use crate::arena::engine::Stop;
use crate::arena::folder::{
    BadFolder, CONFIG, ENGINES, EVENTS, Folder, OPENINGS, REPORT, REPORT_JSON, TRANSCRIPT,
};
use crate::arena::ground::Ground;
use crate::arena::journal::{self, Begun, Event, Journal, Past};
use crate::arena::opening::{self, Opening};
use crate::arena::record::GameRecord;
use crate::arena::report::{self, Pairing, Sequential, Summary, text};
use crate::arena::run::{Ending, News, run};
use crate::arena::stats::sprt::Verdict;
use crate::arena::transcript::Transcript;

fn begun(config: &str, openings: &str, engines: &Config) -> Begun {
    Begun {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        config: crc32fast::hash(config.as_bytes()),
        openings: crc32fast::hash(openings.as_bytes()),
        engines: engines
            .engines
            .iter()
            .map(|spec| fingerprint(&spec.launch.argv[0]))
            .collect(),
    }
}

/// What would be played.
pub(super) fn rehearse<G: Ground>(config: &Config) -> anyhow::Result<Status> {
    let prepared = prepare::<G>(config)?;
    check_descriptors(config)?;
    let mut out = String::new();
    let pairs = all_pairs(config);
    for spec in &config.engines {
        let _ = writeln!(out, "{}", text::engine_line(spec));
    }
    let _ = writeln!(
        out,
        "{} in {}, {} at once, seed {}",
        text::number(pairs.len() * 2, "game"),
        text::number(pairs.len(), "pair"),
        config.tables,
        config.seed
    );
    for (number, pair) in pairs.iter().take(10).enumerate() {
        let (a, b) = (&config.engines[pair.a].name, &config.engines[pair.b].name);
        let _ = writeln!(
            out,
            "pair {}: {a} – {b}, {}",
            number + 1,
            prepared.openings[pair.opening].show()
        );
    }
    for note in &prepared.notes {
        let _ = writeln!(out, "note: {note}");
    }
    console::print(&out)?;
    let warden = warden()?;
    let plan = plan(config, prepared.openings);
    let mut table = crate::arena::table::Table::<G>::new(
        Arc::clone(&plan.specs),
        plan.patience,
        warden,
        Stop::default(),
        None,
    );
    for (who, spec) in config.engines.iter().enumerate() {
        table
            .start(who)
            .map_err(|fault| Misuse(format!("engine `{}`: {fault}", spec.name)))?;
        let lag = table.lag(who).as_micros();
        console::print(&format!(
            "{} is there; lag {lag} µs; declares: {}\n",
            spec.name,
            table.declared(who).join("; ")
        ))?;
    }
    Ok(Status::Done)
}

/// A new run.
pub(super) fn play<G: Ground>(
    config: &Config,
    path: &Path,
    manner: Manner,
) -> anyhow::Result<Status> {
    let prepared = prepare::<G>(config)?;
    check_descriptors(config)?;
    let text = config.write();
    let openings: String = prepared
        .openings
        .iter()
        .map(|opening| opening.show() + "\n")
        .collect();
    let folder = Folder::create(path).map_err(|error| Misuse(error.to_string()))?;
    let unusable = |error: io::Error| {
        Misuse(
            BadFolder::Io {
                path: path.display().to_string(),
                error,
            }
            .to_string(),
        )
    };
    folder.write(CONFIG, &text).map_err(unusable)?;
    folder.write(OPENINGS, &openings).map_err(unusable)?;
    let mut journal = Journal::create(&folder.file(EVENTS)).map_err(unusable)?;
    journal
        .add(Event::Begun(begun(&text, &openings, config)))
        .map_err(unusable)?;
    let conduct = Conduct {
        config,
        folder,
        manner,
        games: Vec::new(),
        new: true,
        told: false,
    };
    conduct.go::<G>(journal, prepared)
}

/// Goes on with a run.
pub(super) fn resume<G: Ground>(
    config: &Config,
    path: &Path,
    manner: Manner,
    accept_changed: bool,
) -> anyhow::Result<Status> {
    let folder = Folder::open(path).map_err(|error| Misuse(error.to_string()))?;
    let (past, openings) = past::<G>(&folder)?;
    let Some(Event::Begun(begun)) = past.events.first().cloned() else {
        return Err(Misuse(format!(
            "{}: it does not say how the run began",
            folder.file(EVENTS).display()
        ))
        .into());
    };
    let now: Vec<Option<(u32, u64)>> = config
        .engines
        .iter()
        .map(|spec| fingerprint(&spec.launch.argv[0]))
        .collect();
    for (spec, (before, now)) in config.engines.iter().zip(begun.engines.iter().zip(&now)) {
        if before != now && !accept_changed {
            let what = format!(
                "the program of engine `{}` has changed since the run began",
                spec.name
            );
            return Err(Misuse(format!("{what}: expected the same, or --accept-changed")).into());
        }
    }
    check_descriptors(config)?;
    let games = sound_games(&past, config)?;
    if openings.len() != config.pairs {
        let (expected, found) = (config.pairs, openings.len());
        let what = format!("{OPENINGS}: expected {expected} openings, found {found}");
        return Err(Misuse(what).into());
    }
    // The events are written first: who has lost some of them must not lose the games too.
    if let Ok(file) = fs::read_to_string(folder.file(G::GAMES_FILE))
        && let Some(what) = unknown_games::<G>(&games, &file)
    {
        return Err(Misuse(format!(
            "{what}: what is made from the events would be written over it: expected all events, or {} moved away",
            G::GAMES_FILE
        ))
        .into());
    }
    let mut journal = match Journal::go_on(&folder.file(EVENTS), &past) {
        Ok(journal) => journal,
        Err(error) => return Ok(unkept(&error)),
    };
    let mut notes = Vec::new();
    if past.cut {
        notes.push("the last event was damaged and is left out".to_owned());
    }
    let decided = Progress::new(config, &games)
        .test
        .is_some_and(|state| state.verdict != Verdict::Open);
    let mut conduct = Conduct {
        config,
        folder,
        manner,
        games,
        new: false,
        told: matches!(past.events.last(), Some(Event::Ended { .. })),
    };
    if conduct.played() >= config.games() || decided {
        let console = conduct.console();
        return conduct.finish::<G>(&mut journal, &Ending::Complete, console);
    }
    conduct.told = false;
    if let Err(error) = journal.add(Event::Resumed) {
        return Ok(unkept(&error));
    }
    conduct.go::<G>(journal, Prepared { openings, notes })
}

/// What has happened, and the openings as they were used. What was written at the beginning must not have changed.
pub(super) fn past<G: Ground>(folder: &Folder) -> anyhow::Result<(Past, Vec<Opening<G>>)> {
    past_of(folder.path())
}

/// The same without writing there.
pub(super) fn past_of<G: Ground>(folder: &Path) -> anyhow::Result<(Past, Vec<Opening<G>>)> {
    let past = journal::read(&folder.join(EVENTS)).map_err(|error| Misuse(error.to_string()))?;
    let read = |name: &str| {
        fs::read_to_string(folder.join(name))
            .map_err(|error| Misuse(format!("{}: {error}", folder.join(name).display())))
    };
    let (config, openings) = (read(CONFIG)?, read(OPENINGS)?);
    if let Some(Event::Begun(begun)) = past.events.first() {
        for (name, text, sum) in [
            (CONFIG, &config, begun.config),
            (OPENINGS, &openings, begun.openings),
        ] {
            if crc32fast::hash(text.as_bytes()) != sum {
                return Err(
                    Misuse(format!("{name} is not the one that the run began with")).into(),
                );
            }
        }
    }
    let line = |line: &str| {
        opening::read_line::<G>(line.as_bytes(), None).map_err(|why| anyhow!("{OPENINGS}: {why}"))
    };
    Ok((
        past,
        openings.lines().map(line).collect::<anyhow::Result<_>>()?,
    ))
}

/// The games of a journal.
pub(super) fn games_of(past: &Past) -> Vec<GameRecord> {
    let game = |event: &Event| match event {
        Event::Game(record) => Some((**record).clone()),
        _ => None,
    };
    past.events.iter().filter_map(game).collect()
}

/// The same, if something can be computed from all of them.
pub(super) fn sound_games(past: &Past, config: &Config) -> Result<Vec<GameRecord>, Misuse> {
    let games = games_of(past);
    let wrong = games.iter().find_map(|record| {
        let what = record.contradiction(config.engines.len())?;
        Some(Misuse(format!("{EVENTS}: game {}: {what}", record.game)))
    });
    wrong.map_or(Ok(games), Err)
}

/// A run in hand.
struct Conduct<'a> {
    config: &'a Config,
    folder: Folder,
    manner: Manner,
    games: Vec<GameRecord>,
    /// It begins.
    new: bool,
    /// The last event is that it has ended.
    told: bool,
}

impl Conduct<'_> {
    /// Games that count.
    fn played(&self) -> usize {
        self.games.iter().filter(|record| record.counts()).count()
    }

    fn console(&self) -> Console {
        let quiet = self.manner.quiet || self.manner.json;
        Console::new(quiet, self.config.games(), self.played())
    }

    fn go<G: Ground>(
        mut self,
        mut journal: Journal,
        prepared: Prepared<G>,
    ) -> anyhow::Result<Status> {
        let stop = Stop::default();
        signals::listen(&stop)?;
        let warden = warden()?;
        let mut plan = plan(self.config, prepared.openings);
        if self.manner.log {
            let file = self.folder.file(TRANSCRIPT);
            let log = Transcript::open(&file)
                .map_err(|error| self.not_begun(&format!("{}: {error}", file.display())))?;
            plan.transcript = Some(log);
        }
        let names: Vec<String> = self
            .config
            .engines
            .iter()
            .map(|spec| spec.name.clone())
            .collect();
        let planned = self.config.games();
        let mut console = self.console();
        for note in &prepared.notes {
            console.warn(note, note);
        }
        let line = format!(
            "{}, kept in {}, seed {}",
            text::number(planned, "game"),
            self.folder.path().display(),
            self.config.seed
        );
        console.line(&line);
        let mut declared = vec![Vec::new(); names.len()];
        let mut progress = Progress::new(self.config, &self.games);
        let done = self.games.clone();
        let ending = {
            let (config, folder, manner, games) =
                (self.config, &self.folder, self.manner, &mut self.games);
            let mut tell = |news: News| -> io::Result<bool> {
                match news {
                    News::Ready(who, options) => {
                        declared[who] = options;
                        if who + 1 == names.len() {
                            folder.write(ENGINES, &engines_json(config, &declared))?;
                        }
                        Ok(true)
                    }
                    News::Game(record) => {
                        journal.add(Event::Game(record.clone()))?;
                        if manner.json {
                            let line = json!({ "kind": "game", "data": &*record });
                            console.say(&format!("{line}\n"));
                        }
                        games.push(*record);
                        Ok(tell_game::<G>(
                            config,
                            games,
                            &names,
                            &mut progress,
                            &mut console,
                        ))
                    }
                }
            };
            run(&plan, &done, &warden, &stop, &mut tell)
        };
        if let Some(error) = plan.transcript.as_ref().and_then(Transcript::close) {
            console.warn(
                TRANSCRIPT,
                &format!("{TRANSCRIPT} is not complete: {error}"),
            );
        }
        console.close();
        drop(warden);
        self.finish::<G>(&mut journal, &ending, console)
    }

    /// Writes what follows from the games and tells it.
    fn finish<G: Ground>(
        &self,
        journal: &mut Journal,
        ending: &Ending,
        mut console: Console,
    ) -> anyhow::Result<Status> {
        if let (Ending::NotStarted(text), true) = (ending, self.new) {
            return Err(self.not_begun(text).into());
        }
        let summary = report::summarise::<G>(self.config, &self.games);
        let text = text::report(self.config, &summary, true);
        let json = report::json::report(self.config, &summary);
        let kept = (|| {
            if !self.told {
                let how = ending_word(ending).to_owned();
                journal.add(Event::Ended { how })?;
            }
            journal.sync()?;
            self.folder
                .write(G::GAMES_FILE, &games_file::<G>(self.config, &self.games))?;
            self.folder.write(REPORT, &text)?;
            self.folder.write(REPORT_JSON, &format!("{json:#}\n"))
        })();
        console.say(&if self.manner.json {
            format!("{}\n", json!({ "kind": "report", "data": json }))
        } else {
            format!("\n{text}")
        });
        let lost: Option<&io::Error> = match ending {
            Ending::Unkept(error) => Some(error),
            _ => kept.as_ref().err(),
        };
        let status = lost.map_or_else(|| self.status(ending, &summary), unkept);
        if matches!(
            status,
            Status::Unkept | Status::EnginesFailed | Status::Interrupted
        ) {
            let folder = self.folder.path().display().to_string();
            let again = shell_words::quote(&folder);
            console.say(&format!("go on with: brightsword resume {again}\n"));
        }
        match ending {
            Ending::Failures(who) => {
                let name = &summary.names[*who];
                complain(&format!("engine `{name}` has failed too often"));
            }
            Ending::NotStarted(text) => complain(text),
            _ => {}
        }
        // The folder has everything, but whoever listens does not know the end.
        console
            .unsaid()
            .map_or(Ok(status), |unsaid| Err(unsaid.into()))
    }

    /// Nothing was played: if it is new, the folder is given back as it was.
    fn not_begun(&self, why: &str) -> Misuse {
        if self.new {
            self.folder.give_back(&[CONFIG, OPENINGS, EVENTS, ENGINES]);
        }
        Misuse(why.to_owned())
    }

    fn status(&self, ending: &Ending, summary: &Summary) -> Status {
        if matches!(ending, Ending::Failures(_) | Ending::NotStarted(_)) {
            return Status::EnginesFailed;
        }
        match summary.sequential.as_ref().map(|state| state.verdict) {
            Some(Verdict::Rejected) if self.config.sprt_status => Status::Failed,
            Some(Verdict::Accepted | Verdict::Rejected) => Status::Done,
            _ if summary.played < summary.planned => Status::Interrupted,
            Some(Verdict::Open) if self.config.sprt_status => Status::Undecided,
            _ => Status::Done,
        }
    }
}

fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "brightsword: {text}");
}

fn unkept(error: &io::Error) -> Status {
    complain(&format!("what happened could not be kept: {error}"));
    Status::Unkept
}

/// How a run can end, as its last event says.
pub(super) const ENDINGS: [&str; 5] =
    ["complete", "not started", "failures", "stopped", "not kept"];

fn ending_word(ending: &Ending) -> &'static str {
    ENDINGS[match ending {
        Ending::Complete => 0,
        Ending::NotStarted(_) => 1,
        Ending::Failures(_) => 2,
        Ending::Interrupted => 3,
        Ending::Unkept(_) => 4,
    }]
}

/// What is known of the pairs so far, so that nobody has to look at all games again after each.
struct Progress {
    pairing: Pairing,
    test: Option<Sequential>,
}

impl Progress {
    fn new(config: &Config, games: &[GameRecord]) -> Self {
        let mut progress = Self {
            pairing: Pairing::default(),
            test: config.sprt.as_ref().map(Sequential::new),
        };
        for record in games {
            progress.add(record);
        }
        progress
    }

    /// One more game; whether it completes a pair.
    fn add(&mut self, record: &GameRecord) -> bool {
        let completed = self.pairing.add(record);
        if let (Some(test), Some((_, half_points))) = (&mut self.test, completed) {
            test.add(half_points);
        }
        completed.is_some()
    }
}

/// Tells of the game that ended last; whether to go on.
fn tell_game<G: Ground>(
    config: &Config,
    games: &[GameRecord],
    names: &[String],
    progress: &mut Progress,
    console: &mut Console,
) -> bool {
    let Some(record) = games.last() else {
        return true;
    };
    let line = text::game_line(names, record, config.games());
    console.line(&line);
    if record.reason.is_forfeit() && record.reason.code() != "resign" {
        let who = record.offender.map_or("", |who| names[who].as_str());
        console.warn(&format!("{} of {who}", record.reason.code()), &line);
    }
    if !record.counts() {
        console.warn(
            "void games",
            &format!("game {} is void: {}", record.game, record.detail),
        );
        return true;
    }
    let complete = progress.add(record);
    let state = progress.test.as_ref();
    let ratio = state
        .and_then(|state| state.ratio)
        .map_or(String::new(), |ratio| format!("LLR {ratio:.2}"));
    console.advance(&ratio);
    if let Some(state) = state.filter(|_| complete) {
        console.line(&text::test_line(state));
    }
    if config.rating_interval > 0 && games.len().is_multiple_of(config.rating_interval) {
        console.line(&text::report(
            config,
            &report::summarise::<G>(config, games),
            false,
        ));
    }
    state.is_none_or(|state| state.verdict == Verdict::Open)
}
