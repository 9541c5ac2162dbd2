//! Whether answers come in time: whole games of the program against itself, over its native protocol, at limits of
//! milliseconds.
//!
//! `cargo bench --bench timing -- --games 500` plays so many games at each setting: 1, 5 and 20 ms a move, and a game
//! clock of one second for each side. Two processes sit at the board, one for each colour, each with the moves of both;
//! they start over with `new` before every game. Openings are random and seeded, 4 to 10 plies, none twice in a
//! setting, and every move is checked against the rules.
//!
//! Latency runs from just before `go` is written to the arrival of `best`, lateness is latency less the limit (on the
//! game clock less what was left). Part of it is the machine's: a waiting thread is not woken at once. How late it is,
//! another thread measures all the while by sleeping a millisecond again and again. An answer is in time when it is at
//! most [`ALLOWED`] and the 99th percentile of that delay late. Status 1 if one was not, or a move was illegal.
//!
//! A busy machine also keeps a thread that could run from running, which a sleeper hardly sees. Where the system counts
//! the time so lost it is printed beside the latest answers, together with the lateness that it does not explain: on a
//! machine with other work to do that is what the program can be blamed for.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use brightsword::game::record::Record;
use brightsword::game::{Game, Side, Spelling};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::Othello;
use clap::Parser;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How late an answer may be beyond the delay of a wake-up.
const ALLOWED: Duration = Duration::from_millis(3);
/// The latest answers of a setting that are shown.
const SHOWN: usize = 3;

/// Plays the program against itself and measures how late it answers.
#[derive(Parser)]
struct Args {
    /// Games at each setting.
    #[arg(long, default_value_t = 500)]
    games: usize,
    /// The openings follow from this number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only these settings.
    #[arg(long = "setting", value_name = "NAME")]
    only: Vec<String>,
    /// What cargo passes to every bench.
    #[arg(long, hide = true)]
    bench: bool,
}

/// What a side has for its moves.
#[derive(Clone, Copy)]
enum Time {
    Move(Duration),
    Game(Duration),
}

const SETTINGS: [(&str, Time); 4] = [
    ("movetime-1", Time::Move(Duration::from_millis(1))),
    ("movetime-5", Time::Move(Duration::from_millis(5))),
    ("movetime-20", Time::Move(Duration::from_millis(20))),
    ("clock-1000", Time::Game(Duration::from_secs(1))),
];

