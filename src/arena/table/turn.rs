//! The turn of one engine: it is asked for a move and watched until it has answered, or until it is clear that it will not.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::{ASLEEP, SLICE, Table};
use crate::arena::clock::Clock as GameClock;
use crate::arena::engine::Fault;
use crate::arena::ground::Ground;
use crate::arena::process::{Process, Said};
use crate::arena::tongue::{Heard, Question};
use crate::arena::watch::{MOMENT, Watch};
use crate::base::clock::Clock;
use crate::base::snippet::Snippet;

/// Bytes of one search that are taken for output at most.
const MOST_OUTPUT: u64 = 64 << 20;

/// The answer to a question for a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<M> {
    /// The move that was read; legal or not.
    pub mv: M,
    /// The time that is charged for it.
    pub used: Duration,
}

/// How far the clock that counts the machine's sleep is ahead of the one that does not.
pub(super) fn sleep_so_far() -> Duration {
    let boot = Duration::try_from(clock_gettime(ClockId::Boottime)).unwrap_or_default();
    boot.saturating_sub(Clock::Wall.now())
}

impl<G: Ground> Table<G> {
    /// Asks for a move and measures how long it takes. The clock says when the flag falls; the time is not taken from it here.
    pub fn ask(
        &mut self,
        who: usize,
        question: &Question<'_, G>,
        clock: &GameClock,
    ) -> Result<Answer<G::Move>, Fault> {
        let (before, go) = self.seats[who].tongue.ask(question);
        let until = Clock::Wall.now() + self.patience.reply;
        self.converse(who, before, until)?;
        self.seats[who].output = 0;
        let lag = self.lag(who);
        self.tell(who, go.say.as_bytes())?;
        let asked = Clock::Wall.now();
        self.seats[who].owes = true;
        self.seats[who].heard = asked;
        let mut watch = Watch::new(
            asked,
            clock.deadline().map(|time| time + lag),
            &self.patience,
            question.limit.depth.is_some() || question.limit.nodes.is_some(),
        );
        loop {
            let Some(message) = self.next(watch.until(SLICE))? else {
                self.check(who, &mut watch, Clock::Wall.now())?;
                continue;
            };
            if message.from != who {
                self.overhear(&message);
                // The other one's answer may be older and still on its way.
                self.glance(who, &mut watch, message.at.saturating_sub(MOMENT))?;
                continue;
            }
            if watch.flag().is_some_and(|flag| message.at > flag) && message.said != Said::End {
                self.check(who, &mut watch, message.at)?;
            }
            let line = match message.said {
                Said::End => {
                    return Err(Fault::Crash(
                        "the end of its output in its own turn".to_owned(),
                    ));
                }
                Said::TooLong => {
                    return Err(Fault::Protocol("a line of more than a mebibyte".to_owned()));
                }
                Said::Line(line) => line,
            };
            if self.seats[who].output > MOST_OUTPUT {
                return Err(Fault::Protocol("more than 64 MiB in one search".to_owned()));
            }
            let text = match self.seats[who].tongue.hear(&go.due, &line) {
                Heard::Move(text) => text,
                Heard::Resigns if self.specs[who].resign => return Err(Fault::Resign),
                Heard::Resigns => {
                    return Err(Fault::Protocol("it resigns, which it may not".to_owned()));
                }
                Heard::Refused(text) => {
                    return Err(Fault::Protocol(format!("it answers `{text}`")));
                }
                Heard::Noise | Heard::Reply | Heard::Stray => {
                    self.glance(who, &mut watch, message.at)?;
                    continue;
                }
            };
            self.seats[who].owes = false;
            self.notice_sleep()?;
            self.check_memory(who)?;
            let used = message.at.saturating_sub(asked).saturating_sub(lag);
            let mv = self.seats[who].tongue.read(&text);
            // The language has replaced what is no text: then the whole line is told as it came.
            let said = if std::str::from_utf8(&line).is_ok() {
                &text
            } else {
                &line
            };
            let mv =
                mv.ok_or_else(|| Fault::Protocol(format!("`{}` is no move", Snippet::new(said))))?;
            return Ok(Answer { mv, used });
        }
    }

    /// Whether the machine was asleep since the last look.
    fn notice_sleep(&mut self) -> Result<(), Fault> {
        let sleep = sleep_so_far();
        let more = sleep.saturating_sub(self.sleep);
        self.sleep = sleep;
        if more > ASLEEP {
            Err(Fault::Asleep)
        } else {
            Ok(())
        }
    }

    fn check_memory(&self, who: usize) -> Result<(), Fault> {
        let (Some(most), Some(process)) = (self.specs[who].memory, &self.seats[who].process) else {
            return Ok(());
        };
        match process.peak_memory() {
            Some(used) if used > most => Err(Fault::Memory(used, most)),
            _ => Ok(()),
        }
    }

    /// Checks now and then although there is something to hear all the time: whoever talks without a pause does not put it off.
    fn glance(&mut self, who: usize, watch: &mut Watch, now: Duration) -> Result<(), Fault> {
        if watch.is_due(now, SLICE) {
            self.check(who, watch, now)
        } else {
            Ok(())
        }
    }

    /// No answer until `now`: is it too late, or has the engine left, or does nothing move any more?
    fn check(&mut self, who: usize, watch: &mut Watch, now: Duration) -> Result<(), Fault> {
        self.notice_sleep()?;
        self.check_memory(who)?;
        if let Some(why) = &self.seats[who].closed {
            return Err(Fault::Crash(why.clone()));
        }
        let late = if watch.flag().is_some_and(|flag| now >= flag) {
            Some(Fault::Time("no answer before the flag fell".to_owned()))
        } else if watch.longest.is_some_and(|longest| now >= longest) {
            Some(Fault::Stall("the search goes on and on".to_owned()))
        } else {
            None
        };
        if let Some(late) = late {
            return Err(self.gone(who).unwrap_or(late));
        }
        let seat = &self.seats[who];
        if watch.flag().is_none()
            && now.saturating_sub(seat.heard.max(watch.alive)) >= self.patience.hang
        {
            let used = seat
                .process
                .as_ref()
                .and_then(Process::processor_time)
                .unwrap_or_default();
            if used == watch.used {
                return Err(Fault::Stall("neither output nor processor time".to_owned()));
            }
            watch.used = used;
            watch.alive = now;
        }
        Ok(())
    }
}
