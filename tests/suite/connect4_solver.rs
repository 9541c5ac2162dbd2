//! The solver of connect four against solved sets and plain minimax.

use std::collections::HashMap;
use std::time::Duration;

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::connect4::player::Brightsword;
use brightsword::connect4::rules::bits::{Bits, Cells};
use brightsword::connect4::rules::board::Board;
use brightsword::connect4::rules::position::{Connect4, Move, Position, win_score};
use brightsword::connect4::rules::size::{NineByFive, SevenBySix, Size, TenByFifteen, TenBySix};
use brightsword::connect4::solver::player::Exact;
use brightsword::connect4::solver::{Parts, Question, Solution, Solver};

use brightsword::game::level::Strength;
use brightsword::game::player::{Certainty, Goal, Job, Player};
use brightsword::game::record::Record;
use brightsword::search::limits::{Limits, TimeControl};
use brightsword::search::watch::Watch;

use crate::oracles::sample::Chance;

/// Memory for the table, in MiB: little, so that entries give way to each other.
const HASH: usize = 1;

fn solve<S: Size>(solver: &mut Solver, board: Board<S>, question: Question) -> Solution {
    solver.clear();
    let stop = StopToken::new();
    let watch = Watch::new(&stop, &Clock::Wall, None, None);
    let (solution, _) = solver.solve(board, question, watch);
    solution.expect("nothing ends the search")
}

/// A line of a solved set.
struct Solved<S: Size> {
    line: &'static str,
    at: Position<S>,
    score: i32,
}

fn solved<S: Size>(set: &'static str) -> impl Iterator<Item = Solved<S>> {
    set.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let [_, moves, score] = words[..] else {
            panic!("set, moves and score: {line}");
        };
        let record = Record::<Connect4<S>>::read(moves.as_bytes()).expect("legal moves");
        Solved {
            line,
            at: *record.position(),
            score: score.parse().expect("a number"),
        }
    })
}

const SEVEN_BY_SIX: &str = include_str!("../positions/connect4-7x6.txt");
const NINE_BY_FIVE: &str = include_str!("../positions/connect4-9x5.txt");
const TEN_BY_SIX: &str = include_str!("../positions/connect4-10x6.txt");

fn agrees_with_set<S: Size>(set: &'static str, lines: usize) {
    let mut solver = Solver::new(HASH, Parts::ALL);
    let mut count = 0;
    for Solved { line, at, score } in solved::<S>(set) {
        let board = at.board;
        let found = solve(&mut solver, board, Question::Score);
        assert_eq!(found.score, score, "{line}");
        let outcome = solve(&mut solver, board, Question::Outcome);
        assert_eq!(outcome.score, score.signum(), "{line}");
        for (solution, question) in [(found, Question::Score), (outcome, Question::Outcome)] {
            let column = solution.column.expect("the game is on");
            let next = board.play(board.landing(column));
            let reply = solve(&mut solver, next, question);
            assert_eq!(-reply.score, solution.score, "{line} {column}");
        }
        count += 1;
    }
    assert_eq!(count, lines);
}

#[test]
fn solved_set_of_seven_by_six() {
    agrees_with_set::<SevenBySix>(SEVEN_BY_SIX, 600);
}

#[test]
fn solved_set_of_nine_by_five() {
    agrees_with_set::<NineByFive>(NINE_BY_FIVE, 600);
}

#[test]
fn solved_set_of_ten_by_six() {
    agrees_with_set::<TenBySix>(TEN_BY_SIX, 260);
}

/// Plain minimax: no window, no order, nothing known of threats. It remembers positions, all of each.
fn minimax<S: Size>(board: Board<S>, known: &mut HashMap<Board<S>, i32>) -> i32 {
    if board.is_won() {
        return -win_score(board.empty().count() + 1);
    }
    if board.is_full() {
        return 0;
    }
    if let Some(&score) = known.get(&board) {
        return score;
    }
    let scores =
        Cells(board.playable()).map(|cell| -minimax(board.play(S::Bits::single(cell)), known));
    let score = scores.max().expect("the board is not full");
    known.insert(board, score);
    score
}

