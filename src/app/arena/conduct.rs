//! A run from its first word to its last: preparation, the games, what is kept and what is told.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;

use super::args::Manner;
use super::console::{self, Console};
use super::{signals, warden};
use crate::app::status::{Misuse, Status};
use crate::arena::chance::Chance;
use crate::arena::config::Config;
use crate::arena::engine::Stop;
use crate::arena::folder::{
    BadFolder, CONFIG, ENGINES, EVENTS, Folder, OPENINGS, REPORT, REPORT_JSON,
};
use crate::arena::ground::{Ground, Told};
use crate::arena::journal::{self, Begun, Event, Journal, Past};
use crate::arena::opening::{self, Opening};
use crate::arena::record::GameRecord;
use crate::arena::report::{self, text};
use crate::arena::run::{Ending, News, Plan, descriptors, run, usual_failures};
use crate::arena::schedule::{Pair, meetings, pairs};
use crate::arena::stats::sprt::Verdict;

/// So many openings are drawn at most; more pairs take them again, in another order.
const DRAWN: usize = 500;

/// What is to be played, with what there is to say about it beforehand.
pub(super) struct Prepared<G: Ground> {
    /// One for each round.
    openings: Vec<Opening<G>>,
    notes: Vec<String>,
}

/// The pairs of a configuration. Their openings are numbered by round.
pub(super) fn all_pairs(config: &Config) -> Vec<Pair> {
    let rounds: Vec<usize> = (0..config.pairs).collect();
    pairs(
        &meetings(config.engines.len(), config.format),
        config.pairs,
        &rounds,
        config.by_meeting,
    )
}

/// Openings for each round, read or drawn, put in order and turned.
fn prepare<G: Ground>(config: &Config) -> Result<Prepared<G>, Misuse> {
    let wish = &config.openings;
    let mut notes = Vec::new();
    let mut list = match &wish.file {
        Some(file) => {
            let read = opening::read_file::<G>(file, wish.plies, wish.skip_bad)
                .map_err(|error| Misuse(error.to_string()))?;
            notes.extend(read.skipped);
            if read.duplicates > 0 {
                notes.push(format!(
                    "{} openings lead to the same position as others and are left out",
                    read.duplicates
                ));
            }
            read.openings
        }
        None if wish.plies == Some(0) => vec![Opening::usual()],
        None => {
            let count = wish.count.unwrap_or(config.pairs.min(DRAWN));
            let plies = wish.plies.unwrap_or(G::OPENING_PLIES);
            opening::draw::<G>(count, plies, &mut Chance::new(config.seed, "openings"))
        }
    };
    if wish.first > list.len() {
        return Err(Misuse(format!(
            "openings.start: expected at most {}, found {}",
            list.len(),
            wish.first
        )));
    }
    list.drain(..wish.first - 1);
    if let Some(count) = wish.count {
        list.truncate(count);
    }
    if list.len() == 1 && list[0].given.is_empty() && config.pairs > 1 {
        notes.push(format!(
            "all games start alike: {} pairs of deterministic engines will be one pair",
            config.pairs
        ));
    } else if list.len() < config.pairs {
        notes.push(format!(
            "{} openings for {} pairs: they come again in another order",
            list.len(),
            config.pairs
        ));
    }
    let order = opening::order(
        list.len(),
        config.pairs,
        wish.shuffled,
        &mut Chance::new(config.seed, "order"),
    );
    let mut chance = Chance::new(config.seed, "symmetry");
    let turn = |index: usize| {
        if wish.turned {
            list[index].turned(&mut chance)
        } else {
            list[index].clone()
        }
    };
    Ok(Prepared {
        openings: order.into_iter().map(turn).collect(),
        notes,
    })
}

fn plan<G: Ground>(config: &Config, openings: Vec<Opening<G>>) -> Plan<G> {
    let pairs = all_pairs(config);
    let own = pairs
        .iter()
        .filter(|pair| pair.a == 0 || pair.b == 0)
        .count()
        * 2;
    Plan {
        specs: Arc::new(config.engines.clone()),
        patience: config.patience,
        tables: config.tables,
        ask_passes: config.ask_passes,
        solve: config.solve,
        most_failures: config.most_failures.unwrap_or_else(|| usual_failures(own)),
        pairs,
        openings,
    }
}

/// Makes room for as many files as the processes need.
fn check_descriptors(config: &Config) -> Result<(), Misuse> {
    let need = descriptors(config.engines.len(), config.tables);
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= need) {
        return Ok(());
    }
    if limit.maximum.is_none_or(|maximum| maximum >= need) {
        let raised = Rlimit {
            current: Some(need),
            maximum: limit.maximum,
        };
        if setrlimit(Resource::Nofile, raised).is_ok() {
            return Ok(());
        }
    }
    let have = limit.maximum.unwrap_or(need);
    let possible = have.saturating_sub(20) / (3 * config.engines.len() as u64);
    Err(Misuse(format!(
        "{} games at once need {need} open files, {have} are allowed: expected at most {possible} at once",
        config.tables
    )))
}

