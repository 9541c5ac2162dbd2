//! Limits as they are written, and clocks on times that nobody has to wait for.

use std::time::Duration;

use brightsword::arena::clock::{Clock, Flag};
use brightsword::arena::limit::{Limit, TimeRule, read_time};

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn clock(limit: &str, margin: u64) -> Clock {
    Clock::new(limit.parse::<Limit>().unwrap().time, ms(margin))
}

#[test]
fn limits_are_read_and_written() {
    for (text, shown) in [
        ("inf", "inf"),
        ("depth=12", "depth=12"),
        ("nodes=1000", "nodes=1000"),
        ("move=2s", "move=2s"),
        ("move=1.5s", "move=1500ms"),
        ("game=60s", "game=60s"),
        ("60s", "game=60s"),
        ("60s+0.5s", "60s+500ms"),
        ("60s+0s", "game=60s"),
        ("40/60s", "40/60s"),
        ("60s+5x10s", "60s+5x10s"),
        ("depth=20 & game=1min", "depth=20 & game=60s"),
        ("nodes=5&move=10us", "nodes=5 & move=10us"),
        ("30h", "game=108000s"),
    ] {
        let limit: Limit = text.parse().unwrap();
        assert_eq!(limit.to_string(), shown, "{text}");
        assert_eq!(shown.parse::<Limit>().unwrap(), limit);
    }
    for (text, column) in [
        ("", 1),
        ("60+", 3),
        ("-1", 1),
        ("1e9", 2),
        ("60s +1", 5),
        ("60s+", 5),
        ("60s+5x", 7),
        ("move=0s", 6),
        ("move=", 6),
        ("depth=0", 7),
        ("depth=99999999999", 7),
        ("0/60s", 1),
        ("game=31h & depth=3 & depth=4", 22),
        ("1000h", 1),
        ("60s x", 5),
        ("move=1s & move=2s", 11),
        ("inf & ", 7),
        ("move=1.2.3s", 6),
        ("moves=1s", 1),
    ] {
        let error = text.parse::<Limit>().unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
    }
    assert_eq!(read_time("0ms").unwrap(), Duration::ZERO);
    assert!(read_time("20").is_err() && read_time("20 ms").is_err());
}

#[test]
fn a_millisecond_decides() {
    let (mut one, mut other) = (clock("move=100ms", 20), clock("move=100ms", 20));
    assert_eq!(one.deadline(), Some(ms(120)));
    assert_eq!(one.spend(ms(119)), Ok(Some(ms(19))));
    assert_eq!(other.spend(ms(121)), Err(Flag { overrun: ms(21) }));
}

#[test]
fn time_for_a_move_does_not_add_up() {
    let mut kept = clock("move=100ms", 20);
    for _ in 0..10 {
        assert_eq!(kept.spend(ms(95)), Ok(None));
        assert_eq!(kept.left(), ms(100));
    }
    assert!(kept.spend(ms(125)).is_err());
}

#[test]
fn the_margin_does_not_go_below_zero() {
    let mut kept = clock("100ms+10ms", 20);
    assert_eq!(kept.spend(ms(115)), Ok(Some(ms(15))));
    assert_eq!(kept.left(), ms(10));
    assert_eq!(kept.spend(ms(25)), Ok(Some(ms(15))));
    assert_eq!(kept.left(), ms(10));
    assert!(kept.spend(ms(31)).is_err());
}

#[test]
fn periods_of_moves_come_again() {
    let mut kept = clock("2/100ms", 0);
    assert_eq!(kept.spend(ms(60)), Ok(None));
    assert_eq!((kept.left(), kept.count()), (ms(40), 1));
    assert_eq!(kept.spend(ms(30)), Ok(None));
    assert_eq!((kept.left(), kept.count()), (ms(110), 2));
}

#[test]
fn overtime_is_whole_again_after_each_move() {
    let mut kept = clock("100ms+3x50ms", 10);
    assert_eq!(kept.allowance(), Some(ms(250)));
    assert_eq!(kept.spend(ms(80)), Ok(None));
    assert_eq!((kept.left(), kept.count()), (ms(20), 3));
    // The rest of the main time and a part of a period.
    assert_eq!(kept.spend(ms(60)), Ok(None));
    assert_eq!((kept.left(), kept.count()), (ms(0), 3));
    assert_eq!(kept.spend(ms(49)), Ok(None));
    assert_eq!(kept.count(), 3);
    // Two periods are used up.
    assert_eq!(kept.spend(ms(120)), Ok(None));
    assert_eq!((kept.count(), kept.allowance()), (1, Some(ms(50))));
    assert_eq!(kept.spend(ms(55)), Ok(Some(ms(5))));
    assert!(kept.spend(ms(500)).is_err());
}

#[test]
fn without_a_clock_nothing_falls() {
    let mut kept = Clock::new(TimeRule::Unlimited, ms(20));
    assert_eq!(
        (kept.deadline(), kept.spend(Duration::from_secs(1_000_000))),
        (None, Ok(None))
    );
}
