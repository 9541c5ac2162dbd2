//! The time budget is arithmetic: thousands of situations, never past the clock, never nothing.

use std::time::Duration;

use brightsword::search::budget::{Bounds, Series, Situation, bounds};
use brightsword::search::limits::{Byoyomi, TimeControl};

use crate::oracles::sample::Chance;

/// Even the emptiest clock leaves a search so much: the first legal move costs less.
const LEAST: Duration = Duration::from_micros(50);

fn micros(micros: u64) -> Duration {
    Duration::from_micros(micros)
}

impl Chance {
    /// A time of any order of magnitude, from nothing to a day.
    fn time(&mut self) -> Duration {
        let magnitude = [
            0,
            1,
            100,
            1_000,
            10_000,
            1_000_000,
            60_000_000,
            86_400_000_000,
        ];
        let most = magnitude[self.below(8)];
        micros(self.bits() % (most + 1))
    }

    fn situation(&mut self) -> Situation {
        let overhead = [
            Duration::ZERO,
            micros(100),
            micros(5_000),
            micros(1_000_000),
        ];
        let moves = u32::try_from(1 + self.below(60)).unwrap();
        Situation {
            moves,
            to_go: moves + u32::try_from(self.below(30)).unwrap(),
            overhead: overhead[self.below(4)],
        }
    }
}

/// What holds for every budget, given what is left at most.
fn check(found: Option<Bounds>, left: Duration, what: &dyn std::fmt::Debug) -> Bounds {
    let found = found.expect("a clock runs");
    assert!(found.hard > Duration::ZERO, "nothing: {what:?}");
    assert!(
        found.hard <= left.max(LEAST),
        "past the clock: {found:?} of {what:?}"
    );
    assert!(found.soft <= found.hard, "{found:?} of {what:?}");
    found
}

#[test]
fn without_a_clock_there_are_no_bounds() {
    let mut chance = Chance::new(31);
    assert_eq!(bounds(TimeControl::Infinite, chance.situation()), None);
}

#[test]
fn a_time_for_the_move_is_nearly_used_and_never_passed() {
    let mut chance = Chance::new(32);
    for _ in 0..20_000 {
        let (limit, situation) = (chance.time(), chance.situation());
        let what = (limit, situation);
        let found = check(
            bounds(TimeControl::MoveTime(limit), situation),
            limit,
            &what,
        );
        if situation.overhead.is_zero() && limit >= micros(100) {
            let margin = (limit / 2).min(micros(1_000));
            assert!(found.hard + margin <= limit, "a margin is kept: {what:?}");
            assert!(found.hard >= limit / 2, "half of it is used: {what:?}");
            assert_eq!(found.soft, found.hard);
        }
        if situation.overhead.is_zero() && limit >= micros(4_000) {
            assert!(found.hard >= limit * 3 / 4, "most of it is used: {what:?}");
        }
        if situation.overhead + micros(10_000) < limit / 2 {
            assert!(found.hard + situation.overhead < limit, "{what:?}");
        }
    }
    let second = TimeControl::MoveTime(micros(1_000_000));
    let situation = Situation {
        moves: 20,
        to_go: 28,
        overhead: Duration::ZERO,
    };
    assert_eq!(bounds(second, situation).unwrap().hard, micros(995_000));
}

#[test]
fn a_game_clock_is_never_passed() {
    let mut chance = Chance::new(33);
    for _ in 0..50_000 {
        let (left, situation) = (chance.time(), chance.situation());
        let increment = [Duration::ZERO, chance.time()][chance.below(2)];
        let clock = TimeControl::Clock {
            left,
            increment,
            byoyomi: None,
        };
        let what = (left, increment, situation);
        let found = check(bounds(clock, situation), left, &what);
        if situation.moves >= 3 && increment.is_zero() && left > micros(10_000) {
            assert!(
                found.hard <= left * 7 / 10,
                "too much for one move: {what:?}"
            );
        }
    }
}

#[test]
fn byoyomi_is_never_passed() {
    let mut chance = Chance::new(34);
    for round in 0..50_000 {
        let main = chance.time();
        let left = if round % 2 == 0 { Duration::ZERO } else { main };
        let (period, situation) = (chance.time(), chance.situation());
        let stones = u32::try_from(1 + chance.below(25)).unwrap();
        let clock = TimeControl::Clock {
            left,
            increment: Duration::ZERO,
            byoyomi: Some(Byoyomi { period, stones }),
        };
        let what = (left, period, stones, situation);
        let found = check(bounds(clock, situation), left + period, &what);
        if left.is_zero() && stones > 2 && period > micros(10_000) {
            let most = period * 7 / 10;
            assert!(found.hard <= most, "all stones need time: {what:?}");
        }
        if left.is_zero() && stones == 1 && situation.overhead.is_zero() && period > micros(4_000) {
            assert!(
                found.hard >= period * 3 / 4,
                "a period unused is lost: {what:?}"
            );
        }
    }
    let none = Byoyomi {
        period: micros(1_000_000),
        stones: 0,
    };
    let clock = TimeControl::Clock {
        left: Duration::ZERO,
        increment: Duration::ZERO,
        byoyomi: Some(none),
    };
    let situation = Situation {
        moves: 0,
        to_go: 0,
        overhead: Duration::ZERO,
    };
    check(bounds(clock, situation), none.period, &none);
}