/// A board with so many neutral discs and so many free cells, reached by moves of which none wins; none if the game came to
/// a point where all do.
fn late<S: Size>(chance: &mut Chance, neutral: usize, free: u32) -> Option<Board<S>> {
    let mut board = Board::<S>::EMPTY;
    let cell = |chance: &mut Chance, cells: S::Bits| {
        let nth = chance.below(cells.count() as usize);
        S::Bits::single(Cells(cells).nth(nth).expect("fewer than in the set"))
    };
    for _ in 0..neutral {
        board = board.play_neutral(cell(chance, board.playable()));
    }
    while board.empty().count() > free {
        let quiet = board.playable().without(board.threats());
        if quiet.is_empty() {
            return None;
        }
        board = board.play(cell(chance, quiet));
    }
    Some(board)
}

/// Boards with up to six neutral discs and up to fourteen free cells.
fn late_boards<S: Size>(seed: u64, count: usize) -> impl Iterator<Item = Board<S>> {
    let mut chance = Chance::new(seed);
    let boards = (0..).filter_map(move |number| {
        let free = u32::try_from(number / 7 % 15).expect("small");
        late::<S>(&mut chance, number % 7, free)
    });
    boards.take(count)
}

fn agrees_with_minimax<S: Size>(count: usize) {
    let mut solver = Solver::new(HASH, Parts::ALL);
    for board in late_boards::<S>(4, count) {
        let score = minimax(board, &mut HashMap::new());
        let found = solve(&mut solver, board, Question::Score);
        assert_eq!(found.score, score, "{board:?}");
        let outcome = solve(&mut solver, board, Question::Outcome);
        assert_eq!(outcome.score, score.signum(), "{board:?}");
        for (solution, question) in [(found, Question::Score), (outcome, Question::Outcome)] {
            match solution.column {
                None => assert!(board.is_over(), "{board:?}"),
                Some(column) => {
                    let next = board.play(board.landing(column));
                    let counted = |score: i32| match question {
                        Question::Score => score,
                        Question::Outcome => score.signum(),
                    };
                    let reply = counted(-minimax(next, &mut HashMap::new()));
                    assert_eq!(reply, counted(score), "{board:?} {column}");
                }
            }
        }
    }
}

#[test]
fn agrees_with_minimax_on_ten_by_fifteen() {
    agrees_with_minimax::<TenByFifteen>(1000);
}

#[test]
fn agrees_with_minimax_on_the_small_boards() {
    agrees_with_minimax::<SevenBySix>(1000);
    agrees_with_minimax::<NineByFive>(1000);
    agrees_with_minimax::<TenBySix>(1000);
}

#[test]
fn no_part_changes_a_score() {
    let off = |change: fn(&mut Parts)| {
        let mut parts = Parts::ALL;
        change(&mut parts);
        parts
    };
    let all = [
        off(|parts| parts.parity = false),
        off(|parts| parts.table = false),
        off(|parts| parts.probing = false),
        Parts {
            parity: false,
            table: false,
            probing: false,
        },
    ];
    for parts in all {
        let mut solver = Solver::new(HASH, parts);
        let late = solved::<SevenBySix>(SEVEN_BY_SIX)
            .filter(|solved| solved.at.board.empty().count() <= 18);
        for Solved { line, at, score } in late {
            let found = solve(&mut solver, at.board, Question::Score);
            assert_eq!(found.score, score, "{line} {parts:?}");
        }
    }
}

