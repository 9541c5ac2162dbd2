//! Who speaks when. The conductor is the same for every dialect: it lets lines wait while the engine thinks, hands the
//! urgent ones on at once, stops the search for those that interrupt it, and brings the conversation to its end.
//!
//! At the end of the input every line already received is still answered. A search whose own limit ends within the
//! grace, which all that is left shares, runs to its end; one that cannot is stopped at once with its best move so far.
//! How long a depth or a number of nodes takes is not known: such a search gets the grace where the input ended right behind
//! the line that asked for it, as in a script; a host that goes away in the midst of it does not want to wait. `quit` is the same without any grace, and lines after it are not read.

use std::collections::VecDeque;
use std::time::Duration;

use super::dialect::{Dialect, Flow, Turn};
use super::line::{Line, MOST_WAITING, Text};
use super::outbox::Outbox;
use crate::base::clock::Clock;
use crate::search::limits::{Limits, TimeControl};
use crate::session::desk::{Desk, News, Request};
use crate::session::worker::Posted;

/// How long searches may go on after the end of the input, all of them together.
const GRACE: Duration = Duration::from_millis(600);
/// A search that may take so much more than the grace, or would end so much after it, is given what is left of it: one second,
/// the usual limit, is then not answered without a thought.
const SHORT_OF: Duration = Duration::from_millis(400);
/// Lines that came in so long before the end of the input, at most, were sent ahead: whoever sent them wants them answered.
const BURST: Duration = Duration::from_millis(50);
/// How long a player may take to come back when it is stopped after the end of the input. Then it is given up.
const PATIENCE: Duration = Duration::from_millis(200);

/// What comes out of the program's one queue.
pub enum Event {
    /// A line came in.
    Line(Line),
    /// The worker has something to say.
    Posted(Posted),
    /// The input ended, or the program was asked to end, at this reading of the wall clock.
    Closed(Duration),
}

/// How long to wait for the next event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// Until it comes.
    Forever,
    /// So long; then [`Conductor::overdue`].
    For(Duration),
    /// Not at all: the conversation is over.
    Over,
}

/// The end of the conversation, once it is in sight.
#[derive(Clone, Copy)]
enum Ending {
    /// Lines may still come in.
    Open,
    /// No more lines; both are readings of the wall clock.
    Closed {
        /// When the input ended.
        since: Duration,
        /// How long searches may run.
        until: Duration,
    },
    /// A player did not come back: nothing is waited for any more.
    GivenUp,
}

/// Lines that wait for the answer of the search in hand, in the order of arrival.
#[derive(Default)]
struct Waiting {
    lines: VecDeque<(Line, Turn)>,
    /// How many of them interrupt. Counted, so that a long queue need not be looked through after every answer.
    interrupting: usize,
}

impl Waiting {
    fn push(&mut self, line: Line, turn: Turn) {
        self.interrupting += usize::from(turn == Turn::Interrupts);
        self.lines.push_back((line, turn));
    }

    fn pop(&mut self) -> Option<Line> {
        let (line, turn) = self.lines.pop_front()?;
        self.interrupting -= usize::from(turn == Turn::Interrupts);
        Some(line)
    }

    fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether one of them does not want to wait for a good answer.
    fn interrupt(&self) -> bool {
        self.interrupting > 0
    }
}

/// A conversation between the outside, a dialect and a desk.
pub struct Conductor<'a> {
    dialect: Box<dyn Dialect>,
    desk: &'a mut dyn Desk,
    out: Outbox,
    waiting: Waiting,
    /// When the line came in that led to the search in hand.
    asked: Duration,
    ending: Ending,
}

impl<'a> Conductor<'a> {
    /// A conversation in `dialect` about what is on `desk`.
    pub fn new(dialect: Box<dyn Dialect>, desk: &'a mut dyn Desk, out: Outbox) -> Self {
        Self {
            dialect,
            desk,
            out,
            waiting: Waiting::default(),
            asked: Duration::ZERO,
            ending: Ending::Open,
        }
    }

    /// How long to wait for the next event.
    pub fn wait(&self) -> Wait {
        if self.out.is_closed() {
            return Wait::Over;
        }
        let until = match self.ending {
            Ending::Open => return Wait::Forever,
            _ if self.desk.running().is_none() => return Wait::Over,
            Ending::GivenUp => return Wait::For(Duration::ZERO),
            Ending::Closed { until, .. } => until,
        };
        let now = Clock::Wall.now();
        let next = if now < until {
            until
        } else {
            until.saturating_add(PATIENCE)
        };
        Wait::For(next.saturating_sub(now))
    }