#[test]
fn the_largest_times_do_not_overflow() {
    let most = Duration::MAX;
    for byoyomi in [
        None,
        Some(Byoyomi {
            period: most,
            stones: u32::MAX,
        }),
    ] {
        for increment in [Duration::ZERO, most] {
            for moves in [0, 1, u32::MAX] {
                for overhead in [Duration::ZERO, most] {
                    let clock = TimeControl::Clock {
                        left: most,
                        increment,
                        byoyomi,
                    };
                    let situation = Situation {
                        moves,
                        to_go: moves,
                        overhead,
                    };
                    check(bounds(clock, situation), most, &situation);
                    check(
                        bounds(TimeControl::MoveTime(most), situation),
                        most,
                        &situation,
                    );
                }
            }
        }
    }
}

/// Plays one game by its own clock, each move taking up to its hard bound, the lag that the player knows of and a delay
/// that it does not; returns what is left.
fn play_out(
    chance: &mut Chance,
    mut left: Duration,
    increment: Duration,
    lag: Duration,
    delay: Duration,
) -> Duration {
    for moves in (1..=30).rev() {
        let clock = TimeControl::Clock {
            left,
            increment,
            byoyomi: None,
        };
        let situation = Situation {
            moves,
            to_go: moves,
            overhead: lag,
        };
        let found = bounds(clock, situation).expect("a clock runs");
        let used = match chance.below(3) {
            0 => found.hard,
            1 => found.soft,
            _ => found.soft / 2,
        };
        left = left
            .checked_sub(used + lag + delay)
            .unwrap_or_else(|| panic!("lost on time at {moves} moves from the end"));
        left += increment;
    }
    left
}

#[test]
fn whole_games_are_never_lost_on_time() {
    let mut chance = Chance::new(35);
    for _ in 0..2_000 {
        let start = micros(100_000 + chance.bits() % 600_000_000);
        let increment = [Duration::ZERO, start / 60][chance.below(2)];
        let left = play_out(&mut chance, start, increment, micros(1_000), micros(0));
        if increment.is_zero() {
            assert!(
                left < start / 2,
                "half of the clock is left unused: {left:?} of {start:?}"
            );
        }
    }
}

#[test]
fn delays_that_nobody_announced_do_not_lose_the_game() {
    let mut chance = Chance::new(37);
    for _ in 0..2_000 {
        let start = micros(100_000 + chance.bits() % 10_000_000);
        let increment = [Duration::ZERO, start / 60][chance.below(2)];
        play_out(&mut chance, start, increment, micros(0), micros(700));
    }
}

#[test]
fn a_series_never_overdraws_when_each_game_keeps_to_its_share() {
    let mut chance = Chance::new(36);
    for _ in 0..2_000 {
        let total = micros(1_000 + chance.bits() % 10_000_000);
        let games = 1 + chance.below(20);
        let start = chance.time();
        let mut now = start;
        let mut series = Series::new(total, u32::try_from(games).unwrap(), start);
        let mut first_share = Duration::ZERO;
        for game in 0..games {
            series.begin_game(now);
            let share = series.left_for_game(now);
            if game == 0 {
                first_share = share;
                let equal = total / u32::try_from(games).unwrap();
                assert!(share < equal, "something is kept in reserve");
                assert!(share > equal * 3 / 4, "the budget is used");
            }
            // A game of ten moves that takes all, half or nothing of what it may.
            let taste = chance.below(3);
            for _ in 0..10 {
                let left = series.left_for_game(now);
                now += [left, left / 2, Duration::ZERO][taste];
                assert!(series.left_for_game(now) <= left, "time comes back");
            }
            assert!(
                now.saturating_sub(start) <= total,
                "overdrawn in game {}",
                game + 1
            );
        }
        series.begin_game(now);
        assert_eq!(
            series.left_for_game(now),
            first_share,
            "another game begins another budget"
        );
    }
}

#[test]
fn an_overdrawn_series_gives_nothing_but_does_not_fail() {
    let (total, games) = Series::CONTEST;
    assert_eq!((total, games), (Duration::from_secs(5), 10));
    let mut series = Series::new(total, games, micros(7));
    series.begin_game(micros(7));
    let later = micros(7) + total * 2;
    assert_eq!(series.left_for_game(later), Duration::ZERO);
    series.begin_game(later);
    assert_eq!(series.left_for_game(later), Duration::ZERO);
    assert_eq!(
        series.left_for_game(micros(0)),
        Duration::ZERO,
        "a meter set back"
    );
    let none = Series::new(Duration::ZERO, 0, Duration::ZERO);
    assert_eq!(none.left_for_game(micros(5)), Duration::ZERO);
}
