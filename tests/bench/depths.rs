//! What a search of so many plies costs in processor time: `cargo bench --bench depths`.
//!
//! The start position and ten midgame positions, each with an empty table, at 16 and 20 plies of the confidence that play uses.
//! Rounds of all positions at both depths follow one another, so that a busy spell of the machine falls on both; of the means
//! over the positions the median over the rounds is told, with the least and the most.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Context;
use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::game::level::Strength;
use brightsword::game::player::{Goal, Job, Player};
use brightsword::othello::player::Brightsword;
use brightsword::othello::rules::obf::Problem;
use brightsword::othello::rules::position::Position;
use brightsword::search::limits::Limits;
use clap::Parser;

/// Plies.
const DEPTHS: [u32; 2] = [16, 20];
/// Memory for the table, in MiB.
const HASH: usize = 64;
/// Their origin is told in the file.
const MIDGAME: &str = include_str!("midgame-10.obf");

/// Measures the processor time of searches of fixed depth.
#[derive(Parser)]
struct Args {
    /// Rounds of all positions.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// What cargo passes to every bench.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let mut positions = vec![Position::START];
    for line in MIDGAME.lines() {
        positions.extend(Problem::read(line.as_bytes())?.map(|problem| problem.position));
    }
    let mut player = Brightsword::new(HASH);
    let mut means = DEPTHS.map(|_| Vec::new());
    for _ in 0..args.rounds {
        for (depth, means) in DEPTHS.into_iter().zip(&mut means) {
            let mut taken = Duration::ZERO;
            for &position in &positions {
                taken += think(&mut player, position, depth)?;
            }
            means.push(taken.as_secs_f64() / f64::from(u32::try_from(positions.len())?));
        }
    }
    let mut out = io::stdout().lock();
    for (depth, mut means) in DEPTHS.into_iter().zip(means) {
        means.sort_by(f64::total_cmp);
        writeln!(
            out,
            "depth {depth}: median {:.4} s a position, {:.4} to {:.4} in {} rounds of {} positions",
            means[means.len() / 2],
            means[0],
            means[means.len() - 1],
            means.len(),
            positions.len()
        )?;
    }
    Ok(())
}

/// Processor time of a search that starts with nothing known.
fn think(player: &mut Brightsword, position: Position, depth: u32) -> anyhow::Result<Duration> {
    player.new_game();
    let clock = Clock::ThreadCpu;
    let started = clock.now();
    let job = Job {
        position,
        limits: Limits {
            depth: Some(depth),
            ..Limits::INFINITE
        },
        goal: Goal::Score,
        clock: clock.clone(),
        started,
        lines: 1,
        strength: Strength::FULL,
    };
    let decision = player.think(&job, &StopToken::new(), &mut |_| ());
    let report = decision.report.context("expected a search")?;
    anyhow::ensure!(
        report.depth == depth,
        "expected {depth} plies, found {}",
        report.depth
    );
    Ok(clock.since(started))
}
