//! The session itself: the game, the options, and the search in hand.

use std::io;

use super::desk::{Desk, News, Refusal, Request, Told};
use super::options::{Changed, Options, Setting};
use super::worker::{Content, Post, Posted, Worker};
use crate::base::chance::Chance;
use crate::base::stop::StopToken;
use crate::game::guest::{self, Table};
use crate::game::keeper::{Build, sound_move};
use crate::game::level::Strength;
use crate::game::player::{Job, Report};
use crate::game::record::Record;
use crate::game::written::Clocks;
use crate::game::{Cell, Examples, Game, Outcome, PositionTextError, Side, Spelling};

/// One sitting at one table.
pub struct Session<G: Game> {
    record: Record<G>,
    options: Options,
    /// Where the lots of moves come from that no seed was set for.
    chance: Chance,
    state: State<G>,
    worker: Worker<G>,
    /// Number of the latest job. Messages of any other are dropped, which removes every race between a stop, a new
    /// position and a late answer.
    latest: u64,
    /// The position that the last search, or the one in hand, is about.
    subject: G::Position,
    /// What the search found of the best move and, where wanted, of those after it.
    told: Vec<Report<G::Move>>,
    chosen: Option<G::Move>,
    /// The latest search was asked to end.
    stopped: bool,
}

enum State<G: Game> {
    Idle,
    Thinking {
        request: Request,
        position: G::Position,
        stop: StopToken,
    },
}

impl<G: Game> Session<G> {
    /// Sits down at the start of a game, with what is left to chance drawn from `chance`. `post` puts the worker's messages into
    /// the queue from which they come back to [`Desk::receive`].
    pub fn new(build: Build<G>, options: Options, chance: Chance, post: Post) -> io::Result<Self> {
        Ok(Self {
            record: Record::new(G::start()),
            options,
            chance,
            state: State::Idle,
            worker: Worker::start(build, options.hash as usize, post)?,
            latest: 0,
            subject: G::start(),
            told: Vec::new(),
            chosen: None,
            stopped: false,
        })
    }

    fn idle(&self) -> Result<(), Refusal> {
        match self.state {
            State::Idle => Ok(()),
            State::Thinking { .. } => Err(Refusal::Thinking),
        }
    }

    /// Ends the search in hand, as far as possible with the move `wanted`. False if there is none.
    fn decide(&mut self, wanted: Option<G::Move>) -> bool {
        let State::Thinking { position, .. } = std::mem::replace(&mut self.state, State::Idle)
        else {
            return false;
        };
        let found = self
            .told
            .first()
            .and_then(|report| report.line.first().copied());
        self.chosen = sound_move::<G>(&position, wanted, found);
        true
    }

    /// Keeps what was found of a line, in place of what was known of it. A move that has taken another rank is no longer
    /// where it was.
    fn note(&mut self, report: Report<G::Move>) {
        let first = report.line.first();
        self.told
            .retain(|older| older.rank != report.rank && older.line.first() != first);
        self.told.push(report);
        self.told.sort_by_key(|report| report.rank);
    }

    /// The text of moves made one after the other from where the search began.
    fn write_line(&self, line: &[G::Move], spelling: Spelling) -> Vec<String> {
        let mut at = self.subject.clone();
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            texts.push(G::show_move_at(&at, mv, spelling));
            // Nothing can be said of where an illegal move leads.
            let Ok(next) = G::play(&at, mv) else { break };
            at = next;
        }
        texts
    }

    fn sit_down(&mut self, record: Record<G>) {
        self.record = record;
        self.told.clear();
        self.chosen = None;
    }
}

/// Plays a move for `side`, after the pass of the other side if that is forced. Says how many moves this took.
fn play_for<G: Game>(record: &mut Record<G>, side: Side, mv: G::Move) -> Result<usize, Refusal> {
    let mut taken = 0;
    if G::side(record.position()) != side {
        let legal = G::legal_moves(record.position());
        let pass = legal.first().copied().filter(|&mv| G::is_pass(mv));
        record.play(pass.ok_or_else(|| out_of_turn::<G>(side))?)?;
        taken += 1;
    }
    if let Err(error) = record.play(mv) {
        // The pass was made only for the sake of this move.
        for _ in 0..taken {
            record.undo();
        }
        return Err(error.into());
    }
    Ok(taken + 1)
}

fn out_of_turn<G: Game>(side: Side) -> Refusal {
    let side = G::side_name(side);
    Refusal::Turn { side }
}

/// The board that we share with a host while nobody thinks.
struct Shared<'a, G: Game>(&'a mut Session<G>);

impl<G: Game> Table for Shared<'_, G> {
    fn is_over(&self) -> bool {
        self.0.record.is_over()
    }

    fn is_untouched(&self) -> bool {
        self.0.record.is_untouched()
    }

    fn restart(&mut self) {
        self.0.sit_down(Record::new(G::start()));
    }

    fn play(&mut self, mv: &[u8]) -> bool {
        Table::play(&mut self.0.record, mv)
    }
}

