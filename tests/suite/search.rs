//! What the engine claims of its searches, whatever limits and goals they had: lines can be played, outcomes are right,
//! and one search does not spoil the next.

use std::time::Duration;

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::game::Game;
use brightsword::game::level::Strength;
use brightsword::game::player::{Certainty, Decision, Goal, Job, Player, Report};
use brightsword::othello::player::Brightsword;
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::obf::Problem;
use brightsword::othello::rules::position::{Othello, Position};
use brightsword::search::limits::Limits;

use crate::oracles::sample::Chance;

const WTHOR_EXACT: &str = include_str!("../positions/wthor-exact-6-16.txt");

/// Every so many positions are taken: fewer in the development profile.
fn step(release: usize) -> usize {
    if cfg!(debug_assertions) {
        10 * release
    } else {
        release
    }
}

fn solved_positions(step: usize) -> impl Iterator<Item = (Position, i32)> {
    WTHOR_EXACT.lines().step_by(step).map(|line| {
        let problem = Problem::read(line.as_bytes())
            .expect("a good line")
            .expect("a position");
        (problem.position, problem.score.expect("a score"))
    })
}

/// Searches, and checks that every line told of can be played and begins with a move of its own.
fn search(player: &mut Brightsword, at: Position, limits: Limits, goal: Goal) -> Decision<Move> {
    let job = Job {
        position: at,
        limits,
        goal,
        clock: Clock::Wall,
        started: Clock::Wall.now(),
        lines: 1,
        strength: Strength::FULL,
    };
    let check = |report: &Report<Move>| {
        let mut end = at;
        for &mv in &report.line {
            end = Othello::play(&end, mv).unwrap_or_else(|error| {
                panic!("{} of {report:?}: {error}", Othello::show_position(&at))
            });
        }
    };
    let decision = player.think(&job, &StopToken::new(), &mut |report| check(&report));
    if let Some(report) = &decision.report {
        check(report);
        assert_eq!(report.line.first().copied(), decision.mv);
    }
    decision
}

fn limits() -> [Limits; 6] {
    [
        Limits::depth(1),
        Limits::depth(5),
        Limits::nodes(300),
        Limits::nodes(20_000),
        Limits::move_time(Duration::from_millis(1)),
        Limits::INFINITE,
    ]
}

#[test]
fn every_line_can_be_played() {
    let mut player = Brightsword::new(1);
    for (number, (at, _)) in solved_positions(step(11)).enumerate() {
        let goal = if number % 2 == 0 {
            Goal::Score
        } else {
            Goal::NotLosing
        };
        for limits in limits() {
            search(&mut player, at, limits, goal);
        }
    }
    let mut chance = Chance::new(7);
    for round in 0..if cfg!(debug_assertions) { 60u32 } else { 600 } {
        let at = chance.reach(10 + round % 40);
        for limits in &limits()[..5] {
            search(&mut player, at, *limits, Goal::Score);
        }
    }
}

/// The true score of a move for who makes it.
fn value(solver: &mut Brightsword, at: Position, mv: Move) -> i32 {
    let next = Othello::play(&at, mv).expect("a legal move");
    if Othello::outcome(&next).is_some() {
        return -next.board.final_score();
    }
    if next.board.moves() == 0 {
        return -value(solver, next, Move::PASS);
    }
    let decision = search(solver, next, Limits::INFINITE, Goal::Score);
    -decision.report.expect("it was searched").score / 100
}

#[test]
fn a_claimed_outcome_is_true_and_the_move_keeps_it() {
    let mut player = Brightsword::new(4);
    let mut solver = Brightsword::new(4);
    let mut claims = 0;
    for (at, score) in solved_positions(step(7)) {
        let decision = search(&mut player, at, Limits::INFINITE, Goal::NotLosing);
        let Some(report) = decision.report else {
            continue;
        };
        let text = Othello::show_position(&at);
        assert_eq!(report.certainty, Certainty::Outcome, "{text}");
        // Nought or more: not lost; less: lost. By the size nothing is claimed but a win.
        assert_eq!(report.score >= 0, score >= 0, "{text}: {report:?}");
        assert!(report.score <= 0 || score > 0, "{text}: {report:?}");
        if score >= 0 {
            let mv = decision.mv.expect("there is a move");
            assert!(value(&mut solver, at, mv) >= 0, "{text}: {mv} loses");
        }
        claims += 1;
    }
    assert!(claims > 2000 / step(7), "{claims}");
}

#[test]
fn exact_scores_stand_after_any_other_searches() {
    let mut player = Brightsword::new(1);
    for (number, (at, score)) in solved_positions(step(9)).enumerate() {
        let goal = if number % 3 == 0 {
            Goal::NotLosing
        } else {
            Goal::Score
        };
        for limits in &limits()[..5] {
            search(&mut player, at, *limits, goal);
        }
        let report = search(&mut player, at, Limits::INFINITE, Goal::Score)
            .report
            .expect("a report");
        assert_eq!(report.certainty, Certainty::Exact);
        assert_eq!(report.score, 100 * score, "{}", Othello::show_position(&at));
    }
}

/// A search that may not reach the end of the game must not waste all its nodes on trying.
#[test]
fn few_nodes_still_look_ahead() {
    let mut player = Brightsword::new(1);
    for (at, _) in solved_positions(step(5)).filter(|(at, _)| at.board.empties() > 8) {
        player.new_game();
        let report = search(&mut player, at, Limits::nodes(2_000), Goal::Score)
            .report
            .expect("a report");
        assert!(
            report.depth >= 2,
            "{}: {report:?}",
            Othello::show_position(&at)
        );
    }
}

/// The window of an iteration grows until it holds the score, so even a wavering table lets it end.
#[test]
fn iterations_end_with_a_tiny_table() {
    let mut player = Brightsword::new(1);
    let mut chance = Chance::new(11);
    for round in 0..if cfg!(debug_assertions) { 10u32 } else { 100 } {
        let at = chance.reach(8 + round % 36);
        if at.board.moves() != 0 {
            let report = search(&mut player, at, Limits::depth(9), Goal::Score)
                .report
                .expect("a report");
            let depth = 9.min(at.board.empties());
            assert_eq!(report.depth, depth, "{}", Othello::show_position(&at));
        }
    }
}

#[test]
fn boards_with_more_moves_than_games_have_are_searched() {
    let text = b"---------OXOOOO--OX-XXX--XO-O-O------XX--OX-OXXX-OXOO----X------ O";
    let at = Othello::read_position(text).expect("a position");
    let mut player = Brightsword::new(1);
    assert!(
        search(&mut player, at, Limits::depth(4), Goal::Score)
            .mv
            .is_some()
    );
}
