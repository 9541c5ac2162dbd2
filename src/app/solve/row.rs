//! What is told of one position and of all of them, as text and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Number, json};

use super::problem::Problem;
use crate::game::player::{Certainty, Decision};
use crate::game::{Cell, Game, Side, Spelling};

/// What is to be found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Score,
    /// Only who wins.
    Outcome,
}

/// A score for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Score {
    /// In discs, proven.
    Exact(i32),
    /// 1, 0 or −1 for what is proven to be a win, a draw or a loss.
    Outcome(i32),
    /// In hundredths of a disc, estimated.
    Estimate(i32),
}

impl Score {
    fn hundredths(self) -> i32 {
        match self {
            Self::Exact(discs) | Self::Outcome(discs) => discs * 100,
            Self::Estimate(hundredths) => hundredths,
        }
    }

    /// Whole discs if proven, else with decimals.
    fn number(self) -> Option<Number> {
        match self {
            Self::Exact(discs) | Self::Outcome(discs) => Some(discs.into()),
            Self::Estimate(hundredths) => Number::from_f64(f64::from(hundredths) / 100.0),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Exact(discs) => format!("{discs:+}"),
            Self::Outcome(1..) => "win".to_owned(),
            Self::Outcome(0) => "draw".to_owned(),
            Self::Outcome(_) => "loss".to_owned(),
            Self::Estimate(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0),
        }
    }

    /// How much this is above what was expected.
    fn minus(self, discs: i32) -> Self {
        match self {
            Self::Exact(found) => Self::Exact(found - discs),
            Self::Outcome(found) => Self::Outcome(found - discs.signum()),
            Self::Estimate(found) => Self::Estimate(found - discs * 100),
        }
    }
}

/// The result of one position.
pub(super) struct Row {
    number: usize,
    board: String,
    side: &'static str,
    empties: usize,
    score: Option<Score>,
    mv: Option<String>,
    line: Vec<String>,
    nodes: u64,
    seconds: Duration,
    cpu: Duration,
    expected: Option<i32>,
    regret: Option<i32>,
}

/// The JSON form: exactly these keys, in this order.
#[derive(Serialize)]
struct JsonRow<'a> {
    n: usize,
    board: &'a str,
    side: &'static str,
    empties: usize,
    score: Option<Number>,
    r#move: Option<&'a str>,
    pv: Option<&'a [String]>,
    nodes: u64,
    seconds: f64,
    cpu: f64,
    exact: bool,
    expected: Option<i32>,
    error: Option<Number>,
    regret: Option<i32>,
}

impl Row {
    fn new<G: Game>(number: usize, problem: &Problem<G>) -> Self {
        let text = G::show_position(&problem.position);
        let (board, _) = text.rsplit_once(' ').unwrap_or((&text, ""));
        let cells = G::rows(&problem.position).into_iter().flatten();
        Self {
            number,
            board: board.to_owned(),
            side: match G::side(&problem.position) {
                Side::First => "X",
                Side::Second => "O",
            },
            empties: cells.filter(|&cell| cell == Cell::Empty).count(),
            score: None,
            mv: None,
            line: Vec::new(),
            nodes: 0,
            seconds: Duration::ZERO,
            cpu: Duration::ZERO,
            expected: problem.score,
            regret: None,
        }
    }

    /// A finished game needs no search: its score is on the board.
    pub(super) fn of_finished_game<G: Game>(
        number: usize,
        problem: &Problem<G>,
        wanted: Wanted,
    ) -> Self {
        let score = G::final_score(&problem.position).map(|score| score / 100);
        Self {
            score: score.map(|score| match wanted {
                Wanted::Score => Score::Exact(score),
                Wanted::Outcome => Score::Outcome(score.signum()),
            }),
            ..Self::new(number, problem)
        }
    }

    /// What the player found.
    pub(super) fn of_decision<G: Game>(
        number: usize,
        problem: &Problem<G>,
        wanted: Wanted,
        decision: Decision<G::Move>,
        seconds: Duration,
        cpu: Duration,
    ) -> Self {
        let listed = |mv: G::Move| {
            let found = problem.moves.iter().find(|(listed, _)| *listed == mv);
            found.map(|&(_, score)| score)
        };
        let best = problem.moves.iter().map(|&(_, score)| score).max();
        let chosen = decision.mv.and_then(listed);
        let shown = |mv| G::show_move(mv, Spelling::Square);
        let mut row = Self {
            mv: decision.mv.map(shown),
            line: decision.mv.into_iter().map(shown).collect(),
            regret: best.zip(chosen).map(|(best, chosen)| best - chosen),
            seconds,
            cpu,
            ..Self::new(number, problem)
        };
        if let Some(report) = decision.report {
            row.score = Some(match (report.certainty, wanted) {
                (Certainty::Exact, Wanted::Score) => Score::Exact(report.score / 100),
                (Certainty::Exact | Certainty::Outcome, Wanted::Outcome) => {
                    Score::Outcome(report.score.signum())
                }
                (Certainty::Estimate | Certainty::Outcome, _) => Score::Estimate(report.score),
            });
            row.nodes = report.nodes;
            if !report.line.is_empty() {
                row.line = report.line.into_iter().map(shown).collect();
            }
        }
        row
    }

