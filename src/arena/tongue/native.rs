//! Our own language as a host speaks it, told in `protocol.md`.

use std::fmt::Write as _;

use super::{Await, Beginning, Heard, Made, Question, Step, Tongue, index, millis};
use crate::arena::clock::Clock;
use crate::arena::limit::{Limit, TimeRule};
use crate::game::{Game, Spelling};

/// The native language.
#[derive(Debug, Default)]
pub struct Native {
    pings: u64,
    options: Vec<[String; 3]>,
}

fn ok(line: impl Into<String>) -> Step {
    Step::new(line, Await::Line("ok".to_owned()))
}

/// The clock of the side to move, as `go` takes it.
fn clock_words(clock: &Clock) -> String {
    let left = millis(clock.left());
    match clock.rule() {
        TimeRule::Unlimited => String::new(),
        TimeRule::Move(time) => format!(" movetime {}", millis(time)),
        TimeRule::Game { increment, .. } => format!(" clock {left} inc {}", increment.as_millis()),
        TimeRule::Period { .. } => format!(" clock 0 byo {left} {}", clock.count()),
        TimeRule::Byoyomi { time, .. } if clock.left().is_zero() => {
            format!(" clock 0 byo {} 1", millis(time))
        }
        TimeRule::Byoyomi { time, .. } => format!(" clock {left} byo {} 1", millis(time)),
    }
}

impl<G: Game> Tongue<G> for Native {
    fn greet(&mut self) -> Vec<Step> {
        vec![
            Tongue::<G>::sync(self),
            Step::new("options", Await::Word("options")),
        ]
    }

    fn declared(&self) -> Vec<String> {
        self.options
            .iter()
            .map(|[name, value, range]| format!("{name} {value} {range}"))
            .collect()
    }

    fn set(&mut self, name: &str, value: &str, loose: bool) -> Result<Vec<Step>, String> {
        let known = self.options.iter().find(|option| option[0] == name);
        let Some([_, _, range]) = known else {
            let names: Vec<&str> = self
                .options
                .iter()
                .map(|option| option[0].as_str())
                .collect();
            return if loose {
                Ok(vec![ok(format!("option {name} {value}"))])
            } else {
                Err(format!(
                    "the engine declares no option `{name}`: expected one of {}",
                    names.join(", ")
                ))
            };
        };
        let fits = match range.split_once("..") {
            Some((least, most)) => {
                let number = |text: &str| text.parse::<i64>().ok();
                number(value).is_some_and(|value| {
                    number(least) <= Some(value) && Some(value) <= number(most)
                })
            }
            None => range.split('|').any(|word| word == value),
        };
        if fits || loose {
            Ok(vec![ok(format!("option {name} {value}"))])
        } else {
            Err(format!(
                "option `{name}`: expected {range}, found `{value}`"
            ))
        }
    }

    fn objection(&self, _: &Limit) -> Option<String> {
        None
    }

    fn takes_positions(&self) -> bool {
        true
    }

    fn begin(&mut self, game: &Beginning<'_, G>) -> Vec<Step> {
        let mut steps = vec![ok("new")];
        if *game.start != G::start() {
            steps.push(ok(format!("position {}", G::show_position(game.start))));
        }
        steps.extend(
            game.given
                .iter()
                .map(|&mv| ok(G::show_move(mv, Spelling::Square))),
        );
        steps
    }

    fn made(&mut self, made: &Made<'_, G>) -> Vec<Step> {
        vec![ok(G::show_move(made.mv, Spelling::Square))]
    }

    fn ask(&mut self, question: &Question<'_, G>) -> (Vec<Step>, Step) {
        let mut line = "go".to_owned();
        if let Some(depth) = question.limit.depth {
            let _ = write!(line, " depth {depth}");
        }
        if let Some(nodes) = question.limit.nodes {
            let _ = write!(line, " nodes {nodes}");
        }
        let clock = clock_words(&question.clocks[index(G::side(question.at))]);
        line += &clock;
        if line == "go" {
            line += " infinite";
        }
        (Vec::new(), Step::new(line, Await::Move(0)))
    }

    fn stop(&self) -> Option<&'static str> {
        Some("stop\n")
    }

    /// `stop` is answered before the ping of a search in hand, so a late answer cannot follow it.
    fn sync(&mut self) -> Step {
        self.pings += 1;
        let token = format!("arena-{}-{}", std::process::id(), self.pings);
        Step::new(
            format!("ping {token}"),
            Await::Line(format!("pong {token}")),
        )
    }

    fn hear(&mut self, due: &Await, line: &[u8]) -> Heard {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (word, due) {
            ("best", Await::Move(_)) => Heard::Move(rest.trim().as_bytes().to_vec()),
            ("best", _) => Heard::Stray,
            (_, Await::Line(wanted)) if text == wanted => Heard::Reply,
            ("options", Await::Word("options")) => {
                let words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
                self.options = words
                    .chunks_exact(3)
                    .map(|three| [0, 1, 2].map(|i| three[i].clone()))
                    .collect();
                Heard::Reply
            }
            ("error", due) if *due != Await::Nothing => Heard::Refused(text.to_owned()),
            _ => Heard::Noise,
        }
    }

    fn read(&self, text: &[u8]) -> Option<G::Move> {
        G::read_move(text).ok()
    }

    /// `ping` is answered at once, even while the engine thinks.
    fn owes_answer(&self) -> bool {
        true
    }
}
