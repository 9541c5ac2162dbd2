//! A table at which games are played one after the other: it has a process of every engine, and all that they say arrives at
//! one place, so that nothing of one is lost while the other is listened to.

mod turn;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

pub use self::turn::Answer;
use self::turn::sleep_so_far;
use super::engine::{Fault, Patience, Restart, Spec, StartFault, Stop};
use super::ground::Ground;
use super::process::{Message, Process, Said, Unheard};
use super::tongue::{Await, Beginning, Heard, Made, Step, Tongue, tongue};
use super::transcript::Transcript;
use super::warden::Warden;
use crate::base::clock::Clock;
use crate::base::snippet::Snippet;

/// How often it is looked whether the run is to stop, a process has ended, or nothing moves any more.
const SLICE: Duration = Duration::from_millis(50);
/// A slice that took so much longer means that this program did not run.
const ASLEEP: Duration = Duration::from_secs(1);
/// Round trips that the lag is the median of.
const PINGS: usize = 20;
/// Why an engine is no longer there although its output has no end.
const ENDED: &str = "its process has ended";
/// Lines of standard error that are kept with a forfeit.
pub const ERROR_LINES: usize = 40;

/// One engine at the table.
struct Seat<G: Ground> {
    process: Option<Process>,
    tongue: Box<dyn Tongue<G>>,
    life: u32,
    /// It has left, or is not to be used any more.
    closed: Option<String>,
    /// What it said since it was asked last, in bytes.
    output: u64,
    /// When it said something last.
    heard: Duration,
    /// It still owes the answer of a search that was given up.
    owes: bool,
    /// The next game needs another process or a sign that this one is sound.
    failed: bool,
    pair: usize,
    /// What its last process said on standard error.
    errors: Vec<String>,
    round_trips: VecDeque<Duration>,
}

/// The table.
pub struct Table<G: Ground> {
    specs: Arc<Vec<Spec>>,
    patience: Patience,
    seats: Vec<Seat<G>>,
    post: Sender<Message>,
    queue: Receiver<Message>,
    warden: Warden,
    stop: Stop,
    transcript: Option<Transcript>,
    /// How far the clock that counts sleep is ahead of the one that does not, at the last look.
    sleep: Duration,
}

impl<G: Ground> Table<G> {
    /// A table for these engines, none of them started.
    pub fn new(
        specs: Arc<Vec<Spec>>,
        patience: Patience,
        warden: Warden,
        stop: Stop,
        transcript: Option<Transcript>,
    ) -> Self {
        let (post, queue) = channel();
        let seat = |spec: &Spec| Seat {
            process: None,
            tongue: tongue::<G>(spec.language, spec.passes, spec.variant.as_deref()),
            life: 0,
            closed: Some("not started".to_owned()),
            output: 0,
            heard: Duration::ZERO,
            owes: false,
            failed: false,
            pair: 0,
            errors: Vec::new(),
            round_trips: VecDeque::new(),
        };
        let seats = specs.iter().map(seat).collect();
        Self {
            specs,
            patience,
            seats,
            post,
            queue,
            warden,
            stop,
            transcript,
            sleep: sleep_so_far(),
        }
    }

