//! The Othello contest's library: the host calls once for each game and is called back for the moves. This is only the
//! border; the game itself is played by [`brightsword::game::conversation`]. `include/othello_contest.h` says what a
//! host may rely on.
#![allow(
    unsafe_code,
    reason = "the border to C: exported names, and calls of the host's two functions"
)]

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use brightsword::base::clock::Clock;
use brightsword::base::stopwatch::Stopwatch;
use brightsword::game::Side;
use brightsword::game::conversation::{Conversation, play_game};
use brightsword::game::keeper::Keeper;
use brightsword::game::seat::Seat;
use brightsword::othello::player::Brightsword;
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::Othello;

type MakeMove = unsafe extern "C" fn(context: *mut c_void, row: c_int, column: c_int);
type ReceiveMove = unsafe extern "C" fn(context: *mut c_void, row: *mut c_int, column: *mut c_int);

/// What is kept between games. What the player's tables hold is true in every game; clearing them would cost more than it
/// is worth.
struct Kept {
    player: Keeper<Othello>,
    seat: Seat,
}

/// Filled by the first call.
static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

thread_local! {
    /// Whether this thread is in a game: a call from the host's own functions would wait for itself.
    static PLAYING: Cell<bool> = const { Cell::new(false) };
}

/// The host's two functions.
struct Host {
    make: MakeMove,
    receive: ReceiveMove,
    context: *mut c_void,
}

/// The host's numbers are neither a square nor a pass.
struct NoMove;

impl Conversation<Move> for Host {
    type Error = NoMove;

    fn send(&mut self, mv: Move) -> Result<(), NoMove> {
        let (row, column) = match mv.square() {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                reason = "both are below 8"
            )]
            Some(square) => ((square / 8) as c_int, (square % 8) as c_int),
            None => (-1, -1),
        };
        // SAFETY: the host vouches for its function and its context.
        unsafe { (self.make)(self.context, row, column) };
        Ok(())
    }

    fn receive(&mut self) -> Result<Move, NoMove> {
        // Not a pass: a host that writes nothing must not be taken for one that passes.
        let (mut row, mut column) = (c_int::MIN, c_int::MIN);
        // SAFETY: as above; both pointers are good for the call.
        unsafe { (self.receive)(self.context, &raw mut row, &raw mut column) };
        match (usize::try_from(row), usize::try_from(column)) {
            (Ok(row @ 0..=7), Ok(column @ 0..=7)) => Ok(Move::on(row * 8 + column)),
            _ if (row, column) == (-1, -1) => Ok(Move::PASS),
            _ => Err(NoMove),
        }
    }
}

/// Plays one game; see `include/othello_contest.h`.
///
/// # Safety
/// The two functions must be what the header says, and must accept `context`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn othello_contest_play(
    _task: c_int,
    side: c_int,
    make: Option<MakeMove>,
    receive: Option<ReceiveMove>,
    context: *mut c_void,
) {
    let (Some(make), Some(receive)) = (make, receive) else {
        return;
    };
    let ours = if side == 0 { Side::First } else { Side::Second };
    let mut host = Host {
        make,
        receive,
        context,
    };
    alone(|kept| {
        // Whatever was wrong with the game, the next one begins anew.
        let _ = play_game(ours, &mut kept.player, &mut kept.seat, &mut host);
    });
}

/// Begins a new budget; see `include/othello_contest.h`.
#[unsafe(no_mangle)]
pub extern "C" fn othello_contest_budget(milliseconds: c_int, games: c_int) {
    let at_least_one = |number: c_int| u32::try_from(number).unwrap_or(0).max(1);
    let total = Duration::from_millis(at_least_one(milliseconds).into());
    alone(|kept| kept.seat.renew(total, at_least_one(games)));
}

/// Standard error is the host's: a caught panic writes nothing there.
static QUIET: Once = Once::new();

/// Works when nobody else does, and lets no panic out.
fn alone(work: impl FnOnce(&mut Kept)) {
    if PLAYING.replace(true) {
        return;
    }
    let work = AssertUnwindSafe(|| {
        QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        work(kept.get_or_insert_with(Kept::new));
    });
    if let Err(payload) = catch_unwind(work) {
        // Dropping it could panic again.
        std::mem::forget(payload);
    }
    PLAYING.set(false);
}

impl Kept {
    fn new() -> Self {
        Self {
            // Made in the first game, where making the tables counts.
            player: Keeper::new(
                Box::new(|hash| Box::new(Brightsword::new(hash))),
                Brightsword::DEFAULT_HASH,
            ),
            seat: Seat::new(Stopwatch::new(Clock::ThreadCpu)),
        }
    }
}
