//! A run of a contest: ten games against an opponent of the house, over the contest's own lines, under a strict referee. One
//! illegal operation and the run is worth nothing.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::process::{CannotStart, Launch, Message, Process, Said};
use super::warden::Warden;
use crate::base::clock::Clock;
use crate::base::snippet::Snippet;
use crate::game::{Game, Side, Spelling};

/// Games of a run; we begin in the first half of them.
pub const GAMES: u32 = 10;
const ENDED: &str = "the program has ended, or closed its output";
/// How long the program may take to go when its input ends.
const FAREWELL: Duration = Duration::from_secs(1);
/// Real time for the run, however small the budget: what the contest's own grader gives for its budget of 5 s.
const LEAST_REAL: Duration = Duration::from_secs(10);

/// What the run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// Number of the opponent, as the program is told.
    pub task: u32,
    /// Processor time for the program, all games together.
    pub budget: Duration,
    /// The program is told of the budget.
    pub announce: bool,
    /// The most memory, in KiB.
    pub memory: u64,
}

impl Terms {
    /// Real time for the program, all games together: twice the budget, but not less than on a busy machine is needed.
    fn real(&self) -> Duration {
        (self.budget * 2).max(LEAST_REAL)
    }
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Games won, drawn and lost by the program.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
    /// The first thing that is not allowed; then the run is worth nothing.
    pub illegal: Option<String>,
    /// Processor time of the program.
    pub processor: Duration,
    /// Its most memory, in KiB.
    pub memory: u64,
}

struct Host<'a> {
    process: Process,
    queue: Receiver<Message>,
    terms: Terms,
    /// Real time that the program has had so far.
    spent: Duration,
    processor: Duration,
    memory: u64,
    out: &'a mut dyn Write,
}

/// Plays the run. `reply` chooses the opponent's moves.
pub fn run<G: Game>(
    launch: &Launch,
    terms: Terms,
    warden: &Warden,
    reply: &mut dyn FnMut(&G::Position) -> Option<G::Move>,
    out: &mut dyn Write,
) -> Result<io::Result<Tally>, CannotStart> {
    let (post, queue) = channel();
    let process = Process::start(launch, (0, 1), post, warden)?;
    let mut host = Host {
        process,
        queue,
        terms,
        spent: Duration::ZERO,
        processor: Duration::ZERO,
        memory: 0,
        out,
    };
    Ok(host.all_games::<G>(reply))
}

