//! The session with players that misbehave.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use brightsword::base::chance::Chance;
use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::game::player::{Certainty, Decision, Job, Player, Report};
use brightsword::game::{Game, Spelling};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::Othello;
use brightsword::protocol::conductor::{Conductor, Event, Wait};
use brightsword::protocol::contest::Contest;
use brightsword::protocol::line::Line;
use brightsword::protocol::outbox::Outbox;
use brightsword::search::limits::{Limits, TimeControl};
use brightsword::session::Session;
use brightsword::session::desk::{Desk, News, Refusal, Request};
use brightsword::session::options::Options;

/// What a player does when it is asked.
#[derive(Clone, Copy)]
enum Habit {
    /// Tells of an iteration with this first move, then panics.
    PanicsAfter(&'static str),
    /// Tells of these lines, each a rank and a first move, then chooses the last move told.
    Tells(&'static [(usize, &'static str)]),
    /// Panics at once.
    Panics,
    /// Panics when it is made.
    NeverBorn,
    /// Chooses this move, legal or not.
    Insists(&'static str),
    /// Comes back when it is stopped.
    Waits,
    /// Never comes back.
    Deaf,
}

struct Oddity(Habit);

fn report(rank: usize, text: &str) -> Report<Move> {
    Report {
        rank,
        depth: 1,
        confidence: 100,
        score: 0,
        certainty: Certainty::Estimate,
        nodes: 1,
        elapsed: Duration::ZERO,
        line: vec![Othello::read_move(text.as_bytes()).unwrap()],
    }
}

impl Player<Othello> for Oddity {
    fn think(
        &mut self,
        job: &Job<Othello>,
        stop: &StopToken,
        tell: &mut dyn FnMut(Report<Move>),
    ) -> Decision<Move> {
        let first = Othello::legal_moves(&job.position).first().copied();
        match self.0 {
            Habit::PanicsAfter(text) => {
                tell(report(1, text));
                panic!("on purpose, after an iteration");
            }
            Habit::Tells(lines) => {
                let reports = lines.iter().map(|&(rank, text)| report(rank, text));
                reports.for_each(&mut *tell);
                let last = lines.last().map(|&(rank, text)| report(rank, text));
                Decision {
                    mv: last.as_ref().map(|report| report.line[0]),
                    report: last,
                }
            }
            Habit::Panics | Habit::NeverBorn => panic!("on purpose"),
            Habit::Insists(text) => Decision {
                mv: Othello::read_move(text.as_bytes()).ok(),
                report: None,
            },
            Habit::Waits => {
                while !stop.is_raised() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Decision {
                    mv: first,
                    report: None,
                }
            }
            Habit::Deaf => loop {
                std::thread::sleep(Duration::from_mins(1));
            },
        }
    }

    fn new_game(&mut self) {}
}

fn sit_down(habit: Habit) -> (Session<Othello>, Receiver<Event>) {
    let (queue, events) = channel();
    let session = Session::new(
        Box::new(move |_| {
            assert!(!matches!(habit, Habit::NeverBorn), "on purpose");
            Box::new(Oddity(habit))
        }),
        Options::new(1),
        Chance::new(1, "levels"),
        Box::new(move |posted| {
            let _ = queue.send(Event::Posted(posted));
        }),
    );
    (session.unwrap(), events)
}

fn go(session: &mut Session<Othello>) -> Result<(), Refusal> {
    session.go(Request {
        limits: Limits::INFINITE,
        goal: None,
        clock: Clock::Wall,
        started: Clock::Wall.now(),
        lines: 1,
        at_level: true,
    })
}

/// Lets the worker's messages in until the search is over.
fn answer(session: &mut Session<Othello>, events: &Receiver<Event>) -> String {
    loop {
        let Event::Posted(posted) = events.recv_timeout(Duration::from_secs(10)).unwrap() else {
            panic!("only the worker posts here");
        };
        if session.receive(posted) == Some(News::Decided) {
            return session.chosen(Spelling::Square).unwrap();
        }
    }
}

#[test]
fn a_panic_costs_the_search_not_the_game() {
    for (habit, expected) in [
        (Habit::PanicsAfter("e6"), "e6"),
        (Habit::PanicsAfter("a1"), "d3"),
        (Habit::Panics, "d3"),
        (Habit::NeverBorn, "d3"),
    ] {
        let (mut session, events) = sit_down(habit);
        for _ in 0..3 {
            go(&mut session).unwrap();
            assert_eq!(answer(&mut session, &events), expected);
            assert!(session.running().is_none());
        }
    }
}

