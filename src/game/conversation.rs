//! A game in which both sides tell each other their moves in turn, passes included, and each keeps the board for itself:
//! the form of the contests. Whoever carries the moves, a pipe or the calls of a library, is a [`Conversation`].

use std::time::Duration;

use super::keeper::{Keeper, sound_move};
use super::player::{Goal, Job, Report};
use super::{Game, IllegalMove, Side};
use crate::base::stop::StopToken;
use crate::base::stopwatch::Stopwatch;
use crate::search::budget::Series;
use crate::search::limits::{Limits, TimeControl};

/// Carries moves to the opponent and back.
pub trait Conversation<M> {
    /// Why the other side cannot be reached, or what it says cannot be understood.
    type Error;

    /// Tells the opponent our move; a pass is told too.
    fn send(&mut self, mv: M) -> Result<(), Self::Error>;

    /// Waits for the opponent's move; a pass comes too.
    fn receive(&mut self) -> Result<M, Self::Error>;
}

/// Why a game ended before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broken<E> {
    /// The conversation failed.
    Conversation(E),
    /// The opponent's move is against the rules.
    Illegal(IllegalMove),
}

/// The time of a run of games: a budget, and the watch that meters what the player uses of it.
#[derive(Debug, Clone)]
pub struct Purse {
    watch: Stopwatch,
    series: Series,
}

impl Purse {
    /// A budget that begins now, on a watch that may already run.
    pub fn new(watch: Stopwatch, budget: (Duration, u32)) -> Self {
        let series = Series::new(budget.0, budget.1, watch.reading());
        Self { watch, series }
    }

    /// A new budget begins; the watch goes on.
    pub fn renew(&mut self, budget: (Duration, u32)) {
        self.series = Series::new(budget.0, budget.1, self.watch.reading());
    }

    /// The watch, to resume and halt it.
    pub fn watch(&mut self) -> &mut Stopwatch {
        &mut self.watch
    }

    fn job<G: Game>(&self, position: &G::Position) -> Job<G> {
        let started = self.watch.clock().now();
        Job {
            position: position.clone(),
            limits: Limits {
                depth: None,
                nodes: None,
                time: TimeControl::Clock {
                    left: self.series.left_for_game(self.watch.reading()),
                    increment: Duration::ZERO,
                    byoyomi: None,
                },
            },
            goal: Goal::NotLosing,
            clock: self.watch.clock().clone(),
            started,
            lines: 1,
        }
    }
}

/// Plays one game from the start as `ours`, not to lose, within the purse. The watch runs while this function does,
/// but for the time spent in the conversation.
///
/// Turns alternate strictly and each is one call, for a pass as well; none comes after the end of the game. If the
/// opponent breaks the rules or cannot be reached, the game is abandoned without another call. If the player panics, this
/// costs one search: the move is that of the last finished iteration, or the first legal one, and a new player goes on.
pub fn play_game<G: Game, C: Conversation<G::Move>>(
    ours: Side,
    keeper: &mut Keeper<G>,
    purse: &mut Purse,
    conversation: &mut C,
) -> Result<(), Broken<C::Error>> {
    purse.watch.resume();
    purse.series.begin_game(purse.watch.reading());
    let result = alternate(ours, keeper, purse, conversation);
    purse.watch.halt();
    result
}

fn alternate<G: Game, C: Conversation<G::Move>>(
    ours: Side,
    keeper: &mut Keeper<G>,
    purse: &mut Purse,
    conversation: &mut C,
) -> Result<(), Broken<C::Error>> {
    let mut at = G::start();
    // This test stands before every call: nothing is said once the game is over.
    while G::outcome(&at).is_none() {
        let mv = if G::side(&at) == ours {
            let Some(mv) = choose(keeper, &purse.job(&at)) else {
                break;
            };
            let sent = purse.watch.leave_out(|| conversation.send(mv));
            sent.map_err(Broken::Conversation)?;
            mv
        } else {
            let received = purse.watch.leave_out(|| conversation.receive());
            received.map_err(Broken::Conversation)?
        };
        at = G::play(&at, mv).map_err(Broken::Illegal)?;
    }
    Ok(())
}

/// A legal move, whatever the player does; none only if the game is over.
fn choose<G: Game>(keeper: &mut Keeper<G>, job: &Job<G>) -> Option<G::Move> {
    let mut found = None;
    let mut tell = |report: Report<G::Move>| {
        if report.rank == 1 {
            found = report.line.first().copied();
        }
    };
    let decision = keeper.with(|player| player.think(job, &StopToken::new(), &mut tell));
    let chosen = decision.and_then(|decision| decision.mv);
    sound_move::<G>(&job.position, chosen, found)
}
