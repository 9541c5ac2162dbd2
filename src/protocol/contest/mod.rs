//! The native dialect: the contests' own conversation and everything else a person or a script at a pipe may want.
//! `protocol.md` is its exact grammar.

pub mod format;
pub mod host;
pub mod parse;

use std::time::Duration;

use self::format::{Complaint, Fact, format};
use self::host::{Call, Host};
use self::parse::{Command, parse};
use super::dialect::{Dialect, Flow, Turn};
use super::line::Text;
use super::outbox::Outbox;
use crate::base::clock::Clock;
use crate::base::stopwatch::Stopwatch;
use crate::game::player::Goal;
use crate::game::seat::{Due, Seat};
use crate::game::{Side, Spelling};
use crate::search::limits::Limits;
use crate::session::desk::{Desk, News, Refusal, Request};

/// A conversation in the native dialect.
pub struct Contest {
    /// The contest game, while one is on, and the time for it.
    seat: Seat,
    /// Who asks for one move after the other, if anybody does.
    host: Host,
    /// Whether every iteration is told of.
    info: bool,
}

impl Contest {
    /// A conversation whose contest games are timed by `meter`. The first budget begins when it stands at zero, so that
    /// on the clock of the process the start of the program is paid for. Searches of free play are not.
    pub fn new(meter: Clock) -> Self {
        Self {
            seat: Seat::new(Stopwatch::since_zero(meter)),
            host: Host::new(),
            info: false,
        }
    }

