//! The contest's shared library, loaded and called as its host would.
#![allow(unsafe_code, reason = "calls into a loaded library")]

use std::ffi::{c_int, c_void};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::game::level::Strength;
use brightsword::game::player::{Goal, Job, Player};
use brightsword::game::{Game, Side};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::{Othello, Position};
use brightsword::othello::sparring::{Level, Sparring};
use brightsword::search::limits::Limits;
use libloading::{Library, library_filename};

type Make = extern "C" fn(*mut c_void, c_int, c_int);
type Receive = extern "C" fn(*mut c_void, *mut c_int, *mut c_int);
type Play = unsafe extern "C" fn(c_int, c_int, Option<Make>, Option<Receive>, *mut c_void);
type Budget = unsafe extern "C" fn(c_int, c_int);

/// The tests share the library's one seat, and one of them counts its time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// `cargo test` builds the examples too and puts them beside the tests.
fn library() -> Library {
    let program = std::env::current_exe().expect("the path of this test");
    let folder = program.ancestors().nth(2).expect("the profile's folder");
    let path: PathBuf = folder
        .join("examples")
        .join(library_filename("othello_contest"));
    assert!(
        path.exists(),
        "{} is missing: run `cargo build --examples` in the same profile",
        path.display()
    );
    // SAFETY: it is our own library, without initialisers.
    unsafe { Library::new(&path) }.expect("the library loads")
}

fn play(library: &Library, side: Side, host: &mut Host) {
    // SAFETY: the type is the one in the header; both functions take a `Host`.
    unsafe {
        let play = library.get::<Play>(b"othello_contest_play").expect("name");
        let context = std::ptr::from_mut(host).cast();
        play(
            4,
            (side == Side::Second).into(),
            Some(make),
            Some(receive),
            context,
        );
    }
}

fn budget(library: &Library, milliseconds: c_int, games: c_int) {
    // SAFETY: the type is the one in the header.
    unsafe {
        let budget = library
            .get::<Budget>(b"othello_contest_budget")
            .expect("name");
        budget(milliseconds, games);
    }
}

/// A strict referee with an opponent.
struct Host {
    at: Position,
    turn: Side,
    ours: Side,
    opponent: Sparring,
    calls: u32,
    /// Processor time that the opponent took.
    used: Duration,
    fault: Option<String>,
    /// Instead of the opponent's move in this call.
    lie: Option<(u32, c_int, c_int)>,
    library: Option<Library>,
}

impl Host {
    fn new(ours: Side, level: Level, seed: u64) -> Self {
        Self {
            at: Othello::start(),
            turn: Side::First,
            ours,
            opponent: Sparring::new(level, seed),
            calls: 0,
            used: Duration::ZERO,
            fault: None,
            lie: None,
            library: None,
        }
    }

    fn call(&mut self, by: Side, mv: Move) {
        self.calls += 1;
        if self.fault.is_some() {
            return;
        }
        if self.turn != by {
            self.fault = Some(format!("call {}: not {by:?}'s turn", self.calls));
        }
        match Othello::play(&self.at, mv) {
            Ok(next) => self.at = next,
            Err(error) => self.fault = Some(format!("call {}: {error}", self.calls)),
        }
        self.turn = self.turn.other();
    }

    fn reply(&mut self) -> Option<Move> {
        let clock = Clock::ThreadCpu;
        let started = clock.now();
        let job = Job {
            position: self.at,
            limits: Limits::INFINITE,
            goal: Goal::NotLosing,
            started,
            clock: clock.clone(),
            lines: 1,
            strength: Strength::FULL,
        };
        let decision = self.opponent.think(&job, &StopToken::new(), &mut |_| {});
        self.used += clock.since(started);
        decision.mv
    }
}

extern "C" fn make(context: *mut c_void, row: c_int, column: c_int) {
    // SAFETY: `play` above hands in a `Host`, which nobody else uses meanwhile.
    let host = unsafe { &mut *context.cast::<Host>() };
    let mv = match (usize::try_from(row), usize::try_from(column)) {
        (Ok(row), Ok(column)) if row < 8 && column < 8 => Move::on(row * 8 + column),
        _ if (row, column) == (-1, -1) => Move::PASS,
        _ => {
            host.fault = Some(format!("no square: {row} {column}"));
            return;
        }
    };
    host.call(host.ours, mv);
}

