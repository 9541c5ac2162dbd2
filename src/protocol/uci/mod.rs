//! A dialect like UCI, the language of chess programs, for match runners and for what was made for Fairy-Stockfish. How
//! squares and positions are written there is the game's business; here are only the verbs.

pub mod format;
pub mod parse;

use std::time::Duration;

use self::format::{Fact, Kind, Offered, Score, format};
use self::parse::{Command, Go, parse, words};
use super::dialect::{Dialect, Flow, Turn};
use super::line::{LONGEST, Text};
use super::outbox::Outbox;
use crate::base::clock::Clock;
use crate::base::snippet::Snippet;
use crate::game::player::Certainty;
use crate::game::{IllegalMove, Spelling};
use crate::search::limits::Limits;
use crate::session::desk::{Desk, News, Refusal, Request, Told};
use crate::session::options::Setting;

/// Most lines that can be asked for: more than any position has moves.
const MOST_LINES: usize = 64;
/// Names of our own options.
const THREADS: &str = "Threads";
const MULTI_PV: &str = "MultiPV";
const PONDER: &str = "Ponder";
const VARIANT: &str = "UCI_Variant";
/// What chess programs call the options of the session.
const USUAL_NAMES: [(&str, &str); 5] = [
    ("hash", "Hash"),
    ("overhead", "Move Overhead"),
    ("goal", "Goal"),
    ("level", "Level"),
    ("seed", "Seed"),
];

/// A conversation in UCI.
pub struct Uci {
    /// How moves and positions are written, once it was said; else as the game's usual name has it.
    chosen: Option<Spelling>,
    /// How many of the best moves are told of.
    lines: usize,
    /// Whether the expected reply is told with the move.
    ponder: bool,
    errand: Errand,
    /// A finished answer that `stop` has to be waited for.
    held: Option<Fact>,
    /// What was last told of the best line.
    told: Option<Told>,
    /// No more lines will come, so that nothing is waited for.
    closing: bool,
}

/// What the search in hand is for, that is, when its answer may be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Errand {
    /// As soon as it is there.
    Answer,
    /// Not before it is asked for.
    Analysis,
    /// Not before the opponent has moved. If it was the expected move, these are the limits.
    Ponder(Limits),
}

impl Default for Uci {
    fn default() -> Self {
        Self::new()
    }
}

impl Uci {
    /// A conversation with nothing said yet.
    pub fn new() -> Self {
        Self {
            chosen: None,
            lines: 1,
            ponder: false,
            errand: Errand::Answer,
            held: None,
            told: None,
            closing: false,
        }
    }

