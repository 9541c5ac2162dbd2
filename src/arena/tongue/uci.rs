//! The language of chess programs, as a host speaks it.

use std::fmt::Write as _;
use std::marker::PhantomData;

use super::{Await, Beginning, Heard, Made, Question, Step, Tongue, index, main_time, millis};
use crate::arena::limit::{Limit, TimeRule};
use crate::game::{Game, Spelling};

/// The option that says which game is meant.
const VARIANT: &str = "UCI_Variant";

/// The language, with the game as it will be told again before each move.
#[derive(Debug)]
pub struct Uci<G> {
    wanted: Option<String>,
    spelling: Spelling,
    /// What was said of each option behind its name.
    options: Vec<(String, String)>,
    position: String,
    any_move: bool,
    game: PhantomData<fn() -> G>,
}

/// The name of an option and what is said of it.
fn option(line: &str) -> Option<(String, String)> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    Some((name.to_owned(), rest.to_owned()))
}

/// The value that follows a key in the words of an option.
fn after<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    words
        .iter()
        .position(|word| *word == key)
        .and_then(|at| words.get(at + 1).copied())
}

fn all_after<'a>(words: &[&'a str], key: &str) -> Vec<&'a str> {
    words
        .windows(2)
        .filter(|two| two[0] == key)
        .map(|two| two[1])
        .collect()
}

impl<G: Game> Uci<G> {
    /// A conversation; of the names that the engine knows the game by, `variant` is used, if it is given.
    pub fn new(variant: Option<&str>) -> Self {
        let named = |name: &str| G::VARIANTS.iter().find(|entry| entry.0 == name);
        let spelling = variant
            .and_then(named)
            .or(G::VARIANTS.first())
            .map_or(Spelling::Square, |entry| entry.1);
        Self {
            wanted: variant.map(str::to_owned),
            spelling,
            options: Vec::new(),
            position: String::new(),
            any_move: false,
            game: PhantomData,
        }
    }

    fn ready() -> Step {
        Step::new("isready", Await::Line("readyok".to_owned()))
    }

    /// Which variant to ask for: the one that was wished for, else the first of the game's names that the engine lists.
    fn variant(&self) -> Option<&str> {
        let (_, said) = self.options.iter().find(|option| option.0 == VARIANT)?;
        let words: Vec<&str> = said.split_whitespace().collect();
        let listed = all_after(&words, "var");
        let known = G::VARIANTS
            .iter()
            .map(|entry| entry.0)
            .find(|name| listed.contains(name));
        self.wanted.as_deref().or(known)
    }

    fn add(&mut self, at: &G::Position, mv: G::Move) {
        if !std::mem::replace(&mut self.any_move, true) {
            self.position += " moves";
        }
        self.position.push(' ');
        self.position += &G::show_move_at(at, mv, self.spelling);
    }
}

impl<G: Game> Tongue<G> for Uci<G> {
    fn greet(&mut self) -> Vec<Step> {
        vec![
            Step::new("uci", Await::Line("uciok".to_owned())),
            Self::ready(),
        ]
    }

    fn declared(&self) -> Vec<String> {
        self.options
            .iter()
            .map(|(name, said)| format!("{name} {said}"))
            .collect()
    }

