//! `brightsword solve`: solves or searches the positions of a problem file, one line for each as it is done.

mod lines;
pub mod problem;
mod row;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;

use self::lines::{Line, Lines};
use self::problem::{Problem, Problems};
use self::row::{Row, Totals, Wanted};
use super::catalogue;
use super::status::{Status, unless_closed};
use crate::base::clock::Clock;
use crate::base::stop::StopToken;
use crate::game::level::Strength;
use crate::game::player::{Certainty, Decision, Goal, Job, Player, Report};
use crate::othello::player::Brightsword;
use crate::search::limits::{Limits, TimeControl};

/// Solves the positions of a file, exactly unless a limit is given.
///
/// One position a line: `BOARD SIDE`, `BOARD SIDE; SCORE` or `BOARD SIDE; MOVE:SCORE; MOVE:SCORE; ...` (OBF). BOARD is 64
/// squares from a1 to h8 (X black, O white, - empty), SIDE is X or O, scores are in discs for the side to move with
/// the empty squares going to the winner. `%` begins a comment.
///
/// Of connect four a line is `MOVES`, `MOVES SCORE`, `SET MOVES SCORE`, `BOARD SIDE` or `BOARD SIDE; SCORE`. MOVES are
/// columns from 0 at the left, BOARD has the rows from the top (X red, O blue, # neutral, - empty), and a score of n is a
/// win with the nth last own disc. On the boards of 7x6, 9x5 and 10x6 anything can be solved, on the large one late
/// positions.
///
/// Each position is answered by one line as soon as it is done; the totals follow. A score without decimals is proven.
/// Where the input has scores, `error` is the score found minus the score expected, and `regret` the best listed
/// score minus the listed score of the move chosen; the totals have the mean of the absolute errors and of the regrets.
///
/// A line that is not a position is reported on standard error with its number; the others are still solved. Exit
/// code: 1 if a proven result differs from the input's, else 2 if a line or the file could not be read, else 0.
#[derive(Debug, Clone, clap::Args)]
pub struct SolveArgs {
    /// The game
    #[arg(long, value_name = "NAME", default_value = catalogue::GAMES[0].name,
          value_parser = PossibleValuesParser::new(catalogue::GAMES.map(|game| game.name)))]
    pub game: String,

    /// Only find out who wins (connect four); the score is `win`, `draw` or `loss`, in JSON 1, 0 or -1
    #[arg(long, conflicts_with_all = ["depth", "nodes", "movetime"])]
    pub outcome: bool,

    /// The positions; standard input if left out or `-`
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Search at most so many plies ahead; 0 is the static evaluation
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub depth: Option<u32>,

    /// Search at most so many nodes
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Search at most so many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,

    /// Memory for the table of known positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Brightsword::DEFAULT_HASH, value_parser = read_hash)]
    pub hash: usize,

    /// Threads to search with; 1 for now
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = read_threads)]
    pub threads: usize,

    /// Write JSON: an object a line, the last one with the key `total`
    #[arg(long)]
    pub json: bool,
}

fn read_hash(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(mebibytes @ 1..=65_536) => Ok(mebibytes),
        _ => Err("expected a size from 1 to 65536 MiB".to_owned()),
    }
}

fn read_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(1) => Ok(1),
        Ok(2..) => Err("this version searches with 1 thread only".to_owned()),
        _ => Err("expected the number of threads, which must be 1 for now".to_owned()),
    }
}

impl SolveArgs {
    fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.movetime.map_or(TimeControl::Infinite, |limit| {
                TimeControl::MoveTime(Duration::from_millis(limit))
            }),
        }
    }
}

