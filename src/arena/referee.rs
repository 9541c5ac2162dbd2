//! One game under a board of the referee's own: nobody else is asked what is legal or who has won.

use std::time::Duration;

use super::clock::Clock;
use super::engine::{Fault, Spec};
use super::ground::{Ground, Judge};
use super::opening::Opening;
use super::record::{GameRecord, Reason};
use super::table::Table;
use super::tongue::{Beginning, Made, Question, index};
use crate::game::record::Record;
use crate::game::{Game, Outcome, Side, Spelling};

/// What a game is played for and by whom.
#[derive(Debug)]
pub struct Fixture<'a, G: Game> {
    /// Its number, from 1.
    pub game: usize,
    /// The number of its pair, from 1.
    pub pair: usize,
    /// The engine that begins and the other.
    pub players: [usize; 2],
    /// Where it begins.
    pub opening: &'a Opening<G>,
}

/// What holds for all games of a run.
pub struct House<G: Ground> {
    /// Tolerated beyond zero.
    pub margin: Duration,
    /// Engines are asked for forced passes too.
    pub ask_passes: bool,
    /// From so few empty cells on the game is ended by its exact result.
    pub solve: Option<u32>,
    /// Who finds that result.
    pub judge: Option<Judge<G>>,
}

/// How a game ended, before it is written down.
enum End {
    Outcome(Outcome, Reason),
    Fault(usize, Fault),
    Void(Fault),
    VoidBoth(Fault, Fault),
}

/// A game in hand.
struct Play<'a, G: Ground> {
    table: &'a mut Table<G>,
    specs: &'a [Spec],
    fixture: &'a Fixture<'a, G>,
    record: Record<G>,
    clocks: [Clock; 2],
    used: Vec<Duration>,
    overruns: [u32; 2],
}

/// Plays a game to whatever end it comes to.
pub fn play<G: Ground>(
    table: &mut Table<G>,
    specs: &[Spec],
    house: &mut House<G>,
    fixture: &Fixture<'_, G>,
) -> GameRecord {
    let clock = |who: usize| Clock::new(specs[who].limit.time, house.margin);
    let mut play = Play {
        table,
        specs,
        fixture,
        record: Record::new(fixture.opening.start.clone()),
        clocks: fixture.players.map(clock),
        used: Vec::new(),
        overruns: [0; 2],
    };
    let end = play.run(house);
    play.write(end)
}

