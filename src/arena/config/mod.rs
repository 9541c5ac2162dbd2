//! What a run is to be: what was said in a file and on the command line, completed, checked, and written down so that it can be
//! repeated.

pub mod draft;
pub mod file;
pub mod scalar;

use std::path::PathBuf;

use toml::{Table, Value};

use self::draft::{Draft, EngineDraft, Kind, Tables};
use super::engine::{Patience, Restart, Spec};
use super::limit::{Limit, TimeRule, show_time};
use super::process::Launch;
use super::schedule::{Format, meetings};
use super::stats::sprt::{Model, Test};
use super::tongue::Language;
use crate::base::chance::draw_seed;

/// A complete configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The game's name.
    pub game: String,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of each meeting.
    pub pairs: usize,
    /// Games at once.
    pub tables: usize,
    /// What chance follows from.
    pub seed: u64,
    /// One meeting after the other.
    pub by_meeting: bool,
    /// Engines are asked for forced passes.
    pub ask_passes: bool,
    /// Failures of an engine that stop the run; what is usual if none.
    pub most_failures: Option<usize>,
    /// Times.
    pub patience: Patience,
    /// Openings.
    pub openings: Openings,
    /// Exact results from so few empty cells on.
    pub solve: Option<u32>,
    /// The sequential test.
    pub sprt: Option<Test>,
    /// Its verdict is told by the exit status.
    pub sprt_status: bool,
    /// A table after so many games; 0 for never.
    pub rating_interval: usize,
    /// The engines.
    pub engines: Vec<Spec>,
}

/// Where openings come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Openings {
    /// A file; drawn by lot if none.
    pub file: Option<PathBuf>,
    /// Plies: of a drawn opening, or at most of one of a file.
    pub plies: Option<usize>,
    /// At most so many are used, from the one with this number on.
    pub count: Option<usize>,
    /// The first that is used, from 1.
    pub first: usize,
    /// In an order drawn by lot.
    pub shuffled: bool,
    /// Each turned by a symmetry drawn by lot.
    pub turned: bool,
    /// Bad lines are left out.
    pub skip_bad: bool,
}

/// The longest name that is shown.
const LONGEST_NAME: usize = 64;

/// A word on the command line for this very program.
pub const SELF: &str = "self";

impl Config {
    /// All games of the run.
    pub fn games(&self) -> usize {
        meetings(self.engines.len(), self.format).len() * self.pairs * 2
    }

    /// Completes what was said; everything that is wrong with it is told. `itself` is this program, `games` the names of those
    /// that can be played.
    pub fn complete(draft: &Draft, itself: &str, games: &[&str]) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let game = draft
            .game
            .clone()
            .unwrap_or_else(|| games.first().copied().unwrap_or_default().to_owned());
        if !games.contains(&game.as_str()) {
            faults.push(format!(
                "run.game: expected one of {}, found `{game}`",
                games.join(", ")
            ));
        }
        let engines: Vec<Spec> = draft
            .engines
            .iter()
            .enumerate()
            .map(|(i, own)| engine(own, &draft.each, i, (itself, &game), &mut faults))
            .collect();
        for (number, engine) in engines.iter().enumerate() {
            let mut others = engines[..number].iter();
            if !engine.name.is_empty() && others.any(|other| other.name == engine.name) {
                let place = place(&draft.engines[number]);
                faults.push(format!(
                    "{place}two engines are called `{}`: expected a `name` of its own for each",
                    engine.name
                ));
            }
        }
        if engines.len() < 2 {
            faults.push(format!(
                "expected at least two engines, found {}",
                engines.len()
            ));
        }
        let format = match draft.kind {
            Some(Kind::Gauntlet) => Format::Gauntlet(draft.seeds.unwrap_or(1)),
            _ => Format::RoundRobin,
        };
        if let Format::Gauntlet(seeds) = format
            && seeds >= engines.len()
        {
            faults.push(format!(
                "run.seeds: expected fewer than the {} engines, found {seeds}",
                engines.len()
            ));
        }
        let meetings = meetings(engines.len(), format).len().max(1);
        let sprt = test(draft, engines.len(), &mut faults);
        let pairs = pairs(draft, meetings, sprt.is_some(), &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let tables = match draft.tables {
            None => 1,
            Some(Tables::Number(number)) => number,
            Some(Tables::Auto) => physical_cores(),
        };
        let usual = Patience::default();
        Ok(Self {
            game,
            format,
            pairs,
            tables,
            seed: draft.seed.unwrap_or_else(draw_seed),
            by_meeting: draft.by_meeting.unwrap_or(false),
            ask_passes: draft.ask_passes.unwrap_or(false),
            most_failures: draft.most_failures,
            patience: Patience {
                margin: draft.margin.unwrap_or(usual.margin),
                lag: draft.lag.unwrap_or(usual.lag),
                startup: draft.startup.unwrap_or(usual.startup),
                reply: draft.reply.unwrap_or(usual.reply),
                stop: draft.stop.unwrap_or(usual.stop),
                hang: draft.hang.unwrap_or(usual.hang),
                search: draft.search.unwrap_or(usual.search),
                end: usual.end,
            },
            openings: Openings {
                file: draft
                    .file
                    .as_ref()
                    .map(|file| std::path::absolute(file).unwrap_or_else(|_| file.clone())),
                plies: draft.plies,
                count: draft.count,
                first: draft.first.unwrap_or(1),
                shuffled: draft.shuffled.unwrap_or(true),
                turned: draft.turned.unwrap_or(false),
                skip_bad: draft.skip_bad.unwrap_or(false),
            },
            solve: draft.solve,
            sprt,
            sprt_status: draft.sprt_status.unwrap_or(true),
            rating_interval: draft.rating_interval.unwrap_or(0),
            engines,
        })
    }

