//! What is said on the command line about matches.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::arena::config::draft::{Draft, EngineDraft};
use crate::arena::config::file::{nearest, read, split};
use crate::arena::config::scalar::Scalar;

/// Plays a match of two engines in pairs of games with colours swapped, and says who is the stronger.
///
/// An engine is a command line, with settings in front of it if need be: `name=Rhino protocol=gtp passes=implicit gtp-rhino`.
/// The word `self` stands for this program: `self`, or `self --player ai4`. Settings are name, protocol (native, gtp, nboard,
/// uci), limit, passes (explicit, implicit), restart (never, on-failure, each-game, each-pair), resign, memory, dir, variant,
/// clear-env, loose-options, and option.NAME=VALUE, env.NAME=VALUE, init=LINE.
///
/// A limit is `move=100ms`, `game=60s`, `60s+0.5s`, `40/60s`, `60s+5x10s`, `depth=12`, `nodes=1000` or `inf`; `&` joins several.
///
/// The run is kept in a folder, from which `brightsword resume` goes on, `report` tells and `verify` checks. Status: 0 complete
/// (with --sprt: H1), 1 H0, 2 wrong use, 3 failures of engines, 5 interrupted, 6 test undecided, 70 the run could not be kept.
#[derive(Debug, Clone, clap::Args)]
pub struct MatchArgs {
    /// The two engines, unless a file names them
    #[arg(value_name = "ENGINE")]
    pub engines: Vec<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "its text would become the help")]
    pub common: Common,
}

/// Plays a tournament of several engines; `brightsword match --help` says what an engine is.
#[derive(Debug, Clone, clap::Args)]
pub struct TournamentArgs {
    /// The engines, unless a file names them
    #[arg(value_name = "ENGINE")]
    pub engines: Vec<String>,
    /// Who meets whom: round-robin, or gauntlet, where the first ones meet the others
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// How many are the first ones in a gauntlet
    #[arg(long, value_name = "N")]
    pub seeds: Option<String>,
    #[command(flatten)]
    #[expect(missing_docs, reason = "its text would become the help")]
    pub common: Common,
}

/// What matches and tournaments have in common.
#[derive(Debug, Clone, clap::Args)]
pub struct Common {
    /// A TOML file with the same keys; what is said here comes before it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The game
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Pairs of games of each meeting
    #[arg(long, value_name = "N")]
    pub pairs: Option<String>,
    /// Games in all
    #[arg(long, value_name = "N")]
    pub games: Option<String>,
    /// What engines may spend, unless they have a limit of their own
    #[arg(long, value_name = "LIMIT")]
    pub limit: Option<String>,
    /// A file of openings, one a line: moves, a position, or a game in GGF; drawn by lot if left out
    #[arg(long, value_name = "FILE")]
    pub openings: Option<String>,
    /// Plies of an opening
    #[arg(long, value_name = "N")]
    pub plies: Option<String>,
    /// The order of openings: random or sequential
    #[arg(long, value_name = "ORDER")]
    pub order: Option<String>,
    /// Openings are turned by a symmetry: random or none
    #[arg(long, value_name = "HOW")]
    pub symmetry: Option<String>,
    /// Bad lines of a file of openings are left out with a warning
    #[arg(long)]
    pub skip_bad_openings: bool,
    /// Games at once, or `auto`
    #[arg(long, value_name = "N")]
    pub concurrency: Option<String>,
    /// What chance follows from; drawn and noted if left out
    #[arg(long, value_name = "N")]
    pub seed: Option<String>,
    /// Tolerated beyond zero on a clock
    #[arg(long, value_name = "TIME")]
    pub margin: Option<String>,
    /// Most that is taken for lost between runner and engine on each move
    #[arg(long, value_name = "TIME")]
    pub lag: Option<String>,
    /// From so few empty cells on the game is ended by its exact result
    #[arg(long, value_name = "EMPTIES")]
    pub solve: Option<String>,
    /// Stops as soon as it is known whether the first engine is ELO1 or only ELO0 stronger. At 30-0 it may still want more: stop
    /// by hand
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_hyphen_values = true)]
    pub sprt: Option<Vec<String>>,
    /// Probability to accept ELO1 although ELO0 is true
    #[arg(long, value_name = "P")]
    pub alpha: Option<String>,
    /// Probability to accept ELO0 although ELO1 is true
    #[arg(long, value_name = "P")]
    pub beta: Option<String>,
    /// The unit of ELO0 and ELO1: logistic or normalised
    #[arg(long, value_name = "MODEL")]
    pub sprt_model: Option<String>,
    /// Whether the exit status tells the verdict: on or off
    #[arg(long, value_name = "HOW")]
    pub sprt_status: Option<String>,
    /// Engines are asked for forced passes too: true or false
    #[arg(long, value_name = "BOOL")]
    pub ask_passes: Option<String>,
    /// Failures of one engine that stop the run
    #[arg(long, value_name = "N")]
    pub max_failures: Option<String>,
    /// The standings after so many games
    #[arg(long, value_name = "GAMES")]
    pub rating_interval: Option<String>,
    /// The folder in which the run is kept; a new one here if left out
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Says what would be played, after shaking hands with the engines
    #[arg(long)]
    pub dry_run: bool,
    /// Prints the complete configuration and ends
    #[arg(long)]
    pub print_config: bool,
    #[command(flatten)]
    #[expect(missing_docs, reason = "its text would become the help")]
    pub manner: Manner,
}