    /// Starts an engine, says hello and sets its options. An error of the second kind is the configuration's.
    pub fn start(&mut self, who: usize) -> Result<(), StartFault> {
        let spec = Arc::clone(&self.specs);
        let spec = &spec[who];
        let seat = &mut self.seats[who];
        seat.life += 1;
        seat.process = None;
        seat.tongue = tongue::<G>(spec.language, spec.passes, spec.variant.as_deref());
        let process = Process::start(
            &spec.launch,
            (who, seat.life),
            self.post.clone(),
            &self.warden,
        )
        .map_err(|error| StartFault::Launch(error.to_string()))?;
        seat.process = Some(process);
        (seat.closed, seat.owes, seat.failed, seat.output) = (None, false, false, 0);
        let until = Clock::Wall.now() + self.patience.startup;
        let hello = |fault| StartFault::Hello(fault);
        let greeting = self.seats[who].tongue.greet();
        self.converse(who, greeting, until).map_err(hello)?;
        for line in &spec.init {
            let step = match spec.language {
                super::tongue::Language::Gtp => {
                    let (name, value) = line.split_once(' ').unwrap_or((line, ""));
                    self.seats[who]
                        .tongue
                        .set(name, value, true)
                        .unwrap_or_default()
                }
                _ => vec![
                    Step::new(line.clone(), Await::Nothing),
                    self.seats[who].tongue.sync(),
                ],
            };
            self.converse(who, step, until).map_err(hello)?;
        }
        for (name, value) in &spec.options {
            let steps = self.seats[who].tongue.set(name, value, spec.loose_options);
            let steps = steps.map_err(StartFault::Option)?;
            self.converse(who, steps, until)
                .map_err(|fault| match fault {
                    Fault::Protocol(text) => StartFault::Option(text),
                    other => StartFault::Hello(other),
                })?;
        }
        if !spec.loose_options
            && let Some(wrong) = self.seats[who].tongue.wrong_variant()
        {
            return Err(StartFault::Option(wrong));
        }
        if let Some(objection) = self.seats[who].tongue.objection(&spec.limit) {
            return Err(StartFault::Option(format!(
                "limit `{}`: {objection}",
                spec.limit
            )));
        }
        for _ in 0..PINGS {
            self.ping(who, until).map_err(hello)?;
        }
        Ok(())
    }

    /// What an engine has declared of itself.
    pub fn declared(&self, who: usize) -> Vec<String> {
        self.seats[who].tongue.declared()
    }

    /// Whether it can begin elsewhere than games do.
    pub fn takes_positions(&self, who: usize) -> bool {
        self.seats[who].tongue.takes_positions()
    }

    /// What is taken for lost on the way: the median round trip, within reason.
    pub fn lag(&self, who: usize) -> Duration {
        let mut all: Vec<Duration> = self.seats[who].round_trips.iter().copied().collect();
        all.sort_unstable();
        all.get(all.len() / 2)
            .copied()
            .unwrap_or_default()
            .min(self.patience.lag)
    }

    fn ping(&mut self, who: usize, until: Duration) -> Result<(), Fault> {
        let begun = Clock::Wall.now();
        let step = self.seats[who].tongue.sync();
        self.converse(who, vec![step], until)?;
        let times = &mut self.seats[who].round_trips;
        times.push_back(Clock::Wall.since(begun));
        if times.len() > PINGS {
            times.pop_front();
        }
        Ok(())
    }

    /// Makes an engine ready for a game: with a new process where one is due.
    pub fn ready(&mut self, who: usize, pair: usize) -> Result<(), Fault> {
        let seat = &self.seats[who];
        let due = match self.specs[who].restart {
            Restart::Never => false,
            Restart::OnFailure => seat.failed,
            Restart::EachGame => seat.pair != 0,
            Restart::EachPair => seat.pair != 0 && seat.pair != pair,
        };
        if due || seat.closed.is_some() || seat.process.is_none() {
            self.bury(&[who]);
            self.start(who).map_err(StartFault::into_fault)?;
        }
        self.seats[who].pair = pair;
        Ok(())
    }

    /// Begins a game.
    pub fn begin(&mut self, who: usize, game: &Beginning<'_, G>) -> Result<(), Fault> {
        let until = Clock::Wall.now() + self.patience.reply;
        let steps = self.seats[who].tongue.begin(game);
        self.converse(who, steps, until)?;
        self.ping(who, until)
    }

    /// Tells an engine of a move.
    pub fn made(&mut self, who: usize, made: &Made<'_, G>) -> Result<(), Fault> {
        let until = Clock::Wall.now() + self.patience.reply;
        let steps = self.seats[who].tongue.made(made);
        self.converse(who, steps, until)
    }

    /// Why an engine has left, if it has.
    pub fn left(&self, who: usize) -> Option<&str> {
        self.seats[who].closed.as_deref()
    }

    /// The last lines of an engine's standard error.
    pub fn errors(&self, who: usize) -> Vec<String> {
        let seat = &self.seats[who];
        seat.process.as_ref().map_or_else(
            || seat.errors.clone(),
            |process| process.last_errors(ERROR_LINES),
        )
    }