/// Checksum and size of the file that a command starts, if it can be found and read.
fn fingerprint(program: &str) -> Option<(u32, u64)> {
    let path = if program.contains('/') {
        Path::new(program).to_owned()
    } else {
        let all = std::env::var_os("PATH")?;
        std::env::split_paths(&all)
            .map(|dir| dir.join(program))
            .find(|path| path.is_file())?
    };
    let bytes = fs::read(path).ok()?;
    Some((crc32fast::hash(&bytes), bytes.len() as u64))
}

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
        let _ = writeln!(
            out,
            "{}: {} · {} · {}",
            spec.name,
            spec.limit,
            spec.language.name(),
            shell_words::join(&spec.launch.argv)
        );
    }
    let _ = writeln!(
        out,
        "{} games in {} pairs, {} at once, seed {}",
        pairs.len() * 2,
        pairs.len(),
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
    let mut journal =
        Journal::go_on(&folder.file(EVENTS), &past).context("cannot go on with the events")?;
    let mut notes = Vec::new();
    if past.cut {
        notes.push("the last event was damaged and is left out".to_owned());
    }
    let games = games_of(&past);
    let decided = config
        .sprt
        .as_ref()
        .map(|test| report::sequential(test, &report::completed_pairs(&games)).verdict);
    let conduct = Conduct {
        config,
        folder,
        manner,
        games,
    };
    let played = conduct
        .games
        .iter()
        .filter(|record| record.counts())
        .count();
    if played >= config.games() || decided.is_some_and(|verdict| verdict != Verdict::Open) {
        return conduct.finish::<G>(&mut journal, &Ending::Complete);
    }
    journal
        .add(Event::Resumed)
        .context("cannot go on with the events")?;
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

/// A run in hand.
struct Conduct<'a> {
    config: &'a Config,
    folder: Folder,
    manner: Manner,
    games: Vec<GameRecord>,
}

impl Conduct<'_> {
    fn go<G: Ground>(
        mut self,
        mut journal: Journal,
        prepared: Prepared<G>,
    ) -> anyhow::Result<Status> {
        let stop = Stop::default();
        signals::listen(&stop)?;
        let warden = warden()?;
        let plan = plan(self.config, prepared.openings);
        let names: Vec<String> = self
            .config
            .engines
            .iter()
            .map(|spec| spec.name.clone())
            .collect();
        let planned = self.config.games();
        let played = self.games.iter().filter(|record| record.counts()).count();
        let mut console = Console::new(self.manner.quiet || self.manner.json, planned, played);
        for note in &prepared.notes {
            console.warn(note, note);
        }
        let line = format!(
            "{planned} games, kept in {}, seed {}",
            self.folder.path().display(),
            self.config.seed
        );
        console.line(&line);
        let mut declared = vec![Vec::new(); names.len()];
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
                            console::print(&format!(
                                "{}\n",
                                json!({ "kind": "game", "data": &*record })
                            ))?;
                        }
                        games.push(*record);
                        Ok(tell_game::<G>(config, games, &names, planned, &mut console))
                    }
                }
            };
            run(&plan, &done, &warden, &stop, &mut tell)
        };
        console.close();
        drop(warden);
        self.finish::<G>(&mut journal, &ending)
    }

    /// Writes what follows from the games and tells it.
    fn finish<G: Ground>(&self, journal: &mut Journal, ending: &Ending) -> anyhow::Result<Status> {
        if let Ending::NotStarted(text) = ending {
            // Nothing was played: the folder is given back as it was.
            for name in [CONFIG, OPENINGS, EVENTS]
                .into_iter()
                .filter(|_| self.games.is_empty())
            {
                let _ = fs::remove_file(self.folder.file(name));
            }
            return Err(Misuse(text.clone()).into());
        }
        let summary = report::summarise::<G>(self.config, &self.games);
        let text = text::report(self.config, &summary, true);
        let kept = (|| {
            journal.add(Event::Ended {
                how: ending_word(ending).to_owned(),
            })?;
            journal.sync()?;
            self.folder
                .write(G::GAMES_FILE, &games_file::<G>(self.config, &self.games))?;
            self.folder.write(REPORT, &text)?;
            let json = report::json::report(self.config, &summary);
            self.folder.write(REPORT_JSON, &format!("{json:#}\n"))
        })();
        if self.manner.json {
            let json = report::json::report(self.config, &summary);
            console::print(&format!("{}\n", json!({ "kind": "report", "data": json })))?;
        } else {
            console::print(&format!("\n{text}"))?;
        }
        let again = || {
            format!(
                "brightsword resume {}",
                shell_words::quote(&self.folder.path().display().to_string())
            )
        };
        let lost: Option<&io::Error> = match ending {
            Ending::Unkept(error) => Some(error),
            _ => kept.as_ref().err(),
        };
        if let Some(error) = lost {
            console::print(&format!("go on with: {}\n", again()))?;
            return Ok(fail(
                &format!("what happened could not be kept: {error}"),
                Status::Unkept,
            ));
        }
        let verdict = summary.sequential.as_ref().map(|state| state.verdict);
        if let Ending::Failures(who) = ending {
            console::print(&format!("go on with: {}\n", again()))?;
            let text = format!("engine `{}` has failed too often", summary.names[*who]);
            return Ok(fail(&text, Status::EnginesFailed));
        }
        Ok(match verdict {
            Some(Verdict::Rejected) if self.config.sprt_status => Status::Failed,
            Some(Verdict::Accepted | Verdict::Rejected) => Status::Done,
            _ if summary.played < summary.planned => {
                console::print(&format!("go on with: {}\n", again()))?;
                Status::Interrupted
            }
            Some(Verdict::Open) if self.config.sprt_status => Status::Undecided,
            _ => Status::Done,
        })
    }
}

