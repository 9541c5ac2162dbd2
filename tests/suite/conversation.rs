//! Contest games without a border: what is said, when, and what happens when somebody misbehaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::base::stopwatch::Stopwatch;
use brightsword::game::conversation::{Broken, Conversation, play_game};
use brightsword::game::keeper::Keeper;
use brightsword::game::player::{Certainty, Decision, Goal, Job, Player, Report};
use brightsword::game::seat::Seat;
use brightsword::game::{Game, Side};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::{Othello, Position};
use brightsword::search::limits::TimeControl;

/// Games with passes, wipe-outs and empty squares at the end: `name | black-white | 45 35 -- …`.
const GAMES: &str = include_str!("../positions/othello-games.txt");

/// One of those games, its moves with row and column from 0.
struct Recorded {
    name: &'static str,
    moves: Vec<Move>,
}

fn recorded() -> Vec<Recorded> {
    let game = |line: &'static str| {
        let mut parts = line.split(" | ");
        let (Some(name), Some(_), Some(moves)) = (parts.next(), parts.next(), parts.next()) else {
            panic!("not a game: {line}");
        };
        let read = |token: &str| match token.as_bytes() {
            b"--" => Move::PASS,
            [row, column] => Move::on(usize::from(row - b'0') * 8 + usize::from(column - b'0')),
            _ => panic!("not a move: {token}"),
        };
        let moves = moves.split(' ').map(read).collect();
        Recorded { name, moves }
    };
    GAMES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(game)
        .collect()
}

/// Plays one side of a recorded game and writes down every call.
struct Script {
    moves: Vec<Move>,
    said: Vec<Move>,
    /// Moves the clock by so much in each call.
    wait: Option<Arc<AtomicU64>>,
}

const HOST_MICROS: u64 = 50_000;

impl Script {
    fn new(moves: &[Move]) -> Self {
        Self {
            moves: moves.to_vec(),
            said: Vec::new(),
            wait: None,
        }
    }

    fn idle(&self) {
        if let Some(micros) = &self.wait {
            micros.fetch_add(HOST_MICROS, Ordering::Relaxed);
        }
    }
}

impl Conversation<Move> for Script {
    type Error = &'static str;

    fn send(&mut self, mv: Move) -> Result<(), Self::Error> {
        self.idle();
        self.said.push(mv);
        Ok(())
    }

    fn receive(&mut self) -> Result<Move, Self::Error> {
        self.idle();
        let mv = *self.moves.get(self.said.len()).ok_or("nothing more")?;
        self.said.push(mv);
        Ok(mv)
    }
}

/// Gives the answers of a closure.
struct Puppet<F>(F);

type Tell<'a> = &'a mut dyn FnMut(Report<Move>);

impl<F: FnMut(&Job<Othello>, Tell<'_>) -> Option<Move> + Send> Player<Othello> for Puppet<F> {
    fn think(&mut self, job: &Job<Othello>, _stop: &StopToken, tell: Tell<'_>) -> Decision<Move> {
        Decision {
            mv: (self.0)(job, tell),
            report: None,
        }
    }

    fn new_game(&mut self) {}
}