    fn spelling(&self, desk: &dyn Desk) -> Spelling {
        let usual = || desk.variants().first().map(|&(_, spelling)| spelling);
        self.chosen.or_else(usual).unwrap_or(Spelling::Square)
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
            Command::Uci => facts.push(Fact::Id(Self::options(desk))),
            Command::IsReady => facts.push(Fact::Ready),
            Command::NewGame => desk.new_game()?,
            Command::SetOption { name, value } => self.set_option(name, value, desk, facts)?,
            Command::Position { fen, moves } => self.position(fen, moves, desk, facts)?,
            Command::Go(go) => self.go(&go, started, desk, facts)?,
            Command::PonderHit => self.ponder_hit(started, desk, facts)?,
            Command::Show => {
                let fen = desk.fen(self.spelling(desk));
                facts.push(Fact::Picture(desk.picture(), fen));
            }
            // `stop` has had its effect when its turn comes: it interrupts, and the answer was given before it.
            Command::Stop | Command::Ignored | Command::Quit => {}
            Command::Unknown(line) => facts.push(Fact::Note(format!(
                "unknown command `{}`",
                Snippet::new(line)
            ))),
        }
        Ok(())
    }

    /// What can be set.
    fn options(desk: &dyn Desk) -> Vec<Offered> {
        let session = desk.options().into_iter().map(|setting| {
            let Setting { name, value, range } = setting;
            Offered {
                name: usual_name(name).to_owned(),
                value,
                kind: kind(&range),
            }
        });
        let variants = desk.variants();
        let spin = |name: &str, most: usize| Offered {
            name: name.to_owned(),
            value: "1".to_owned(),
            kind: Kind::Spin("1".to_owned(), most.to_string()),
        };
        let own = [
            spin(THREADS, 1),
            spin(MULTI_PV, MOST_LINES),
            Offered {
                name: PONDER.to_owned(),
                value: "false".to_owned(),
                kind: Kind::Check,
            },
            Offered {
                name: VARIANT.to_owned(),
                value: variants.first().map_or("", |(name, _)| name).to_owned(),
                kind: Kind::Combo(
                    variants
                        .iter()
                        .map(|(name, _)| (*name).to_owned())
                        .collect(),
                ),
            },
        ];
        session.chain(own).collect()
    }

    fn set_option(
        &mut self,
        name: &[u8],
        value: &[u8],
        desk: &mut dyn Desk,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        // Names do not care for the number of blanks either.
        let is = |own: &str| {
            let plain = |text| words(text).map(<[u8]>::to_ascii_lowercase);
            plain(name).eq(plain(own.as_bytes()))
        };
        let flag = || {
            let mut words = [("true", true), ("false", false)].into_iter();
            words
                .find(|(word, _)| is_word(word, value))
                .map(|(_, on)| on)
        };
        let done = if is(THREADS) {
            number(value).filter(|&count| count == 1).map(|_| ())
        } else if is(MULTI_PV) {
            let lines = number(value).filter(|count| (1..=MOST_LINES).contains(count));
            lines.map(|lines| self.lines = lines)
        } else if is(PONDER) {
            flag().map(|on| self.ponder = on)
        } else if is(VARIANT) {
            let mut variants = desk.variants().iter();
            let found = variants.find(|(name, _)| is_word(name, value));
            found.map(|&(_, spelling)| self.chosen = Some(spelling))
        } else {
            let settings = desk.options();
            let found = settings.iter().find(|at| is(usual_name(at.name)));
            match found {
                Some(setting) => {
                    // The session knows words in small letters; what is none of them is told as it came.
                    let word = setting.range.split('|').find(|word| is_word(word, value));
                    let value = word.map_or(value, str::as_bytes);
                    desk.set_option(setting.name.as_bytes(), value)?;
                }
                None => facts.push(Fact::Note(format!(
                    "unknown option `{}`",
                    Snippet::new(name)
                ))),
            }
            Some(())
        };
        if done.is_none() {
            facts.push(Fact::Note(format!(
                "bad value `{}` for option {}",
                Snippet::new(value),
                Snippet::new(name)
            )));
        }
        Ok(())
    }

    /// Goes to a position and as far along the moves as they are legal.
    fn position(
        &mut self,
        fen: Option<&[u8]>,
        moves: &[u8],
        desk: &mut dyn Desk,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        match fen {
            None => desk.set_start()?,
            Some(text) => desk.set_fen(text, self.spelling(desk))?,
        }
        for (number, mv) in words(moves).enumerate() {
            let Err(refusal) = self.play(mv, desk) else {
                continue;
            };
            let what = match refusal {
                Refusal::NotAMove(_) => "no move",
                _ => "illegal",
            };
            facts.push(Fact::Note(format!(
                "move {}, `{}`, is {what}: the list is cut there",
                number + 1,
                Snippet::new(mv)
            )));
            break;
        }
        Ok(())
    }

    /// Plays a move, after the pass that may have been left out before it.
    fn play(&self, mv: &[u8], desk: &mut dyn Desk) -> Result<(), Refusal> {
        let spelling = self.spelling(desk);
        let played = desk.play_word(mv, spelling);
        if !matches!(played, Err(Refusal::Illegal(IllegalMove::MustPass { .. }))) {
            return played;
        }
        let Some(pass) = desk.forced_pass(spelling) else {
            return played;
        };
        desk.play_word(pass.as_bytes(), spelling)?;
        desk.play_word(mv, spelling).inspect_err(|_| {
            // The pass stood there only for the sake of the move.
            let _ = desk.undo(1);
        })
    }

    fn go(
        &mut self,
        go: &Go<'_>,
        started: Duration,
        desk: &mut dyn Desk,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        if go.search_moves {
            let note = "searchmoves is not supported: all moves are searched";
            facts.push(Fact::Note(note.to_owned()));
        }
        if let Some(word) = go.skipped {
            let word = Snippet::new(word);
            facts.push(Fact::Note(format!("go: `{word}` is not understood")));
        }
        let limits = go.limits(desk.side());
        self.errand = if go.ponder {
            Errand::Ponder(limits)
        } else if go.is_infinite() {
            Errand::Analysis
        } else {
            Errand::Answer
        };
        let allowed = if go.ponder { Limits::INFINITE } else { limits };
        match self.think(allowed, started, desk) {
            Err(Refusal::Over) => {
                facts.extend(result(desk).map(Fact::Over));
                facts.push(Fact::Best {
                    mv: None,
                    ponder: None,
                });
                Ok(())
            }
            other => other,
        }
    }

    fn think(
        &mut self,
        limits: Limits,
        started: Duration,
        desk: &mut dyn Desk,
    ) -> Result<(), Refusal> {
        self.told = None;
        desk.go(Request {
            limits,
            goal: None,
            clock: Clock::Wall,
            started,
            lines: self.lines,
            at_level: self.errand != Errand::Analysis,
        })
    }

    /// The opponent has made the expected move: the time begins to run, and what was found stands in the table.
    fn ponder_hit(
        &mut self,
        started: Duration,
        desk: &mut dyn Desk,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        let Errand::Ponder(limits) = self.errand else {
            return Ok(());
        };
        self.errand = Errand::Answer;
        if desk.abandon() {
            return self.think(limits, started, desk);
        }
        facts.extend(self.held.take());
        Ok(())
    }

    /// The search is over.
    fn decided(&mut self, desk: &dyn Desk, facts: &mut Vec<Fact>) {
        let spelling = self.spelling(desk);
        let report = desk.report(1, spelling);
        if let Some(told) = report.clone().filter(|told| !self.is_known(told)) {
            facts.push(found(1, told, desk));
        }
        let mv = desk.chosen(spelling);
        let mut line = report.map(|told| told.line).unwrap_or_default().into_iter();
        let ponder = if self.ponder && line.next() == mv {
            line.next()
        } else {
            None
        };
        let best = Fact::Best { mv, ponder };
        if self.errand == Errand::Answer || self.closing {
            facts.push(best);
        } else {
            self.held = Some(best);
        }
    }

    /// Whether this was said already, but for what has been spent since.
    fn is_known(&self, told: &Told) -> bool {
        self.told.as_ref().is_some_and(|last| {
            (last.depth, last.score, last.certainty) == (told.depth, told.score, told.certainty)
                && last.line == told.line
        })
    }
}

