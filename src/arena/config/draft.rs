//! What somebody has said about a run, as far as they have said it.

use std::path::PathBuf;
use std::time::Duration;

use super::scalar::Scalar;
use crate::arena::engine::Restart;
use crate::arena::limit::Limit;
use crate::arena::stats::sprt::Model;
use crate::arena::tongue::Language;

/// How engines meet, as it is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Everybody meets everybody; of two engines a match.
    RoundRobin,
    /// The first ones meet the others.
    Gauntlet,
}

/// How many games are played at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tables {
    /// As many as there are physical cores.
    Auto,
    /// So many.
    Number(usize),
}

/// What was said of an engine, or of all of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EngineDraft {
    /// Where it was said, for complaints.
    pub place: String,
    /// `name`
    pub name: Option<String>,
    /// `cmd`, split into words; empty where it was said but could not be read, which has been told.
    pub cmd: Option<Vec<String>>,
    /// `dir`
    pub dir: Option<PathBuf>,
    /// `env`
    pub env: Vec<(String, String)>,
    /// `clear-env`
    pub clear_env: Option<bool>,
    /// `protocol`
    pub protocol: Option<Language>,
    /// `passes`
    pub passes: Option<bool>,
    /// `variant`
    pub variant: Option<String>,
    /// `options`
    pub options: Vec<(String, String)>,
    /// `loose-options`
    pub loose_options: Option<bool>,
    /// `init`
    pub init: Vec<String>,
    /// `limit`
    pub limit: Option<Limit>,
    /// `memory`, in KiB
    pub memory: Option<u64>,
    /// `restart`
    pub restart: Option<Restart>,
    /// `resign`
    pub resign: Option<bool>,
}

impl EngineDraft {
    /// Keys with a single value.
    pub const KEYS: [&'static str; 11] = [
        "name",
        "dir",
        "clear-env",
        "protocol",
        "passes",
        "variant",
        "loose-options",
        "limit",
        "memory",
        "restart",
        "resign",
    ];
    /// Keys with more.
    pub const LISTS: [&'static str; 4] = ["cmd", "env", "options", "init"];

    /// Sets one of [`Self::KEYS`]. None if there is no such key.
    pub fn set(&mut self, key: &str, value: &Scalar) -> Option<Result<(), String>> {
        Some(match key {
            "name" => value.text().map(|text| self.name = Some(text)),
            "dir" => value
                .text()
                .map(|text| self.dir = Some(PathBuf::from(text))),
            "clear-env" => value.truth().map(|truth| self.clear_env = Some(truth)),
            "protocol" => value
                .one_of(&Language::ALL)
                .map(|language| self.protocol = Some(language)),
            "passes" => {
                let words = [("explicit", true), ("implicit", false)];
                value
                    .one_of(&words)
                    .map(|explicit| self.passes = Some(explicit))
            }
            "variant" => value.text().map(|text| self.variant = Some(text)),
            "loose-options" => value.truth().map(|truth| self.loose_options = Some(truth)),
            "limit" => value.limit().map(|limit| self.limit = Some(limit)),
            "memory" => value.memory().map(|size| self.memory = Some(size)),
            "restart" => value
                .one_of(&Restart::ALL)
                .map(|restart| self.restart = Some(restart)),
            "resign" => value.truth().map(|truth| self.resign = Some(truth)),
            _ => return None,
        })
    }
}

/// What was said of a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// `run.game`
    pub game: Option<String>,
    /// `run.format`
    pub kind: Option<Kind>,
    /// `run.seeds`
    pub seeds: Option<usize>,
    /// `run.pairs`
    pub pairs: Option<usize>,
    /// `run.games`
    pub games: Option<usize>,
    /// `run.concurrency`
    pub tables: Option<Tables>,
    /// `run.seed`
    pub seed: Option<u64>,
    /// `run.order`
    pub by_meeting: Option<bool>,
    /// `run.ask-passes`
    pub ask_passes: Option<bool>,
    /// `run.max-failures`
    pub most_failures: Option<usize>,
    /// `clock.margin`
    pub margin: Option<Duration>,
    /// `clock.lag`
    pub lag: Option<Duration>,
    /// `clock.startup`
    pub startup: Option<Duration>,
    /// `clock.reply`
    pub reply: Option<Duration>,
    /// `clock.stop`
    pub stop: Option<Duration>,
    /// `clock.hang`
    pub hang: Option<Duration>,
    /// `clock.max-search`
    pub search: Option<Duration>,
    /// `openings.file`
    pub file: Option<PathBuf>,
    /// `openings.plies`
    pub plies: Option<usize>,
    /// `openings.count`
    pub count: Option<usize>,
    /// `openings.start`
    pub first: Option<usize>,
    /// `openings.order`
    pub shuffled: Option<bool>,
    /// `openings.symmetry`
    pub turned: Option<bool>,
    /// `openings.skip-bad`
    pub skip_bad: Option<bool>,
    /// `adjudicate.solve`
    pub solve: Option<u32>,
    /// `sprt.elo0`
    pub elo0: Option<f64>,
    /// `sprt.elo1`
    pub elo1: Option<f64>,
    /// `sprt.alpha`
    pub alpha: Option<f64>,
    /// `sprt.beta`
    pub beta: Option<f64>,
    /// `sprt.model`
    pub model: Option<Model>,
    /// `sprt.status`
    pub sprt_status: Option<bool>,
    /// `output.rating-interval`
    pub rating_interval: Option<usize>,
    /// `[each]`
    pub each: EngineDraft,
    /// `[[engine]]`
    pub engines: Vec<EngineDraft>,
}

