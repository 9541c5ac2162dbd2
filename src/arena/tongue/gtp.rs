//! The Go Text Protocol in the form that engines of this kind speak, as a controller speaks it.

use std::time::Duration;

use super::{Await, Beginning, Heard, Made, Question, Step, Tongue, index};
use crate::arena::clock::Clock;
use crate::arena::limit::{Limit, TimeRule};
use crate::game::{Game, Side, Spelling};

/// The language, with what the engine has said of itself.
#[derive(Debug)]
pub struct Gtp {
    /// Passes are told; otherwise the engine notices them by who is to move.
    explicit_passes: bool,
    number: u64,
    commands: Vec<String>,
    /// The number of a reply of several lines that is being read.
    open: Option<u64>,
}

/// Our own command for a depth, by which our engine is known too.
const DEPTH: &str = "brightsword-depth";

const COLOURS: [&str; 2] = ["black", "white"];

/// So many numbers are skipped for each conversation, so that no banner can know them.
const FIRST_NUMBER: u64 = 1000;

impl Gtp {
    /// A conversation with an engine that is told passes, or is not.
    pub fn new(explicit_passes: bool) -> Self {
        Self {
            explicit_passes,
            number: FIRST_NUMBER,
            commands: Vec::new(),
            open: None,
        }
    }

    fn numbered(&mut self, command: impl AsRef<str>) -> Step {
        self.number += 1;
        Step::new(
            format!("{} {}", self.number, command.as_ref()),
            Await::Numbered(self.number),
        )
    }

    /// Whether the engine is our own, which understands more than the language demands.
    fn is_ours(&self) -> bool {
        self.commands.iter().any(|command| command == DEPTH)
    }

    /// Seconds, rounded down: whole ones, one at least unless there is nothing, as the language has it. Our own engine understands
    /// milliseconds.
    fn seconds(&self, time: Duration) -> String {
        if time.is_zero() {
            "0".to_owned()
        } else if self.is_ours() {
            let millis = time.as_millis().max(1);
            format!("{}.{:03}", millis / 1000, millis % 1000)
        } else {
            time.as_secs().max(1).to_string()
        }
    }

    fn time_settings(&mut self, rule: TimeRule) -> Option<Step> {
        let (main, period, stones) = match rule {
            TimeRule::Unlimited => return None,
            TimeRule::Move(time) => (Duration::ZERO, time, 1),
            TimeRule::Game { main, .. } => (main, Duration::ZERO, 0),
            TimeRule::Period { moves, time } => (Duration::ZERO, time, moves),
            TimeRule::Byoyomi { main, time, .. } => (main, time, 1),
        };
        let (main, period) = (self.seconds(main), self.seconds(period));
        Some(self.numbered(format!("time_settings {main} {period} {stones}")))
    }

    fn time_left(&mut self, side: Side, clock: &Clock) -> Option<Step> {
        let (time, stones) = match clock.rule() {
            TimeRule::Unlimited | TimeRule::Move(_) => return None,
            TimeRule::Period { .. } => (clock.left(), clock.count()),
            TimeRule::Byoyomi { time, .. } if clock.left().is_zero() => (time, 1),
            TimeRule::Game { .. } | TimeRule::Byoyomi { .. } => (clock.left(), 0),
        };
        let (colour, time) = (
            COLOURS[index(side)],
            self.seconds(time.max(Duration::from_millis(1))),
        );
        Some(self.numbered(format!("time_left {colour} {time} {stones}")))
    }

    fn play<G: Game>(&mut self, at: &G::Position, mv: G::Move) -> Option<Step> {
        if G::is_pass(mv) && !self.explicit_passes {
            return None;
        }
        let vertex = G::show_move_at(at, mv, Spelling::Vertex);
        Some(self.numbered(format!("play {} {vertex}", COLOURS[index(G::side(at))])))
    }
}

/// The mark, the number and the rest of a reply's first line. The blank that some put between mark and number will do.
fn reply(text: &str) -> Option<(bool, u64, &str)> {
    let good = text.starts_with('=');
    let rest = text.strip_prefix(['=', '?'])?.trim_start();
    let digits = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let (number, rest) = rest.split_at(digits);
    Some((good, number.parse().ok()?, rest.trim()))
}

