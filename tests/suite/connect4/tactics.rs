//! Tactical positions of Four in Line: a win that must be found, a loss that must be seen.

use std::time::Duration;

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::connect4::player::Brightsword;
use brightsword::connect4::rules::position::{Connect4, Move, Position};
use brightsword::connect4::rules::size::TenByFifteen;
use brightsword::game::level::Strength;
use brightsword::game::player::{Goal, Job, Player};
use brightsword::game::record::Record;
use brightsword::game::{Game, Spelling};
use brightsword::search::limits::Limits;

type FourInLine = Connect4<TenByFifteen>;

const TACTICS: &str = include_str!("../../positions/four-in-line-tactics.txt");

/// Boards that the player may look at in a position; about an eighth of a second.
const EFFORT: u64 = 400_000;

struct Problem {
    /// The line of the file.
    text: &'static str,
    position: Position<TenByFifteen>,
    /// Columns, any of which will do.
    right: Vec<u32>,
}

fn numbers<T: std::str::FromStr>(field: &str) -> Vec<T>
where
    T::Err: std::fmt::Debug,
{
    let words = field.split_ascii_whitespace();
    words.map(|word| word.parse().expect("a number")).collect()
}

fn problems() -> Vec<Problem> {
    let problem = |text: &'static str| {
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        let [_, neutral, moves, right] = fields[..] else {
            panic!("four fields in {text}");
        };
        let start = Position::with_neutral(&numbers(neutral));
        let mut record = Record::<FourInLine>::new(start);
        for column in numbers(moves) {
            let played = record.play(Move::into_column(column));
            played.unwrap_or_else(|error| panic!("{text}: {error}"));
        }
        assert_eq!(FourInLine::outcome(record.position()), None, "{text}");
        Problem {
            text,
            position: *record.position(),
            right: numbers(right),
        }
    };
    let lines = TACTICS.lines().filter(|line| !line.starts_with('#'));
    let all: Vec<_> = lines.map(problem).collect();
    assert_eq!(all.len(), 60);
    all
}

/// The problems that are not answered rightly within these limits, each by a new player.
fn failures(limits: impl Fn() -> Limits) -> Vec<String> {
    let mut failures = Vec::new();
    for problem in problems() {
        let mut player = Brightsword::new(Brightsword::DEFAULT_HASH);
        let clock = Clock::Wall;
        let job = Job::<FourInLine> {
            position: problem.position,
            limits: limits(),
            goal: Goal::Score,
            started: clock.now(),
            clock,
            lines: 1,
            strength: Strength::FULL,
        };
        let decision = player.think(&job, &StopToken::new(), &mut |_| {});
        let mv = decision.mv.expect("the game is on");
        assert!(FourInLine::play(&problem.position, mv).is_ok(), "{mv}");
        if !problem.right.contains(&mv.column()) {
            let played = FourInLine::show_move(mv, Spelling::Square);
            failures.push(format!("{} but played {played}", problem.text));
        }
    }
    failures
}

#[test]
fn all_are_solved_with_a_fixed_effort() {
    let failures = failures(|| Limits::nodes(EFFORT));
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
#[ignore = "depends on the machine: for the release profile on a quiet one"]
fn all_are_solved_within_a_fifth_of_a_second() {
    let failures = failures(|| Limits::move_time(Duration::from_millis(200)));
    assert!(failures.is_empty(), "{failures:#?}");
}
