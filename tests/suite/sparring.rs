//! The built-in opponents against the grader's recorded games, and their manners as players.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::game::level::Strength;
use brightsword::game::player::{Goal, Job, Player};
use brightsword::game::record::Record;
use brightsword::game::{Game, Side};
use brightsword::othello::player::Brightsword;
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::{Othello, Position};
use brightsword::othello::sparring::{Level, Sparring};
use brightsword::search::limits::Limits;

const GAMES: &str = include_str!("../positions/sparring-games.txt");

fn job(position: Position, limits: Limits) -> Job<Othello> {
    let clock = Clock::Wall;
    Job {
        position,
        limits,
        goal: Goal::NotLosing,
        started: clock.now(),
        clock,
        lines: 1,
        strength: Strength::FULL,
    }
}

fn answer(
    player: &mut dyn Player<Othello>,
    position: Position,
    limits: Limits,
    stop: &StopToken,
) -> Move {
    player
        .think(&job(position, limits), stop, &mut |_| {})
        .mv
        .expect("the game is not over")
}

/// The recorded games by level and seed, in the order in which they were played.
fn recorded() -> BTreeMap<(Level, u64), Vec<&'static str>> {
    let mut runs: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let mut number = || words.next().and_then(|word| word.parse().ok());
        let level = number().and_then(Level::of_task).expect("a task");
        let seed = u64::from(number().expect("a seed"));
        let game = number().expect("the number of the game") as usize;
        let run = runs.entry((level, seed)).or_default();
        run.push(words.next().expect("moves"));
        assert_eq!(run.len(), game, "games out of order");
    }
    runs
}

#[test]
fn opponents_play_the_graders_games() {
    let runs = recorded();
    assert_eq!(runs.len(), 8, "two seeds for each of four opponents");
    for ((level, seed), games) in runs {
        assert_eq!(games.len(), 10);
        let mut player = Sparring::new(level, seed);
        for (index, moves) in games.into_iter().enumerate() {
            let ours = if index < 5 { Side::Second } else { Side::First };
            let mut at = Othello::start();
            player.new_game();
            let game = Record::<Othello>::read(moves.as_bytes()).expect("a legal game");
            for &mv in game.moves() {
                if Othello::side(&at) == ours {
                    let stop = StopToken::new();
                    let chosen = answer(&mut player, at, Limits::INFINITE, &stop);
                    assert_eq!(
                        chosen,
                        mv,
                        "{level} seed {seed} game {} at {at:?}",
                        index + 1
                    );
                }
                at = Othello::play(&at, mv).expect("a legal game");
            }
            assert!(Othello::outcome(&at).is_some(), "the recorded game ends");
        }
    }
}

#[test]
fn opponents_have_names() {
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
        assert_eq!(Level::of_task(u32::from(level.number())), Some(level));
    }
    for wrong in ["", "ai", "ai0", "ai5", "AI1", "ai11", " ai1"] {
        assert!(wrong.parse::<Level>().is_err(), "{wrong:?}");
    }
    assert_eq!(Level::of_task(0), None);
    assert_eq!(Level::of_task(5), None);
}

#[test]
fn a_raised_stop_still_gets_a_legal_move() {
    let stop = StopToken::new();
    stop.raise();
    for level in Level::ALL {
        let mut player = Sparring::new(level, 3);
        let mut at = Othello::start();
        while Othello::outcome(&at).is_none() {
            let mv = answer(&mut player, at, Limits::INFINITE, &stop);
            at = Othello::play(&at, mv).expect("a legal move");
        }
        let decision = player.think(&job(at, Limits::INFINITE), &stop, &mut |_| {});
        assert_eq!(decision.mv, None, "the game is over");
    }
}

#[test]
fn the_clock_is_kept() {
    let stop = StopToken::new();
    let mut player = Sparring::new(Level::Ai4, 3);
    let mut at = Othello::start();
    let limits = Limits::move_time(Duration::from_millis(1));
    let begun = Instant::now();
    let mut moves = 0;
    while Othello::outcome(&at).is_none() {
        let mv = answer(&mut player, at, limits, &stop);
        at = Othello::play(&at, mv).expect("a legal move");
        moves += 1;
    }
    // Unhindered such a game takes seconds; the rest is room for a busy machine.
    let allowed = Duration::from_millis(20 * moves);
    assert!(begun.elapsed() < allowed, "{:?}", begun.elapsed());
}

/// Our nodes for each move: as many as the contest's time allows, or fewer so that the test stays short.
const NODES: u64 = if cfg!(debug_assertions) {
    5_000
} else {
    150_000
};

/// Our games of a run that are lost. Nodes are limited, not time, so a run is the same every time.
fn lost(level: Level, seed: u64) -> usize {
    let stop = StopToken::new();
    let mut opponent = Sparring::new(level, seed);
    let games = if cfg!(debug_assertions) { 4 } else { 10 };
    (0..games)
        .filter(|game| {
            let ours = if game % 2 == 0 {
                Side::First
            } else {
                Side::Second
            };
            let mut player = Brightsword::new(16);
            opponent.new_game();
            let mut at = Othello::start();
            let outcome = loop {
                if let Some(outcome) = Othello::outcome(&at) {
                    break outcome;
                }
                let mv = if Othello::side(&at) == ours {
                    answer(&mut player, at, Limits::nodes(NODES), &stop)
                } else {
                    answer(&mut opponent, at, Limits::INFINITE, &stop)
                };
                at = Othello::play(&at, mv).expect("a legal move");
            };
            outcome.winner().is_some_and(|winner| winner != ours)
        })
        .count()
}

#[test]
fn we_do_not_lose_to_ai1() {
    assert_eq!(lost(Level::Ai1, 1), 0);
}

#[test]
fn we_do_not_lose_to_ai2() {
    assert_eq!(lost(Level::Ai2, 1), 0);
}

#[test]
fn we_do_not_lose_to_ai3() {
    assert_eq!(lost(Level::Ai3, 1), 0);
}

#[test]
fn we_hardly_ever_lose_to_ai4() {
    let lost = lost(Level::Ai4, 1);
    assert!(lost <= 1, "{lost} lost");
}