impl<G: Game> Desk for Session<G> {
    fn new_game(&mut self) -> Result<(), Refusal> {
        self.idle()?;
        self.worker.new_game();
        self.sit_down(Record::new(G::start()));
        Ok(())
    }

    fn set_start(&mut self) -> Result<(), Refusal> {
        self.idle()?;
        self.sit_down(Record::new(G::start()));
        Ok(())
    }

    fn set_position(&mut self, text: &[u8]) -> Result<(), Refusal> {
        self.idle()?;
        let position = G::read_position(text)?;
        self.sit_down(Record::new(position));
        Ok(())
    }

    fn set_fen(&mut self, text: &[u8], spelling: Spelling) -> Result<(), Refusal> {
        self.idle()?;
        let position = G::read_fen(text, spelling)?;
        self.sit_down(Record::new(position));
        Ok(())
    }

    fn set_moves(&mut self, text: &[u8]) -> Result<(), Refusal> {
        self.idle()?;
        let record = Record::read(text)?;
        self.sit_down(record);
        Ok(())
    }

    fn set_game(&mut self, text: &[u8]) -> Result<Clocks, Refusal> {
        self.idle()?;
        let game = G::read_game(text)?;
        let mut record = Record::new(game.start);
        for mv in game.moves {
            record.play(mv)?;
        }
        self.sit_down(record);
        Ok(game.clocks)
    }

    fn prepare(&mut self, numbers: &[i64]) -> Result<(), Refusal> {
        self.idle()?;
        let start = match G::prepare(numbers) {
            Some(start) => start,
            None if numbers.is_empty() => G::start(),
            None => return Err(Refusal::Unprepared),
        };
        self.sit_down(Record::new(start));
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Refusal> {
        self.idle()?;
        guest::begin(&mut Shared(self));
        Ok(())
    }

    fn hear(&mut self, text: &[u8]) -> Result<bool, Refusal> {
        self.idle()?;
        let mv = G::read_move(text)?;
        let here = G::play(self.record.position(), mv);
        // A move that fits neither the board at hand nor a new one tells of no game at all.
        if here.is_err() && G::play(&G::start(), mv).is_err() {
            here?;
        }
        Ok(guest::hear(&mut Shared(self), text))
    }

    fn play(&mut self, text: &[u8]) -> Result<(), Refusal> {
        self.idle()?;
        let mv = G::read_move(text)?;
        Ok(self.record.play(mv)?)
    }

    fn play_word(&mut self, text: &[u8], spelling: Spelling) -> Result<(), Refusal> {
        self.idle()?;
        let mv = G::read_word(text, spelling)?;
        Ok(self.record.play(mv)?)
    }

    fn undo(&mut self, count: usize) -> Result<(), Refusal> {
        self.idle()?;
        let played = self.record.moves().len();
        if count > played {
            let asked = count;
            return Err(Refusal::Undo { asked, played });
        }
        for _ in 0..count {
            self.record.undo();
        }
        Ok(())
    }

    fn play_for(&mut self, side: Side, text: &[u8]) -> Result<usize, Refusal> {
        self.idle()?;
        let mv = G::read_move(text)?;
        play_for(&mut self.record, side, mv)
    }

    fn turn_to(&mut self, side: Side) -> Result<usize, Refusal> {
        self.idle()?;
        if G::side(self.record.position()) == side {
            return Ok(0);
        }
        if !self.record.turn_over() {
            return Err(out_of_turn::<G>(side));
        }
        Ok(1)
    }

    fn load_sgf(&mut self, text: &[u8], before: Option<usize>) -> Result<Vec<usize>, Refusal> {
        self.idle()?;
        let written = G::read_sgf(text)?;
        let mut record = Record::new(written.start);
        let mut taken = Vec::new();
        let wanted = before.map_or(usize::MAX, |before| before.saturating_sub(1));
        for (number, (side, mv)) in written.moves.into_iter().enumerate().take(wanted) {
            let count = play_for(&mut record, side, mv).map_err(|error| PositionTextError {
                expected: "legal moves",
                seen: format!("move {}: {error}", number.saturating_add(1)),
            })?;
            taken.push(count);
        }
        self.sit_down(record);
        Ok(taken)
    }

    fn go(&mut self, request: Request) -> Result<(), Refusal> {
        self.idle()?;
        let position = self.record.position().clone();
        if G::outcome(&position).is_some() {
            return Err(Refusal::Over);
        }
        self.latest += 1;
        self.subject = position.clone();
        self.told.clear();
        self.chosen = None;
        self.stopped = false;
        let strength = if request.at_level {
            self.options.strength(self.chance.number())
        } else {
            Strength::FULL
        };
        let job = Job {
            position: position.clone(),
            limits: request.limits,
            goal: request.goal.unwrap_or(self.options.goal),
            clock: request.clock.clone(),
            started: request.started,
            lines: request.lines.max(1),
            strength,
        };
        let stop = StopToken::new();
        self.worker.think(self.latest, job, stop.clone());
        self.state = State::Thinking {
            request,
            position,
            stop,
        };
        Ok(())
    }

    fn stop(&mut self) {
        if let State::Thinking { stop, .. } = &self.state {
            stop.raise();
            self.stopped = true;
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn abandon(&mut self) -> bool {
        self.stop();
        self.latest += 1;
        self.decide(None)
    }

    fn receive(&mut self, posted: Posted) -> Option<News> {
        match posted.open::<G>(self.latest)? {
            Content::Report(report) => {
                let rank = report.rank;
                self.note(report);
                return Some(News::Iteration { rank });
            }
            Content::Decision(decision) => {
                if let Some(report) = decision.report {
                    self.note(report);
                }
                self.decide(decision.mv);
            }
            Content::Failed => {
                self.decide(None);
            }
        }
        Some(News::Decided)
    }

    fn running(&self) -> Option<&Request> {
        match &self.state {
            State::Idle => None,
            State::Thinking { request, .. } => Some(request),
        }
    }

    fn chosen(&self, spelling: Spelling) -> Option<String> {
        self.chosen
            .map(|mv| G::show_move_at(&self.subject, mv, spelling))
    }

    fn report(&self, rank: usize, spelling: Spelling) -> Option<Told> {
        let report = self.told.iter().find(|report| report.rank == rank)?;
        Some(report.with_line(self.write_line(&report.line, spelling)))
    }

    fn moves(&self, spelling: Spelling) -> Vec<String> {
        let moves = self.record.moves().iter();
        moves.map(|&mv| G::show_move(mv, spelling)).collect()
    }

    fn game(&self) -> &'static str {
        G::NAME
    }

    fn unit(&self) -> Option<&'static str> {
        G::UNIT
    }

    fn examples(&self) -> Examples {
        G::EXAMPLES
    }

    fn has_files(&self) -> bool {
        G::HAS_FILES
    }

    fn plies_to_win(&self, score: i32) -> Option<u32> {
        G::plies_to_win(self.record.position(), score)
    }

    fn side(&self) -> Side {
        G::side(self.record.position())
    }

    fn side_name(&self, side: Side) -> &'static str {
        G::side_name(side)
    }