/// Keeps players that each begin with a copy of the closure.
fn keep<F>(think: F) -> Keeper<Othello>
where
    F: FnMut(&Job<Othello>, Tell<'_>) -> Option<Move> + Clone + Send + 'static,
{
    Keeper::new(Box::new(move |_| Box::new(Puppet(think.clone()))), 1)
}

fn found(mv: Move, rank: usize) -> Report<Move> {
    Report {
        rank,
        depth: 1,
        confidence: 100,
        score: 0,
        certainty: Certainty::Estimate,
        nodes: 1,
        elapsed: Duration::ZERO,
        line: vec![mv],
    }
}

fn seat() -> Seat {
    Seat::new(Stopwatch::new(Clock::ThreadCpu))
}

fn first(at: &Position) -> Option<Move> {
    Othello::legal_moves(at).first().copied()
}

#[test]
fn every_recorded_game_is_held_from_both_sides() {
    for Recorded { name, moves } in recorded() {
        for ours in [Side::First, Side::Second] {
            let mut turn = usize::from(ours == Side::Second);
            let script = moves.clone();
            let mut keeper = keep(move |_, _| {
                turn += 2;
                script.get(turn - 2).copied()
            });
            let mut talk = Script::new(&moves);
            let result = play_game(ours, &mut keeper, &mut seat(), &mut talk);
            assert_eq!(result, Ok(()), "{name} {ours:?}");
            assert_eq!(talk.said, moves, "{name} {ours:?}");
        }
    }
}

fn last(at: &Position) -> Option<Move> {
    Othello::legal_moves(at).last().copied()
}

type Choice = fn(&Position) -> Option<Move>;

/// A whole game in which each side chooses in its own way.
fn game(black: Choice, white: Choice) -> Vec<Move> {
    let mut at = Othello::start();
    let mut moves = Vec::new();
    while Othello::outcome(&at).is_none() {
        let choice = match Othello::side(&at) {
            Side::First => black,
            Side::Second => white,
        };
        let mv = choice(&at).expect("the game goes on");
        at = Othello::play(&at, mv).expect("legal");
        moves.push(mv);
    }
    moves
}

fn first_legal_game() -> Vec<Move> {
    game(first, first)
}

const TAKEN: Move = Move::on(27);

type Think = fn(&Job<Othello>, Tell<'_>) -> Option<Move>;

/// Plays a game as black with players that all think so; says how many of them there were.
fn players_needed(expected: &[Move], think: fn(&Job<Othello>, Tell<'_>) -> Option<Move>) -> usize {
    let made = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&made);
    let build = move |_| -> Box<dyn Player<Othello>> {
        count.fetch_add(1, Ordering::Relaxed);
        Box::new(Puppet(think))
    };
    let mut keeper = Keeper::new(Box::new(build), 1);
    let mut talk = Script::new(expected);
    let result = play_game(Side::First, &mut keeper, &mut seat(), &mut talk);
    assert_eq!(result, Ok(()));
    assert_eq!(talk.said, expected);
    usize::try_from(made.load(Ordering::Relaxed)).expect("a few")
}

#[test]
fn a_panic_costs_the_search_not_the_game() {
    let searches = |game: &[Move]| game.len().div_ceil(2);
    // The first legal move where nothing better is known.
    let expected = first_legal_game();
    let made = players_needed(&expected, |_, _| panic!("on purpose"));
    assert_eq!(made, searches(&expected));
    let made = players_needed(&expected, |_, tell| {
        tell(found(TAKEN, 1));
        panic!("on purpose, after nonsense");
    });
    assert_eq!(made, searches(&expected));
    // The last finished iteration counts, and of that the best move.
    let expected = game(last, first);
    let made = players_needed(&expected, |job, tell| {
        tell(found(first(&job.position)?, 1));
        tell(found(last(&job.position)?, 1));
        tell(found(first(&job.position)?, 2));
        panic!("on purpose, after iterations");
    });
    assert_eq!(made, searches(&expected));
}

/// The board of the host and ours must not part, whatever the player says.
#[test]
fn an_illegal_choice_is_not_sent() {
    let expected = first_legal_game();
    let faults: [Think; 2] = [|_, _| None, |_, _| Some(TAKEN)];
    for fault in faults {
        assert_eq!(players_needed(&expected, fault), 1);
    }
    let expected = game(last, first);
    let made = players_needed(&expected, |job, tell| {
        tell(found(last(&job.position)?, 1));
        Some(TAKEN)
    });
    assert_eq!(made, 1);
}

#[test]
fn an_illegal_opponent_ends_the_conversation() {
    let mut game = first_legal_game();
    game[5] = Move::on(27);
    let mut talk = Script::new(&game);
    let mut keeper = keep(|job, _| first(&job.position));
    let result = play_game(Side::First, &mut keeper, &mut seat(), &mut talk);
    assert!(matches!(result, Err(Broken::Illegal(_))), "{result:?}");
    assert_eq!(talk.said.len(), 6, "no call after the illegal move");

    let mut talk = Script::new(&game[..5]);
    let result = play_game(Side::First, &mut keeper, &mut seat(), &mut talk);
    assert_eq!(result, Err(Broken::Conversation("nothing more")));
    assert_eq!(talk.said.len(), 5);
}

#[test]
fn only_the_players_own_time_is_charged() {
    let (clock, micros) = Clock::manual();
    let mut seat = Seat::new(Stopwatch::new(clock));
    let thought = Duration::from_millis(2);
    let mut spent = Duration::ZERO;
    for ours in [Side::First, Side::Second] {
        let (moved, searches) = (Arc::clone(&micros), Arc::new(AtomicU64::new(0)));
        let (count, mut least_left) = (Arc::clone(&searches), Duration::MAX);
        let mut keeper = keep(move |job, _| {
            assert_eq!(job.goal, Goal::NotLosing);
            assert_eq!(job.clock.since(job.started), Duration::ZERO);
            let TimeControl::Clock { left, .. } = job.limits.time else {
                panic!("a game clock is expected");
            };
            assert!(left < least_left, "what is left becomes less");
            // The host took seconds, and none of them is missing.
            assert!(left > Duration::from_millis(300), "{left:?}");
            least_left = left;
            moved.fetch_add(2_000, Ordering::Relaxed);
            count.fetch_add(1, Ordering::Relaxed);
            // A panic would show here.
            last(&job.position)
        });
        let game = match ours {
            Side::First => game(last, first),
            Side::Second => game(first, last),
        };
        let mut talk = Script::new(&game);
        talk.wait = Some(Arc::clone(&micros));
        let result = play_game(ours, &mut keeper, &mut seat, &mut talk);
        assert_eq!(result, Ok(()));
        assert_eq!(talk.said, game);
        spent += thought * u32::try_from(searches.load(Ordering::Relaxed)).expect("a few");
        assert_eq!(seat.watch().reading(), spent);
    }
}