    /// Whether who wins is proven, at least.
    fn is_proven(&self) -> bool {
        matches!(self.score, Some(Score::Exact(_) | Score::Outcome(_)))
    }

    fn is_exact(&self) -> bool {
        matches!(self.score, Some(Score::Exact(_)))
    }

    fn error(&self) -> Option<Score> {
        let (score, expected) = self.score.zip(self.expected)?;
        Some(score.minus(expected))
    }

    /// Whether a proven result contradicts the file: by its score, or by a move that the file knows to be worse.
    fn is_wrong(&self) -> bool {
        let off = self.error().is_some_and(|error| error.hundredths() != 0);
        self.is_proven() && (off || self.regret.is_some_and(|regret| regret != 0))
    }

    pub(super) fn json(&self) -> String {
        let row = JsonRow {
            n: self.number,
            board: &self.board,
            side: self.side,
            empties: self.empties,
            score: self.score.and_then(Score::number),
            r#move: self.mv.as_deref(),
            pv: (!self.line.is_empty()).then_some(&self.line[..]),
            nodes: self.nodes,
            seconds: rounded(self.seconds),
            cpu: rounded(self.cpu),
            exact: self.is_exact(),
            expected: self.expected,
            error: self.error().and_then(Score::number),
            regret: self.regret,
        };
        serde_json::to_string(&row).unwrap_or_default()
    }

    pub(super) fn text(&self) -> String {
        let score = self.score.map_or("unknown".to_owned(), Score::text);
        let mv = self.mv.as_deref().unwrap_or("none");
        let mut text = format!(
            "{}: score {score} move {mv} empties {} nodes {} seconds {:.3}",
            self.number,
            self.empties,
            self.nodes,
            self.seconds.as_secs_f64()
        );
        // Writing to a string cannot fail.
        if let Some(expected) = self.expected {
            let _ = write!(text, " expected {expected:+}");
        }
        if let Some(regret) = self.regret {
            let _ = write!(text, " regret {regret}");
        }
        if self.is_wrong() {
            text.push_str(" WRONG");
        }
        if !self.line.is_empty() {
            text.push_str(" pv");
            for mv in &self.line {
                let _ = write!(text, " {mv}");
            }
        }
        text
    }
}

fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// A mean in the making.
#[derive(Debug, Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| (self.sum / f64::from(self.count) * 1e4).round() / 1e4)
    }
}

/// What all positions come to.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) positions: usize,
    pub(super) wrong: usize,
    pub(super) bad_lines: usize,
    /// Whether the text has the means of nodes and time.
    means: bool,
    nodes: u64,
    seconds: Duration,
    cpu: Duration,
    error: Mean,
    regret: Mean,
}

impl Totals {
    /// Nothing so far.
    pub(super) fn new(means: bool) -> Self {
        Self {
            means,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, row: &Row) {
        self.positions += 1;
        self.wrong += usize::from(row.is_wrong());
        self.nodes += row.nodes;
        self.seconds += row.seconds;
        self.cpu += row.cpu;
        if let Some(error) = row.error() {
            self.error
                .add(f64::from(error.hundredths().unsigned_abs()) / 100.0);
        }
        if let Some(regret) = row.regret {
            self.regret.add(f64::from(regret));
        }
    }

    pub(super) fn json(&self) -> String {
        json!({ "total": {
            "positions": self.positions,
            "nodes": self.nodes,
            "seconds": rounded(self.seconds),
            "cpu": rounded(self.cpu),
            "mean_error": self.error.value(),
            "mean_regret": self.regret.value(),
            "wrong": self.wrong,
            "bad_lines": self.bad_lines,
        }})
        .to_string()
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "total: positions {} nodes {} seconds {:.3} cpu {:.3}",
            self.positions,
            self.nodes,
            self.seconds.as_secs_f64(),
            self.cpu.as_secs_f64()
        );
        if self.means && self.positions > 0 {
            let count = f64::from(u32::try_from(self.positions).unwrap_or(u32::MAX));
            #[expect(clippy::cast_precision_loss, reason = "a mean to be read")]
            let nodes = self.nodes as f64 / count;
            let cpu = self.cpu.as_secs_f64() * 1e3 / count;
            let _ = write!(text, " mean nodes {nodes:.0} mean cpu {cpu:.3} ms");
        }
        if let Some(error) = self.error.value() {
            let _ = write!(text, " mean absolute error {error}");
        }
        if let Some(regret) = self.regret.value() {
            let _ = write!(text, " mean regret {regret}");
        }
        if self.error.count > 0 || self.regret.count > 0 {
            let _ = write!(text, " wrong {}", self.wrong);
        }
        if self.bad_lines > 0 {
            let _ = write!(text, " bad lines {}", self.bad_lines);
        }
        text
    }
}
