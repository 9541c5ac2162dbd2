//! A game in which both sides tell each other their moves in turn, passes included, and each keeps the board for itself:
//! the form of the contests. Whoever carries the moves, a pipe or the calls of a library, is a [`Conversation`].

use super::keeper::{Keeper, sound_move};
use super::level::Strength;
use super::player::{Goal, Job, Report};
use super::seat::{Due, Seat};
use super::{Game, IllegalMove, Side};
use crate::base::clock::Clock;
use crate::base::stop::StopToken;
use crate::search::limits::Limits;

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

/// Plays one game from the start as `ours`, not to lose, within the budget of the seat. The watch runs while this
/// function does, but for the time spent in the conversation.
///
/// Turns alternate strictly and each is one call, for a pass as well; none comes after the end of the game. If the
/// opponent breaks the rules or cannot be reached, the game is abandoned without another call. If the player panics, this
/// costs one search: the move is that of the last finished iteration, or the first legal one, and a new player goes on.
pub fn play_game<G: Game, C: Conversation<G::Move>>(
    ours: Side,
    keeper: &mut Keeper<G>,
    seat: &mut Seat,
    conversation: &mut C,
) -> Result<(), Broken<C::Error>> {
    seat.begin(ours);
    let result = alternate(keeper, seat, conversation);
    seat.leave();
    seat.watch().halt();
    result
}

fn alternate<G: Game, C: Conversation<G::Move>>(
    keeper: &mut Keeper<G>,
    seat: &mut Seat,
    conversation: &mut C,
) -> Result<(), Broken<C::Error>> {
    let mut at = G::start();
    loop {
        // Asked before every call: nothing is said once the game is over.
        let mv = match seat.due(G::outcome(&at).is_some(), G::side(&at)) {
            Due::End => return Ok(()),
            Due::Ours(limits) => {
                let mv = choose(keeper, &at, limits, seat.clock());
                let sent = seat.watch().leave_out(|| conversation.send(mv));
                sent.map_err(Broken::Conversation)?;
                mv
            }
            Due::Theirs => {
                let received = seat.watch().leave_out(|| conversation.receive());
                received.map_err(Broken::Conversation)?
            }
        };
        at = G::play(&at, mv).map_err(Broken::Illegal)?;
    }
}

/// A legal move, whatever the player does; the game must not be over.
fn choose<G: Game>(
    keeper: &mut Keeper<G>,
    at: &G::Position,
    limits: Limits,
    clock: &Clock,
) -> G::Move {
    let job = Job {
        position: at.clone(),
        limits,
        goal: Goal::NotLosing,
        clock: clock.clone(),
        started: clock.now(),
        lines: 1,
        strength: Strength::FULL,
    };
    let mut found = None;
    let mut tell = |report: Report<G::Move>| {
        if report.rank == 1 {
            found = report.line.first().copied();
        }
    };
    let decision = keeper.with(|player| player.think(&job, &StopToken::new(), &mut tell));
    let chosen = decision.and_then(|decision| decision.mv);
    sound_move::<G>(at, chosen, found).expect("there is a move while the game is on")
}
