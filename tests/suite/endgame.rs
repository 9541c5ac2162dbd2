//! The exact solver: published endgames, and plain minimax where that is possible.

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::game::Game;
use brightsword::game::level::Strength;
use brightsword::game::player::{Certainty, Goal, Job, Player, Report};
use brightsword::othello::player::Brightsword;
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::obf::Problem;
use brightsword::othello::rules::position::{Othello, Position};
use brightsword::search::limits::Limits;

use crate::oracles::minimax::{minimax, move_values};
use crate::oracles::naive::NaiveBoard;
use crate::oracles::sample::Chance;

const FFORUM_1_19: &str = include_str!("../positions/fforum-1-19.obf");
const FFORUM_20_39: &str = include_str!("../positions/fforum-20-39.obf");
const FFORUM_40_59: &str = include_str!("../positions/fforum-40-59.obf");
const WTHOR_EXACT: &str = include_str!("../positions/wthor-exact-6-16.txt");

fn problems(text: &str) -> Vec<Problem> {
    text.lines()
        .filter_map(|line| Problem::read(line.as_bytes()).expect("a good line"))
        .collect()
}

/// Solves a position with moves and checks what must hold of any solution; returns score in discs and move.
fn solve(player: &mut Brightsword, at: Position) -> (i32, Move) {
    let job = Job {
        position: at,
        limits: Limits::INFINITE,
        goal: Goal::Score,
        clock: Clock::Wall,
        started: Clock::Wall.now(),
        lines: 1,
        strength: Strength::FULL,
    };
    let decision = player.think(&job, &StopToken::new(), &mut |_: Report<Move>| {});
    let text = Othello::show_position(&at);
    let mv = decision.mv.expect("there is a move");
    let report = decision.report.expect("it was searched");
    assert_eq!(report.certainty, Certainty::Exact, "{text}");
    assert_eq!(report.score % 200, 0, "an even number of discs: {text}");
    assert_eq!(report.line.first(), Some(&mv), "{text}");
    let score = report.score / 100;
    let mut end = at;
    for &mv in &report.line {
        end = Othello::play(&end, mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert!(
        Othello::outcome(&end).is_some(),
        "the line of {text} stops early"
    );
    let sign = if end.side == at.side { 1 } else { -1 };
    assert_eq!(sign * end.board.final_score(), score, "line of {text}");
    (score, mv)
}

/// Solves the problems that satisfy `wanted`; each must have the listed score and, where moves are listed, a best one.
fn solve_all(text: &str, expected: usize, wanted: impl Fn(usize, &Problem) -> bool) {
    let all = problems(text);
    assert_eq!(all.len(), expected);
    let mut player = Brightsword::new(Brightsword::DEFAULT_HASH);
    for (number, problem) in all.iter().enumerate() {
        let at = problem.position;
        if !wanted(number, problem) {
            continue;
        }
        let text = format!("number {}: {}", number + 1, Othello::show_position(&at));
        if at.board.moves() == 0 {
            // Nothing to choose: the position after the pass has the score.
            let after = solve(&mut player, at.pass()).0;
            assert_eq!(Some(-after), problem.score, "{text}");
            continue;
        }
        let (score, mv) = solve(&mut player, at);
        assert_eq!(Some(score), problem.score, "{text}");
        let listed = problem.moves.iter().find(|(listed, _)| *listed == mv);
        if !problem.moves.is_empty() {
            assert_eq!(listed.map(|&(_, value)| value), Some(score), "{text}: {mv}");
        }
    }
}

/// In the development profile the deepest are left out: they take minutes there.
fn at_most(empties: u32) -> impl Fn(usize, &Problem) -> bool {
    move |_, problem| !cfg!(debug_assertions) || problem.position.board.empties() <= empties
}

#[test]
fn problem_files_are_whole() {
    for (text, count) in [(FFORUM_1_19, 19), (FFORUM_20_39, 20), (FFORUM_40_59, 20)] {
        let all = problems(text);
        assert_eq!(all.len(), count);
        for problem in all {
            let mut listed: Vec<u8> = problem.moves.iter().map(|(mv, _)| mv.code()).collect();
            listed.sort_unstable();
            let legal = Othello::legal_moves(&problem.position);
            let legal: Vec<u8> = legal.iter().map(|mv| mv.code()).collect();
            assert_eq!(listed, legal, "every legal move is listed once");
        }
    }
}

#[test]
fn fforum_1_to_19() {
    solve_all(FFORUM_1_19, 19, at_most(16));
}

#[test]
fn fforum_20_to_39() {
    solve_all(FFORUM_20_39, 20, at_most(20));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn fforum_40_to_44() {
    solve_all(FFORUM_40_59, 20, |number, _| number < 5);
}

#[test]
fn wthor_exact() {
    let all = |number: usize, problem: &Problem| {
        !cfg!(debug_assertions)
            || number.is_multiple_of(4)
            || problem.position.board.empties() <= 12
    };
    solve_all(WTHOR_EXACT, 2_400, all);
}

#[test]
fn plain_minimax_agrees_with_the_naive_board() {
    let mut chance = Chance::new(41);
    for round in 0..60 {
        let board = chance.reach(1 + round % 6).board;
        assert_eq!(minimax(board), NaiveBoard::from_board(board).minimax());
    }
}

#[test]
fn small_endgames_agree_with_plain_minimax() {
    let rounds = if cfg!(debug_assertions) { 600 } else { 3_000 };
    let mut chance = Chance::new(42);
    let mut player = Brightsword::new(1);
    let mut searched = 0;
    for round in 0.. {
        if searched == rounds {
            break;
        }
        let at = chance.reach(1 + round % 9);
        if at.board.moves() == 0 {
            continue;
        }
        searched += 1;
        let (score, mv) = solve(&mut player, at);
        let values = move_values(at.board);
        let best = values.iter().map(|&(_, value)| value).max();
        let text = Othello::show_position(&at);
        assert_eq!(Some(score), best, "{text}");
        let chosen = values
            .iter()
            .find(|(square, _)| Some(*square) == mv.square());
        assert_eq!(chosen.map(|&(_, value)| value), best, "{text}: {mv}");
    }
}

#[test]
fn table_size_and_what_it_holds_change_no_score() {
    let mut small = Brightsword::new(1);
    let mut large = Brightsword::new(64);
    let mut cold = Brightsword::new(4);
    let empties = if cfg!(debug_assertions) { 12 } else { 16 };
    let all = problems(WTHOR_EXACT);
    let mut solved = 0;
    for problem in all.iter().step_by(15) {
        let at = problem.position;
        if at.board.moves() == 0 || at.board.empties() > empties {
            continue;
        }
        solved += 1;
        cold.new_game();
        let text = Othello::show_position(&at);
        for (name, player) in [
            ("small", &mut small),
            ("large", &mut large),
            ("cold", &mut cold),
        ] {
            assert_eq!(Some(solve(player, at).0), problem.score, "{name}: {text}");
        }
        let warm = Some(solve(&mut large, at).0);
        assert_eq!(warm, problem.score, "solved before: {text}");
        // The children from a table that has seen their parent.
        let best = Othello::legal_moves(&at)
            .into_iter()
            .filter_map(|mv| {
                let next = Othello::play(&at, mv).expect("legal");
                if Othello::outcome(&next).is_some() {
                    return Some(-next.board.final_score());
                }
                (next.board.moves() != 0).then(|| -solve(&mut large, next).0)
            })
            .max();
        assert!(
            best <= problem.score,
            "a child is better than its parent: {text}"
        );
    }
    assert!(solved > 80, "{solved}");
}

#[test]
fn a_raised_stop_token_still_gives_a_legal_move() {
    let stop = StopToken::new();
    stop.raise();
    let mut player = Brightsword::new(1);
    let mut chance = Chance::new(43);
    for round in 0..60 {
        let at = chance.reach(round);
        let job = Job {
            position: at,
            limits: Limits::INFINITE,
            goal: Goal::NotLosing,
            clock: Clock::Wall,
            started: Clock::Wall.now(),
            lines: 1,
            strength: Strength::FULL,
        };
        let decision = player.think(&job, &stop, &mut |_: Report<Move>| {});
        let legal = Othello::legal_moves(&at);
        match decision.mv {
            Some(mv) => assert!(legal.contains(&mv), "{}", Othello::show_position(&at)),
            None => assert_eq!(legal, [], "{}", Othello::show_position(&at)),
        }
    }
}

/// Every legal move valued exactly, as analysis by several lines does it: each score is the listed one, best first.
#[test]
fn all_moves_are_valued_where_as_many_lines_are_wanted() {
    let mut player = Brightsword::new(16);
    let some = if cfg!(debug_assertions) { 4 } else { 19 };
    for problem in problems(FFORUM_1_19).iter().take(some) {
        let job = Job {
            position: problem.position,
            limits: Limits::INFINITE,
            goal: Goal::Score,
            clock: Clock::Wall,
            started: Clock::Wall.now(),
            lines: 60,
            strength: Strength::FULL,
        };
        let mut found = Vec::new();
        player.think(&job, &StopToken::new(), &mut |report: Report<Move>| {
            if report.certainty == Certainty::Exact {
                found.push((report.rank, report.line[0], report.score / 100));
            }
        });
        let ranks: Vec<usize> = found.iter().map(|&(rank, ..)| rank).collect();
        assert_eq!(ranks, (1..=problem.moves.len()).collect::<Vec<_>>());
        assert!(found.is_sorted_by(|a, b| a.2 >= b.2), "{found:?}");
        for (_, mv, score) in found {
            let listed = problem.moves.iter().find(|&&(listed, _)| listed == mv);
            assert_eq!(
                listed,
                Some(&(mv, score)),
                "{}",
                Othello::show_position(&problem.position)
            );
        }
    }
}