    fn legal(&self, spelling: Spelling) -> Vec<String> {
        let at = self.record.position();
        G::legal_moves(at)
            .into_iter()
            .map(|mv| G::show_move_at(at, mv, spelling))
            .collect()
    }

    fn forced_pass(&self, spelling: Spelling) -> Option<String> {
        let at = self.record.position();
        let legal = G::legal_moves(at);
        let pass = legal.first().copied().filter(|&mv| G::is_pass(mv))?;
        Some(G::show_move_at(at, pass, spelling))
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(self.record.position())
    }

    fn final_score(&self) -> Option<i32> {
        G::final_score(self.record.position())
    }

    fn can_move(&self, side: Side) -> bool {
        let at = self.record.position();
        let has_move = |at: &G::Position| G::legal_moves(at).into_iter().any(|mv| !G::is_pass(mv));
        match G::turn_over(at) {
            Some((_, turned)) if G::side(at) != side => has_move(&turned),
            // Where the turn cannot be given away both sides have moves as long as the game goes on.
            _ => has_move(at),
        }
    }

    fn tournament_outcome(&self) -> Option<Outcome> {
        G::tournament_outcome(self.record.position())
    }

    fn rows(&self) -> Vec<Vec<Cell>> {
        G::rows(self.record.position())
    }

    fn position(&self) -> String {
        G::show_position(self.record.position())
    }

    fn fen(&self, spelling: Spelling) -> String {
        G::show_fen(self.record.position(), spelling)
    }

    fn variants(&self) -> &'static [(&'static str, Spelling)] {
        G::VARIANTS
    }

    fn picture(&self) -> Vec<String> {
        G::draw_position(self.record.position())
    }

    fn options(&self) -> Vec<Setting> {
        self.options.list()
    }

    fn set_option(&mut self, name: &[u8], value: &[u8]) -> Result<(), Refusal> {
        self.idle()?;
        match self.options.set(name, value)? {
            Changed::Hash(mebibytes) => self.worker.set_hash(mebibytes),
            Changed::Overhead(time) => self.worker.set_overhead(time),
            Changed::Own => {}
        }
        Ok(())
    }
}

impl<G: Game> Drop for Session<G> {
    fn drop(&mut self) {
        self.stop();
    }
}
