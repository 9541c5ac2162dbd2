//! A game in which both sides tell each other their moves in turn, passes included, and each keeps the board for itself:
//! the form of the contests. Whoever carries the moves, a pipe or the calls of a library, is a [`Conversation`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::player::{Goal, Job, Player};
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

/// How a game went on our side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conduct {
    /// The player chose every move.
    Sound,
    /// The player panicked or gave a move against the rules; from then on the first legal move was played. What it
    /// remembers is not to be relied on.
    Failed,
}

/// Plays one game from the start as `ours`, not to lose, within the purse. The watch runs while this function does,
/// but for the time spent in the conversation.
///
/// Turns alternate strictly and each is one call, for a pass as well; none comes after the end of the game. If the
/// opponent breaks the rules or cannot be reached, the game is abandoned without another call.
pub fn play_game<G: Game, C: Conversation<G::Move>>(
    ours: Side,
    player: &mut dyn Player<G>,
    purse: &mut Purse,
    conversation: &mut C,
) -> Result<Conduct, Broken<C::Error>> {
    purse.watch.resume();
    purse.series.begin_game(purse.watch.reading());
    let result = alternate(ours, player, purse, conversation);
    purse.watch.halt();
    result
}

fn alternate<G: Game, C: Conversation<G::Move>>(
    ours: Side,
    player: &mut dyn Player<G>,
    purse: &mut Purse,
    conversation: &mut C,
) -> Result<Conduct, Broken<C::Error>> {
    let mut at = G::start();
    let mut turn = G::side(&at);
    let mut conduct = Conduct::Sound;
    // This test stands before every call: nothing is said once the game is over.
    while G::outcome(&at).is_none() {
        if turn == ours {
            let chosen = match conduct {
                Conduct::Sound => choose(player, &purse.job(&at)),
                Conduct::Failed => None,
            };
            if chosen.is_none() {
                conduct = Conduct::Failed;
            }
            let (mv, next) = chosen.unwrap_or_else(|| first_legal::<G>(&at));
            at = next;
            let sent = purse.watch.leave_out(|| conversation.send(mv));
            sent.map_err(Broken::Conversation)?;
        } else {
            let received = purse.watch.leave_out(|| conversation.receive());
            let mv = received.map_err(Broken::Conversation)?;
            at = G::play(&at, mv).map_err(Broken::Illegal)?;
        }
        turn = turn.other();
    }
    Ok(conduct)
}

/// The player's move and where it leads; nothing if it panics or breaks the rules.
fn choose<G: Game>(player: &mut dyn Player<G>, job: &Job<G>) -> Option<(G::Move, G::Position)> {
    let stop = StopToken::new();
    let think = AssertUnwindSafe(|| player.think(job, &stop, &mut |_| {}));
    let mv = catch_unwind(think).ok()?.mv?;
    let next = G::play(&job.position, mv).ok()?;
    Some((mv, next))
}

/// The first legal move and where it leads; the game must not be over.
fn first_legal<G: Game>(at: &G::Position) -> (G::Move, G::Position) {
    let mv = G::legal_moves(at)[0];
    let next = G::play(at, mv).expect("a move from the list of legal ones");
    (mv, next)
}