impl Draft {
    /// Sections and their keys, but for those of engines.
    pub const SECTIONS: [(&'static str, &'static [&'static str]); 6] = [
        (
            "run",
            &[
                "game",
                "format",
                "seeds",
                "pairs",
                "games",
                "concurrency",
                "seed",
                "order",
                "ask-passes",
                "max-failures",
            ],
        ),
        (
            "clock",
            &[
                "limit",
                "margin",
                "lag",
                "startup",
                "reply",
                "stop",
                "hang",
                "max-search",
            ],
        ),
        (
            "openings",
            &[
                "file", "plies", "count", "start", "order", "symmetry", "skip-bad",
            ],
        ),
        ("adjudicate", &["solve"]),
        (
            "sprt",
            &["elo0", "elo1", "alpha", "beta", "model", "status"],
        ),
        ("output", &["rating-interval"]),
    ];

    /// Sets a key of a section. None if there is none of that name.
    pub fn set(&mut self, section: &str, key: &str, value: &Scalar) -> Option<Result<(), String>> {
        match section {
            "run" => self.set_run(key, value),
            "clock" => self.set_clock(key, value),
            "openings" => self.set_openings(key, value),
            "adjudicate" if key == "solve" => {
                let solve = value.whole(0, 24);
                Some(
                    solve
                        .map(|from| self.solve = u32::try_from(from).ok().filter(|&from| from > 0)),
                )
            }
            "sprt" => self.set_sprt(key, value),
            "output" if key == "rating-interval" => Some(
                value
                    .size(0, 1_000_000)
                    .map(|games| self.rating_interval = Some(games)),
            ),
            _ => None,
        }
    }

    fn set_run(&mut self, key: &str, value: &Scalar) -> Option<Result<(), String>> {
        const MOST: i64 = 1_000_000;
        Some(match key {
            "game" => value.text().map(|text| self.game = Some(text)),
            "format" => {
                let words = [
                    ("match", Kind::RoundRobin),
                    ("round-robin", Kind::RoundRobin),
                    ("gauntlet", Kind::Gauntlet),
                ];
                value.one_of(&words).map(|kind| self.kind = Some(kind))
            }
            "seeds" => value.size(1, 1000).map(|seeds| self.seeds = Some(seeds)),
            "pairs" => value.size(1, MOST).map(|pairs| self.pairs = Some(pairs)),
            "games" => value.size(1, MOST).map(|games| self.games = Some(games)),
            "concurrency" => match value {
                Scalar::Text(text) | Scalar::Word(text) if text == "auto" => {
                    self.tables = Some(Tables::Auto);
                    Ok(())
                }
                _ => value
                    .size(1, 1024)
                    .map(|number| self.tables = Some(Tables::Number(number))),
            },
            "seed" => value
                .whole(0, i64::MAX)
                .map(|seed| self.seed = u64::try_from(seed).ok()),
            "order" => {
                let words = [("interleaved", false), ("by-meeting", true)];
                value
                    .one_of(&words)
                    .map(|by_meeting| self.by_meeting = Some(by_meeting))
            }
            "ask-passes" => value.truth().map(|truth| self.ask_passes = Some(truth)),
            "max-failures" => value
                .size(1, MOST)
                .map(|count| self.most_failures = Some(count)),
            _ => return None,
        })
    }

    fn set_clock(&mut self, key: &str, value: &Scalar) -> Option<Result<(), String>> {
        let slot = match key {
            "limit" => return Some(value.limit().map(|limit| self.each.limit = Some(limit))),
            "margin" => &mut self.margin,
            "lag" => &mut self.lag,
            "startup" => &mut self.startup,
            "reply" => &mut self.reply,
            "stop" => &mut self.stop,
            "hang" => &mut self.hang,
            "max-search" => &mut self.search,
            _ => return None,
        };
        Some(value.time().map(|time| *slot = Some(time)))
    }

    fn set_openings(&mut self, key: &str, value: &Scalar) -> Option<Result<(), String>> {
        const MOST: i64 = 1_000_000;
        Some(match key {
            "file" => value
                .text()
                .map(|text| self.file = Some(PathBuf::from(text))),
            "plies" => value.size(0, 200).map(|plies| self.plies = Some(plies)),
            "count" => value.size(1, MOST).map(|count| self.count = Some(count)),
            "start" => value.size(1, MOST).map(|first| self.first = Some(first)),
            "order" => value
                .one_of(&[("random", true), ("sequential", false)])
                .map(|shuffled| self.shuffled = Some(shuffled)),
            "symmetry" => value
                .one_of(&[("random", true), ("none", false)])
                .map(|turned| self.turned = Some(turned)),
            "skip-bad" => value.truth().map(|truth| self.skip_bad = Some(truth)),
            _ => return None,
        })
    }

    fn set_sprt(&mut self, key: &str, value: &Scalar) -> Option<Result<(), String>> {
        let slot = match key {
            "elo0" => &mut self.elo0,
            "elo1" => &mut self.elo1,
            "alpha" => &mut self.alpha,
            "beta" => &mut self.beta,
            "model" => {
                let words = [
                    ("logistic", Model::Logistic),
                    ("normalised", Model::Normalised),
                ];
                return Some(value.one_of(&words).map(|model| self.model = Some(model)));
            }
            "status" => {
                let words = [("on", true), ("off", false)];
                return Some(
                    value
                        .one_of(&words)
                        .map(|status| self.sprt_status = Some(status)),
                );
            }
            _ => return None,
        };
        Some(value.real().map(|number| *slot = Some(number)))
    }
}