impl Host<'_> {
    fn all_games<G: Game>(
        &mut self,
        reply: &mut dyn FnMut(&G::Position) -> Option<G::Move>,
    ) -> io::Result<Tally> {
        let mut tally = Tally {
            won: 0,
            drawn: 0,
            lost: 0,
            illegal: None,
            processor: Duration::ZERO,
            memory: 0,
        };
        if self.terms.announce {
            self.say(&format!("budget {} {GAMES}", self.terms.budget.as_millis()));
        }
        for number in 1..=GAMES {
            let ours = if number <= GAMES / 2 {
                Side::First
            } else {
                Side::Second
            };
            let before = self.processor;
            let mut discs = 0;
            match self.game::<G>(ours, reply, &mut discs) {
                Err(why) => {
                    writeln!(self.out, "game {number}: ILLEGAL: {why}")?;
                    tally.illegal = Some(why);
                    break;
                }
                Ok(at) => {
                    let outcome =
                        G::outcome(&at).map_or((0, 0), |outcome| (outcome.first, outcome.second));
                    let (own, other) = if ours == Side::First {
                        outcome
                    } else {
                        (outcome.1, outcome.0)
                    };
                    let result = match own.cmp(&other) {
                        std::cmp::Ordering::Greater => (&mut tally.won, "win"),
                        std::cmp::Ordering::Equal => (&mut tally.drawn, "draw"),
                        std::cmp::Ordering::Less => (&mut tally.lost, "LOSS"),
                    };
                    *result.0 += 1;
                    let used = self.processor.saturating_sub(before).as_secs_f64();
                    let side = G::side_name(ours);
                    let what = result.1;
                    writeln!(
                        self.out,
                        "game {number}: {side} {what} {own}-{other} after {discs} moves, cpu {used:.2} s"
                    )?;
                    self.out.flush()?;
                }
            }
        }
        if tally.illegal.is_none() {
            tally.illegal = self.farewell();
        }
        Process::bury(std::slice::from_mut(&mut self.process), Duration::ZERO);
        (tally.processor, tally.memory) = (self.processor, self.memory);
        Ok(tally)
    }

    /// One game; where it ended, or what is not allowed about it.
    fn game<G: Game>(
        &mut self,
        ours: Side,
        reply: &mut dyn FnMut(&G::Position) -> Option<G::Move>,
        discs: &mut u32,
    ) -> Result<G::Position, String> {
        let mut at = G::start();
        self.nothing_said()?;
        self.say(&format!(
            "play {} {}",
            self.terms.task,
            u32::from(ours == Side::Second)
        ));
        while G::outcome(&at).is_none() {
            let mv = if G::side(&at) == ours {
                let line = self.hear()?;
                strict_move::<G>(&at, &line)?
            } else {
                self.nothing_said()?;
                let mv = reply(&at)
                    .ok_or("the opponent has no move: this is a mistake of the referee")?;
                self.say(&G::show_move_at(&at, mv, Spelling::Pair));
                mv
            };
            at = G::play(&at, mv).map_err(|error| error.to_string())?;
            *discs += u32::from(!G::is_pass(mv));
        }
        match self.hear()?.as_slice() {
            b"end" => Ok(at),
            other => Err(format!("expected `end`, found `{}`", Snippet::new(other))),
        }
    }

    /// What cannot be written is noticed when something is to be read.
    fn say(&mut self, line: &str) {
        let _ = self.process.tell(format!("{line}\n").as_bytes(), FAREWELL);
    }

    fn nothing_said(&mut self) -> Result<(), String> {
        match self.queue.try_recv().map(|message| message.said) {
            Ok(Said::Line(line)) => Err(format!(
                "`{}` although nothing was to be said",
                Snippet::new(&line)
            )),
            _ => Ok(()),
        }
    }

    /// The next line, within the real time for all games.
    fn hear(&mut self) -> Result<Vec<u8>, String> {
        let asked = Clock::Wall.now();
        let most = self.terms.real();
        let result = loop {
            // Whoever has ended before such a wait has said all of its own; a child of it may still hold its output open.
            let ended = self.process.has_ended();
            match self.queue.recv_timeout(Duration::from_millis(50)) {
                Ok(Message {
                    said: Said::Line(line),
                    ..
                }) => break Ok(line),
                Ok(Message {
                    said: Said::TooLong,
                    ..
                }) => break Err("a line of more than a mebibyte".to_owned()),
                Ok(Message {
                    said: Said::End, ..
                })
                | Err(RecvTimeoutError::Disconnected) => break Err(ENDED.to_owned()),
                Err(RecvTimeoutError::Timeout) if ended => break Err(ENDED.to_owned()),
                Err(RecvTimeoutError::Timeout) => {
                    self.meter()?;
                    if self.spent + Clock::Wall.since(asked) > most {
                        break Err(format!(
                            "no answer within {} s of real time for the run (twice the budget, at least {} s)",
                            most.as_secs_f64(),
                            LEAST_REAL.as_secs()
                        ));
                    }
                }
            }
        };
        self.spent += Clock::Wall.since(asked);
        self.meter()?;
        result
    }

    fn meter(&mut self) -> Result<(), String> {
        self.processor = self
            .process
            .processor_time()
            .unwrap_or(self.processor)
            .max(self.processor);
        self.memory = self
            .process
            .peak_memory()
            .unwrap_or(self.memory)
            .max(self.memory);
        if self.processor > self.terms.budget {
            let (used, most) = (
                self.processor.as_secs_f64(),
                self.terms.budget.as_secs_f64(),
            );
            return Err(format!(
                "{used:.2} s of processor time, allowed are {most} s"
            ));
        }
        if self.memory > self.terms.memory {
            return Err(format!(
                "{} MiB of memory, allowed are {} MiB",
                self.memory >> 10,
                self.terms.memory >> 10
            ));
        }
        Ok(())
    }

    /// The end of the input: the program has to go, and has nothing more to say.
    fn farewell(&mut self) -> Option<String> {
        self.process.dismiss(b"quit\n");
        match self
            .queue
            .recv_timeout(FAREWELL)
            .map(|message| message.said)
        {
            Ok(Said::End) | Err(RecvTimeoutError::Disconnected) => self.meter().err(),
            Ok(Said::Line(line)) => Some(format!("`{}` after the last game", Snippet::new(&line))),
            Ok(Said::TooLong) => {
                Some("a line of more than a mebibyte after the last game".to_owned())
            }
            Err(RecvTimeoutError::Timeout) => {
                Some("the program does not end with its input".to_owned())
            }
        }
    }
}

/// A move as the contest writes it, and in no other way.
fn strict_move<G: Game>(at: &G::Position, line: &[u8]) -> Result<G::Move, String> {
    let unread = || {
        format!(
            "expected a move such as `{}`, found `{}`",
            G::EXAMPLES.contest,
            Snippet::new(line)
        )
    };
    let mv = G::read_move(line).map_err(|_| unread())?;
    if G::show_move_at(at, mv, Spelling::Pair).as_bytes() == line {
        Ok(mv)
    } else {
        Err(unread())
    }
}
