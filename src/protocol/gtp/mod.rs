//! The Go Text Protocol, version 2, as programs for this kind of game use it. `protocol.md` says what is covered.
//!
//! Clients differ most in what they do about passes: some always send them, some never do, and some go on after a refused
//! move as if it had been played. Every way has to lead on.

pub mod clock;
mod file;
pub mod format;
pub mod parse;

use std::time::Duration;

use self::clock::Clocks;
use self::format::{Complaint, Fact, format, game_id};
use self::parse::{COMMANDS, Command, LOAD_SGF, clean, parse};
use super::dialect::{Dialect, Flow, Turn};
use super::line::Text;
use super::outbox::Outbox;
use crate::base::clock::Clock;
use crate::game::{Cell, Side, Spelling};
use crate::search::limits::{DEFAULT_MOVE_TIME, Limits};
use crate::session::desk::{Desk, News, Refusal, Request, Told};

/// A conversation in the Go Text Protocol.
#[derive(Default)]
pub struct Gtp {
    /// For each move of the client's game, ours included, how many moves of the session it is: two where a pass was left
    /// out, none for a pass of the side that was not to move.
    moves: Vec<usize>,
    clocks: Clocks,
    /// What a search may look ahead, once it was said.
    depth: Option<u32>,
    /// How many moves had been made when we were last asked for one; none if the clocks run for a game without such.
    last_asked: Option<usize>,
    /// The board was cleared since: this is a new game, or an old one played again.
    cleared: bool,
    pending: Option<Pending>,
    /// The values of all moves after the last iteration that valued every one of them.
    scores: Vec<Told>,
}

/// Lines to ask for where a move that is forced, or wins at once, is to be valued: for a single line it is not thought about.
const THOUGHT_ABOUT: usize = 2;

/// A command whose answer takes a search.
struct Pending {
    id: Vec<u8>,
    task: Task,
    lines: usize,
    started: Duration,
}

/// What the search is for. `skipped` moves had to be made to give the side its turn.
#[derive(Clone, Copy)]
enum Task {
    /// A move to be played.
    Move {
        side: Side,
        skipped: usize,
    },
    /// A move to be told only.
    Advice {
        skipped: usize,
    },
    Evaluation,
    Variation,
    Scores,
}