extern "C" fn receive(context: *mut c_void, row: *mut c_int, column: *mut c_int) {
    // SAFETY: as above; the library's two places are good for the call.
    let (host, row, column) = unsafe { (&mut *context.cast::<Host>(), &mut *row, &mut *column) };
    if let Some(library) = host.library.take() {
        // Neither may wait for the game in hand.
        play(&library, Side::First, host);
        budget(&library, 1, 1);
    }
    if let Some((call, lie_row, lie_column)) = host.lie
        && call == host.calls
    {
        host.calls += 1;
        (*row, *column) = (lie_row, lie_column);
        return;
    }
    let Some(mv) = host.reply() else {
        host.fault = Some("a question after the end".to_owned());
        return;
    };
    let number = |part: usize| c_int::try_from(part).expect("below 8");
    (*row, *column) = match mv.square() {
        Some(square) => (number(square / 8), number(square % 8)),
        None => (-1, -1),
    };
    host.call(host.ours.other(), mv);
}

fn assert_whole_game(host: &Host) {
    assert_eq!(host.fault, None);
    assert!(
        Othello::outcome(&host.at).is_some(),
        "it returned too early"
    );
}

#[test]
fn whole_games_are_legal_and_within_the_budget() {
    let _alone = ONE_AT_A_TIME.lock();
    let library = library();
    let milliseconds = 600;
    budget(&library, milliseconds, 12);
    let clock = Clock::ThreadCpu;
    let before = clock.now();
    let mut foreign = Duration::ZERO;
    for level in [Level::Ai1, Level::Ai2, Level::Ai3] {
        for seed in 0..4 {
            // Not the contest's order: each call says which side is ours.
            let ours = if seed % 3 == 0 {
                Side::First
            } else {
                Side::Second
            };
            let mut host = Host::new(ours, level, seed);
            play(&library, ours, &mut host);
            assert_whole_game(&host);
            foreign += host.used;
        }
    }
    let used = clock.since(before).saturating_sub(foreign);
    let allowed = Duration::from_millis(milliseconds.unsigned_abs().into());
    assert!(used <= allowed, "{used:?} used");
}

#[test]
fn a_tiny_budget_still_gets_legal_games() {
    let _alone = ONE_AT_A_TIME.lock();
    let library = library();
    for (milliseconds, games) in [(1, 10), (0, 0), (-5, -5), (c_int::MIN, c_int::MAX)] {
        budget(&library, milliseconds, games);
        let mut host = Host::new(Side::Second, Level::Ai3, 5);
        play(&library, Side::Second, &mut host);
        assert_whole_game(&host);
    }
    budget(&library, 5000, 10);
}

#[test]
fn an_illegal_reply_ends_the_calls_and_the_next_game_is_clean() {
    let _alone = ONE_AT_A_TIME.lock();
    let library = library();
    budget(&library, 200, 20);
    let off_the_board = [
        (8, 0),
        (0, 8),
        (-1, 3),
        (3, -1),
        (-2, -2),
        (c_int::MIN, c_int::MIN),
        (c_int::MAX, c_int::MAX),
    ];
    let illegal = [(3, 3), (0, 0), (-1, -1)];
    for (row, column) in off_the_board.into_iter().chain(illegal) {
        for ours in [Side::First, Side::Second] {
            // Black hears the first reply in its second call, white in its first.
            let call = if ours == Side::First { 3 } else { 2 };
            let mut host = Host::new(ours, Level::Ai1, 1);
            host.lie = Some((call, row, column));
            play(&library, ours, &mut host);
            assert_eq!(host.fault, None);
            assert_eq!(host.calls, call + 1, "no call follows {row} {column}");
        }
    }
    let mut host = Host::new(Side::First, Level::Ai1, 1);
    play(&library, Side::First, &mut host);
    assert_whole_game(&host);
}

#[test]
fn null_functions_and_calls_from_within_do_nothing() {
    let _alone = ONE_AT_A_TIME.lock();
    let loaded = library();
    let mut host = Host::new(Side::First, Level::Ai1, 2);
    let context: *mut c_void = std::ptr::from_mut(&mut host).cast();
    // SAFETY: the type is the one in the header, which allows null functions.
    unsafe {
        let play = loaded.get::<Play>(b"othello_contest_play").expect("name");
        play(1, 0, None, Some(receive), context);
        play(1, 0, Some(make), None, context);
        play(1, 0, None, None, std::ptr::null_mut());
    }
    assert_eq!(host.calls, 0);

    budget(&loaded, 200, 10);
    host.library = Some(library());
    play(&loaded, Side::First, &mut host);
    assert_whole_game(&host);
}
