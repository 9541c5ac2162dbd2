//! The clocks of a game in this protocol: our own watch, corrected by what the client says. Pure arithmetic.

use std::time::Duration;

use crate::game::Side;
use crate::search::limits::{Byoyomi, TimeControl};

/// Clients round what is left to whole seconds.
const ROUNDING: Duration = Duration::from_secs(1);

/// What may get lost between the client's clock and ours on a move, on a busy machine: Quarry's runs while it draws, and
/// with 15 s a move a quarter of a second was not enough. Where there is little time it is at most a tenth of it.
const LAG: Duration = Duration::from_secs(1);

/// The rule of `time_settings`: the main time and, once it is used up, so many moves in each period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    main: Duration,
    overtime: Option<Byoyomi>,
}

impl Rule {
    /// The rule of `time_settings MAIN PERIOD STONES`; none if it sets no limit.
    pub fn new(main: Duration, period: Duration, stones: u32) -> Option<Self> {
        let overtime = match (period.is_zero(), stones) {
            (true, _) => None,
            (false, 0) => return None,
            (false, stones) => Some(Byoyomi { period, stones }),
        };
        Some(Self { main, overtime })
    }
}

/// What is left for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Left {
    main: Duration,
    /// What is left of the period, a whole one while there is main time.
    overtime: Option<Byoyomi>,
}

impl Left {
    fn new(rule: Rule) -> Self {
        Self {
            main: rule.main,
            overtime: rule.overtime,
        }
    }
}

/// The clocks of both sides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Clocks {
    rule: Option<Rule>,
    first: Option<Left>,
    second: Option<Left>,
}

impl Clocks {
    /// A game under this rule begins; none sets no limit.
    pub fn set(&mut self, rule: Option<Rule>) {
        self.rule = rule;
        self.reset();
    }

    /// A game under the same rule begins.
    pub fn reset(&mut self) {
        self.first = self.rule.map(Left::new);
        self.second = self.first;
    }

    fn side(&mut self, side: Side) -> &mut Option<Left> {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }

    /// What `side` may spend, less what may get lost on the way; none when there is no limit, or nothing is known of one.
    pub fn control(&mut self, side: Side) -> Option<TimeControl> {
        self.side(side)
            .map(|Left { main, overtime }| TimeControl::Clock {
                left: less_lag(main),
                increment: Duration::ZERO,
                byoyomi: overtime.map(|Byoyomi { period, stones }| Byoyomi {
                    period: less_lag(period),
                    stones,
                }),
            })
    }

    /// `side` has made a move that took so long.
    pub fn spend(&mut self, side: Side, time: Duration) {
        let whole = self.rule.and_then(|rule| rule.overtime);
        let Some(left) = self.side(side) else {
            return;
        };
        let in_overtime = left.main < time || left.main.is_zero();
        let beyond = time.saturating_sub(left.main);
        left.main = left.main.saturating_sub(time);
        if let Some(Byoyomi { period, stones }) = left.overtime.filter(|_| in_overtime) {
            left.overtime = match stones.saturating_sub(1) {
                // The next period begins. If there is no rule the client tells, before the next move, what there is.
                0 => whole.or(Some(Byoyomi { period, stones })),
                stones => Some(Byoyomi {
                    period: period.saturating_sub(beyond),
                    stones,
                }),
            };
        }
    }

    /// The client's own account of what `side` has left: main time, or with `stones` moves still to make in the period.
    pub fn correct(&mut self, side: Side, time: Duration, stones: u32) {
        let whole = self.rule.and_then(|rule| rule.overtime);
        let left = self.side(side);
        let own = *left;
        *left = Some(if stones == 0 {
            Left {
                main: settle(time, own.map(|left| left.main)),
                overtime: whole,
            }
        } else {
            let own = own
                .filter(|left| left.main.is_zero())
                .and_then(|left| left.overtime)
                .filter(|overtime| overtime.stones == stones);
            Left {
                main: Duration::ZERO,
                overtime: Some(Byoyomi {
                    period: settle(time, own.map(|overtime| overtime.period)),
                    stones,
                }),
            }
        });
    }
}

fn less_lag(time: Duration) -> Duration {
    time.saturating_sub(LAG.min(time / 10))
}

