//! What matches need to know of our games.

use std::fmt::Write as _;
use std::time::Duration;

use crate::app::solve::problem::Problems;
use crate::arena::ground::{Fairness, Ground, Judge, Told};
use crate::arena::limit::TimeRule;
use crate::base::clock::Clock;
use crate::base::stop::StopToken;
use crate::connect4::player::Brightsword as Dropper;
use crate::connect4::rules::bits::Bits as _;
use crate::connect4::rules::position::{Connect4, Move as Drop, Position as Grid};
use crate::connect4::rules::size::Size;
use crate::game::level::Strength;
use crate::game::player::{Certainty, Goal, Job, Player, Report};
use crate::game::{Game, Outcome, Side, Spelling};
use crate::othello::player::Brightsword;
use crate::othello::rules::moves::Move;
use crate::othello::rules::position::{Othello, Position};
use crate::othello::rules::symmetry;
use crate::search::limits::Limits;

/// An opening is fair to this depth, in plies.
const FAIR_DEPTH: u32 = 4;
/// And within so much, in hundredths of a disc.
const FAIR_SCORE: i32 = 600;
/// Tables of the judge, in MiB.
const JUDGE_HASH: usize = 16;
/// What the judge cannot find out within so many nodes, some seconds, is left to the players.
const JUDGE_NODES: u64 = 50_000_000;

fn job<G: Game>(at: &G::Position, limits: Limits) -> Job<G> {
    let clock = Clock::Wall;
    let started = clock.now();
    Job {
        position: at.clone(),
        limits,
        goal: Goal::Score,
        clock,
        started,
        lines: 1,
        strength: Strength::FULL,
    }
}

fn think<G: Game>(
    player: &mut dyn Player<G>,
    at: &G::Position,
    limits: Limits,
) -> Option<Report<G::Move>> {
    player
        .think(&job(at, limits), &StopToken::new(), &mut |_| {})
        .report
}

/// Who wins by how much, told from the side to move: turned to the side that moves first.
fn exact<G: Problems>(outcome: impl Fn(i32) -> Outcome + Send + 'static) -> Judge<G> {
    let mut solver = G::solver(JUDGE_HASH, Limits::INFINITE, false);
    Box::new(move |at| {
        if let Some(outcome) = G::tournament_outcome(at) {
            return Some(outcome);
        }
        // A forced pass takes no search.
        let legal = G::legal_moves(at);
        let passed = match legal[..] {
            [only] if G::is_pass(only) => Some(G::play(at, only).ok()?),
            _ => None,
        };
        let at = passed.as_ref().unwrap_or(at);
        let report = think::<G>(solver.as_deref_mut()?, at, Limits::nodes(JUDGE_NODES))?;
        let score = report.score / 100;
        let first = if G::side(at) == Side::First {
            score
        } else {
            -score
        };
        (report.certainty == Certainty::Exact).then(|| outcome(first))
    })
}