/// Goes on with a run that was interrupted.
#[derive(Debug, Clone, clap::Args)]
pub struct ResumeArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Goes on although the program of an engine has changed
    #[arg(long)]
    pub accept_changed: bool,
    #[command(flatten)]
    #[expect(missing_docs, reason = "its text would become the help")]
    pub manner: Manner,
}

/// Prints the report of a run, also while it goes on.
#[derive(Debug, Clone, clap::Args)]
pub struct ReportArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Plays all games of a run again on the referee's board, computes all numbers again, and compares.
///
/// Of a run that goes on or was interrupted, what there is. Status 1 if anything differs or is damaged, 2 if the folder is none of a
/// run.
#[derive(Debug, Clone, clap::Args)]
pub struct FolderArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Plays the ten games of the Othello contest against one of its opponents, under a strict referee.
///
/// The engine is a command line that speaks the contest's lines; `self` stands for this program. Processor time and memory of
/// its process are metered. Real time that it takes for all games together is limited too: to twice the budget, but at least 10 s. The
/// last line is `non-losses: K/10`; one illegal operation makes it 0. Status 0 after ten complete
/// games, 1 otherwise.
#[derive(Debug, Clone, clap::Args)]
pub struct ContestArgs {
    /// The engine
    #[arg(value_name = "ENGINE")]
    pub engine: String,
    /// The opponent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4))]
    pub task: u32,
    /// What the opponent leaves to chance follows from this number
    #[arg(long, value_name = "N", default_value_t = 20_240_229)]
    pub seed: u64,
    /// Processor time for all ten games, in milliseconds; the engine is told of another than the contest's 5000
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub budget: u64,
    /// Most memory, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 502, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub memory: u64,
}

/// How a run is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::Args)]
pub struct Manner {
    /// No lines but the report
    #[arg(long)]
    pub quiet: bool,
    /// Events as JSON, one a line, in place of lines for people
    #[arg(long)]
    pub json: bool,
    /// Keeps every line between runner and engines in log.txt
    #[arg(long)]
    pub log: bool,
}

/// What was said of a run, and what of it could not be understood.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// What could.
    pub draft: Draft,
    /// What could not.
    pub faults: Vec<String>,
}

impl Common {
    /// What the file says, overlaid by what is said here.
    pub fn draft(&self, engines: &[String], format: Option<&str>, seeds: Option<&str>) -> Said {
        let mut said = Said::default();
        if let Some(file) = &self.config {
            match std::fs::read_to_string(file) {
                Ok(text) => (said.draft, said.faults) = read(&file.display().to_string(), &text),
                Err(error) => said.faults.push(format!("{}: {error}", file.display())),
            }
        }
        let bounds = |index: usize| {
            self.sprt
                .as_ref()
                .and_then(|bounds| bounds.get(index))
                .map(String::as_str)
        };
        let skip = self.skip_bad_openings.then_some("true");
        let flags: [Flag<'_>; 22] = [
            ("--game", "run", "game", self.game.as_deref()),
            ("--format", "run", "format", format),
            ("--seeds", "run", "seeds", seeds),
            ("--pairs", "run", "pairs", self.pairs.as_deref()),
            ("--games", "run", "games", self.games.as_deref()),
            (
                "--concurrency",
                "run",
                "concurrency",
                self.concurrency.as_deref(),
            ),
            ("--seed", "run", "seed", self.seed.as_deref()),
            (
                "--ask-passes",
                "run",
                "ask-passes",
                self.ask_passes.as_deref(),
            ),
            (
                "--max-failures",
                "run",
                "max-failures",
                self.max_failures.as_deref(),
            ),
            ("--margin", "clock", "margin", self.margin.as_deref()),
            ("--lag", "clock", "lag", self.lag.as_deref()),
            ("--openings", "openings", "file", self.openings.as_deref()),
            ("--plies", "openings", "plies", self.plies.as_deref()),
            ("--order", "openings", "order", self.order.as_deref()),
            (
                "--symmetry",
                "openings",
                "symmetry",
                self.symmetry.as_deref(),
            ),
            ("--skip-bad-openings", "openings", "skip-bad", skip),
            ("--solve", "adjudicate", "solve", self.solve.as_deref()),
            ("--sprt", "sprt", "elo0", bounds(0)),
            ("--sprt", "sprt", "elo1", bounds(1)),
            ("--alpha", "sprt", "alpha", self.alpha.as_deref()),
            ("--beta", "sprt", "beta", self.beta.as_deref()),
            ("--sprt-model", "sprt", "model", self.sprt_model.as_deref()),
        ];
        let more = [
            (
                "--sprt-status",
                "sprt",
                "status",
                self.sprt_status.as_deref(),
            ),
            ("--limit", "clock", "limit", self.limit.as_deref()),
            (
                "--rating-interval",
                "output",
                "rating-interval",
                self.rating_interval.as_deref(),
            ),
        ];
        // Whoever says one of them here means it in place of the other in the file.
        if self.pairs.is_some() || self.games.is_some() {
            (said.draft.pairs, said.draft.games) = (None, None);
        }
        for (flag, section, key, value) in flags.into_iter().chain(more) {
            let Some(value) = value else { continue };
            if let Some(Err(why)) = said
                .draft
                .set(section, key, &Scalar::Word(value.to_owned()))
            {
                said.faults.push(format!("{flag}: {why}"));
            }
        }
        if !engines.is_empty() {
            said.draft.engines.clear();
        }
        if self.config.is_none() {
            said.faults.extend(meant_file(engines));
        }
        for text in engines {
            said.draft.engines.push(engine(text, &mut said.faults));
        }
        said
    }
}

