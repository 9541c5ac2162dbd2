//! Contest games without a border: what is said, when, and what happens when somebody misbehaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::base::stopwatch::Stopwatch;
use brightsword::game::conversation::{Broken, Conduct, Conversation, Purse, play_game};
use brightsword::game::player::{Decision, Goal, Job, Player, Report};
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

impl<F: FnMut(&Job<Othello>) -> Option<Move> + Send> Player<Othello> for Puppet<F> {
    fn think(
        &mut self,
        job: &Job<Othello>,
        _stop: &StopToken,
        _tell: &mut dyn FnMut(Report<Move>),
    ) -> Decision<Move> {
        Decision {
            mv: (self.0)(job),
            report: None,
        }
    }

    fn new_game(&mut self) {}
}

fn purse() -> Purse {
    let watch = Stopwatch::new(Clock::ThreadCpu);
    Purse::new(watch, (Duration::from_secs(5), 10))
}

fn first(at: &Position) -> Option<Move> {
    Othello::legal_moves(at).first().copied()
}

fn legal_game(moves: &[Move]) -> bool {
    let end = moves.iter().try_fold(Othello::start(), |at, &mv| {
        assert_eq!(Othello::outcome(&at), None, "a call after the end");
        Othello::play(&at, mv).ok()
    });
    end.is_some_and(|at| Othello::outcome(&at).is_some())
}

#[test]
fn every_recorded_game_is_held_from_both_sides() {
    for Recorded { name, moves } in recorded() {
        for ours in [Side::First, Side::Second] {
            let mut turn = usize::from(ours == Side::Second);
            let script = moves.clone();
            let mut player = Puppet(move |_: &Job<Othello>| {
                turn += 2;
                script.get(turn - 2).copied()
            });
            let mut talk = Script::new(&moves);
            let result = play_game(ours, &mut player, &mut purse(), &mut talk);
            assert_eq!(result, Ok(Conduct::Sound), "{name} {ours:?}");
            assert_eq!(talk.said, moves, "{name} {ours:?}");
        }
    }
}

/// Both sides play the first legal move.
fn first_legal_game() -> Vec<Move> {
    let mut at = Othello::start();
    let mut moves = Vec::new();
    while let Some(mv) = first(&at) {
        moves.push(mv);
        at = Othello::play(&at, mv).expect("legal");
    }
    moves
}

#[test]
fn a_failing_player_is_replaced_by_first_legal_moves() {
    let expected = first_legal_game();
    let faults: [fn() -> Option<Move>; 4] = [
        || panic!("on purpose"),
        || None,
        || Some(Move::PASS),
        || Some(Move::on(27)),
    ];
    for fault in faults {
        let mut asked = 0;
        let mut player = Puppet(|job: &Job<Othello>| {
            asked += 1;
            if asked < 4 {
                first(&job.position)
            } else {
                fault()
            }
        });
        let mut talk = Script::new(&expected);
        let result = play_game(Side::First, &mut player, &mut purse(), &mut talk);
        assert_eq!(result, Ok(Conduct::Failed));
        assert_eq!(talk.said, expected);
        assert_eq!(asked, 4, "it is not asked again");
    }
}

#[test]
fn an_illegal_opponent_ends_the_conversation() {
    let mut game = first_legal_game();
    game[5] = Move::on(27);
    let mut talk = Script::new(&game);
    let mut player = Puppet(|job: &Job<Othello>| first(&job.position));
    let result = play_game(Side::First, &mut player, &mut purse(), &mut talk);
    assert!(matches!(result, Err(Broken::Illegal(_))), "{result:?}");
    assert_eq!(talk.said.len(), 6, "no call after the illegal move");

    let mut talk = Script::new(&game[..5]);
    let result = play_game(Side::First, &mut player, &mut purse(), &mut talk);
    assert_eq!(result, Err(Broken::Conversation("nothing more")));
    assert_eq!(talk.said.len(), 5);
}

#[test]
fn only_the_players_own_time_is_charged() {
    let (clock, micros) = Clock::manual();
    let mut purse = Purse::new(Stopwatch::new(clock), (Duration::from_secs(5), 10));
    let game = first_legal_game();
    assert!(legal_game(&game));
    let mut spent = Duration::ZERO;
    for ours in [Side::First, Side::Second] {
        let mut least_left = Duration::MAX;
        let mut player = Puppet(|job: &Job<Othello>| {
            assert_eq!(job.goal, Goal::NotLosing);
            assert_eq!(job.clock.since(job.started), Duration::ZERO);
            let TimeControl::Clock { left, .. } = job.limits.time else {
                panic!("a game clock is expected");
            };
            assert!(left < least_left, "what is left becomes less");
            least_left = left;
            micros.fetch_add(2_000, Ordering::Relaxed);
            spent += Duration::from_millis(2);
            first(&job.position)
        });
        let mut talk = Script::new(&game);
        talk.wait = Some(Arc::clone(&micros));
        let result = play_game(ours, &mut player, &mut purse, &mut talk);
        assert_eq!(result, Ok(Conduct::Sound));
        // The host took seconds, and none of them is missing.
        assert!(least_left > Duration::from_millis(300), "{least_left:?}");
        assert_eq!(purse.watch().reading(), spent);
    }
}