/// What to believe: the client, but not that there is more than our own watch says where its rounding explains it.
fn settle(told: Duration, own: Option<Duration>) -> Duration {
    match own {
        Some(own) if told.saturating_sub(own) < ROUNDING => own.min(told),
        _ => told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn clock(left: Duration, overtime: Option<(Duration, u32)>) -> TimeControl {
        TimeControl::Clock {
            left: less_lag(left),
            increment: Duration::ZERO,
            byoyomi: overtime.map(|(period, stones)| Byoyomi {
                period: less_lag(period),
                stones,
            }),
        }
    }

    #[test]
    fn something_is_left_for_the_way() {
        assert_eq!(less_lag(s(15)), s(14));
        assert_eq!(less_lag(ms(200)), ms(180));
        assert_eq!(less_lag(s(0)), s(0));
    }

    fn started(main: u64, period: u64, stones: u32) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set(Rule::new(s(main), s(period), stones));
        clocks
    }

    #[test]
    fn without_a_limit_there_is_none_whatever_is_spent() {
        for mut clocks in [Clocks::default(), started(0, 1, 0), started(9, 5, 0)] {
            assert_eq!(clocks.control(Side::First), None);
            clocks.spend(Side::First, s(100));
            assert_eq!(clocks.control(Side::First), None);
        }
        // Nothing left is not the same as no limit.
        assert_eq!(
            started(0, 0, 0).control(Side::First).unwrap(),
            clock(s(0), None)
        );
    }

    #[test]
    fn our_own_watch_runs_when_nobody_tells() {
        let mut clocks = started(300, 0, 0);
        clocks.spend(Side::First, ms(10_500));
        assert_eq!(
            clocks.control(Side::First).unwrap(),
            clock(ms(289_500), None)
        );
        assert_eq!(clocks.control(Side::Second).unwrap(), clock(s(300), None));
        clocks.spend(Side::First, s(1000));
        assert_eq!(clocks.control(Side::First).unwrap(), clock(s(0), None));
        clocks.reset();
        assert_eq!(clocks.control(Side::First).unwrap(), clock(s(300), None));
    }

    #[test]
    fn periods_of_overtime() {
        let mut clocks = started(10, 30, 3);
        clocks.spend(Side::Second, s(4));
        assert_eq!(
            clocks.control(Side::Second).unwrap(),
            clock(s(6), Some((s(30), 3)))
        );
        // Six seconds of main time and two of the first period.
        clocks.spend(Side::Second, s(8));
        assert_eq!(
            clocks.control(Side::Second).unwrap(),
            clock(s(0), Some((s(28), 2)))
        );
        clocks.spend(Side::Second, s(8));
        assert_eq!(
            clocks.control(Side::Second).unwrap(),
            clock(s(0), Some((s(20), 1)))
        );
        clocks.spend(Side::Second, s(8));
        assert_eq!(
            clocks.control(Side::Second).unwrap(),
            clock(s(0), Some((s(30), 3)))
        );
        // So much for each move.
        let mut clocks = started(0, 15, 1);
        clocks.spend(Side::First, s(14));
        assert_eq!(
            clocks.control(Side::First).unwrap(),
            clock(s(0), Some((s(15), 1)))
        );
    }

    #[test]
    fn the_client_knows_better_but_rounds() {
        let mut clocks = started(600, 0, 0);
        clocks.spend(Side::First, ms(10_300));
        clocks.correct(Side::First, s(590), 0);
        assert_eq!(
            clocks.control(Side::First).unwrap(),
            clock(ms(589_700), None)
        );
        clocks.correct(Side::First, s(580), 0);
        assert_eq!(clocks.control(Side::First).unwrap(), clock(s(580), None));
        clocks.correct(Side::First, s(599), 0);
        assert_eq!(clocks.control(Side::First).unwrap(), clock(s(599), None));
        let mut clocks = started(0, 300, 10);
        clocks.spend(Side::First, ms(100));
        clocks.correct(Side::First, s(300), 9);
        let left = Some((ms(299_900), 9));
        assert_eq!(clocks.control(Side::First).unwrap(), clock(s(0), left));
        // Main time again: the client went back in the game.
        clocks.correct(Side::First, s(20), 0);
        let left = Some((s(300), 10));
        assert_eq!(clocks.control(Side::First).unwrap(), clock(s(20), left));
    }

    #[test]
    fn a_clock_nobody_announced() {
        let mut clocks = Clocks::default();
        clocks.correct(Side::Second, s(20), 0);
        assert_eq!(clocks.control(Side::Second).unwrap(), clock(s(20), None));
        clocks.correct(Side::Second, s(20), 2);
        assert_eq!(
            clocks.control(Side::Second).unwrap(),
            clock(s(0), Some((s(20), 2)))
        );
        clocks.spend(Side::Second, s(5));
        assert_eq!(
            clocks.control(Side::Second).unwrap(),
            clock(s(0), Some((s(15), 1)))
        );
    }
}
