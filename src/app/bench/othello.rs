//! The signature of the search: the nodes it visits on fixed positions to fixed depths, one thread, a fresh player for
//! each. The same program gives the same number every time; a change that gives another has changed the search.

use std::io::Write;
use std::time::Duration;

use anyhow::Context;

use crate::base::clock::Clock;
use crate::base::stop::StopToken;
use crate::game::player::{Goal, Job, Player};
use crate::game::record::Record;
use crate::game::{Game, Spelling};
use crate::othello::player::Brightsword;
use crate::othello::rules::position::{Othello, Position};
use crate::search::limits::Limits;

/// Plies looked ahead in openings and midgames.
const DEPTH: u32 = 10;
/// Plies looked ahead in endgames: to the end.
const TO_THE_END: u32 = 60;
/// Memory for the table, in MiB: small enough that entries give way to each other.
const HASH: usize = 16;

/// Openings, as their moves.
const OPENINGS: [&str; 10] = [
    "f5d6c3d3c4",
    "f5d6c3d3c4f4c5b4b5c6f3e6e3",
    "f5d6c3d3c4f4f6f3e3",
    "f5d6c3g5",
    "f5d6c5f4d3",
    "f5d6c5f4e3c6d3f6e6d7g4",
    "f5d6c5f4e3c6f3",
    "f5f6e6d6c5",
    "f5f6e6d6c5e3e7c6d7f7c7f4g6e8d8c8g5",
    "f5f6e6d6e7",
];

/// Tournament positions in the middle of the game, 28 to 44 empties.
const MIDGAMES: [&str; 10] = [
    "-XXXXX----XOOO---OXXOOX--XXXOOXX-XXXOOOO--XXOOO---XO------------ X",
    "--------X-O-----XXOOXXX-XOOOOOO-XXXXOO---XOOOO-----O------------ X",
    "----------XXX-----XXXO--OOOXOO---OXXOO----OOOO----OX------------ X",
    "--O--------OOO---XXXOOOX--XXXOOO-OXXOOOO-XXXOXXX--OOXX----O----- X",
    "------------X----X-XXX---OOOOOX--OOOOOXX-XXXXOO---XXXO---XXXX--- X",
    "--------------------XXOO--OOXXOX---OOOX---XOOO-----XO----------- X",
    "----XXX---XOOX----XOOO---XOOOOO-XOXOOOOO--OOOO-O---OO----------- X",
    "---XXXX-X-OOOX--OXXXXXX-OOXXXXX-OOOOXOO-OOXXX------X------------ X",
    "-----X------OX----XXOOO-OOXXOXOO-OXXOXX---OOOOXX---OOX------O--- X",
    "-----------XO------XXO-----XXXX---XOOOO---OXX-O-----XO---------- X",
];

/// Endgame problems, 14 to 18 empties.
const ENDGAMES: [&str; 10] = [
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X",
    "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O",
    "--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O",
    "-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O",
    "--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X",
    "--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X",
    "----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X",
    "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O",
    "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X",
];

/// The positions, each with the plies to look ahead.
fn positions() -> anyhow::Result<Vec<(Position, u32)>> {
    let mut all = Vec::new();
    for moves in OPENINGS {
        let record = Record::<Othello>::read(moves.as_bytes())?;
        all.push((*record.position(), DEPTH));
    }
    for (texts, depth) in [(MIDGAMES, DEPTH), (ENDGAMES, TO_THE_END)] {
        for text in texts {
            all.push((Othello::read_position(text.as_bytes())?, depth));
        }
    }
    Ok(all)
}

/// Searches all positions and writes a line for each, the speed, and at last the signature.
pub fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    measure(&positions().context("the positions of the bench")?, out)
}

fn measure(positions: &[(Position, u32)], out: &mut dyn Write) -> anyhow::Result<()> {
    let clock = Clock::Wall;
    let begun = clock.now();
    let mut total = 0;
    for (number, &(position, depth)) in positions.iter().enumerate() {
        let job = Job {
            position,
            limits: Limits::depth(depth),
            goal: Goal::Score,
            clock: clock.clone(),
            started: clock.now(),
            lines: 1,
        };
        let decision = Brightsword::new(HASH).think(&job, &StopToken::new(), &mut |_| {});
        let nodes = decision.report.map_or(0, |report| report.nodes);
        let mv = decision.mv.map_or("none".to_owned(), |mv| {
            Othello::show_move(mv, Spelling::Square)
        });
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
        "seconds {:.3} nodes/s {}",
        time.as_secs_f64(),
        per_second(total, time)
    )?;
    writeln!(out, "bench {} {total}", Othello::NAME)?;
    Ok(())
}

fn per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_sound() {
        let all = positions().unwrap();
        assert_eq!(all.len(), 30);
        assert!(all.iter().all(|(position, _)| !position.board.is_over()));
        let empties = all[20..]
            .iter()
            .map(|(position, _)| position.board.empty().count_ones());
        assert!(empties.into_iter().all(|count| (14..=18).contains(&count)));
    }

    #[test]
    fn same_nodes_twice() {
        let all = positions().unwrap();
        let signature = || {
            let mut text = Vec::new();
            measure(&[all[0], all[12], all[21]], &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            text.lines().last().unwrap().to_owned()
        };
        let first = signature();
        assert!(first.starts_with("bench othello "));
        assert_eq!(first, signature());
    }
}