impl<G: Game> Tongue<G> for Gtp {
    fn greet(&mut self) -> Vec<Step> {
        vec![
            self.numbered("protocol_version"),
            self.numbered("list_commands"),
        ]
    }

    fn declared(&self) -> Vec<String> {
        self.commands.clone()
    }

    /// An option is a command with its value: the language has none of its own.
    fn set(&mut self, name: &str, value: &str, loose: bool) -> Result<Vec<Step>, String> {
        if loose || self.commands.iter().any(|command| command == name) {
            Ok(vec![self.numbered(format!("{name} {value}"))])
        } else {
            Err(format!(
                "the engine lists no command `{name}`, and GTP knows no options"
            ))
        }
    }

    fn objection(&self, limit: &Limit) -> Option<String> {
        let depth = limit.depth.is_some() && !self.is_ours();
        if depth || limit.nodes.is_some() {
            let what = if depth { "depth" } else { "number of nodes" };
            return Some(format!(
                "GTP cannot tell this engine a {what}: expected a time, or `inf` and an option of its own"
            ));
        }
        None
    }

    fn takes_positions(&self) -> bool {
        false
    }

    fn begin(&mut self, game: &Beginning<'_, G>) -> Vec<Step> {
        let rows = G::rows(game.start);
        let size = rows.len().max(rows.first().map_or(0, Vec::len));
        let mut steps = vec![
            self.numbered(format!("boardsize {size}")),
            self.numbered("clear_board"),
        ];
        if let Some(depth) = game.limit.depth {
            steps.push(self.numbered(format!("{DEPTH} {depth}")));
        }
        steps.extend(self.time_settings(game.clocks[index(game.own)].rule()));
        let mut at = game.start.clone();
        for &mv in game.given {
            steps.extend(self.play::<G>(&at, mv));
            let Ok(next) = G::play(&at, mv) else { break };
            at = next;
        }
        steps
    }

    /// What the engine found it has played itself.
    fn made(&mut self, made: &Made<'_, G>) -> Vec<Step> {
        if made.found {
            return Vec::new();
        }
        self.play::<G>(made.at, made.mv).into_iter().collect()
    }

    fn ask(&mut self, question: &Question<'_, G>) -> (Vec<Step>, Step) {
        let side = G::side(question.at);
        let clock = &question.clocks[index(side)];
        let before = self.time_left(side, clock);
        let step = self.numbered(format!("genmove {}", COLOURS[index(side)]));
        let due = Await::Move(self.number);
        (before.into_iter().collect(), Step { due, ..step })
    }

    fn stop(&self) -> Option<&'static str> {
        None
    }

    fn sync(&mut self) -> Step {
        self.numbered("protocol_version")
    }

    fn hear(&mut self, due: &Await, line: &[u8]) -> Heard {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if let Some(open) = self.open {
            if text.is_empty() {
                self.open = None;
                return if *due == Await::Numbered(open) {
                    Heard::Reply
                } else {
                    Heard::Noise
                };
            }
            if open == FIRST_NUMBER + 2 {
                self.commands.push(text.to_owned());
            }
            return Heard::Noise;
        }
        let Some((good, number, rest)) = reply(text) else {
            return Heard::Noise;
        };
        match due {
            Await::Move(wanted) if *wanted == number && !good => Heard::Refused(text.to_owned()),
            Await::Move(wanted) if *wanted == number && rest.eq_ignore_ascii_case("resign") => {
                Heard::Resigns
            }
            Await::Move(wanted) if *wanted == number => Heard::Move(rest.as_bytes().to_vec()),
            Await::Numbered(wanted) if *wanted == number && !good => {
                Heard::Refused(text.to_owned())
            }
            // The list of commands is the one reply of many lines; the others are over with their first.
            Await::Numbered(wanted) if *wanted == number && number == FIRST_NUMBER + 2 => {
                self.open = Some(number);
                self.commands
                    .extend((!rest.is_empty()).then(|| rest.to_owned()));
                Heard::Noise
            }
            Await::Numbered(wanted) if *wanted == number => Heard::Reply,
            _ => Heard::Stray,
        }
    }

    fn read(&self, text: &[u8]) -> Option<G::Move> {
        G::read_move(text).ok()
    }
}