#[test]
fn same_nodes_whatever_was_solved_before() {
    let mut fresh = Vec::new();
    let mut used = Vec::new();
    let mut solver = Solver::new(HASH, Parts::ALL);
    let stop = StopToken::new();
    let watch = || Watch::new(&stop, &Clock::Wall, None, None);
    // More than the generations that the table tells apart.
    for Solved { at, .. } in solved::<SevenBySix>(SEVEN_BY_SIX).take(300) {
        let mut other = Solver::new(HASH, Parts::ALL);
        fresh.push(other.solve(at.board, Question::Score, watch()));
        solver.clear();
        used.push(solver.solve(at.board, Question::Score, watch()));
    }
    assert_eq!(fresh, used);
}

fn job(position: Position<SevenBySix>, limits: Limits) -> Job<Connect4<SevenBySix>> {
    Job {
        position,
        limits,
        goal: Goal::Score,
        clock: Clock::Wall,
        started: Clock::Wall.now(),
        lines: 1,
        strength: Strength::FULL,
    }
}

#[test]
fn a_stopped_player_moves_and_claims_nothing() {
    let mut player = Exact::new(HASH, Question::Score);
    let at = job(Position::START, Limits::nodes(1000));
    let decision = player.think(&at, &StopToken::new(), &mut |_| {});
    assert!(decision.mv.is_some() && decision.report.is_none());
    let stop = StopToken::new();
    stop.raise();
    let at = job(Position::START, Limits::INFINITE);
    let decision = player.think(&at, &stop, &mut |_| {});
    assert!(decision.mv.is_some() && decision.report.is_none());
}

#[test]
fn a_player_reports_what_it_solved() {
    // Red wins by its next disc but one: it has three in a row, both ends open after the next.
    let record = Record::<Connect4<SevenBySix>>::read(b"2030").expect("legal moves");
    let at = job(*record.position(), Limits::INFINITE);
    let mut told = Vec::new();
    let mut player = Exact::new(HASH, Question::Score);
    let decision = player.think(&at, &StopToken::new(), &mut |report| told.push(report));
    let report = decision.report.expect("solved");
    assert_eq!(decision.mv, Some(Move::into_column(4)));
    assert_eq!((report.score, report.certainty), (1800, Certainty::Exact));
    assert_eq!(told, [report]);

    let mut player = Exact::new(HASH, Question::Outcome);
    let decision = player.think(&at, &StopToken::new(), &mut |_| {});
    let report = decision.report.expect("solved");
    assert_eq!((report.score, report.certainty), (100, Certainty::Outcome));
}

#[test]
fn the_player_of_contests_solves_what_is_in_reach() {
    // On this clock no time passes.
    let (clock, _) = Clock::manual();
    let second = Limits {
        time: TimeControl::MoveTime(Duration::from_secs(1)),
        ..Limits::INFINITE
    };
    let mut player = Brightsword::new(HASH);
    let mut count = 0;
    for Solved { line, at, score } in solved::<SevenBySix>(SEVEN_BY_SIX) {
        let job = Job {
            clock: clock.clone(),
            started: clock.now(),
            ..job(at, second)
        };
        let decision = player.think(&job, &StopToken::new(), &mut |_| {});
        // A move that needs no thought has no report.
        if let Some(report) = decision.report {
            let found = (report.score, report.certainty);
            assert_eq!(found, (score * 100, Certainty::Exact), "{line}");
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn the_player_of_contests_searches_where_that_is_asked_for() {
    let at = solved::<SevenBySix>(SEVEN_BY_SIX)
        .nth(200)
        .expect("a line")
        .at;
    let told = |limits| {
        let mut reports = Vec::new();
        let mut player = Brightsword::new(HASH);
        let job = job(at, limits);
        player.think(&job, &StopToken::new(), &mut |report| reports.push(report));
        reports
    };
    let time = TimeControl::MoveTime(Duration::from_mins(1));
    let depth = told(Limits {
        time,
        ..Limits::depth(3)
    });
    assert!(depth.iter().all(|report| report.depth <= 3) && !depth.is_empty());
    let nodes = told(Limits {
        time,
        ..Limits::nodes(20)
    });
    assert!(
        nodes
            .iter()
            .all(|report| report.certainty != Certainty::Exact)
    );
}