fn fail(text: &str, status: Status) -> Status {
    let _ = io::Write::write_all(
        &mut io::stderr(),
        format!("brightsword: {text}\n").as_bytes(),
    );
    status
}

fn ending_word(ending: &Ending) -> &'static str {
    match ending {
        Ending::Complete => "complete",
        Ending::NotStarted(_) => "not started",
        Ending::Failures(_) => "failures",
        Ending::Interrupted => "stopped",
        Ending::Unkept(_) => "not kept",
    }
}

/// Tells of the game that ended last; whether to go on.
fn tell_game<G: Ground>(
    config: &Config,
    games: &[GameRecord],
    names: &[String],
    planned: usize,
    console: &mut Console,
) -> bool {
    let Some(record) = games.last() else {
        return true;
    };
    let line = text::game_line(names, record, planned);
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
    let state = config
        .sprt
        .as_ref()
        .map(|test| report::sequential(test, &report::completed_pairs(games)));
    let ratio = state
        .as_ref()
        .and_then(|state| state.ratio)
        .map_or(String::new(), |ratio| format!("LLR {ratio:.2}"));
    console.advance(&ratio);
    let complete = games
        .iter()
        .filter(|other| other.pair == record.pair && other.counts())
        .count()
        == 2;
    if let Some(state) = state.as_ref().filter(|_| complete) {
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

fn engines_json(config: &Config, declared: &[Vec<String>]) -> String {
    let engine = |(spec, declared): (&crate::arena::engine::Spec, &Vec<String>)| {
        let print = fingerprint(&spec.launch.argv[0]);
        json!({
            "name": spec.name,
            "command": spec.launch.argv,
            "protocol": spec.language.name(),
            "limit": spec.limit.to_string(),
            "crc32": print.map(|print| format!("{:08x}", print.0)),
            "size": print.map(|print| print.1),
            "declares": declared,
        })
    };
    format!(
        "{:#}\n",
        json!(
            config
                .engines
                .iter()
                .zip(declared)
                .map(engine)
                .collect::<Vec<_>>()
        )
    )
}

/// All games that count, in the order of their numbers, one a line.
pub(super) fn games_file<G: Ground>(config: &Config, games: &[GameRecord]) -> String {
    let mut sorted: Vec<&GameRecord> = games.iter().filter(|record| record.counts()).collect();
    sorted.sort_by_key(|record| record.game);
    sorted.dedup_by_key(|record| record.game);
    sorted
        .into_iter()
        .filter_map(|record| Some(write_game::<G>(config, record)? + "\n"))
        .collect()
}

fn write_game<G: Ground>(config: &Config, record: &GameRecord) -> Option<String> {
    let start = G::read_position(record.start.as_bytes()).ok()?;
    let moves: Vec<G::Move> = record
        .moves
        .split_whitespace()
        .map(|text| G::read_move(text.as_bytes()).ok())
        .collect::<Option<_>>()?;
    let used: Vec<_> = record
        .micros
        .iter()
        .map(|&micros| std::time::Duration::from_micros(micros))
        .collect();
    let players = [record.first, record.second].map(|who| &config.engines[who]);
    let who = record.offender.map_or(String::new(), |who| {
        format!(" by {}", config.engines[who].name)
    });
    let detail = if record.detail.is_empty() {
        String::new()
    } else {
        format!(": {}", record.detail)
    };
    let comment = format!(
        "game {}, {}{who}{detail}",
        record.game,
        record.reason.code()
    );
    Some(G::write_game(&Told {
        start: &start,
        moves: &moves,
        given: record.given,
        names: players.map(|spec| spec.name.as_str()),
        result: record.difference,
        rules: players.map(|spec| spec.limit.time),
        used: &used,
        comment: &comment,
    }))
}