    /// The configuration as a file that says the same.
    pub fn write(&self) -> String {
        let mut root = Table::new();
        root.insert("run".to_owned(), self.run_table().into());
        root.insert("clock".to_owned(), self.clock_table().into());
        root.insert("openings".to_owned(), self.openings_table().into());
        if let Some(from) = self.solve {
            root.insert(
                "adjudicate".to_owned(),
                table([("solve", i64::from(from).into())]).into(),
            );
        }
        if let Some(test) = self.sprt {
            let model = if test.model == Model::Logistic {
                "logistic"
            } else {
                "normalised"
            };
            let status = if self.sprt_status { "on" } else { "off" };
            let keys = [
                ("elo0", test.elo0.into()),
                ("elo1", test.elo1.into()),
                ("alpha", test.alpha.into()),
                ("beta", test.beta.into()),
                ("model", model.into()),
                ("status", status.into()),
            ];
            root.insert("sprt".to_owned(), table(keys).into());
        }
        root.insert(
            "output".to_owned(),
            table([("rating-interval", number(self.rating_interval))]).into(),
        );
        let engines: Vec<Value> = self
            .engines
            .iter()
            .map(|spec| engine_table(spec).into())
            .collect();
        root.insert("engine".to_owned(), engines.into());
        root.to_string()
    }

    fn run_table(&self) -> Table {
        let (format, seeds) = match self.format {
            Format::RoundRobin => ("round-robin", None),
            Format::Gauntlet(seeds) => ("gauntlet", Some(seeds)),
        };
        let order = if self.by_meeting {
            "by-meeting"
        } else {
            "interleaved"
        };
        let mut run = table([
            ("game", self.game.as_str().into()),
            ("format", format.into()),
            ("pairs", number(self.pairs)),
            ("concurrency", number(self.tables)),
            ("seed", i64::try_from(self.seed).unwrap_or(i64::MAX).into()),
            ("order", order.into()),
            ("ask-passes", self.ask_passes.into()),
        ]);
        run.extend(seeds.map(|seeds| ("seeds".to_owned(), number(seeds))));
        run.extend(
            self.most_failures
                .map(|count| ("max-failures".to_owned(), number(count))),
        );
        run
    }

    fn clock_table(&self) -> Table {
        let patience = &self.patience;
        let times = [
            ("margin", patience.margin),
            ("lag", patience.lag),
            ("startup", patience.startup),
            ("reply", patience.reply),
            ("stop", patience.stop),
            ("hang", patience.hang),
            ("max-search", patience.search),
        ];
        table(times.map(|(key, time)| (key, show_time(time).into())))
    }