impl Gtp {
    /// Does what a command asks. What there is to say; nothing if that takes a search.
    fn decide(
        &mut self,
        id: &[u8],
        command: Command<'_>,
        started: Duration,
        desk: &mut dyn Desk,
    ) -> Result<Option<Fact>, Complaint> {
        let fact = match command {
            Command::ProtocolVersion => Fact::ProtocolVersion,
            Command::Name => Fact::Name,
            Command::Version => Fact::Version,
            Command::KnownCommand(name) => {
                let commands = commands(desk);
                Fact::Known(commands.iter().any(|known| known.as_bytes() == name))
            }
            Command::ListCommands => Fact::Commands(commands(desk)),
            Command::ListGames | Command::RulesGame => Fact::Game(desk.game()),
            Command::SetGame(name) if name == game_id(desk.game()).as_bytes() => Fact::Done,
            Command::SetGame(_) => return Err(Complaint::UnsupportedGame),
            Command::BoardSize(size) if size == square(desk.rows()).len() => Fact::Done,
            Command::BoardSize(_) => return Err(Complaint::UnacceptableSize),
            Command::ClearBoard => {
                desk.set_start()?;
                self.moves.clear();
                self.cleared = true;
                Fact::Done
            }
            // The rules know no compensation, although clients send it unasked.
            Command::Komi | Command::Quit => Fact::Done,
            Command::Play(side, Some(vertex)) => {
                let taken = desk.play_for(side, vertex)?;
                self.moves.push(taken);
                Fact::Done
            }
            Command::Play(side, None) => self.pass(side, desk)?,
            Command::GenMove(side) => return self.think(id, side, started, desk),
            Command::RegGenMove(side) => {
                if !desk.can_move(side) {
                    return Ok(Some(Fact::Move(PASS.to_owned())));
                }
                let limits = self.limits(side);
                let skipped = desk.turn_to(side)?;
                return self.search(id, Task::Advice { skipped }, limits, 1, started, desk);
            }
            Command::Undo => {
                let taken = self.moves.pop().ok_or(Complaint::CannotUndo)?;
                desk.undo(taken)?;
                Fact::Done
            }
            Command::TimeSettings(rule) => {
                self.clocks.set(rule);
                self.last_asked = None;
                Fact::Done
            }
            Command::TimeLeft { side, time, stones } => {
                self.new_game();
                self.clocks.correct(side, time, stones);
                Fact::Done
            }
            Command::FinalScore => {
                Fact::Score(desk.tournament_outcome().ok_or(Complaint::CannotScore)?)
            }
            Command::ShowBoard => Fact::Picture(desk.picture()),
            Command::LoadSgf { .. } if !desk.has_files() => {
                return Err(Complaint::UnknownCommand);
            }
            Command::LoadSgf { file, before } => {
                let text =
                    file::read(file).map_err(|error| Complaint::CannotLoad(error.to_string()))?;
                self.moves = desk.load_sgf(&text, before)?;
                self.cleared = true;
                Fact::Done
            }
            Command::RulesBoardSize => Fact::Size(square(desk.rows()).len()),
            Command::RulesBoard => Fact::Rows(square(desk.rows())),
            Command::RulesLegalMoves => Fact::Moves(desk.legal(Spelling::Vertex)),
            Command::RulesSideToMove => Fact::Side(desk.side()),
            Command::RulesFinalResult => {
                let outcome = desk.tournament_outcome().ok_or(Complaint::CannotScore)?;
                Fact::Result(outcome, desk.unit().is_some())
            }
            Command::AnalyzeCommands => Fact::Analyses,
            Command::Depth(depth) => {
                self.depth = depth;
                Fact::Done
            }
            Command::Level(None) => {
                let level = desk.options().into_iter().find(|at| at.name == LEVEL);
                level.map_or(Fact::Done, |level| Fact::Level(level.value))
            }
            Command::Level(Some(name)) => {
                desk.set_option(LEVEL.as_bytes(), name)?;
                Fact::Done
            }
            Command::Parameter(None) => Fact::Parameters(desk.options()),
            Command::Parameter(Some([name, value])) => {
                desk.set_option(name, value)?;
                Fact::Done
            }
            Command::Evaluation => return self.analyse(id, Task::Evaluation, started, desk),
            Command::PrincipalVariation => {
                return self.analyse(id, Task::Variation, started, desk);
            }
            Command::MoveScores => return self.analyse(id, Task::Scores, started, desk),
        };
        Ok(Some(fact))
    }

    /// A pass sent by the client: right for whoever has no move, after the end of the game too, and counted as a move.
    /// It gives the turn away only if the side had it.
    fn pass(&mut self, side: Side, desk: &mut dyn Desk) -> Result<Fact, Complaint> {
        if desk.can_move(side) {
            return Err(Complaint::IllegalMove);
        }
        let taken = if desk.side() == side {
            match desk.turn_to(side.other()) {
                // Without a pass in the game this is its end, where nothing is to be given away.
                Err(Refusal::Turn { .. }) => 0,
                taken => taken?,
            }
        } else {
            0
        };
        self.moves.push(taken);
        Ok(Fact::Done)
    }

    /// Chooses and plays a move. Whoever has none passes. A side that is not to move gets the turn, by a pass that the
    /// client left out, or because client and session disagree about the last move: then refusing would end the game.
    fn think(
        &mut self,
        id: &[u8],
        side: Side,
        started: Duration,
        desk: &mut dyn Desk,
    ) -> Result<Option<Fact>, Complaint> {
        self.new_game();
        self.last_asked = Some(self.moves.len());
        if !desk.can_move(side) {
            self.pass(side, desk)?;
            return Ok(Some(Fact::Move(PASS.to_owned())));
        }
        let limits = self.limits(side);
        let skipped = desk.turn_to(side)?;
        self.search(id, Task::Move { side, skipped }, limits, 1, started, desk)
    }

