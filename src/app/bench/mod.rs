//! The signature of the search: the nodes it visits on fixed positions to fixed depths, one thread, a fresh player for
//! each. The same program gives the same number every time; a change that gives another has changed the search.

mod four_in_line;
mod othello;

use std::io::Write;
use std::time::Duration;

use anyhow::Context;
use clap::builder::PossibleValuesParser;

use self::four_in_line::FourInLine;
use crate::base::clock::Clock;
use crate::base::stop::StopToken;
use crate::connect4::player::Brightsword as Dropper;
use crate::game::level::Strength;
use crate::game::player::{Goal, Job, Player};
use crate::game::{Game, Spelling};
use crate::othello::player::Brightsword;
use crate::othello::rules::position::Othello;
use crate::search::limits::Limits;

/// Memory for the table, in MiB: small enough that entries give way to each other.
const HASH: usize = 16;

/// The games that have a signature.
const GAMES: [&str; 2] = [Othello::NAME, FourInLine::NAME];

/// Searches fixed positions to fixed depths; the last lines have the number of nodes for each game.
#[derive(Debug, Clone, clap::Args)]
pub struct BenchArgs {
    /// Only this game
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(GAMES))]
    pub game: Option<String>,
}

/// Searches all positions and writes a line for each, the speed, and at last the signatures.
pub fn run(args: &BenchArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut signatures = Vec::new();
    for game in GAMES {
        if args.game.as_ref().is_some_and(|only| only != game) {
            continue;
        }
        let nodes = if game == Othello::NAME {
            let positions = othello::positions().context("the positions of Othello")?;
            measure::<Othello>(&positions, || Box::new(Brightsword::new(HASH)), out)
        } else {
            let positions = four_in_line::positions().context("the positions of Four in Line")?;
            measure::<FourInLine>(&positions, || Box::new(Dropper::new(HASH)), out)
        }?;
        signatures.push((game, nodes));
    }
    for (game, nodes) in signatures {
        writeln!(out, "bench {game} {nodes}")?;
    }
    Ok(())
}

/// Searches the positions of a game; how many nodes that takes.
fn measure<G: Game>(
    positions: &[(G::Position, u32)],
    player: impl Fn() -> Box<dyn Player<G>>,
    out: &mut dyn Write,
) -> anyhow::Result<u64> {
    let clock = Clock::Wall;
    let begun = clock.now();
    let mut total = 0;
    for (number, (position, depth)) in positions.iter().enumerate() {
        let job = Job {
            position: position.clone(),
            limits: Limits::depth(*depth),
            goal: Goal::Score,
            clock: clock.clone(),
            started: clock.now(),
            lines: 1,
            strength: Strength::FULL,
        };
        let decision = player().think(&job, &StopToken::new(), &mut |_| {});
        let nodes = decision.report.map_or(0, |report| report.nodes);
        let show = |mv| G::show_move_at(position, mv, Spelling::Square);
        let mv = decision.mv.map_or("none".to_owned(), show);
        let time = clock.since(job.started);
        writeln!(
            out,
            "{:2} {mv} nodes {nodes} seconds {:.3}",
            number + 1,
            time.as_secs_f64()
        )?;
        total += nodes;
    }
    let time = clock.since(begun);
    writeln!(
        out,
        "{} seconds {:.3} nodes/s {}",
        G::NAME,
        time.as_secs_f64(),
        per_second(total, time)
    )?;
    Ok(total)
}

fn per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes of a few positions, counted twice.
    fn twice<G: Game>(all: &[(G::Position, u32)], player: fn() -> Box<dyn Player<G>>) -> [u64; 2] {
        [(); 2].map(|()| measure(all, player, &mut Vec::new()).unwrap())
    }

    #[test]
    fn same_nodes_twice() {
        let all = othello::positions().unwrap();
        let few = [all[0], all[12], all[21]];
        let [first, second] = twice::<Othello>(&few, || Box::new(Brightsword::new(HASH)));
        assert!(first > 0);
        assert_eq!(first, second);
        let all = four_in_line::positions().unwrap();
        let few = [all[2], all[13], all[16]];
        let [first, second] = twice::<FourInLine>(&few, || Box::new(Dropper::new(HASH)));
        assert!(first > 0);
        assert_eq!(first, second);
    }
}