    /// Deals with an event.
    pub fn event(&mut self, event: Event) {
        match event {
            Event::Line(line) if self.is_open() => self.line(line),
            Event::Posted(posted) => {
                if let Some(news) = self.desk.receive(posted) {
                    self.news(news);
                }
            }
            Event::Closed(since) if self.is_open() => self.close(since, GRACE),
            // What comes in after the end is not part of the conversation.
            Event::Line(_) | Event::Closed(_) => {}
        }
    }

    /// Deals with the time that [`Conductor::wait`] spoke of being over.
    pub fn overdue(&mut self) {
        let Ending::Closed { until, .. } = self.ending else {
            if matches!(self.ending, Ending::GivenUp) {
                self.give_up();
            }
            return;
        };
        let now = Clock::Wall.now();
        if now >= until.saturating_add(PATIENCE) {
            log::error!("the player does not come back");
            self.ending = Ending::GivenUp;
            self.give_up();
        } else if now >= until {
            self.desk.stop();
        }
    }

    /// The end: what kept the replies from being written, if anything did.
    pub fn finish(self) -> std::io::Result<()> {
        self.out.into_failure().map_or(Ok(()), Err)
    }

    fn is_open(&self) -> bool {
        matches!(self.ending, Ending::Open)
    }

    fn line(&mut self, line: Line) {
        if self.desk.running().is_none() {
            let started = line.arrived;
            if self.hand_on(&line, started) == Flow::Quit {
                self.quit();
            }
            return;
        }
        let turn = match &line.text {
            Text::Bytes(text) => self.dialect.turn(text),
            Text::TooLong(_) => Turn::InOrder,
        };
        if turn == Turn::AtOnce {
            let started = line.arrived;
            if self.hand_on(&line, started) == Flow::Quit {
                self.quit();
            }
        } else {
            self.waiting.push(line, turn);
            self.hurry();
        }
    }

    fn hand_on(&mut self, line: &Line, started: Duration) -> Flow {
        if self.desk.running().is_none() {
            self.asked = line.arrived;
        }
        self.dialect
            .line(&line.text, started, self.desk, &mut self.out)
    }

    fn news(&mut self, news: News) {
        self.dialect.news(news, self.desk, &mut self.out);
        while self.desk.running().is_none() && !self.out.is_closed() {
            let Some(line) = self.waiting.pop() else {
                return;
            };
            // Its turn has come only now, so its time begins now.
            if self.hand_on(&line, Clock::Wall.now()) == Flow::Quit {
                // In this dialect even the end waits for its turn, and nothing after it is read.
                self.waiting = Waiting::default();
                self.quit();
            }
        }
        self.hurry();
    }

    fn quit(&mut self) {
        self.close(Clock::Wall.now(), Duration::ZERO);
    }

    fn close(&mut self, since: Duration, grace: Duration) {
        self.ending = Ending::Closed {
            since,
            until: Clock::Wall.now().saturating_add(grace),
        };
        self.dialect.closing(self.desk, &mut self.out);
        self.hurry();
    }

    /// Stops the search in hand where it would keep others waiting for ever, or beyond the grace. When as many lines wait
    /// as may, nothing more is read, and the end of the input would not be seen.
    fn hurry(&mut self) {
        let Some(request) = self.desk.running() else {
            return;
        };
        let ends = match self.ending {
            _ if self.waiting.interrupt() => false,
            Ending::Open => match self.waiting.len() {
                0 => true,
                waiting => waiting < MOST_WAITING && request.limits != Limits::INFINITE,
            },
            Ending::Closed { since, until } => {
                let sent_ahead = since.saturating_sub(self.asked) <= BURST;
                ends_by(until, request, sent_ahead)
            }
            Ending::GivenUp => false,
        };
        if !ends {
            self.desk.stop();
        }
    }

    /// Answers what is left without the player.
    fn give_up(&mut self) {
        while self.desk.abandon() {
            self.news(News::Decided);
        }
    }
}

/// Whether a search may come to its own end by `until`, or so nearly that the time until then is not wasted on it. What
/// cannot be foreseen is hoped for if the request was sent ahead.
fn ends_by(until: Duration, request: &Request, sent_ahead: bool) -> bool {
    let now = Clock::Wall.now();
    if now >= until {
        return false;
    }
    let Limits { depth, nodes, time } = request.limits;
    if sent_ahead && (depth.is_some() || nodes.is_some()) {
        return true;
    }
    let most = match time {
        TimeControl::Infinite => return false,
        TimeControl::MoveTime(limit) => limit,
        TimeControl::Clock {
            left,
            increment,
            byoyomi,
        } => left
            .saturating_add(increment)
            .saturating_add(byoyomi.map_or(Duration::ZERO, |over| over.period)),
    };
    let begun = match request.clock {
        Clock::Wall => request.started,
        _ => now,
    };
    most <= GRACE + SHORT_OF || begun.saturating_add(most) <= until.saturating_add(SHORT_OF)
}