    fn set(&mut self, name: &str, value: &str, loose: bool) -> Result<Vec<Step>, String> {
        let step = || {
            let line = format!("setoption name {name} value {value}");
            vec![Step::new(line, Await::Nothing), Self::ready()]
        };
        if loose {
            return Ok(step());
        }
        let Some((_, said)) = self
            .options
            .iter()
            .find(|option| option.0.eq_ignore_ascii_case(name))
        else {
            let names: Vec<&str> = self
                .options
                .iter()
                .map(|option| option.0.as_str())
                .collect();
            return Err(format!(
                "the engine declares no option `{name}`: expected one of {}",
                names.join(", ")
            ));
        };
        let words: Vec<&str> = said.split_whitespace().collect();
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<i64>().ok());
        let fits = match words.first() {
            Some(&"spin") => number(Some(value)).is_some_and(|value| {
                number(after(&words, "min")).is_none_or(|least| least <= value)
                    && number(after(&words, "max")).is_none_or(|most| value <= most)
            }),
            Some(&"check") => value == "true" || value == "false",
            Some(&"combo") => all_after(&words, "var")
                .iter()
                .any(|word| word.eq_ignore_ascii_case(value)),
            _ => true,
        };
        if fits {
            Ok(step())
        } else {
            Err(format!("option `{name}`: expected {said}, found `{value}`"))
        }
    }

    fn objection(&self, _: &Limit) -> Option<String> {
        None
    }

    fn wrong_variant(&mut self) -> Option<String> {
        let wanted = self.wanted.clone()?;
        Tongue::<G>::set(self, VARIANT, &wanted, false).err()
    }

    fn takes_positions(&self) -> bool {
        true
    }

    fn begin(&mut self, game: &Beginning<'_, G>) -> Vec<Step> {
        let mut steps = Vec::new();
        if let Some(name) = self.variant().map(str::to_owned) {
            if let Some(entry) = G::VARIANTS.iter().find(|entry| entry.0 == name) {
                self.spelling = entry.1;
            }
            steps.push(Step::new(
                format!("setoption name {VARIANT} value {name}"),
                Await::Nothing,
            ));
        }
        steps.push(Step::new("ucinewgame", Await::Nothing));
        steps.push(Self::ready());
        self.any_move = false;
        self.position = if *game.start == G::start() {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", G::show_fen(game.start, self.spelling))
        };
        let mut at = game.start.clone();
        for &mv in game.given {
            self.add(&at, mv);
            let Ok(next) = G::play(&at, mv) else { break };
            at = next;
        }
        steps
    }

    fn made(&mut self, made: &Made<'_, G>) -> Vec<Step> {
        self.add(made.at, made.mv);
        Vec::new()
    }

    fn ask(&mut self, question: &Question<'_, G>) -> (Vec<Step>, Step) {
        let before = vec![
            Step::new(self.position.clone(), Await::Nothing),
            Self::ready(),
        ];
        let mut line = "go".to_owned();
        if let Some(depth) = question.limit.depth {
            let _ = write!(line, " depth {depth}");
        }
        if let Some(nodes) = question.limit.nodes {
            let _ = write!(line, " nodes {nodes}");
        }
        let own = &question.clocks[index(G::side(question.at))];
        match own.rule() {
            TimeRule::Unlimited => {}
            TimeRule::Move(time) => {
                let _ = write!(line, " movetime {}", millis(time));
            }
            rule => {
                for (clock, colour) in question.clocks.iter().zip(["w", "b"]) {
                    let (left, increment) = main_time(clock);
                    let _ = write!(
                        line,
                        " {colour}time {} {colour}inc {}",
                        millis(left),
                        increment.as_millis()
                    );
                }
                if matches!(rule, TimeRule::Period { .. }) {
                    let _ = write!(line, " movestogo {}", own.count());
                }
            }
        }
        if line == "go" {
            line += " infinite";
        }
        (before, Step::new(line, Await::Move(0)))
    }

    fn stop(&self) -> Option<&'static str> {
        Some("stop\n")
    }

    fn sync(&mut self) -> Step {
        Self::ready()
    }

    fn hear(&mut self, due: &Await, line: &[u8]) -> Heard {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if let Some(option) = option(text) {
            self.options.retain(|known| known.0 != option.0);
            self.options.push(option);
            return Heard::Noise;
        }
        let mut words = text.split_whitespace();
        match (words.next(), due) {
            (Some("bestmove"), Await::Move(_)) => {
                Heard::Move(words.next().unwrap_or_default().as_bytes().to_vec())
            }
            (Some("bestmove"), _) => Heard::Stray,
            (_, Await::Line(wanted)) if text == wanted => Heard::Reply,
            _ => Heard::Noise,
        }
    }

    fn read(&self, text: &[u8]) -> Option<G::Move> {
        G::read_word(text, self.spelling).ok()
    }

    fn owes_answer(&self) -> bool {
        true
    }
}