fn seconds(time: Duration) -> String {
    let micros = time.as_micros();
    let (minutes, rest) = (micros / 60_000_000, micros % 60_000_000);
    let text = format!(
        "{minutes}:{:02}.{:03}",
        rest / 1_000_000,
        rest / 1_000 % 1_000
    );
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The clock of a side as GGF has it; none where it has no such clock.
fn ggf_clock(rule: TimeRule) -> Option<String> {
    match rule {
        TimeRule::Game { main, increment } => {
            Some(format!("{}/{}/0:00", seconds(main), seconds(increment)))
        }
        TimeRule::Byoyomi {
            main,
            periods,
            time,
        } => Some(format!(
            "{}/0:00/{}",
            seconds(main),
            seconds(time * periods)
        )),
        _ => None,
    }
}

/// A value of a tag: brackets cannot be quoted.
fn value(text: &str) -> String {
    let printable = |c: char| {
        if c == '[' || c == ']' || c == ';' || c.is_control() {
            '_'
        } else {
            c
        }
    };
    text.chars().map(printable).collect()
}

impl Ground for Othello {
    const OPENING_PLIES: usize = 8;
    const GAMES_FILE: &'static str = "games.ggf";

    fn empties(at: &Position) -> u32 {
        at.board.empties()
    }

    fn images(at: &Position) -> Vec<Position> {
        (0..8)
            .map(|image| Position {
                board: at.board.symmetric(image),
                side: at.side,
            })
            .collect()
    }

    fn move_images(mv: Move) -> Vec<Move> {
        let turned = |image| match mv.square() {
            Some(square) => Move::on(symmetry::apply(image, 1 << square).trailing_zeros() as usize),
            None => mv,
        };
        (0..8).map(turned).collect()
    }

    fn fairness() -> Fairness<Self> {
        let mut player = Brightsword::new(1);
        Box::new(move |at| {
            let report = think::<Self>(&mut player, at, Limits::depth(FAIR_DEPTH));
            report.is_none_or(|report| report.score.abs() <= FAIR_SCORE)
        })
    }

    fn judge() -> Judge<Self> {
        exact::<Self>(|first| {
            let half = |discs: i32| u32::try_from(i32::midpoint(64, discs)).unwrap_or(0);
            Outcome {
                first: half(first),
                second: half(-first),
            }
        })
    }

    fn write_game(game: &Told<'_, Self>) -> String {
        let [black, white] = game.names.map(value);
        let mut text = format!("(;GM[Othello]PC[Brightsword]PB[{black}]PW[{white}]");
        let result = game
            .result
            .map_or("?".to_owned(), |result| format!("{result:+}.00"));
        let _ = write!(text, "RE[{result}]");
        for (tag, rule) in ["TB", "TW"].into_iter().zip(game.rules) {
            if let Some(clock) = ggf_clock(rule) {
                let _ = write!(text, "{tag}[{clock}]");
            }
        }
        let cells = game.start.cells().replace('X', "*");
        let side = if game.start.side == Side::First {
            '*'
        } else {
            'O'
        };
        let _ = write!(text, "TY[8]BO[8 {cells} {side}]");
        let mut at = *game.start;
        for (number, &mv) in game.moves.iter().enumerate() {
            let tag = if at.side == Side::First { 'B' } else { 'W' };
            let shown = Self::show_move(mv, Spelling::Capitals);
            let used = number
                .checked_sub(game.given)
                .and_then(|index| game.used.get(index));
            match used {
                Some(used) => drop(write!(text, "{tag}[{shown}//{:.3}]", used.as_secs_f64())),
                None => drop(write!(text, "{tag}[{shown}]")),
            }
            let Ok(next) = Self::play(&at, mv) else { break };
            at = next;
        }
        if !game.comment.is_empty() {
            let _ = write!(text, "CO[{}]", value(game.comment));
        }
        text + ";)"
    }
}

/// The board with its columns in reverse.
fn mirrored<S: Size>(at: &Grid<S>) -> Grid<S> {
    let text = Connect4::<S>::show_position(at);
    let (board, side) = text.rsplit_once(' ').unwrap_or((&text, ""));
    let rows: Vec<String> = board
        .split('/')
        .map(|row| row.chars().rev().collect())
        .collect();
    let text = format!("{} {side}", rows.join("/"));
    Connect4::<S>::read_position(text.as_bytes()).unwrap_or(*at)
}

impl<S: Size> Ground for Connect4<S> {
    const OPENING_PLIES: usize = 4;
    const GAMES_FILE: &'static str = "games.txt";

    fn empties(at: &Grid<S>) -> u32 {
        at.board.empty().count()
    }

    fn images(at: &Grid<S>) -> Vec<Grid<S>> {
        vec![*at, mirrored(at)]
    }

    fn move_images(mv: Drop) -> Vec<Drop> {
        vec![mv, Drop::into_column(S::WIDTH - 1 - mv.column())]
    }

    /// Nobody wins by force within a few plies.
    fn fairness() -> Fairness<Self> {
        let mut player = Dropper::new(1);
        Box::new(move |at| {
            let report = think::<Self>(&mut player, at, Limits::depth(FAIR_DEPTH));
            report.is_none_or(|report| report.certainty == Certainty::Estimate)
        })
    }

    fn judge() -> Judge<Self> {
        exact::<Self>(|first| Outcome {
            first: u32::from(first > 0),
            second: u32::from(first < 0),
        })
    }

    /// Names, result, start, moves as columns and the comment, with a bar between them.
    fn write_game(game: &Told<'_, Self>) -> String {
        let value = |text: &str| text.replace(['|', '\n', '\r'], "_");
        let [red, blue] = game.names.map(value);
        let result = match game.result {
            Some(1..) => "1-0",
            Some(0) => "1/2-1/2",
            Some(_) => "0-1",
            None => "*",
        };
        let start = if *game.start == Self::start() {
            "start".to_owned()
        } else {
            Self::show_position(game.start)
        };
        let moves: String = game
            .moves
            .iter()
            .map(|&mv| Self::show_move(mv, Spelling::Square))
            .collect();
        format!(
            "{red} | {blue} | {result} | {start} | {moves} | {}",
            value(game.comment)
        )
    }
}
