//! What has to be known and checked before a run begins: who plays whom from which opening, and whether there is room for it.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::app::status::Misuse;
use crate::arena::config::Config;
use crate::arena::ground::Ground;
use crate::arena::opening::{self, Opening};
use crate::arena::report::text::number;
use crate::arena::run::{Plan, descriptors, usual_failures};
use crate::arena::schedule::{Pair, meetings, pairs};
use crate::base::chance::Chance;

/// So many openings are drawn at most; more pairs take them again, in another order.
const DRAWN: usize = 500;

/// What is to be played, with what there is to say about it beforehand.
pub(super) struct Prepared<G: Ground> {
    /// One for each round.
    pub(super) openings: Vec<Opening<G>>,
    /// What whoever plays should know.
    pub(super) notes: Vec<String>,
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
pub(super) fn prepare<G: Ground>(config: &Config) -> Result<Prepared<G>, Misuse> {
    let wish = &config.openings;
    let mut notes = Vec::new();
    let mut list = match &wish.file {
        Some(file) => {
            let read = opening::read_file::<G>(file, wish.plies, wish.skip_bad)
                .map_err(|error| Misuse(error.to_string()))?;
            notes.extend(read.skipped);
            if read.duplicates > 0 {
                notes.push(format!(
                    "left out: {} whose position another one has",
                    number(read.duplicates, "opening")
                ));
            }
            read.openings
        }
        None if wish.plies == Some(0) => vec![Opening::usual()],
        None => {
            let count = wish.count.unwrap_or(config.pairs.min(DRAWN));
            let plies = wish.plies.unwrap_or(G::OPENING_PLIES);
            let drawn = opening::draw::<G>(count, plies, &mut Chance::new(config.seed, "openings"));
            if drawn.is_empty() {
                return Err(Misuse(format!(
                    "openings.plies: no balanced opening of {plies} plies was found by lot: expected a smaller number, or openings.file"
                )));
            }
            drawn
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
            "{} for {}: they come again in another order",
            number(list.len(), "opening"),
            number(config.pairs, "pair")
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

/// What the arena is asked to play.
pub(super) fn plan<G: Ground>(config: &Config, openings: Vec<Opening<G>>) -> Plan<G> {
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
        transcript: None,
        most_failures: config.most_failures.unwrap_or_else(|| usual_failures(own)),
        pairs,
        openings,
    }
}

/// Makes room for as many files as the processes need.
pub(super) fn check_descriptors(config: &Config) -> Result<(), Misuse> {
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
pub(super) fn fingerprint(program: &str) -> Option<(u32, u64)> {
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
