//! The protocol of the `NBoard` GUI, as the GUI speaks it.

use std::marker::PhantomData;

use super::{Await, Beginning, Heard, Made, Question, Step, Tongue};
use crate::arena::ground::{Ground, Told};
use crate::arena::limit::{Limit, TimeRule};
use crate::game::{Game, Spelling};

/// The language.
#[derive(Debug)]
pub struct Nboard<G> {
    pings: u64,
    game: PhantomData<fn() -> G>,
}

impl<G> Default for Nboard<G> {
    fn default() -> Self {
        Self {
            pings: 7_000,
            game: PhantomData,
        }
    }
}

impl<G: Game> Nboard<G> {
    fn ping(&mut self) -> Step {
        self.pings += 1;
        Step::new(
            format!("ping {}", self.pings),
            Await::Line(format!("pong {}", self.pings)),
        )
    }
}

impl<G: Ground> Tongue<G> for Nboard<G> {
    fn greet(&mut self) -> Vec<Step> {
        vec![Step::new("nboard 2", Await::Nothing), self.ping()]
    }

    fn declared(&self) -> Vec<String> {
        Vec::new()
    }

    fn set(&mut self, name: &str, value: &str, loose: bool) -> Result<Vec<Step>, String> {
        if loose || name == "contempt" {
            Ok(vec![
                Step::new(format!("set {name} {value}"), Await::Nothing),
                self.ping(),
            ])
        } else {
            Err(format!(
                "the NBoard protocol has no option `{name}`: expected contempt"
            ))
        }
    }

    fn objection(&self, limit: &Limit) -> Option<String> {
        let time = !matches!(limit.time, TimeRule::Unlimited | TimeRule::Game { .. });
        let bad = time || limit.nodes.is_some();
        bad.then(|| {
            "the NBoard protocol knows only a depth and a game clock with an increment".to_owned()
        })
    }

    fn takes_positions(&self) -> bool {
        true
    }

    fn begin(&mut self, game: &Beginning<'_, G>) -> Vec<Step> {
        let told = Told {
            start: game.start,
            moves: game.given,
            given: game.given.len(),
            names: game.names,
            result: None,
            rules: game.clocks.map(|clock| clock.rule()),
            used: &[],
            comment: "",
        };
        let mut steps = vec![Step::new(
            format!("set game {}", G::write_game(&told)),
            Await::Nothing,
        )];
        if let Some(depth) = game.limit.depth {
            steps.push(Step::new(format!("set depth {depth}"), Await::Nothing));
        }
        steps.push(self.ping());
        steps
    }

    fn made(&mut self, made: &Made<'_, G>) -> Vec<Step> {
        let mv = G::show_move(made.mv, Spelling::Capitals);
        let seconds = made.used.as_secs_f64();
        vec![Step::new(
            format!("move {mv}//{seconds:.3}"),
            Await::Nothing,
        )]
    }

    fn ask(&mut self, _: &Question<'_, G>) -> (Vec<Step>, Step) {
        (vec![self.ping()], Step::new("go", Await::Move(0)))
    }

    /// A ping stops a search.
    fn stop(&self) -> Option<&'static str> {
        None
    }

    fn sync(&mut self) -> Step {
        self.ping()
    }

    fn hear(&mut self, due: &Await, line: &[u8]) -> Heard {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        match (text.strip_prefix("==="), due) {
            (Some(rest), Await::Move(_)) => {
                let mv = rest
                    .split(['/', ' '])
                    .find(|word| !word.is_empty())
                    .unwrap_or_default();
                Heard::Move(mv.as_bytes().to_vec())
            }
            (Some(_), _) => Heard::Stray,
            (None, Await::Line(wanted)) if text == wanted => Heard::Reply,
            _ => Heard::Noise,
        }
    }

    fn read(&self, text: &[u8]) -> Option<G::Move> {
        // Any beginning of PASS will do.
        let pass =
            !text.is_empty() && text.len() <= 4 && b"PASS".starts_with(&text.to_ascii_uppercase());
        G::read_move(if pass { b"pass" } else { text }).ok()
    }
}