/// Solves what the arguments name, with the engine's own players.
pub fn run(
    args: &SolveArgs,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> anyhow::Result<Status> {
    (catalogue::game(&args.game)?.solve)(args, out, complaints)
}

/// The same in the game `G`.
pub(super) fn run_game<G: Problems>(
    args: &SolveArgs,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> anyhow::Result<Status> {
    let Some(mut player) = G::solver(args.hash, args.limits(), args.outcome) else {
        let _ = writeln!(
            complaints,
            "brightsword: --outcome: expected a board of connect four, found the game {}",
            args.game
        );
        return Ok(Status::Misused);
    };
    run_file(args, player.as_mut(), out, complaints)
}

fn run_file<G: Problems>(
    args: &SolveArgs,
    player: &mut dyn Player<G>,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> anyhow::Result<Status> {
    let input = match args.file.as_deref() {
        Some(path) if path != Path::new("-") => match File::open(path) {
            Ok(file) => Box::new(BufReader::new(file)) as Box<dyn BufRead>,
            Err(error) => {
                let _ = writeln!(
                    complaints,
                    "brightsword: cannot open {}: {error}",
                    path.display()
                );
                return Ok(Status::Misused);
            }
        },
        _ => Box::new(io::stdin().lock()),
    };
    run_with(args, player, input, out, complaints)
}

/// Solves the positions of `input` with the given player.
pub fn run_with<G: Problems>(
    args: &SolveArgs,
    player: &mut dyn Player<G>,
    input: impl BufRead,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> anyhow::Result<Status> {
    let mut desk = Desk {
        limits: args.limits(),
        json: args.json,
        wanted: if args.outcome {
            Wanted::Outcome
        } else {
            Wanted::Score
        },
        player,
        totals: Totals::new(G::MEANS),
    };
    unless_closed(desk.work(input, out, complaints)).context("cannot write the results")
}

/// What a run needs and gathers.
struct Desk<'a, G: Problems> {
    limits: Limits,
    json: bool,
    wanted: Wanted,
    player: &'a mut dyn Player<G>,
    totals: Totals,
}

impl<G: Problems> Desk<'_, G> {
    fn work(
        &mut self,
        input: impl BufRead,
        out: &mut dyn Write,
        complaints: &mut dyn Write,
    ) -> io::Result<Status> {
        let mut lines = Lines::new(input);
        let mut all_read = true;
        loop {
            let line = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    all_read = false;
                    complain(complaints, lines.number() + 1, &error);
                    break;
                }
            };
            let problem = match line {
                Line::Whole(text) => G::read_problem(text).map_err(|error| error.to_string()),
                Line::TooLong => Err(format!("longer than {} bytes", lines::LONGEST)),
            };
            match problem {
                Ok(Some(problem)) => {
                    let row = self.solve(&problem);
                    self.totals.add(&row);
                    self.write(out, &row.json(), &row.text())?;
                }
                Ok(None) => {}
                Err(error) => {
                    self.totals.bad_lines += 1;
                    complain(complaints, lines.number(), &error);
                }
            }
        }
        self.write(out, &self.totals.json(), &self.totals.text())?;
        Ok(if self.totals.wrong > 0 {
            Status::Failed
        } else if self.totals.bad_lines > 0 || !all_read {
            Status::Misused
        } else {
            Status::Done
        })
    }

    fn write(&self, out: &mut dyn Write, json: &str, text: &str) -> io::Result<()> {
        writeln!(out, "{}", if self.json { json } else { text })?;
        out.flush()
    }

    /// Solves one position, without anything learned from those before.
    fn solve(&mut self, problem: &Problem<G>) -> Row {
        let number = self.totals.positions + 1;
        if G::outcome(&problem.position).is_some() {
            return Row::of_finished_game(number, problem, self.wanted);
        }
        self.player.new_game();
        let (begun, cpu_begun) = (Clock::Wall.now(), Clock::ProcessCpu.now());
        let decision = self.think(&problem.position);
        let seconds = Clock::Wall.since(begun);
        let cpu = Clock::ProcessCpu.since(cpu_begun);
        Row::of_decision(number, problem, self.wanted, decision, seconds, cpu)
    }

    /// Has the player think. Where it answers at once because there is nothing to choose (a pass, a single move), it
    /// is asked about what follows, so that the position gets a score all the same.
    fn think(&mut self, position: &G::Position) -> Decision<G::Move> {
        let mut forced = Vec::new();
        let mut at = position.clone();
        let mut limits = self.limits;
        let last = loop {
            if let Some(score) = G::final_score(&at) {
                break finished(score);
            }
            let job = Job {
                position: at.clone(),
                limits,
                goal: Goal::Score,
                clock: Clock::Wall,
                started: Clock::Wall.now(),
                lines: 1,
                strength: Strength::FULL,
            };
            let decision = self.player.think(&job, &StopToken::new(), &mut |_| {});
            let [only] = G::legal_moves(&at)[..] else {
                break decision;
            };
            if decision.report.is_some() {
                break decision;
            }
            let Ok(next) = G::play(&at, only) else {
                break decision;
            };
            at = next;
            forced.push(only);
            if !G::is_pass(only) {
                limits.depth = limits.depth.map(|depth| depth.saturating_sub(1));
            }
        };
        behind(&forced, last)
    }
}

/// What is known of a finished game: its score.
fn finished<M>(score: i32) -> Decision<M> {
    Decision {
        mv: None,
        report: Some(Report {
            rank: 1,
            depth: 0,
            confidence: 100,
            score,
            certainty: Certainty::Exact,
            nodes: 0,
            elapsed: Duration::ZERO,
            line: Vec::new(),
        }),
    }
}

/// The decision before moves without a choice, given the one after them.
fn behind<M: Copy>(forced: &[M], last: Decision<M>) -> Decision<M> {
    let sign = if forced.len().is_multiple_of(2) {
        1
    } else {
        -1
    };
    let report = last.report.map(|report| Report {
        score: report.score * sign,
        line: forced.iter().copied().chain(report.line).collect(),
        ..report
    });
    Decision {
        mv: forced.first().copied().or(last.mv),
        report,
    }
}

/// Tells of a bad line. When nobody listens there, the exit code still tells.
fn complain(complaints: &mut dyn Write, line: usize, error: &dyn std::fmt::Display) {
    let _ = writeln!(complaints, "brightsword: line {line}: {error}");
}