/// Whether the value of an option is this word: capitals do not count.
fn is_word(word: &str, value: &[u8]) -> bool {
    value.eq_ignore_ascii_case(word.as_bytes())
}

/// The number that the value of an option is: digits and nothing else, as the session reads them too.
fn number(value: &[u8]) -> Option<usize> {
    let digits = value.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(value).ok().filter(|_| digits)?;
    text.parse().ok()
}

/// The name under which chess programs know an option of the session.
fn usual_name(name: &'static str) -> &'static str {
    let found = USUAL_NAMES.iter().find(|(own, _)| *own == name);
    found.map_or(name, |&(_, usual)| usual)
}

/// The kind of an option from its range, `LEAST..MOST` or `WORD|WORD`.
fn kind(range: &str) -> Kind {
    match range.split_once("..") {
        Some((least, most)) => Kind::Spin(least.to_owned(), most.to_owned()),
        None => Kind::Combo(range.split('|').map(str::to_owned).collect()),
    }
}

/// What a search has found, with the end that a proven score speaks of.
fn found(rank: usize, told: Told, desk: &dyn Desk) -> Fact {
    let mate = match told.certainty {
        Certainty::Estimate => None,
        Certainty::Outcome | Certainty::Exact => mate(told.score, desk),
    };
    Fact::Found { rank, told, mate }
}

/// In how many of its own moves the side to move wins if this score is proven; below zero if it loses.
fn mate(score: i32, desk: &dyn Desk) -> Option<i32> {
    let plies = i32::try_from(desk.plies_to_win(score)?).ok()?;
    Some(plies.saturating_add(1) / 2 * score.signum())
}

/// The result of a finished game for the side to move.
fn result(desk: &dyn Desk) -> Option<Score> {
    let score = desk.final_score()?;
    Some(mate(score, desk).map_or(Score::Hundredths(score), Score::Mate))
}

/// Writes what there is to say in one piece.
fn say(facts: &[Fact], out: &mut Outbox) {
    let text: String = facts.iter().map(format).collect();
    out.send(text.as_bytes());
}

/// When a command is dealt with. Whatever changes nothing need not wait.
fn turn(command: &Command<'_>) -> Turn {
    match command {
        Command::Position { .. } | Command::NewGame | Command::Stop => Turn::Interrupts,
        Command::SetOption { .. } | Command::Go(_) | Command::Show => Turn::InOrder,
        Command::Uci
        | Command::IsReady
        | Command::PonderHit
        | Command::Ignored
        | Command::Quit
        | Command::Unknown(_) => Turn::AtOnce,
    }
}

impl Dialect for Uci {
    fn turn(&self, line: &[u8]) -> Turn {
        parse(line).map_or(Turn::AtOnce, |command| turn(&command))
    }

    fn line(
        &mut self,
        line: &Text,
        started: Duration,
        desk: &mut dyn Desk,
        out: &mut Outbox,
    ) -> Flow {
        let mut facts = Vec::new();
        let command = match line {
            Text::Bytes(bytes) => parse(bytes).map_err(|misread| misread.to_string()),
            Text::TooLong(_) => Err(format!("line too long: expected at most {LONGEST} bytes")),
        };
        match command {
            Ok(Command::Quit) => return Flow::Quit,
            Ok(command) => {
                if turn(&command) != Turn::AtOnce {
                    facts.extend(self.held.take());
                }
                let done = self.decide(command, started, desk, &mut facts);
                facts.extend(done.err().map(|refusal| Fact::Note(refusal.to_string())));
            }
            Err(complaint) => facts.push(Fact::Note(complaint)),
        }
        say(&facts, out);
        Flow::On
    }

    fn news(&mut self, news: News, desk: &mut dyn Desk, out: &mut Outbox) {
        let mut facts = Vec::new();
        match news {
            News::Iteration { rank } => {
                if let Some(told) = desk.report(rank, self.spelling(desk)) {
                    if rank == 1 {
                        self.told = Some(told.clone());
                    }
                    facts.push(found(rank, told, desk));
                }
            }
            News::Decided => self.decided(desk, &mut facts),
        }
        say(&facts, out);
    }

    fn closing(&mut self, _desk: &mut dyn Desk, out: &mut Outbox) {
        self.closing = true;
        let held: Vec<Fact> = self.held.take().into_iter().collect();
        say(&held, out);
    }
}
