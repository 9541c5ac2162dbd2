//! The library for tournaments of "4 In Line": the host calls for each move. This is only the border; what the calls mean
//! is said by [`brightsword::game::guest`]. `include/four_in_line.h` says what a host may rely on.
#![allow(
    unsafe_code,
    reason = "the border to C: exported names, and an array of the host's"
)]

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::connect4::player::Brightsword;
use brightsword::connect4::rules::position::{Connect4, Move, Position};
use brightsword::connect4::rules::size::TenByFifteen;
use brightsword::game::guest;
use brightsword::game::keeper::{Keeper, sound_move};
use brightsword::game::level::Strength;
use brightsword::game::player::{Goal, Job, Report};
use brightsword::game::record::Record;
use brightsword::game::seat::answer_within;
use brightsword::search::limits::Limits;

type FourInLine = Connect4<TenByFifteen>;

/// The limit for a call, in milliseconds, unless [`LIMIT_VARIABLE`] has another.
const LIMIT: u64 = 2_000;
/// The name under which the host's user can give another limit; 0 is for answers without a search, which depend on nothing
/// but the position.
const LIMIT_VARIABLE: &str = "BRIGHTSWORD_MOVE_MS";
/// What the functions answer when there is no move.
const NO_MOVE: c_int = -1;

/// What is kept between calls.
struct Kept {
    record: Record<FourInLine>,
    player: Keeper<FourInLine>,
    limit: Duration,
}

/// Filled by the first call.
static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

/// A new game begins, with neutral discs in `n` columns; see `include/four_in_line.h`.
///
/// # Safety
/// `columns` must point to `n` numbers, unless `n` is not positive.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name is the contest's")]
pub unsafe extern "C" fn TableSetupMoves(n: c_int, columns: *const c_int) -> c_int {
    let count = usize::try_from(n).unwrap_or(0);
    let columns = if columns.is_null() || count == 0 {
        &[]
    } else {
        // SAFETY: the host vouches for it.
        unsafe { std::slice::from_raw_parts(columns, count) }
    };
    let numbers: Vec<i64> = columns.iter().map(|&column| column.into()).collect();
    guarded(|kept| kept.record = Record::new(Position::with_neutral(&numbers)));
    columns
        .iter()
        .fold(0, |sum, &column| sum.wrapping_add(column))
}

/// The opponent dropped a disc into column `n`, or -1 for the beginning of a game; our column. See
/// `include/four_in_line.h`.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name is the contest's")]
pub extern "C" fn GameMove(n: c_int) -> c_int {
    let started = Clock::Wall.now();
    let mut answer = NO_MOVE;
    guarded(|kept| {
        let due = match n {
            -1 => {
                guest::begin(&mut kept.record);
                true
            }
            0..=9 => guest::hear(&mut kept.record, n.to_string().as_bytes()),
            _ => false,
        };
        if due && let Some(mv) = kept.choose(started) {
            answer = c_int::try_from(mv.column()).unwrap_or(NO_MOVE);
        }
    });
    answer
}

/// Standard error is the host's: a caught panic writes nothing there.
static QUIET: Once = Once::new();

/// Works when nobody else does, and lets no panic out.
fn guarded(work: impl FnOnce(&mut Kept)) {
    let work = AssertUnwindSafe(|| {
        QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        work(kept.get_or_insert_with(Kept::new));
    });
    if let Err(payload) = catch_unwind(work) {
        // Dropping it could panic again.
        std::mem::forget(payload);
    }
}

impl Kept {
    fn new() -> Self {
        let given = std::env::var(LIMIT_VARIABLE).ok();
        let limit = given.and_then(|text| text.parse().ok()).unwrap_or(LIMIT);
        Self {
            record: Record::new(Position::START),
            player: Keeper::new(
                Box::new(|hash| Box::new(Brightsword::new(hash))),
                Brightsword::DEFAULT_HASH,
            ),
            limit: Duration::from_millis(limit),
        }
    }

    /// Our move, which is played; the player may do what it likes.
    fn choose(&mut self, started: Duration) -> Option<Move> {
        let job = Job {
            position: *self.record.position(),
            limits: Limits {
                depth: self.limit.is_zero().then_some(0),
                ..Limits::move_time(answer_within(self.limit))
            },
            goal: Goal::Score,
            clock: Clock::Wall,
            started,
            lines: 1,
            strength: Strength::FULL,
        };
        let mut found = None;
        let mut tell = |report: Report<Move>| found = report.line.first().copied();
        let decision = self
            .player
            .with(|player| player.think(&job, &StopToken::new(), &mut tell));
        let chosen = decision.and_then(|decision| decision.mv);
        let mv = sound_move::<FourInLine>(&job.position, chosen, found)?;
        self.record.play(mv).ok()?;
        Some(mv)
    }
}
