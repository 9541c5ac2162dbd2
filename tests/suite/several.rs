//! Several lines at once: what is known of them when a search is broken off.

use brightsword::connect4::player::Brightsword as Dropper;
use brightsword::connect4::rules::position::{Connect4, Position};
use brightsword::connect4::rules::size::SevenBySix;
use brightsword::game::Game;
use brightsword::game::level::Strength;
use brightsword::game::player::{Certainty, Player};
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

type Small = Connect4<SevenBySix>;

fn small(text: &str) -> Position<SevenBySix> {
    Small::read_position(text.as_bytes()).unwrap()
}

/// A move that was proven to lose, and later valued by a search that did not see the end, keeps what is proven. (Each of these
/// searches told an estimate as proven once, the first a win by a move that loses.)
#[test]
fn no_estimate_is_told_as_proven() {
    for (text, depth, nodes, lines) in [
        (
            "---O-O-/--OOXX-/--XOXO-/O-OXXXO/O-O#OXX/X#O#XXX X",
            4,
            u64::MAX,
            7,
        ),
        (
            "----O-X/---XX-O/---OXOX/---OXOO/---XOXX/OXXOXOO X",
            9,
            3000,
            1,
        ),
    ] {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::nodes(nodes)
        };
        let mut player = Dropper::new(1);
        let (decision, mut told) =
            think::<Small>(&mut player, &small(text), limits, lines, Strength::FULL);
        told.extend(decision.report);
        assert!(told.iter().any(|report| report.depth > 2), "{text}");
        for report in told {
            let proven = report.certainty != Certainty::Estimate;
            let decided = report.score.abs() >= 100;
            let drawn = report.certainty == Certainty::Exact && report.score == 0;
            assert_eq!(proven, decided || drawn, "{text}: {report:?}");
        }
    }
}

/// What is told last are all lines in their order, whenever the search is given up and whatever is known by then of moves that
/// lose.
#[test]
fn the_last_lines_are_in_order() {
    let mut player: Box<dyn Player<Small>> = Box::new(Dropper::new(1));
    let mut lost = 0;
    let known = small("-------/-------/----X--/----O--/XO--X--/XXOXO-O O");
    let others = (1..300).map(|number| number * 7919 % 1000 + 2);
    for nodes in (2..40).chain(others) {
        player.new_game();
        let limits = Limits::nodes(nodes);
        let (decision, told) = think::<Small>(&mut *player, &known, limits, 5, Strength::FULL);
        let last = &told[told.len() - 5..];
        assert_eq!(last[0].line.first(), decision.mv.as_ref());
        for (place, pair) in last.windows(2).enumerate() {
            let order = (pair[1].depth, pair[1].score) <= (pair[0].depth, pair[0].score);
            assert!(
                order && pair[0].rank == place + 1,
                "{nodes} nodes: {last:?}"
            );
        }
        lost += last
            .iter()
            .filter(|report| report.certainty == Certainty::Outcome)
            .count();
    }
    assert!(lost > 20, "{lost}");
}