    fn openings_table(&self) -> Table {
        let openings = &self.openings;
        let mut all = table([
            ("start", number(openings.first)),
            (
                "order",
                if openings.shuffled {
                    "random"
                } else {
                    "sequential"
                }
                .into(),
            ),
            (
                "symmetry",
                if openings.turned { "random" } else { "none" }.into(),
            ),
            ("skip-bad", openings.skip_bad.into()),
        ]);
        all.extend(
            openings
                .file
                .iter()
                .map(|file| ("file".to_owned(), file.display().to_string().into())),
        );
        all.extend(
            openings
                .plies
                .map(|plies| ("plies".to_owned(), number(plies))),
        );
        all.extend(
            openings
                .count
                .map(|count| ("count".to_owned(), number(count))),
        );
        all
    }
}

fn table<const N: usize>(keys: [(&str, Value); N]) -> Table {
    keys.into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

fn number(number: usize) -> Value {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

fn engine_table(spec: &Spec) -> Table {
    let word = |restart: Restart| {
        Restart::ALL
            .into_iter()
            .find(|entry| entry.1 == restart)
            .map_or("", |entry| entry.0)
    };
    let texts = |all: &[String]| -> Value {
        all.iter()
            .map(|text| Value::from(text.as_str()))
            .collect::<Vec<_>>()
            .into()
    };
    let pairs = |all: &[(String, String)]| -> Value {
        all.iter()
            .map(|(key, value)| (key.clone(), Value::from(value.as_str())))
            .collect::<Table>()
            .into()
    };
    let mut all = table([
        ("name", spec.name.as_str().into()),
        ("cmd", texts(&spec.launch.argv)),
        ("protocol", spec.language.name().into()),
        (
            "passes",
            if spec.passes { "explicit" } else { "implicit" }.into(),
        ),
        ("limit", spec.limit.to_string().into()),
        ("restart", word(spec.restart).into()),
        ("resign", spec.resign.into()),
    ]);
    let mut add = |key: &str, there: bool, value: Value| {
        if there {
            all.insert(key.to_owned(), value);
        }
    };
    let dir = spec
        .launch
        .dir
        .as_ref()
        .map(|dir| dir.display().to_string());
    add("dir", dir.is_some(), dir.unwrap_or_default().into());
    add("env", !spec.launch.env.is_empty(), pairs(&spec.launch.env));
    add("clear-env", spec.launch.clear_env, true.into());
    add(
        "variant",
        spec.variant.is_some(),
        spec.variant.clone().unwrap_or_default().into(),
    );
    add("options", !spec.options.is_empty(), pairs(&spec.options));
    add("loose-options", spec.loose_options, true.into());
    add("init", !spec.init.is_empty(), texts(&spec.init));
    let memory = spec.memory.map(|size| format!("{size}KiB"));
    add(
        "memory",
        memory.is_some(),
        memory.unwrap_or_default().into(),
    );
    all
}

fn place(engine: &EngineDraft) -> String {
    if engine.place.is_empty() {
        String::new()
    } else {
        format!("{}: ", engine.place)
    }
}

/// A name fit to be shown anywhere: printable, without blanks at its ends, not too long.
fn tame(name: &str) -> String {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = name
        .trim()
        .chars()
        .map(printable)
        .take(LONGEST_NAME)
        .collect();
    text.trim().to_owned()
}

fn engine(
    own: &EngineDraft,
    each: &EngineDraft,
    number: usize,
    (itself, game): (&str, &str),
    faults: &mut Vec<String>,
) -> Spec {
    let place = place(own);
    let mut argv = own
        .cmd
        .clone()
        .or_else(|| each.cmd.clone())
        .unwrap_or_default();
    let shown = argv.clone();
    if argv.first().is_some_and(|word| word == SELF) {
        itself.clone_into(&mut argv[0]);
        if !argv
            .iter()
            .any(|word| word == "--game" || word.starts_with("--game="))
        {
            argv.extend(["--game".to_owned(), game.to_owned()]);
        }
    } else if let Some(program) = argv.first_mut().filter(|word| word.contains('/')) {
        // As it is meant from here, wherever the run goes on.
        if let Ok(path) = std::path::absolute(&*program) {
            *program = path.display().to_string();
        }
    }
    if own.cmd.is_none() && each.cmd.is_none() {
        faults.push(format!(
            "{place}engine {}: expected `cmd`, the command that starts it",
            number + 1
        ));
    }
    let default = shown
        .iter()
        .map(|word| word.rsplit('/').next().unwrap_or(word))
        .collect::<Vec<_>>()
        .join(" ");
    let name = tame(own.name.as_deref().unwrap_or(&default));
    if name.is_empty() && !argv.is_empty() {
        faults.push(format!(
            "{place}engine {}: expected a name with printable characters",
            number + 1
        ));
    }
    let language = own.protocol.or(each.protocol).unwrap_or(Language::Native);
    if own.variant.is_some() && language != Language::Uci {
        faults.push(format!(
            "{place}engine {}: variant: expected protocol uci, found {}",
            number + 1,
            language.name()
        ));
    }
    // Our own program needs to be told its language only where its first line does not tell.
    let limit = own.limit.or(each.limit).unwrap_or(Limit {
        depth: None,
        nodes: None,
        time: TimeRule::Move(std::time::Duration::from_millis(100)),
    });
    let merged = |own: &[(String, String)], each: &[(String, String)]| {
        let more = each
            .iter()
            .filter(|(key, _)| !own.iter().any(|(known, _)| known == key));
        more.chain(own).cloned().collect::<Vec<_>>()
    };
    Spec {
        name,
        launch: Launch {
            argv,
            dir: own.dir.clone().or_else(|| each.dir.clone()),
            env: merged(&own.env, &each.env),
            clear_env: own.clear_env.or(each.clear_env).unwrap_or(false),
        },
        language,
        passes: own.passes.or(each.passes).unwrap_or(true),
        variant: own
            .variant
            .clone()
            .or_else(|| each.variant.clone().filter(|_| language == Language::Uci)),
        options: merged(&own.options, &each.options),
        loose_options: own.loose_options.or(each.loose_options).unwrap_or(false),
        init: if own.init.is_empty() {
            each.init.clone()
        } else {
            own.init.clone()
        },
        limit,
        memory: own.memory.or(each.memory),
        restart: own.restart.or(each.restart).unwrap_or(Restart::OnFailure),
        resign: own.resign.or(each.resign).unwrap_or(true),
    }
}

fn test(draft: &Draft, engines: usize, faults: &mut Vec<String>) -> Option<Test> {
    let Draft {
        elo0,
        elo1,
        alpha,
        beta,
        model,
        ..
    } = draft;
    if elo0.is_none() && elo1.is_none() {
        if alpha.is_some() || beta.is_some() || model.is_some() {
            faults.push("sprt: expected elo0 and elo1, found neither".to_owned());
        }
        return None;
    }
    let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
        faults.push("sprt: expected both elo0 and elo1, found one of them".to_owned());
        return None;
    };
    if engines > 2 {
        faults.push(format!("sprt: expected two engines, found {engines}"));
    }
    let model = model.unwrap_or(Model::Logistic);
    let test = Test {
        elo0: *elo0,
        elo1: *elo1,
        alpha: alpha.unwrap_or(0.05),
        beta: beta.unwrap_or(0.05),
        model,
    };
    test.checked()
        .map_err(|error| faults.push(format!("sprt: {error}")))
        .ok()
}

/// Pairs of each meeting.
fn pairs(draft: &Draft, meetings: usize, sequential: bool, faults: &mut Vec<String>) -> usize {
    match (draft.pairs, draft.games) {
        (Some(_), Some(_)) => {
            faults.push(
                "run: expected `pairs` of each meeting or `games` in all, found both".to_owned(),
            );
            1
        }
        (Some(pairs), None) => pairs,
        (None, Some(games)) => {
            let unit = meetings * 2;
            if !games.is_multiple_of(unit) {
                let below = games / unit * unit;
                let nearest = if below == 0 {
                    format!("{unit}")
                } else {
                    format!("{below} or {}", below + unit)
                };
                let meetings = if meetings == 1 {
                    "1 meeting".to_owned()
                } else {
                    format!("{meetings} meetings")
                };
                faults.push(format!("run.games: {meetings} in pairs take a multiple of {unit}: expected {nearest}, found {games}"));
            }
            (games / unit).max(1)
        }
        // A test ends by itself, most likely long before.
        (None, None) if sequential => 20_000,
        (None, None) => 10,
    }
}

/// Cores without their second threads, as far as the system tells.
fn physical_cores() -> usize {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let text =
        std::fs::read_to_string("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list")
            .unwrap_or_default();
    let siblings = text.trim().split([',', '-']).count().max(1);
    (threads / siblings).max(1)
}
