//! Which language is spoken: the first line decides, so that the same command line works everywhere.

use std::time::Duration;

use super::dialect::{Dialect, Flow, Turn};
use super::line::Text;
use super::outbox::Outbox;
use super::words::word;
use crate::base::snippet::Snippet;
use crate::session::desk::{Desk, News};

/// A language that can be chosen.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    /// Its name on the command line.
    pub name: &'static str,
    /// Whether a conversation in it begins with this line. No two languages may claim the same line.
    pub speaks: fn(&[u8]) -> bool,
    /// Whether the game on the desk can be spoken about in it.
    pub suits: fn(&dyn Desk) -> bool,
    /// Begins a conversation.
    pub begin: fn() -> Box<dyn Dialect>,
}

/// First words of conversations in languages that nobody here speaks. Whoever begins so would not understand what is
/// wrong with a move.
const FOREIGN: [&[u8]; 17] = [
    b"xboard",
    b"protover",
    b"accepted",
    b"feature",
    b"cecp",
    b"usi",
    b"ucci",
    b"ugi",
    b"uai",
    b"uqi",
    b"gui",
    b"tty",
    b"GET",
    b"POST",
    b"HEAD",
    b"PUT",
    b"OPTIONS",
];

/// How a line begins that says nothing: GTP ignores it, in the other languages no line begins so.
const COMMENT: &[u8] = b"#";

fn is_foreign(line: &[u8]) -> bool {
    word(line).is_ok_and(|(_, first)| FOREIGN.contains(&first))
}

/// A conversation whose language is not known before its first line.
pub struct Choice {
    offers: &'static [Offer],
    /// What goes on where no language claims the first line.
    fallback: &'static Offer,
    chosen: Option<Box<dyn Dialect>>,
}

impl Choice {
    /// Waits for the first line to choose among `offers`.
    pub fn new(offers: &'static [Offer], fallback: &'static Offer) -> Self {
        Self {
            offers,
            fallback,
            chosen: None,
        }
    }

    /// What to say to somebody who speaks none of the languages, or one that does not know the game.
    fn complaint(&self, line: &[u8], claimed: Option<&Offer>, desk: &dyn Desk) -> String {
        let first = word(line).map_or(line, |(_, first)| first);
        let wrong = match claimed {
            Some(offer) => format!(
                "protocol {} is not for the game {}",
                offer.name,
                desk.game()
            ),
            None => "unknown protocol".to_owned(),
        };
        format!(
            "error {wrong}: expected the first line of one of {}, found `{}`\n",
            suitable(self.offers, desk).join(", "),
            Snippet::new(first)
        )
    }
}

/// The names of the languages in which the game on the desk can be spoken about.
pub fn suitable(offers: &[Offer], desk: &dyn Desk) -> Vec<&'static str> {
    let suitable = offers.iter().filter(|offer| (offer.suits)(desk));
    suitable.map(|offer| offer.name).collect()
}

/// The language of this first line, if one claims it.
pub fn claimed<'a>(offers: &'a [Offer], line: &[u8]) -> Option<&'a Offer> {
    offers.iter().find(|offer| (offer.speaks)(line))
}

impl Dialect for Choice {
    fn turn(&self, line: &[u8]) -> Turn {
        let chosen = self.chosen.as_ref();
        chosen.map_or(Turn::InOrder, |dialect| dialect.turn(line))
    }

    fn line(
        &mut self,
        line: &Text,
        started: Duration,
        desk: &mut dyn Desk,
        out: &mut Outbox,
    ) -> Flow {
        if let Some(dialect) = &mut self.chosen {
            return dialect.line(line, started, desk, out);
        }
        let (Text::Bytes(bytes) | Text::TooLong(bytes)) = line;
        if bytes.starts_with(COMMENT) {
            return Flow::On;
        }
        let claimed = claimed(self.offers, bytes);
        let offer = claimed.filter(|offer| (offer.suits)(desk));
        log::info!("the language is {}", offer.unwrap_or(self.fallback).name);
        let mut dialect = (offer.unwrap_or(self.fallback).begin)();
        let flow = match line {
            Text::Bytes(bytes) if offer.is_none() && (claimed.is_some() || is_foreign(bytes)) => {
                out.send(self.complaint(bytes, claimed, desk).as_bytes());
                Flow::On
            }
            _ => dialect.line(line, started, desk, out),
        };
        self.chosen = Some(dialect);
        flow
    }

    fn news(&mut self, news: News, desk: &mut dyn Desk, out: &mut Outbox) {
        // There is no search before the first line.
        if let Some(dialect) = &mut self.chosen {
            dialect.news(news, desk, out);
        }
    }

    fn closing(&mut self, desk: &mut dyn Desk, out: &mut Outbox) {
        if let Some(dialect) = &mut self.chosen {
            dialect.closing(desk, out);
        }
    }
}
