//! The dialect of the `NBoard` GUI, version 2 of its protocol, and of the managers that speak it. `protocol.md` says what
//! is covered.
//!
//! The engine keeps the game, the clocks and the depth, and thinks when it is told to. Every line that means something
//! ends the search in hand. What that search still has to say — the move, for `go` — comes before the reply to that line, so
//! that whoever has seen a `pong` sees nothing any more of what was asked before the `ping`.

pub mod format;
pub mod parse;

use std::collections::VecDeque;
use std::time::Duration;

use self::format::{Fact, format};
use self::parse::{Command, MoveText, parse};
use super::dialect::{Dialect, Flow, Turn};
use super::line::Text;
use super::outbox::Outbox;
use crate::base::clock::Clock;
use crate::game::Spelling;
use crate::game::written::{Clocks, GameClock};
use crate::search::limits::Limits;
use crate::session::desk::{Desk, News, Refusal, Request, Told};

/// What `analyze` spends on each position, in nodes, so that the same game gets the same judgement each time.
const ANALYSIS_NODES: u64 = 1_000_000;

/// A conversation in `NBoard`'s dialect.
pub struct Nboard {
    /// What a search may look ahead, once it was said.
    depth: Option<u32>,
    clocks: Clocks,
    work: Work,
    /// The position being thought about is the one after a forced pass, which is taken back afterwards.
    passed: bool,
    /// How long our move took, until it is played: managers may send it back without its time.
    answered: Option<Duration>,
}

/// What the search in hand is for.
enum Work {
    /// There is none.
    Nothing,
    /// `go`
    Move {
        /// When it began.
        started: Duration,
    },
    /// `hint`
    Hint {
        /// When it began.
        started: Duration,
        /// Whether a move was told of.
        told: bool,
    },
    /// `analyze`
    Analysis {
        /// Moves made before the position at hand.
        made: usize,
        /// The moves after it.
        ahead: VecDeque<String>,
    },
}

impl Default for Nboard {
    fn default() -> Self {
        Self::new()
    }
}

impl Nboard {
    /// A conversation that has not begun.
    pub fn new() -> Self {
        Self {
            depth: None,
            clocks: Clocks::default(),
            work: Work::Nothing,
            passed: false,
            answered: None,
        }
    }

    /// Does what a command asks; `facts` is what there is to say about it.
    fn decide(
        &mut self,
        command: Command<'_>,
        started: Duration,
        desk: &mut dyn Desk,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        match command {
            Command::Greet => facts.push(Fact::Name),
            Command::SetGame(text) => {
                self.clocks = desk.set_game(text)?;
                self.answered = None;
            }
            Command::SetDepth(depth) => self.depth = Some(depth),
            Command::Move { mv, time } => {
                let side = desk.side();
                desk.play(match mv {
                    MoveText::Pass => b"pass",
                    MoveText::Other(text) => text,
                })?;
                let spent = time.or(self.answered.take()).unwrap_or_default();
                self.clocks.spend(side, spent);
                self.answered = None;
            }
            Command::Ping(text) => {
                facts.push(Fact::Pong(String::from_utf8_lossy(text).into_owned()));
            }
            Command::Go => return self.go(started, desk, facts),
            Command::Hint(lines) => {
                let limits = Limits {
                    depth: self.depth,
                    ..Limits::INFINITE
                };
                self.think(limits, lines, false, started, desk)?;
                self.work = Work::Hint {
                    started,
                    told: false,
                };
                facts.push(Fact::Status(Some("Analysing")));
            }
            Command::Analyze => {
                let ahead: VecDeque<String> = desk.moves(Spelling::Capitals).into();
                desk.undo(ahead.len())?;
                self.work = Work::Analysis { made: 0, ahead };
                facts.push(Fact::Status(Some("Analysing")));
                return self.examine(desk, facts);
            }
            // There is no book to put it into, but whoever asked waits for the word.
            Command::Learn => facts.push(Fact::Learned),
            Command::SetContempt | Command::Quit => {}
        }
        Ok(())
    }

    fn go(
        &mut self,
        started: Duration,
        desk: &mut dyn Desk,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        if let Some(mv) = desk.forced_pass(Spelling::Capitals) {
            self.answered = Some(Duration::ZERO);
            facts.push(Fact::Move { mv, found: None });
            return Ok(());
        }
        let clock = self.clocks.of(desk.side());
        let limits = Limits::told(self.depth, None, clock.map(GameClock::control));
        self.think(limits, 1, true, started, desk)?;
        self.work = Work::Move { started };
        facts.push(Fact::Status(Some("Brightsword is thinking")));
        Ok(())
    }

