//! Matches and tournaments: what is said on the command line, and what is told of it.

mod after;
pub mod args;
mod conduct;
mod console;
mod contest_run;
mod files;
mod ground;
mod prepare;
mod signals;

use std::path::{Path, PathBuf};

use crate::arena::config::Config;
use crate::arena::ground::Ground;
use crate::arena::warden::{Warden, watch};

use self::args::{ContestArgs, FolderArgs, MatchArgs, ReportArgs, ResumeArgs, TournamentArgs};
use super::catalogue;
use super::status::{Misuse, Status};

/// Something to be done about a game whose types are hidden.
#[derive(Debug)]
pub enum Errand<'a> {
    /// A new run.
    Play {
        /// What.
        config: &'a Config,
        /// Where it is kept.
        folder: &'a Path,
        /// How it is told.
        manner: args::Manner,
    },
    /// What a new run would be.
    Rehearse {
        /// What.
        config: &'a Config,
    },
    /// A run that was interrupted.
    Resume {
        /// What.
        config: &'a Config,
        /// Where it is kept.
        folder: &'a Path,
        /// How it is told.
        manner: args::Manner,
        /// Programs of engines may have changed.
        accept_changed: bool,
    },
    /// The report of a run.
    Report {
        /// What.
        config: &'a Config,
        /// Where it is kept.
        folder: &'a Path,
        /// For programs.
        json: bool,
    },
    /// Whether what is kept is right.
    Verify {
        /// What.
        config: &'a Config,
        /// Where it is kept.
        folder: &'a Path,
    },
}

/// Does an errand in the game `G`.
pub(super) fn run_game<G: Ground>(errand: &Errand<'_>) -> anyhow::Result<Status> {
    match errand {
        Errand::Play {
            config,
            folder,
            manner,
        } => conduct::play::<G>(config, folder, *manner),
        Errand::Rehearse { config } => conduct::rehearse::<G>(config),
        Errand::Resume {
            config,
            folder,
            manner,
            accept_changed,
        } => conduct::resume::<G>(config, folder, *manner, *accept_changed),
        Errand::Report {
            config,
            folder,
            json,
        } => after::report::<G>(config, folder, *json),
        Errand::Verify { config, folder } => after::verify::<G>(config, folder),
    }
}

fn send(config: &Config, errand: &Errand<'_>) -> anyhow::Result<Status> {
    (catalogue::game(&config.game)?.compete)(errand)
}

/// `brightsword match`
pub fn run_match(args: &MatchArgs) -> anyhow::Result<Status> {
    begin(
        &args.common.draft(&args.engines, None, None),
        &args.common,
        "match",
    )
}

/// `brightsword tournament`
pub fn run_tournament(args: &TournamentArgs) -> anyhow::Result<Status> {
    let draft = args
        .common
        .draft(&args.engines, args.format.as_deref(), args.seeds.as_deref());
    begin(&draft, &args.common, "tournament")
}

fn begin(said: &args::Said, common: &args::Common, what: &str) -> anyhow::Result<Status> {
    let mut faults = said.faults.clone();
    let itself = own_program();
    let names = catalogue::GAMES.map(|game| game.name);
    let config = match Config::complete(&said.draft, &itself, &names) {
        Ok(config) if faults.is_empty() => {
            if what == "match" && config.engines.len() != 2 {
                let found = config.engines.len();
                return Err(Misuse(format!("expected two engines for a match, found {found}: `brightsword tournament` takes more")).into());
            }
            config
        }
        Ok(_) => return Err(Misuse(faults.join("\n")).into()),
        Err(more) => {
            // What misses because it could not be read is not told again.
            faults.extend(more);
            return Err(Misuse(faults.join("\n")).into());
        }
    };
    if common.print_config {
        console::print(&config.write())?;
        return Ok(Status::Done);
    }
    if common.dry_run {
        return send(&config, &Errand::Rehearse { config: &config });
    }
    let folder = common.out.clone().unwrap_or_else(|| free_folder(what));
    send(
        &config,
        &Errand::Play {
            config: &config,
            folder: &folder,
            manner: common.manner,
        },
    )
}

/// `match-1`, or the first one that is free.
fn free_folder(what: &str) -> PathBuf {
    let names = (1u32..).map(|number| PathBuf::from(format!("{what}-{number}")));
    names
        .into_iter()
        .find(|path| !path.exists())
        .unwrap_or_else(|| PathBuf::from(what))
}

/// The program that runs, to be started again as an engine or as a warden.
fn own_program() -> String {
    std::env::current_exe().map_or_else(
        |_| "brightsword".to_owned(),
        |path| path.display().to_string(),
    )
}

/// The configuration that a folder was made with; what is wrong with it if the folder has one and it is damaged.
fn kept_config(folder: &Path) -> Result<Result<Config, Vec<String>>, Misuse> {
    let file = folder.join(crate::arena::folder::CONFIG);
    let bytes = std::fs::read(&file).map_err(|error| {
        Misuse(format!(
            "{}: {error}: expected the folder of a run",
            file.display()
        ))
    })?;
    let name = file.display().to_string();
    let Ok(text) = String::from_utf8(bytes) else {
        return Ok(Err(vec![format!("{name}: expected a text in UTF-8")]));
    };
    let (draft, faults) = crate::arena::config::file::read(&name, &text);
    if !faults.is_empty() {
        return Ok(Err(faults));
    }
    let names = catalogue::GAMES.map(|game| game.name);
    Ok(Config::complete(&draft, &own_program(), &names))
}

/// The same where it has to be sound.
fn config_of(folder: &Path) -> Result<Config, Misuse> {
    kept_config(folder)?.map_err(|faults| Misuse(faults.join("\n")))
}

/// `brightsword resume`
pub fn run_resume(args: &ResumeArgs) -> anyhow::Result<Status> {
    let config = config_of(&args.folder)?;
    let errand = Errand::Resume {
        config: &config,
        folder: &args.folder,
        manner: args.manner,
        accept_changed: args.accept_changed,
    };
    send(&config, &errand)
}

/// `brightsword report`
pub fn run_report(args: &ReportArgs) -> anyhow::Result<Status> {
    let config = config_of(&args.folder)?;
    send(
        &config,
        &Errand::Report {
            config: &config,
            folder: &args.folder,
            json: args.json,
        },
    )
}

/// `brightsword verify`
pub fn run_verify(args: &FolderArgs) -> anyhow::Result<Status> {
    let config = match kept_config(&args.folder)? {
        Ok(config) => config,
        Err(faults) => return after::differs(&faults),
    };
    send(
        &config,
        &Errand::Verify {
            config: &config,
            folder: &args.folder,
        },
    )
}

/// `brightsword contest-run`
pub fn run_contest(args: &ContestArgs) -> anyhow::Result<Status> {
    contest_run::run(args)
}

/// How the warden is asked for.
pub const WARDEN: &str = "arena-warden";

/// Watches over process groups; nobody calls this but the runner.
pub fn run_warden() -> Status {
    watch(std::io::stdin().lock());
    Status::Done
}

/// The warden of this run.
fn warden() -> anyhow::Result<Warden> {
    use anyhow::Context as _;
    Warden::start(Path::new(&own_program()), &[WARDEN])
        .context("starting the warden of process groups")
}
