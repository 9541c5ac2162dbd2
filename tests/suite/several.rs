//! Several lines at once: what is known of them when a search is broken off.

use brightsword::game::Game;
use brightsword::game::level::Strength;
use brightsword::game::player::Certainty;
use brightsword::othello::rules::position::Othello;
use brightsword::search::limits::Limits;

use crate::levels::{FourInLine, Table, think};

const LINES: usize = 3;

/// The move that a search of so many nodes answers with, and the depth that it was found at.
fn answer<G: Table>(at: &G::Position, nodes: u64) -> (Option<G::Move>, u32) {
    let mut player = G::bare(1);
    let limits = Limits::nodes(nodes);
    let (decision, _) = think::<G>(&mut *player, at, limits, LINES, Strength::FULL);
    (
        decision.mv,
        decision.report.map_or(0, |report| report.depth),
    )
}

/// Where a better line was found after a worse one: what a search answers that gives up early in the next iteration, as soon as
/// that has found anything. Counts the answers with the better line, and all.
fn first_finds<G: Table>(positions: usize) -> [usize; 2] {
    let [mut better, mut all] = [0, 0];
    for at in G::positions(17, positions) {
        if G::legal_moves(&at).len() < LINES {
            continue;
        }
        let limits = Limits::depth(10);
        let mut player = G::bare(1);
        let (_, told) = think::<G>(&mut *player, &at, limits, LINES, Strength::FULL);
        let iterations: Vec<_> = told.chunk_by(|a, b| a.depth == b.depth).collect();
        for pair in iterations.windows(2) {
            let &[now, next] = pair else { continue };
            let best = now.iter().rfind(|report| report.rank == 1).unwrap();
            if best.line[0] == now[0].line[0] {
                continue;
            }
            let mut known = now.iter().map(|report| report.nodes).max().unwrap();
            let mut found = next[0].nodes;
            while found - known > 1 {
                let between = u64::midpoint(known, found);
                if answer::<G>(&at, between).1 == now[0].depth {
                    known = between;
                } else {
                    found = between;
                }
            }
            all += 1;
            better += usize::from(answer::<G>(&at, found).0 == Some(best.line[0]));
        }
    }
    [better, all]
}

/// Each iteration begins with the best line of the one before, even where that was found after a worse one. Not every answer shows
/// it: the best line may be found to be bad before anything is known of the others.
#[test]
fn an_iteration_begins_with_the_best_line() {
    for [better, all] in [first_finds::<Othello>(60), first_finds::<FourInLine>(300)] {
        assert!(all >= 8 && better * 2 > all, "{better} of {all}");
    }
}

/// A search that is given up in the midst of an iteration does not answer with a move of which it knows that it loses, while it
/// knows nothing of the kind about another one. (Where it did, there were 8 such answers.)
#[test]
fn a_move_that_is_seen_to_lose_is_not_chosen() {
    let mut known = 0;
    for at in FourInLine::positions(18, 400) {
        let moves = FourInLine::legal_moves(&at).len();
        let mut player = FourInLine::bare(1);
        let limits = Limits::depth(6);
        let (_, told) = think::<FourInLine>(&mut *player, &at, limits, moves, Strength::FULL);
        let lost: Vec<_> = told[told.len() - moves..]
            .iter()
            .filter(|report| report.certainty != Certainty::Estimate && report.score < 0)
            .map(|report| report.line[0])
            .collect();
        if lost.len() == moves {
            continue;
        }
        for nodes in (1..6).map(|power| 2 << (2 * power)) {
            player.new_game();
            let limits = Limits::nodes(nodes);
            let (decision, _) = think::<FourInLine>(&mut *player, &at, limits, 1, Strength::FULL);
            known += usize::from(lost.contains(&decision.mv.unwrap()));
        }
    }
    // A search of six plies knows a little more than one that was given up.
    assert!(known <= 4, "{known}");
}