/// A file of a configuration that was taken for an engine, most likely.
fn meant_file(engines: &[String]) -> Option<String> {
    let is_toml = |text: &&String| {
        let path = Path::new(text.as_str());
        !text.contains(char::is_whitespace) && path.extension().is_some_and(|end| end == "toml")
    };
    let file = engines.iter().find(is_toml).or_else(|| match engines {
        [one] if Path::new(one).is_file() => Some(one),
        _ => None,
    })?;
    Some(format!(
        "engine `{file}`: did you mean --config {}?",
        shell_words::quote(file)
    ))
}

/// An engine as it is said on the command line: settings, then the command.
fn engine(text: &str, faults: &mut Vec<String>) -> EngineDraft {
    let mut draft = EngineDraft {
        place: format!("engine `{text}`"),
        ..EngineDraft::default()
    };
    let words = match split(text) {
        Ok(words) => words,
        Err(why) => {
            faults.push(format!("engine: {why}"));
            draft.cmd = Some(Vec::new());
            return draft;
        }
    };
    let settings = words
        .iter()
        .take_while(|word| word.split_once('=').is_some_and(|(key, _)| is_key(key)))
        .count();
    let mut seen = BTreeSet::new();
    for word in &words[..settings] {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        if key != "init" && !seen.insert(key) {
            faults.push(format!("engine `{text}`: {key}: expected it once"));
            continue;
        }
        let pair = |prefix: &str| {
            key.strip_prefix(prefix)
                .map(|name| (name.to_owned(), value.to_owned()))
        };
        let result = if let Some(option) = pair("option.") {
            draft.options.push(option);
            Ok(())
        } else if let Some(variable) = pair("env.") {
            draft.env.push(variable);
            Ok(())
        } else if key == "init" {
            draft.init.push(value.to_owned());
            Ok(())
        } else {
            draft
                .set(key, &Scalar::Word(value.to_owned()))
                .unwrap_or_else(|| {
                    let known =
                        EngineDraft::KEYS
                            .into_iter()
                            .chain(["init", "option.NAME", "env.NAME"]);
                    let near = nearest(key, known).unwrap_or_default();
                    Err(format!(
                        "unknown setting: the nearest known one is `{near}`"
                    ))
                })
        };
        if let Err(why) = result {
            faults.push(format!("engine `{text}`: {key}: {why}"));
        }
    }
    let command = words[settings..].to_vec();
    if command.is_empty() {
        faults.push(format!(
            "engine `{text}`: expected a command behind its settings"
        ));
    }
    // One that misses has been told.
    draft.cmd = Some(command);
    draft
}

/// Small letters, with dots and hyphens between them; anything else belongs to a command.
fn is_key(key: &str) -> bool {
    let part = |c: char| c.is_ascii_lowercase() || c == '-';
    key.starts_with("option.")
        || key.starts_with("env.")
        || (!key.is_empty() && key.chars().all(part))
}

/// A flag, the section and the key that it stands for, and what was said.
type Flag<'a> = (&'static str, &'static str, &'static str, Option<&'a str>);
