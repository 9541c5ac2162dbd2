//! Files of a run that are made from its configuration and its games: the engines, and the games for other programs.

use std::time::Duration;

use serde_json::{Value, json};

use super::prepare::fingerprint;
use crate::arena::config::Config;
use crate::arena::engine::Spec;
use crate::arena::ground::{Ground, Told};
use crate::arena::record::GameRecord;

/// What is known of an engine before it is started, and stays.
pub(super) fn engine_json(spec: &Spec) -> Value {
    json!({
        "name": spec.name,
        "command": spec.launch.argv,
        "protocol": spec.language.name(),
        "limit": spec.limit.to_string(),
    })
}

/// Adds checksum and size of its program.
pub(super) fn print_json(engine: &mut Value, print: Option<(u32, u64)>) {
    engine["crc32"] = json!(print.map(|print| format!("{:08x}", print.0)));
    engine["size"] = json!(print.map(|print| print.1));
}

/// All engines, with what they declare.
pub(super) fn engines_json(config: &Config, declared: &[Vec<String>]) -> String {
    let engine = |(spec, declared): (&Spec, &Vec<String>)| {
        let mut engine = engine_json(spec);
        print_json(&mut engine, fingerprint(&spec.launch.argv[0]));
        engine["declares"] = json!(declared);
        engine
    };
    let all: Vec<Value> = config.engines.iter().zip(declared).map(engine).collect();
    format!("{:#}\n", json!(all))
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
        .map(|&micros| Duration::from_micros(micros))
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