    /// Says something within the patience for it.
    fn tell(&mut self, who: usize, text: &[u8]) -> Result<(), Fault> {
        let seat = &mut self.seats[who];
        if let Some(why) = &seat.closed {
            return Err(Fault::Crash(why.clone()));
        }
        let process = seat
            .process
            .as_mut()
            .ok_or_else(|| Fault::Crash("not started".to_owned()))?;
        if let Some(transcript) = &self.transcript {
            transcript.note(&self.specs[who].name, seat.life, '>', text);
        }
        match process.tell(text, self.patience.reply) {
            Ok(()) => Ok(()),
            Err(Unheard::Stalled) => Err(Fault::Stall("its input stays full".to_owned())),
            Err(Unheard::Closed) => {
                // What it has said before it left still counts, so it is not closed before the end of its output is seen.
                Err(Fault::Crash("its input is closed".to_owned()))
            }
        }
    }

    /// The next message until a time; none when it has come. Old lives have nothing to say.
    fn next(&mut self, until: Duration) -> Result<Option<Message>, Fault> {
        loop {
            if self.stop.level() >= Stop::AT_ONCE {
                return Err(Fault::Stopped);
            }
            let before = Clock::Wall.now();
            let left = until.saturating_sub(before);
            let received = self.queue.recv_timeout(left.min(SLICE));
            if Clock::Wall.since(before) > SLICE + ASLEEP {
                return Err(Fault::Asleep);
            }
            match received {
                Ok(message) if message.life != self.seats[message.from].life => {
                    if message.at > until {
                        return Ok(None);
                    }
                }
                Ok(message) => {
                    let seat = &mut self.seats[message.from];
                    seat.heard = message.at;
                    if let Said::Line(line) = &message.said {
                        seat.output += line.len() as u64 + 1;
                        if let Some(transcript) = &self.transcript {
                            let name = &self.specs[message.from].name;
                            transcript.note(name, message.life, '<', line);
                        }
                    }
                    if message.said == Said::End {
                        seat.closed
                            .get_or_insert_with(|| "the end of its output".to_owned());
                    }
                    return Ok(Some(message));
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    self.notice_ends();
                    if Clock::Wall.now() >= until {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// A process can be gone although somebody it started holds its output open: nothing more will come.
    fn notice_ends(&mut self) {
        for seat in &mut self.seats {
            if seat.closed.is_none() && seat.process.as_ref().is_some_and(Process::has_ended) {
                // What has been said in the last moment is on its way.
                let quiet = Clock::Wall.since(seat.heard) > SLICE * 2;
                if quiet {
                    seat.closed = Some(ENDED.to_owned());
                }
            }
        }
    }

    /// What has become of an engine whose time is over, if it is no longer there: the time may be shorter than it takes to be
    /// noticed otherwise, and a child of it may go on talking.
    fn gone(&self, who: usize) -> Option<Fault> {
        let seat = &self.seats[who];
        let ended = seat.process.as_ref().is_some_and(Process::has_ended);
        let why = seat.closed.clone();
        why.or_else(|| ended.then(|| ENDED.to_owned()))
            .map(Fault::Crash)
    }

    /// What somebody says who was not asked.
    fn overhear(&mut self, message: &Message) {
        let seat = &mut self.seats[message.from];
        if let Said::Line(line) = &message.said
            && matches!(seat.tongue.hear(&Await::Nothing, line), Heard::Stray)
        {
            seat.owes = false;
            log::info!(
                "{}: stray `{}`",
                self.specs[message.from].name,
                Snippet::new(line)
            );
        }
    }

    /// Says each step and waits for its reply.
    fn converse(&mut self, who: usize, steps: Vec<Step>, until: Duration) -> Result<(), Fault> {
        let mut said = String::new();
        for step in steps {
            said += &step.say;
            if step.due == Await::Nothing {
                continue;
            }
            self.tell(who, said.as_bytes())?;
            self.await_reply(who, &step.due, &said, until)?;
            said.clear();
        }
        if said.is_empty() {
            Ok(())
        } else {
            self.tell(who, said.as_bytes())
        }
    }

    fn await_reply(
        &mut self,
        who: usize,
        due: &Await,
        said: &str,
        until: Duration,
    ) -> Result<(), Fault> {
        let asked = || Snippet::new(said.trim_end().as_bytes());
        loop {
            let message = self.next(until)?;
            // Whoever talks without a pause does not put off the end: what was said after it is too late.
            let late = message.as_ref().is_none_or(|message| message.at > until);
            let own = match message {
                Some(message) if message.from == who => Some(message),
                Some(message) => {
                    self.overhear(&message);
                    None
                }
                None => None,
            };
            if late {
                return Err(self
                    .gone(who)
                    .unwrap_or_else(|| Fault::Stall(format!("`{}` got no reply", asked()))));
            }
            let Some(message) = own else { continue };
            match message.said {
                Said::End => return Err(Fault::Crash("the end of its output".to_owned())),
                Said::TooLong => {
                    return Err(Fault::Protocol("a line of more than a mebibyte".to_owned()));
                }
                Said::Line(line) => match self.seats[who].tongue.hear(due, &line) {
                    Heard::Reply => return Ok(()),
                    Heard::Refused(text) => {
                        return Err(Fault::Protocol(format!(
                            "`{}` was answered `{text}`",
                            asked()
                        )));
                    }
                    Heard::Stray => self.seats[who].owes = false,
                    Heard::Noise | Heard::Move(_) | Heard::Resigns => {}
                },
            }
        }
    }

    /// After a fault: makes sure that nothing of what was abandoned can be taken for something later, or gives the process
    /// up.
    pub fn settle(&mut self, who: usize, fault: &Fault) {
        self.seats[who].failed |= fault.reason().is_failure();
        let left = self.seats[who].closed.is_some();
        let sound = match fault {
            _ if left => false,
            Fault::Crash(_) | Fault::Memory(..) | Fault::Stall(_) => false,
            _ => self.resynchronise(who).is_ok(),
        };
        if !sound {
            // It has had its time to answer.
            self.bury_within(&[who], SLICE * 2);
        }
    }

    /// Ends the search in hand, if any, and waits until it and everything before it is over.
    pub fn resynchronise(&mut self, who: usize) -> Result<(), Fault> {
        let until = Clock::Wall.now() + self.patience.stop;
        if self.seats[who].owes
            && let Some(stop) = self.seats[who].tongue.stop()
        {
            self.tell(who, stop.as_bytes())?;
        }
        let step = self.seats[who].tongue.sync();
        self.converse(who, vec![step], until)?;
        while self.seats[who].owes && self.seats[who].tongue.owes_answer() {
            match self.next(until)? {
                Some(message) if message.at <= until => self.overhear(&message),
                _ => return Err(Fault::Stall("the search does not end".to_owned())),
            }
        }
        self.seats[who].owes = false;
        Ok(())
    }

    /// Ends processes, politely and then not; those of a list at the same time.
    pub fn bury(&mut self, list: &[usize]) {
        self.bury_within(list, self.patience.end);
    }

    fn bury_within(&mut self, list: &[usize], patience: Duration) {
        for &who in list {
            let seat = &mut self.seats[who];
            let farewell = seat.tongue.farewell();
            if let Some(process) = &mut seat.process {
                process.dismiss(farewell.as_bytes());
            }
            seat.closed.get_or_insert_with(|| "ended".to_owned());
        }
        let mut leaving: Vec<(usize, Process)> = Vec::new();
        for &who in list {
            leaving.extend(self.seats[who].process.take().map(|process| (who, process)));
        }
        let (whose, mut processes): (Vec<usize>, Vec<Process>) = leaving.into_iter().unzip();
        Process::bury(&mut processes, patience);
        for (who, process) in whose.into_iter().zip(&processes) {
            self.seats[who].errors = process.last_errors(ERROR_LINES);
        }
    }
}

impl<G: Ground> Drop for Table<G> {
    fn drop(&mut self) {
        let all: Vec<usize> = (0..self.seats.len()).collect();
        self.bury(&all);
    }
}