    /// What a move of `side` may take.
    fn limits(&mut self, side: Side) -> Limits {
        Limits::told(self.depth, None, self.clocks.control(side))
    }

    /// Begins to look at the position, with a value for every move if that is wanted.
    fn analyse(
        &mut self,
        id: &[u8],
        task: Task,
        started: Duration,
        desk: &mut dyn Desk,
    ) -> Result<Option<Fact>, Complaint> {
        if !desk.can_move(desk.side()) {
            return Ok(Some(match task {
                Task::Variation => Fact::Variation(desk.side(), Vec::new()),
                Task::Scores => Fact::Scores(Vec::new()),
                _ => Fact::Nothing,
            }));
        }
        let lines = match (task, desk.legal(Spelling::Vertex).len()) {
            (_, 1) => THOUGHT_ABOUT,
            (Task::Scores, moves) => moves,
            _ => 1,
        };
        self.look(id, task, lines, started, desk)
    }

    /// Searches the position for an analysis.
    fn look(
        &mut self,
        id: &[u8],
        task: Task,
        lines: usize,
        started: Duration,
        desk: &mut dyn Desk,
    ) -> Result<Option<Fact>, Complaint> {
        let limits = Limits {
            depth: self.depth,
            ..Limits::move_time(DEFAULT_MOVE_TIME)
        };
        self.search(id, task, limits, lines, started, desk)
    }

    fn search(
        &mut self,
        id: &[u8],
        task: Task,
        limits: Limits,
        lines: usize,
        started: Duration,
        desk: &mut dyn Desk,
    ) -> Result<Option<Fact>, Complaint> {
        desk.go(Request {
            limits,
            goal: None,
            clock: Clock::Wall,
            started,
            lines,
            at_level: matches!(task, Task::Move { .. } | Task::Advice { .. }),
        })?;
        self.scores.clear();
        self.pending = Some(Pending {
            id: id.to_vec(),
            task,
            lines,
            started,
        });
        Ok(None)
    }

    /// Sets the clocks anew if a new game has begun. A client that shows games clears the board and plays all moves again
    /// before it asks anything; whoever gets further than the last time is still in the same game.
    fn new_game(&mut self) {
        let before = std::mem::take(&mut self.cleared)
            .then_some(self.last_asked)
            .flatten();
        if before.is_some_and(|before| self.moves.len() <= before) {
            self.clocks.reset();
            self.last_asked = None;
        }
    }

    /// Keeps the values of all moves if they come from the same iteration: others cannot be compared.
    fn note_scores(&mut self, desk: &dyn Desk) {
        let told: Vec<Told> = (1..)
            .map_while(|rank| desk.report(rank, Spelling::Vertex))
            .collect();
        let iteration = |told: &Told| (told.depth, told.confidence);
        let comparable = told.windows(2).all(|pair| match pair {
            [one, next] => iteration(one) == iteration(next),
            _ => true,
        });
        if comparable && told.len() == desk.legal(Spelling::Vertex).len() {
            self.scores = told;
        }
    }