/// One of the two programs.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Program {
    fn start() -> anyhow::Result<Self> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_brightsword"))
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("starting the program")?;
        let input = child.stdin.take().context("its input")?;
        let output = BufReader::new(child.stdout.take().context("its output")?);
        Ok(Self {
            child,
            input,
            output,
            line: String::new(),
        })
    }

    /// Sends a line and waits for the one it is answered with; how long that took.
    fn ask(&mut self, command: &str) -> anyhow::Result<Duration> {
        let text = format!("{command}\n");
        self.line.clear();
        let sent = Instant::now();
        self.input.write_all(text.as_bytes())?;
        self.output.read_line(&mut self.line)?;
        let latency = sent.elapsed();
        ensure!(!self.line.is_empty(), "no answer to `{command}`");
        Ok(latency)
    }

    fn order(&mut self, command: &str) -> anyhow::Result<()> {
        self.ask(command)?;
        let answer = self.line.trim_end();
        ensure!(answer == "ok", "`{command}` was answered with `{answer}`");
        Ok(())
    }

    /// How long its threads have waited for a processor although they could run, where the system tells.
    fn waited(&self) -> Option<Duration> {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        tasks
            .map(|task| waited(&task.ok()?.path()))
            .try_fold(Duration::ZERO, |sum, one| Some(sum + one?))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // At the end of a game it is idle, and after a mistake it does not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How long a thread has waited for a processor.
fn waited(task: &Path) -> Option<Duration> {
    let text = fs::read_to_string(task.join("schedstat")).ok()?;
    let nanos = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

/// A span of time that may be negative, in microseconds.
fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

/// An answer.
struct Answer {
    /// In microseconds; negative if it was early.
    lateness: i64,
    game: usize,
    ply: usize,
    mv: Move,
    /// Time in which the program or we could have run and did not, in microseconds.
    lost: Option<i64>,
}

impl Answer {
    /// The lateness that is not explained by other work of the machine.
    fn unexplained(&self) -> i64 {
        self.lateness - self.lost.unwrap_or_default()
    }
}

/// What came of a setting.
#[derive(Default)]
struct Tally {
    answers: Vec<Answer>,
    illegal: usize,
}

impl Tally {
    /// Plays a game; ends it at an illegal move.
    fn play(
        &mut self,
        number: usize,
        time: Time,
        opening: Record<Othello>,
        programs: &mut [Program; 2],
    ) -> anyhow::Result<()> {
        let mut record = opening;
        let moves: String = record.moves().iter().map(Move::to_string).collect();
        for program in &mut *programs {
            program.order("new")?;
            program.order(&format!("position moves {moves}"))?;
        }
        let mut clocks = match time {
            Time::Move(limit) | Time::Game(limit) => [limit; 2],
        };
        while Othello::outcome(record.position()).is_none() {
            let turn = usize::from(Othello::side(record.position()) == Side::Second);
            let left = clocks[turn];
            let command = match time {
                Time::Move(limit) => format!("go movetime {}", limit.as_millis()),
                Time::Game(_) => format!("go clock {}", left.as_millis()),
            };
            let program = &mut programs[turn];
            let own = Path::new("/proc/thread-self");
            let before = (program.waited(), waited(own));
            let latency = program.ask(&command)?;
            let after = (program.waited(), waited(own));
            let lost = |before: Option<Duration>, after: Option<Duration>| {
                Some(after?.saturating_sub(before?))
            };
            if let Time::Game(_) = time {
                clocks[turn] = left.saturating_sub(latency);
            }
            let answer = program.line.trim_end();
            let mv = answer
                .strip_prefix("best ")
                .and_then(|text| Othello::read_move(text.as_bytes()).ok());
            let Some(mv) = mv.filter(|&mv| record.play(mv).is_ok()) else {
                self.illegal += 1;
                writeln!(
                    io::stdout(),
                    "  illegal: `{answer}` to `{command}` in game {number} at {}",
                    Othello::show_position(record.position())
                )?;
                return Ok(());
            };
            self.answers.push(Answer {
                lateness: micros(latency) - micros(left),
                game: number,
                ply: record.moves().len(),
                mv,
                lost: lost(before.0, after.0)
                    .zip(lost(before.1, after.1))
                    .map(|(program, own)| micros(program + own)),
            });
            let played = Othello::show_move(mv, Spelling::Square);
            for program in &mut *programs {
                program.order(&played)?;
            }
        }
        Ok(())
    }
}

/// Random beginnings of games, none twice.
struct Openings {
    chance: Xoshiro256PlusPlus,
    seen: HashSet<String>,
}

impl Openings {
    fn new(seed: u64) -> Self {
        Self {
            chance: Xoshiro256PlusPlus::seed_from_u64(seed),
            seen: HashSet::new(),
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.chance.next_u64() % bound as u64).expect("below a usize")
    }

    fn next(&mut self) -> Record<Othello> {
        loop {
            let mut record = Record::new(Othello::start());
            for _ in 0..4 + self.below(7) {
                let legal = Othello::legal_moves(record.position());
                if legal.is_empty() {
                    break;
                }
                let mv = legal[self.below(legal.len())];
                record.play(mv).expect("one of the legal moves");
            }
            let over = Othello::outcome(record.position()).is_some();
            if !over && self.seen.insert(format!("{:?}", record.moves())) {
                return record;
            }
        }
    }
}

/// Sleeps a millisecond again and again until told to end; how much longer each sleep was, in microseconds.
fn oversleep(ended: &AtomicBool) -> Vec<i64> {
    let nap = Duration::from_millis(1);
    let mut all = Vec::new();
    while !ended.load(Ordering::Relaxed) {
        let begun = Instant::now();
        thread::sleep(nap);
        all.push(micros(begun.elapsed()) - micros(nap));
    }
    all
}

/// The value at or below which lie so many thousandths of the sorted values; 0 if there are none.
fn quantile(sorted: &[i64], thousandths: usize) -> i64 {
    let place = (sorted.len() * thousandths).div_ceil(1000);
    sorted
        .get(place.saturating_sub(1))
        .copied()
        .unwrap_or_default()
}

/// Median, 99th percentile and maximum in milliseconds.
fn spread(mut values: Vec<i64>) -> (i64, String) {
    values.sort_unstable();
    let [middle, high, most] = [500, 990, 1000].map(|part| quantile(&values, part));
    let text = format!(
        "median {} p99 {} max {}",
        milliseconds(middle),
        milliseconds(high),
        milliseconds(most)
    );
    (high, text)
}

fn milliseconds(micros: i64) -> String {
    let sign = if micros < 0 { "-" } else { "" };
    let micros = micros.unsigned_abs();
    format!("{sign}{}.{:03}", micros / 1000, micros % 1000)
}

/// Plays the games of a setting and says what came of them; whether all was well.
fn measure(name: &str, time: Time, args: &Args) -> anyhow::Result<bool> {
    let mut programs = [Program::start()?, Program::start()?];
    let mut openings = Openings::new(args.seed);
    let mut tally = Tally::default();
    let ended = AtomicBool::new(false);
    let (played, delays) = thread::scope(|scope| {
        let sleeper = scope.spawn(|| oversleep(&ended));
        let played = (1..=args.games)
            .try_for_each(|number| tally.play(number, time, openings.next(), &mut programs));
        ended.store(true, Ordering::Relaxed);
        (played, sleeper.join())
    });
    played?;
    let (wake_up, delays) = spread(delays.expect("sleeping does not panic"));

    let mut out = io::stdout().lock();
    let moves = tally.answers.len();
    tally.answers.sort_by_key(|answer| -answer.lateness);
    let spread_of = |value: fn(&Answer) -> i64| spread(tally.answers.iter().map(value).collect()).1;
    writeln!(
        out,
        "{name}: games {} moves {moves} illegal {}",
        args.games, tally.illegal
    )?;
    writeln!(
        out,
        "  lateness ms: {}",
        spread_of(|answer| answer.lateness)
    )?;
    writeln!(out, "  unexplained ms: {}", spread_of(Answer::unexplained))?;
    writeln!(out, "  wake-up delay ms: {delays}")?;
    for answer in tally.answers.iter().take(SHOWN) {
        let lost = answer.lost.map_or("unknown".to_owned(), |lost| {
            format!("{} ms", milliseconds(lost))
        });
        writeln!(
            out,
            "  late {} ms, kept from running {lost}: game {} ply {} {}",
            milliseconds(answer.lateness),
            answer.game,
            answer.ply,
            answer.mv
        )?;
    }
    let worst = tally.answers.first().map_or(0, |answer| answer.lateness);
    // On the game clock there is nothing to allow: what is left must not fall below zero.
    let allowed = match time {
        Time::Move(_) => micros(ALLOWED) + wake_up,
        Time::Game(_) => 0,
    };
    let well = tally.illegal == 0 && worst <= allowed;
    writeln!(
        out,
        "  {}: worst {} ms, allowed {} ms",
        if well { "in time" } else { "NOT IN TIME" },
        milliseconds(worst),
        milliseconds(allowed)
    )?;
    Ok(well)
}

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let mut well = true;
    for (name, time) in SETTINGS {
        if args.only.is_empty() || args.only.iter().any(|only| only == name) {
            well &= measure(name, time, &args)?;
        }
    }
    Ok(if well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