    /// Does what a command asks; `facts` is what there is to say about it.
    fn decide(
        &mut self,
        command: Command<'_>,
        started: Duration,
        desk: &mut dyn Desk,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Complaint> {
        self.permit(command)?;
        let fact = match command {
            Command::Play { first } => {
                desk.set_start()?;
                self.seat
                    .begin(if first { Side::First } else { Side::Second });
                return self.go_on(desk, facts);
            }
            Command::Budget { total, games } => {
                self.seat.renew(total, games);
                return Ok(());
            }
            Command::Move(text) => {
                desk.play(text).map_err(|refusal| match refusal {
                    Refusal::NotAMove(error) => Complaint::Unknown(error),
                    other => Complaint::Refused(other),
                })?;
                if self.seat.is_taken() {
                    return self.go_on(desk, facts);
                }
                Fact::Done
            }
            Command::Go(limits) => return self.go(limits, started, desk),
            Command::Host(call) => return self.serve(call, started, desk, facts),
            Command::Stop => {
                desk.stop();
                return Ok(());
            }
            Command::Quit => return Ok(()),
            Command::New => {
                desk.new_game()?;
                self.leave_game()
            }
            Command::PositionStart => {
                desk.set_start()?;
                self.leave_game()
            }
            Command::PositionMoves(text) => {
                desk.set_moves(text)?;
                self.leave_game()
            }
            Command::Position(text) => {
                desk.set_position(text)?;
                self.leave_game()
            }
            Command::Undo(count) => {
                desk.undo(count)?;
                Fact::Done
            }
            Command::Info(on) => {
                self.info = on;
                Fact::Done
            }
            Command::SetOption { name, value } => {
                desk.set_option(name, value)?;
                Fact::Done
            }
            Command::Board
            | Command::Show
            | Command::Legal
            | Command::Result
            | Command::Score
            | Command::Options
            | Command::Ping(_)
            | Command::Help => {
                facts.extend(tell(command, desk));
                return Ok(());
            }
        };
        facts.push(fact);
        Ok(())
    }

    fn go(
        &mut self,
        limits: Limits,
        started: Duration,
        desk: &mut dyn Desk,
    ) -> Result<(), Complaint> {
        self.seat.watch().halt();
        let gone = desk.go(Request {
            limits,
            goal: None,
            clock: Clock::Wall,
            started,
            lines: 1,
            at_level: true,
        });
        if gone.is_err() {
            self.seat.watch().resume();
        }
        Ok(gone?)
    }

    /// Answers a host that asks for moves, on real time.
    fn serve(
        &mut self,
        call: Call<'_>,
        started: Duration,
        desk: &mut dyn Desk,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Complaint> {
        self.seat.watch().halt();
        let said = self.host.answer(call, started, desk);
        if !self.host.waits() {
            self.seat.watch().resume();
        }
        facts.extend(said?);
        if let Call::Setup(_) = call {
            self.seat.leave();
        }
        Ok(())
    }

    /// Refuses what would disturb a contest game.
    fn permit(&self, command: Command<'_>) -> Result<(), Complaint> {
        let name = match command {
            Command::Undo(_) => "undo",
            Command::Go(_) => "go",
            Command::SetOption { name: b"hash", .. } => "option hash",
            // A new game leaves the old one, and a limit is for later.
            Command::Host(Call::Setup(_) | Call::Time(_)) => return Ok(()),
            Command::Host(call) => call.verb(),
            _ => return Ok(()),
        };
        if self.seat.is_taken() {
            return Err(Complaint::InGame(name));
        }
        Ok(())
    }

    fn leave_game(&mut self) -> Fact {
        self.seat.leave();
        Fact::Done
    }

    /// Says what is next in a contest game: its end, a pass of ours, or nothing yet because we think or the opponent
    /// is to move.
    fn go_on(&mut self, desk: &mut dyn Desk, facts: &mut Vec<Fact>) -> Result<(), Complaint> {
        let limits = match self.seat.due(desk.outcome().is_some(), desk.side()) {
            Due::End => {
                facts.push(Fact::End);
                return Ok(());
            }
            Due::Theirs => return Ok(()),
            Due::Ours(limits) => limits,
        };
        if let Some(pass) = desk.forced_pass(Spelling::Pair) {
            // The game is not over, so the opponent can move after it.
            desk.play(pass.as_bytes())?;
            facts.push(Fact::OwnMove(pass));
            return Ok(());
        }
        let clock = self.seat.clock().clone();
        desk.go(Request {
            limits,
            goal: Some(Goal::NotLosing),
            started: clock.now(),
            clock,
            lines: 1,
            at_level: true,
        })?;
        Ok(())
    }

    /// The search is over: a move of ours in a contest game, else only an answer.
    fn decided(&mut self, desk: &mut dyn Desk, facts: &mut Vec<Fact>) -> Result<(), Complaint> {
        if !self.seat.is_taken() {
            self.seat.watch().resume();
            if self.host.waits() {
                facts.push(self.host.decided(desk)?);
                return Ok(());
            }
            facts.extend(desk.chosen(Spelling::Square).map(Fact::Best));
            return Ok(());
        }
        if let Some(mv) = desk.chosen(Spelling::Pair) {
            desk.play(mv.as_bytes())?;
            facts.push(Fact::OwnMove(mv));
        }
        self.go_on(desk, facts)
    }
}

/// What a command asks for that changes nothing.
fn tell(command: Command<'_>, desk: &dyn Desk) -> Option<Fact> {
    Some(match command {
        Command::Board => Fact::Board(desk.position()),
        Command::Show => Fact::Picture(desk.picture()),
        Command::Legal => Fact::Legal(desk.legal(Spelling::Square)),
        Command::Result => Fact::Result(desk.outcome().map(|outcome| {
            let names = [Side::First, Side::Second].map(|side| desk.side_name(side));
            (outcome, names)
        })),
        Command::Score => Fact::Score(desk.report(1, Spelling::Square)),
        Command::Options => Fact::Options(desk.options()),
        Command::Ping(text) => Fact::Pong(String::from_utf8_lossy(text).into_owned()),
        Command::Help => Fact::Help(desk.examples()),
        _ => return None,
    })
}

/// Writes what there is to say in one piece.
fn say(facts: &[Fact], out: &mut Outbox) {
    let text: String = facts.iter().map(format).collect();
    out.send(text.as_bytes());
}

impl Dialect for Contest {
    fn turn(&self, line: &[u8]) -> Turn {
        match parse(line) {
            Ok(Command::Stop | Command::Ping(_) | Command::Quit) => Turn::AtOnce,
            _ => Turn::InOrder,
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
            Text::Bytes(bytes) => parse(bytes).map_err(Complaint::from),
            Text::TooLong(_) => Err(Complaint::TooLong),
        };
        if command == Ok(Command::Quit) {
            return Flow::Quit;
        }
        let mut facts = Vec::new();
        let done = command.and_then(|command| self.decide(command, started, desk, &mut facts));
        facts.extend(done.err().map(Fact::Error));
        say(&facts, out);
        Flow::On
    }

    fn news(&mut self, news: News, desk: &mut dyn Desk, out: &mut Outbox) {
        let mut facts = Vec::new();
        match news {
            News::Iteration { .. } if self.info && !self.seat.is_taken() && !self.host.waits() => {
                facts.extend(desk.report(1, Spelling::Square).map(Fact::Iteration));
            }
            News::Iteration { .. } => {}
            News::Decided => {
                let done = self.decided(desk, &mut facts);
                facts.extend(done.err().map(Fact::Error));
            }
        }
        say(&facts, out);
    }
}