    /// The search is over: what it found.
    fn decided(&mut self, pending: &Pending, desk: &mut dyn Desk) -> Result<Fact, Complaint> {
        let chosen = desk.chosen(Spelling::Vertex);
        Ok(match pending.task {
            Task::Move { side, skipped } => {
                let spent = Clock::Wall.since(pending.started);
                self.clocks.spend(side, spent);
                let mv = chosen.unwrap_or_else(|| PASS.to_owned());
                desk.play(mv.as_bytes())?;
                self.moves.push(skipped.saturating_add(1));
                Fact::Move(mv)
            }
            Task::Advice { skipped } => {
                desk.undo(skipped)?;
                Fact::Move(chosen.unwrap_or_else(|| PASS.to_owned()))
            }
            Task::Evaluation => match desk.report(1, Spelling::Vertex) {
                Some(told) => Fact::Evaluation(desk.side(), desk.unit(), told),
                None => Fact::Nothing,
            },
            Task::Variation => {
                let told = desk.report(1, Spelling::Vertex);
                Fact::Variation(desk.side(), told.map(|told| told.line).unwrap_or_default())
            }
            Task::Scores => {
                self.note_scores(desk);
                Fact::Scores(std::mem::take(&mut self.scores))
            }
        })
    }
}

/// The commands that there are for the game.
fn commands(desk: &dyn Desk) -> Vec<&'static str> {
    let names = COMMANDS.iter().map(|(name, _)| *name);
    names
        .filter(|&name| name != LOAD_SGF || desk.has_files())
        .collect()
}

/// The board as this protocol knows boards: square, with cells that do not exist beyond the last row and column.
fn square(mut rows: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    let size = rows.iter().map(Vec::len).fold(rows.len(), usize::max);
    rows.resize(size, Vec::new());
    for row in &mut rows {
        row.resize(size, Cell::Neutral);
    }
    rows
}

/// The option of the session that has a command of its own.
const LEVEL: &str = "level";

/// The answer of whoever has no move.
const PASS: &str = "pass";

fn say(id: &[u8], fact: &Fact, out: &mut Outbox) {
    if let Fact::Error(Complaint::Syntax(misread)) = fact {
        // The protocol prescribes the text of the reply; here is what it does not tell.
        log::debug!("{misread}");
    }
    out.send(format(id, fact).as_bytes());
}

impl Dialect for Gtp {
    /// One reply follows the other in the order of the commands, `quit` included.
    fn turn(&self, _: &[u8]) -> Turn {
        Turn::InOrder
    }

    fn line(
        &mut self,
        line: &Text,
        started: Duration,
        desk: &mut dyn Desk,
        out: &mut Outbox,
    ) -> Flow {
        let line = match line {
            Text::Bytes(bytes) => clean(bytes),
            Text::TooLong(beginning) => {
                let text = clean(beginning);
                if text.is_empty() && beginning.contains(&b'#') {
                    return Flow::On;
                }
                let (id, _) = parse(&text);
                say(id, &Fact::Error(Complaint::TooLong), out);
                return Flow::On;
            }
        };
        if line.is_empty() {
            return Flow::On;
        }
        let (id, command) = parse(&line);
        let quits = command == Ok(Command::Quit);
        match command.and_then(|command| self.decide(id, command, started, desk)) {
            Ok(Some(fact)) => say(id, &fact, out),
            Ok(None) => {}
            Err(complaint) => say(id, &Fact::Error(complaint), out),
        }
        if quits { Flow::Quit } else { Flow::On }
    }

    fn news(&mut self, news: News, desk: &mut dyn Desk, out: &mut Outbox) {
        if let News::Iteration { .. } = news {
            if let Some(Task::Scores) = self.pending.as_ref().map(|pending| pending.task) {
                self.note_scores(desk);
            }
            return;
        }
        let Some(pending) = self.pending.take() else {
            return;
        };
        let Pending { id, task, .. } = &pending;
        let valued = desk.report(1, Spelling::Vertex).is_some();
        let decided = match task {
            // The move took no thought, and was not valued.
            Task::Evaluation | Task::Variation if !valued && pending.lines < THOUGHT_ABOUT => {
                self.look(id, *task, THOUGHT_ABOUT, pending.started, desk)
            }
            _ => self.decided(&pending, desk).map(Some),
        };
        match decided {
            Ok(None) => {}
            Ok(Some(fact)) => say(id, &fact, out),
            Err(complaint) => say(id, &Fact::Error(complaint), out),
        }
    }
}