#[test]
fn an_illegal_choice_is_not_passed_on() {
    for (wanted, expected) in [("a1", "d3"), ("pass", "d3"), ("f5", "f5")] {
        let (mut session, events) = sit_down(Habit::Insists(wanted));
        go(&mut session).unwrap();
        assert_eq!(answer(&mut session, &events), expected);
    }
}

#[test]
fn no_two_ranks_show_the_same_move() {
    for (lines, expected) in [
        (&[(1, "d3"), (2, "c4"), (3, "f5")][..], ["d3", "c4", "f5"]),
        // The search ended when the second move had become the best.
        (
            &[(1, "d3"), (2, "c4"), (3, "f5"), (1, "c4")],
            ["c4", "", "f5"],
        ),
        (
            &[(1, "d3"), (2, "c4"), (1, "c4"), (2, "d3"), (3, "e6")],
            ["c4", "d3", "e6"],
        ),
    ] {
        let (mut session, events) = sit_down(Habit::Tells(lines));
        go(&mut session).unwrap();
        answer(&mut session, &events);
        let shown = [1, 2, 3].map(|rank| {
            let told = session.report(rank, Spelling::Square);
            told.map_or_else(String::new, |told| told.line.concat())
        });
        assert_eq!(shown, expected);
    }
}

#[test]
fn nothing_moves_while_thinking() {
    let (mut session, events) = sit_down(Habit::Waits);
    session.play(b"f5").unwrap();
    go(&mut session).unwrap();
    let before = session.position();
    assert_eq!(go(&mut session), Err(Refusal::Thinking));
    assert_eq!(session.play(b"d6"), Err(Refusal::Thinking));
    assert_eq!(session.undo(1), Err(Refusal::Thinking));
    assert_eq!(session.new_game(), Err(Refusal::Thinking));
    assert_eq!(session.set_start(), Err(Refusal::Thinking));
    assert_eq!(session.set_moves(b"f5"), Err(Refusal::Thinking));
    assert_eq!(session.prepare(&[]), Err(Refusal::Thinking));
    assert_eq!(session.begin(), Err(Refusal::Thinking));
    assert_eq!(session.hear(b"d6"), Err(Refusal::Thinking));
    assert_eq!(session.set_option(b"hash", b"2"), Err(Refusal::Thinking));
    assert_eq!(session.position(), before);
    session.stop();
    assert_eq!(answer(&mut session, &events), "f4");
    assert_eq!(
        session.undo(2),
        Err(Refusal::Undo {
            asked: 2,
            played: 1
        })
    );
    session.undo(1).unwrap();
}

/// A host's words about a board on which there is nothing to prepare.
#[test]
fn a_host_may_begin_a_new_game_but_not_spoil_one() {
    let (mut session, _events) = sit_down(Habit::Waits);
    session.prepare(&[]).unwrap();
    assert_eq!(session.prepare(&[4]), Err(Refusal::Unprepared));
    assert_eq!(session.hear(b"f5"), Ok(true));
    let played = session.position();
    assert!(matches!(session.hear(b"a1"), Err(Refusal::Illegal(_))));
    assert!(matches!(session.hear(b"99"), Err(Refusal::NotAMove(_))));
    assert_eq!(session.position(), played);
    // No move here, but the first one of another game.
    session.play(b"d6").unwrap();
    assert_eq!(session.hear(b"f5"), Ok(true));
    assert_eq!(session.position(), played);
    session.begin().unwrap();
    assert!(session.moves(Spelling::Square).is_empty());
    let start = session.position();
    session.begin().unwrap();
    assert_eq!(session.position(), start);
}

#[test]
fn results_of_an_earlier_search_are_dropped() {
    let (mut session, events) = sit_down(Habit::Waits);
    go(&mut session).unwrap();
    assert!(session.abandon());
    assert!(!session.abandon());
    assert_eq!(session.chosen(Spelling::Pair).as_deref(), Some("2 3"));
    session.play(b"f5").unwrap();
    go(&mut session).unwrap();
    let Ok(Event::Posted(late)) = events.recv_timeout(Duration::from_secs(10)) else {
        panic!("the first search comes back");
    };
    assert_eq!(session.receive(late), None);
    assert!(session.running().is_some());
    session.stop();
    assert_eq!(answer(&mut session, &events), "f4");
}