    /// Begins to think about the position at hand; where it is a forced pass, about the one after it. Moves are chosen at the
    /// level that is set, judgements are not.
    fn think(
        &mut self,
        limits: Limits,
        lines: usize,
        at_level: bool,
        started: Duration,
        desk: &mut dyn Desk,
    ) -> Result<(), Refusal> {
        let pass = desk.forced_pass(Spelling::Capitals);
        if pass.is_some() {
            desk.play(b"pass")?;
        }
        self.passed = pass.is_some();
        // There is no other move beside a pass.
        let lines = if self.passed { 1 } else { lines };
        desk.go(Request {
            limits,
            goal: None,
            clock: Clock::Wall,
            started,
            lines,
            at_level,
        })
    }

    /// What was found, as seen from the position that was asked about.
    fn report(&self, rank: usize, desk: &dyn Desk) -> Option<Told> {
        let mut told = desk.report(rank, Spelling::Capitals)?;
        if self.passed {
            told.score = -told.score;
            told.line.insert(0, "PA".to_owned());
        }
        Some(told)
    }

    /// Judges the position at hand as a part of `analyze`.
    fn examine(&mut self, desk: &mut dyn Desk, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        if let Some(score) = desk.final_score() {
            if let Work::Analysis { made, .. } = self.work {
                facts.push(Fact::Analysis { made, score });
            }
            self.work = Work::Nothing;
            facts.push(Fact::Status(None));
            return Ok(());
        }
        let limits = Limits {
            depth: self.depth,
            ..Limits::nodes(ANALYSIS_NODES)
        };
        self.think(limits, 1, false, Clock::Wall.now(), desk)
    }

    /// The search is over.
    fn decided(&mut self, desk: &mut dyn Desk, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let best = self.report(1, desk);
        if self.passed {
            desk.undo(1)?;
            self.passed = false;
        }
        let nodes = best.as_ref().map_or(0, |best| best.nodes);
        match std::mem::replace(&mut self.work, Work::Nothing) {
            Work::Nothing => {}
            Work::Move { started } => {
                let time = Clock::Wall.since(started);
                self.answered = Some(time);
                facts.push(Fact::Nodes { nodes, time });
                let found = best.map(|best| (best.score, time));
                let mv = desk.chosen(Spelling::Capitals);
                facts.extend(mv.map(|mv| Fact::Move { mv, found }));
            }
            Work::Hint { started, told } => {
                if !told {
                    facts.extend(best.map(Fact::Search));
                }
                let time = Clock::Wall.since(started);
                facts.push(Fact::Nodes { nodes, time });
                facts.push(Fact::Status(None));
            }
            Work::Analysis { made, mut ahead } => {
                if desk.is_stopped() {
                    // Half a search would be a misjudgement. Back to where the game stands.
                    for mv in ahead {
                        desk.play(mv.as_bytes())?;
                    }
                    facts.push(Fact::Status(None));
                    return Ok(());
                }
                facts.extend(best.map(|Told { score, .. }| Fact::Analysis { made, score }));
                let Some(mv) = ahead.pop_front() else {
                    facts.push(Fact::Status(None));
                    return Ok(());
                };
                desk.play(mv.as_bytes())?;
                self.work = Work::Analysis {
                    made: made.saturating_add(1),
                    ahead,
                };
                return self.examine(desk, facts);
            }
        }
        Ok(())
    }
}

/// Writes what there is to say in one piece.
fn say(facts: &[Fact], out: &mut Outbox) {
    let text: String = facts.iter().map(format).collect();
    out.send(text.as_bytes());
}

impl Dialect for Nboard {
    fn turn(&self, line: &[u8]) -> Turn {
        match parse(line) {
            None | Some(Command::Quit) => Turn::AtOnce,
            Some(_) => Turn::Interrupts,
        }
    }

    fn line(
        &mut self,
        line: &Text,
        started: Duration,
        desk: &mut dyn Desk,
        out: &mut Outbox,
    ) -> Flow {
        let command = match line {
            Text::Bytes(bytes) => parse(bytes),
            Text::TooLong(_) => None,
        };
        match command {
            None => log::info!("ignored a line"),
            Some(Command::Quit) => return Flow::Quit,
            Some(command) => {
                let mut facts = Vec::new();
                if let Err(refusal) = self.decide(command, started, desk, &mut facts) {
                    log::warn!("{refusal}");
                }
                say(&facts, out);
            }
        }
        Flow::On
    }

    fn news(&mut self, news: News, desk: &mut dyn Desk, out: &mut Outbox) {
        let mut facts = Vec::new();
        match news {
            News::Iteration { rank } => {
                let report = self.report(rank, desk);
                if let Work::Hint { told, .. } = &mut self.work {
                    *told = true;
                    facts.extend(report.map(Fact::Search));
                }
            }
            News::Decided => {
                if let Err(refusal) = self.decided(desk, &mut facts) {
                    log::error!("{refusal}");
                }
            }
        }
        say(&facts, out);
    }
}
