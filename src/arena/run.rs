//! A whole run: games are handed to tables, each with a thread of its own, and what comes back is told to whoever keeps it, one
//! game at a time and on one thread.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::engine::{Fault, Patience, Spec, StartFault, Stop};
use super::ground::Ground;
use super::opening::Opening;
use super::record::{GameRecord, Reason};
use super::referee::{Fixture, House, play};
use super::schedule::Pair;
use super::table::Table;
use super::transcript::Transcript;
use super::warden::Warden;

/// What is to be played, by whom, and how.
pub struct Plan<G: Ground> {
    /// The engines.
    pub specs: Arc<Vec<Spec>>,
    /// Times that hold for all of them.
    pub patience: Patience,
    /// The pairs in their order. Game 2n+1 and 2n+2 are those of pair n, counted from 0.
    pub pairs: Vec<Pair>,
    /// The openings that they name, turned as they are to be played.
    pub openings: Vec<Opening<G>>,
    /// Games at once.
    pub tables: usize,
    /// Engines are asked for forced passes too.
    pub ask_passes: bool,
    /// Exact results from so few empty cells on.
    pub solve: Option<u32>,
    /// Where all lines are noted.
    pub transcript: Option<Transcript>,
    /// Failures of one engine that stop the run.
    pub most_failures: usize,
}

/// What happens in a run.
#[derive(Debug)]
pub enum News {
    /// An engine is there, and has declared so much.
    Ready(usize, Vec<String>),
    /// A game has ended; void ones too.
    Game(Box<GameRecord>),
}

/// Why a run ended.
#[derive(Debug)]
pub enum Ending {
    /// All games are played, or whoever listens had enough.
    Complete,
    /// An engine could not be started: nothing was played.
    NotStarted(String),
    /// An engine failed too often.
    Failures(usize),
    /// It was asked to stop.
    Interrupted,
    /// What happened could not be kept.
    Unkept(io::Error),
}

/// Whether to go on after some news.
pub type Verdict = io::Result<bool>;

enum Word {
    Started(usize, Vec<(usize, Vec<String>)>),
    NotStarted(String),
    Game(Box<GameRecord>),
}

/// The games of a plan that are still to be played.
type Todo = Mutex<VecDeque<usize>>;

/// Plays all games of the plan whose numbers are not in `done`. `tell` hears all news; when it says so, no new games are begun.
pub fn run<G: Ground>(
    plan: &Plan<G>,
    done: &[GameRecord],
    warden: &Warden,
    stop: &Stop,
    tell: &mut dyn FnMut(News) -> Verdict,
) -> Ending {
    let counted = done.iter().filter(|record| record.counts());
    let played: HashSet<usize> = counted.map(|record| record.game).collect();
    let todo: VecDeque<usize> = (1..=plan.pairs.len() * 2)
        .filter(|game| !played.contains(game))
        .collect();
    if todo.is_empty() {
        return Ending::Complete;
    }
    let tables = plan.tables.min(todo.len()).max(1);
    let todo: Todo = Mutex::new(todo);
    let (word, words) = channel();
    std::thread::scope(|scope| {
        let mut gates = Vec::new();
        for number in 0..tables {
            let (gate, opened) = channel();
            gates.push(gate);
            let (word, todo) = (word.clone(), &todo);
            scope.spawn(move || at_table(plan, number, todo, warden, stop, &word, &opened));
        }
        drop(word);
        let ending = lead(plan, tables, done, &words, &gates, stop, tell);
        drop(gates);
        // Whatever the reason, nobody is left waiting.
        if !matches!(ending, Ending::Complete) {
            stop.ask(Stop::AT_ONCE);
        }
        ending
    })
}