#[test]
fn a_player_that_never_comes_back_is_given_up_at_the_end() {
    let (mut session, events) = sit_down(Habit::Deaf);
    let mut conductor = Conductor::new(
        Box::new(Contest::new(Clock::ProcessCpu)),
        &mut session,
        Outbox::to(Box::new(std::io::sink())),
    );
    for line in ["go infinite", "board", "go depth 3", "play 1 0"] {
        conductor.event(Event::Line(Line::of(line)));
    }
    let begun = Instant::now();
    conductor.event(Event::Closed(Clock::Wall.now()));
    loop {
        match conductor.wait() {
            Wait::Over => break,
            Wait::Forever => panic!("nothing more can come"),
            Wait::For(time) => match events.recv_timeout(time) {
                Ok(event) => conductor.event(event),
                Err(_) => conductor.overdue(),
            },
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(1));
}

/// Whether a search with this request is left alone when the input ends so long after the line that asked for it.
fn goes_on(request: &str, later: Duration) -> bool {
    let (mut session, _events) = sit_down(Habit::Waits);
    let mut conductor = Conductor::new(
        Box::new(Contest::new(Clock::ProcessCpu)),
        &mut session,
        Outbox::to(Box::new(std::io::sink())),
    );
    let line = Line::of(request);
    let ended = line.arrived + later;
    conductor.event(Event::Line(line));
    // Lines that come in meanwhile make the request no younger.
    let mut ping = Line::of("ping");
    ping.arrived = ended;
    conductor.event(Event::Line(ping));
    conductor.event(Event::Closed(ended));
    !session.is_stopped()
}

#[test]
fn the_end_of_the_input_is_waited_with_for_what_was_sent_ahead() {
    let (at_once, later) = (Duration::ZERO, Duration::from_millis(51));
    for request in ["go depth 60", "go nodes 1000000000", "go infinite depth 60"] {
        assert!(goes_on(request, at_once), "{request}");
        assert!(!goes_on(request, later), "{request}");
    }
    // A time is a promise of its own.
    for when in [at_once, later] {
        assert!(goes_on("go movetime 500", when));
        assert!(goes_on("go movetime 500 depth 60", when));
        assert!(!goes_on("go movetime 10000", when));
        assert!(!goes_on("go infinite", when));
    }
}

/// Notes what is left on each clock, and uses up so much.
struct Spender {
    meter: Arc<AtomicU64>,
    left: Arc<Mutex<Vec<Duration>>>,
}

const SPENT: Duration = Duration::from_secs(14);

impl Player<Othello> for Spender {
    fn think(
        &mut self,
        job: &Job<Othello>,
        _stop: &StopToken,
        _tell: &mut dyn FnMut(Report<Move>),
    ) -> Decision<Move> {
        if let TimeControl::Clock { left, .. } = job.limits.time {
            self.left.lock().unwrap().push(left);
        } else {
            let spent = u64::try_from(SPENT.as_micros()).unwrap();
            self.meter.fetch_add(spent, Ordering::Relaxed);
        }
        Decision {
            mv: Othello::legal_moves(&job.position).first().copied(),
            report: None,
        }
    }

    fn new_game(&mut self) {}
}

/// The budget of the contest pays for the start of the program and for contest games, not for free play.
#[test]
fn free_play_does_not_eat_the_budget_of_the_contest() {
    let (clock, meter) = Clock::manual();
    let left = Arc::new(Mutex::new(Vec::new()));
    let (queue, events) = channel();
    let (used, noted) = (Arc::clone(&meter), Arc::clone(&left));
    let mut session = Session::new(
        Box::new(move |_| {
            Box::new(Spender {
                meter: Arc::clone(&used),
                left: Arc::clone(&noted),
            })
        }),
        Options::new(1),
        Chance::new(1, "levels"),
        Box::new(move |posted| {
            let _ = queue.send(Event::Posted(posted));
        }),
    )
    .unwrap();
    // The start of the program.
    meter.fetch_add(100_000, Ordering::Relaxed);
    let mut conductor = Conductor::new(
        Box::new(Contest::new(clock)),
        &mut session,
        Outbox::to(Box::new(std::io::sink())),
    );
    let mut say = |line: &str, searches: usize| {
        conductor.event(Event::Line(Line::of(line)));
        for _ in 0..searches {
            conductor.event(events.recv_timeout(Duration::from_secs(10)).unwrap());
        }
    };
    say("go movetime 14000", 1);
    say("go movetime 14000", 1);
    say("play 1 0", 1);
    // What the first game used is missing in the second.
    meter.fetch_add(300_000, Ordering::Relaxed);
    say("new", 0);
    say("go movetime 14000", 1);
    say("play 1 0", 1);
    say("budget 1200 2", 0);
    say("new", 0);
    say("go movetime 14000", 1);
    say("play 1 0", 1);
    let left_of =
        |used| (Duration::from_secs(5) * 5 / 6).saturating_sub(Duration::from_millis(used));
    assert_eq!(
        *left.lock().unwrap(),
        [left_of(100) / 10, left_of(400) / 9, Duration::from_secs(1),]
    );
}
