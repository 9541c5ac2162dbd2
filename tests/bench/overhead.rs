//! What the match runner costs: `cargo bench --bench overhead`.
//!
//! The program plays itself at one node a move, so that hardly anything but the runner takes time. All that happens to a
//! move is counted: the question, the answer, the referee, the telling of both sides, the record on the disk. Where two games
//! go on at once a move has twice the share of the clock. Status 1 below [`MOVES`] a second, or with a millisecond for a move or more.

use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, ensure};

/// Moves a second that the runner must get through.
const MOVES: f64 = 2_000.0;
/// Games at once.
const TABLES: f64 = 2.0;

/// Plays so many pairs; how many moves were made, and in how many seconds.
fn play(pairs: u32) -> anyhow::Result<(f64, f64)> {
    let folder = tempfile::tempdir()?;
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_brightsword"))
        .args([
            "match",
            "name=a self",
            "name=b self",
            "--limit",
            "nodes=1",
            "--seed",
            "1",
        ])
        .args([
            "--concurrency",
            &TABLES.to_string(),
            "--pairs",
            &pairs.to_string(),
        ])
        .args(["--plies", "0", "--quiet", "--out"])
        .arg(folder.path().join("run"))
        .stderr(Stdio::null())
        .output()?;
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(output.status.success(), "the match fails");
    let events = std::fs::read_to_string(folder.path().join("run/events.jsonl"))?;
    let moves = |line: &str| -> Option<u32> {
        let event: serde_json::Value = serde_json::from_str(line).ok()?;
        let micros = event["data"]["micros"].as_array()?;
        u32::try_from(micros.len()).ok()
    };
    let moves: u32 = events.lines().filter_map(moves).sum();
    Ok((f64::from(moves), seconds))
}

fn main() -> anyhow::Result<ExitCode> {
    let (few, start) = play(1).context("a short match")?;
    let (many, whole) = play(400).context("a long match")?;
    // What it takes to start and to end is not the moves'.
    let rate = (many - few) / (whole - start);
    let each = TABLES / rate * 1e3;
    writeln!(
        io::stdout(),
        "{rate:.0} moves a second, {each:.3} ms for a move of one game; start and end {start:.3} s"
    )?;
    Ok(if rate >= MOVES && each < 1.0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