/// One table's work: start everybody, wait for the others, play while there are games.
fn at_table<G: Ground>(
    plan: &Plan<G>,
    number: usize,
    todo: &Todo,
    warden: &Warden,
    stop: &Stop,
    word: &Sender<Word>,
    opened: &Receiver<()>,
) {
    let mut table = Table::<G>::new(
        Arc::clone(&plan.specs),
        plan.patience,
        warden.clone(),
        stop.clone(),
        plan.transcript.clone(),
    );
    let mut declared = Vec::new();
    for (who, spec) in plan.specs.iter().enumerate() {
        if let Err(fault) = table.start(who) {
            let text = match fault {
                // Whoever asked for that knows why; nothing is wrong with the engine.
                StartFault::Hello(Fault::Stopped) => return,
                StartFault::Hello(fault) => {
                    start_text(&spec.name, &fault.to_string(), &table.errors(who))
                }
                other => format!("engine `{}`: {other}", spec.name),
            };
            let _ = word.send(Word::NotStarted(text));
            return;
        }
        let elsewhere = plan
            .openings
            .iter()
            .any(|opening| opening.start != G::start());
        if elsewhere && !table.takes_positions(who) {
            let text = format!(
                "engine `{}` speaks {}, which cannot set up positions: expected openings as moves from the start",
                spec.name,
                spec.language.name()
            );
            let _ = word.send(Word::NotStarted(text));
            return;
        }
        declared.push((who, table.declared(who)));
    }
    if word.send(Word::Started(number, declared)).is_err() || opened.recv().is_err() {
        return;
    }
    let mut house = House {
        margin: plan.patience.margin,
        ask_passes: plan.ask_passes,
        solve: plan.solve,
        judge: plan.solve.map(|_| G::judge()),
    };
    while stop.level() == 0 {
        let next = todo
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop_front();
        let Some(game) = next else { break };
        let pair = plan.pairs[(game - 1) / 2];
        let players = if game % 2 == 1 {
            [pair.a, pair.b]
        } else {
            [pair.b, pair.a]
        };
        let opening = &plan.openings[pair.opening];
        let fixture = Fixture {
            game,
            pair: game.div_ceil(2),
            players,
            opening,
        };
        let record = play(&mut table, &plan.specs, &mut house, &fixture);
        if record.reason == Reason::Void || record.reason == Reason::VoidBoth {
            todo.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push_front(game);
        }
        if word.send(Word::Game(Box::new(record))).is_err() {
            break;
        }
    }
}

fn start_text(name: &str, fault: &str, errors: &[String]) -> String {
    let last = errors.last().map_or(String::new(), |line| {
        format!(" (its standard error ends with `{line}`)")
    });
    format!("engine `{name}` did not start: {fault}{last}")
}

/// Opens the gates when everybody is there, and then keeps the books.
fn lead<G: Ground>(
    plan: &Plan<G>,
    tables: usize,
    done: &[GameRecord],
    words: &Receiver<Word>,
    gates: &[Sender<()>],
    stop: &Stop,
    tell: &mut dyn FnMut(News) -> Verdict,
) -> Ending {
    let mut failures = vec![0; plan.specs.len()];
    for record in done {
        count_failures(record, &mut failures);
    }
    let (mut ready, mut enough) = (0, false);
    for word in words {
        match word {
            Word::NotStarted(text) => return Ending::NotStarted(text),
            Word::Started(number, declared) => {
                ready += 1;
                for (who, declared) in declared.into_iter().filter(|_| number == 0) {
                    if let Err(error) = tell(News::Ready(who, declared)) {
                        return Ending::Unkept(error);
                    }
                }
                if ready == tables {
                    for gate in gates {
                        let _ = gate.send(());
                    }
                }
            }
            Word::Game(record) => {
                count_failures(&record, &mut failures);
                match tell(News::Game(record)) {
                    Err(error) => return Ending::Unkept(error),
                    Ok(true) => {}
                    // What is being played goes on to its end.
                    Ok(false) => {
                        enough = true;
                        stop.ask(Stop::WIND_DOWN);
                    }
                }
                if let Some(who) = failures
                    .iter()
                    .position(|&count| count >= plan.most_failures)
                {
                    return Ending::Failures(who);
                }
            }
        }
    }
    if ready < tables || (stop.level() > 0 && !enough) {
        Ending::Interrupted
    } else {
        Ending::Complete
    }
}

fn count_failures(record: &GameRecord, failures: &mut [usize]) {
    match (record.reason, record.offender) {
        (Reason::VoidBoth, _) => {
            failures[record.first] += 1;
            failures[record.second] += 1;
        }
        (reason, Some(who)) if reason.is_failure() => failures[who] += 1,
        _ => {}
    }
}

/// So many failures are too many when each engine plays so many games.
pub fn usual_failures(games: usize) -> usize {
    (games / 20).max(10)
}

/// File descriptors that a run needs: three for each process and some for itself.
pub fn descriptors(engines: usize, tables: usize) -> u64 {
    (3 * engines * tables + 20) as u64
}