impl<G: Ground> Play<'_, G> {
    fn run(&mut self, house: &mut House<G>) -> End {
        if let Some(end) = self.begin() {
            return end;
        }
        for &mv in &self.fixture.opening.given {
            if let Err(error) = self.record.play(mv) {
                // The openings were checked before the run.
                return End::Void(Fault::Protocol(error.to_string()));
            }
        }
        loop {
            let at = self.record.position();
            if let Some(outcome) = G::tournament_outcome(at) {
                return End::Outcome(outcome, Reason::Normal);
            }
            if let (Some(from), Some(judge)) = (house.solve, &mut house.judge)
                && G::empties(at) <= from
                && let Some(outcome) = judge(at)
            {
                return End::Outcome(outcome, Reason::AdjudicatedSolve);
            }
            let forced = match G::legal_moves(at)[..] {
                [only] if G::is_pass(only) && !house.ask_passes => Some(only),
                _ => None,
            };
            let turn = match forced {
                Some(pass) => self.advance(pass, None),
                None => self.turn(),
            };
            if let Err((who, fault)) = turn {
                return self.fault(who, fault);
            }
        }
    }

    /// Both engines get ready; whoever cannot loses, unless neither can.
    fn begin(&mut self) -> Option<End> {
        let names = self
            .fixture
            .players
            .map(|who| self.specs[who].name.as_str());
        let mut faults = [None, None];
        for (side, fault) in [Side::First, Side::Second].into_iter().zip(&mut faults) {
            let who = self.fixture.players[index(side)];
            let beginning = Beginning {
                start: &self.fixture.opening.start,
                given: &self.fixture.opening.given,
                names,
                clocks: self.clocks,
                own: side,
                limit: self.specs[who].limit,
            };
            let ready = self.table.ready(who, self.fixture.pair);
            if let Err(failure) = ready.and_then(|()| self.table.begin(who, &beginning)) {
                self.table.settle(who, &failure);
                *fault = Some(failure);
            }
        }
        let [first, second] = self.fixture.players;
        Some(match faults {
            [None, None] => return None,
            [Some(fault), _] | [_, Some(fault)] if fault.reason() == Reason::Void => {
                End::Void(fault)
            }
            [Some(a), Some(b)] => End::VoidBoth(a, b),
            [Some(fault), None] => End::Fault(first, fault),
            [None, Some(fault)] => End::Fault(second, fault),
        })
    }

    /// The side to move is asked and its move is played.
    fn turn(&mut self) -> Result<(), (usize, Fault)> {
        let at = self.record.position().clone();
        let side = G::side(&at);
        let who = self.fixture.players[index(side)];
        let question = Question {
            at: &at,
            clocks: self.clocks,
            limit: self.specs[who].limit,
        };
        let answer = self
            .table
            .ask(who, &question, &self.clocks[index(side)])
            .map_err(|fault| (who, fault))?;
        let mv = G::show_move_at(&at, answer.mv, Spelling::Square);
        // Against the rules before too late: a late move is not looked at.
        if let Err(flag) = Clock::clone(&self.clocks[index(side)]).spend(answer.used) {
            let overrun = flag.overrun.as_secs_f64() * 1e3;
            return Err((
                who,
                Fault::Time(format!("`{mv}` came {overrun:.1} ms after zero")),
            ));
        }
        if let Err(error) = G::play(&at, answer.mv) {
            return Err((who, Fault::Illegal(error.to_string())));
        }
        if let Ok(Some(_)) = self.clocks[index(side)].spend(answer.used) {
            self.overruns[index(side)] += 1;
        }
        self.advance(answer.mv, Some((who, answer.used)))
    }

    /// Plays a move and tells both engines, unless it ends the game.
    fn advance(
        &mut self,
        mv: G::Move,
        found: Option<(usize, Duration)>,
    ) -> Result<(), (usize, Fault)> {
        let at = self.record.position().clone();
        if self.record.play(mv).is_err() {
            return Ok(());
        }
        self.used
            .push(found.map_or(Duration::ZERO, |(_, used)| used));
        if G::outcome(self.record.position()).is_some() {
            return Ok(());
        }
        for who in self.fixture.players {
            let made = Made {
                at: &at,
                mv,
                found: found.is_some_and(|(finder, _)| finder == who),
                used: found.map_or(Duration::ZERO, |(_, used)| used),
            };
            match self.table.made(who, &made) {
                // Whoever has left loses when it is to move again, if the game lasts so long.
                Ok(()) | Err(Fault::Crash(_)) => {}
                Err(fault) => return Err((who, fault)),
            }
        }
        Ok(())
    }

    fn fault(&mut self, who: usize, fault: Fault) -> End {
        if fault.reason() == Reason::Void {
            for player in self.fixture.players {
                // Whatever is being thought about is of no use any more.
                if self.table.resynchronise(player).is_err() && fault == Fault::Asleep {
                    self.table.bury(&[player]);
                }
            }
            return End::Void(fault);
        }
        let other = self
            .fixture
            .players
            .into_iter()
            .find(|&player| player != who)
            .unwrap_or(who);
        let left = self.table.left(other).map(str::to_owned);
        self.table.settle(who, &fault);
        // Who had left before the other failed has left first.
        let Some(why) = left.filter(|_| other != who) else {
            return End::Fault(who, fault);
        };
        let earlier = Fault::Crash(why);
        self.table.settle(other, &earlier);
        if self.used.is_empty() {
            End::VoidBoth(fault, earlier)
        } else {
            End::Fault(other, earlier)
        }
    }

    fn write(&self, end: End) -> GameRecord {
        let [first, second] = self.fixture.players;
        let moves = self
            .record
            .moves()
            .iter()
            .map(|&mv| G::show_move(mv, Spelling::Square));
        let moves: Vec<String> = moves.collect();
        let given = self.fixture.opening.given.len().min(moves.len());
        let mut record = GameRecord {
            game: self.fixture.game,
            pair: self.fixture.pair,
            first,
            second,
            start: G::show_position(&self.fixture.opening.start),
            moves: moves.join(" "),
            given,
            reason: Reason::Normal,
            offender: None,
            half_points: None,
            difference: None,
            detail: String::new(),
            errors: Vec::new(),
            micros: self
                .used
                .iter()
                .map(|used| u64::try_from(used.as_micros()).unwrap_or(u64::MAX))
                .collect(),
            overruns: self.overruns,
        };
        match end {
            End::Outcome(outcome, reason) => {
                record.reason = reason;
                record.half_points = Some(match outcome.winner() {
                    Some(Side::First) => 2,
                    None => 1,
                    Some(Side::Second) => 0,
                });
                record.difference = Some(i64::from(outcome.first) - i64::from(outcome.second));
            }
            End::Fault(who, fault) => {
                record.reason = fault.reason();
                record.offender = Some(who);
                record.half_points = Some(if who == first { 0 } else { 2 });
                record.detail = fault.to_string();
                record.errors = self.table.errors(who);
            }
            End::Void(fault) => {
                record.reason = Reason::Void;
                record.detail = fault.to_string();
            }
            End::VoidBoth(a, b) => {
                record.reason = Reason::VoidBoth;
                record.detail = format!("{a}; {b}");
            }
        }
        record
    }
}
