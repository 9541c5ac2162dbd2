//! Levels of strength: the lot, its bounds, and that full strength is what it was.

use std::collections::BTreeSet;

use brightsword::base::chance::Chance;
use brightsword::base::clock::Clock;
use brightsword::base::stop::StopToken;
use brightsword::connect4::levels::HANDICAPS as DROP_HANDICAPS;
use brightsword::connect4::player::Brightsword as Dropper;
use brightsword::connect4::rules::position::Connect4;
use brightsword::connect4::rules::size::TenByFifteen;
use brightsword::game::Game;
use brightsword::game::keeper::Build;
use brightsword::game::level::{Handicap, Handicaps, Level, Strength, draw, value};
use brightsword::game::levelled::Levelled;
use brightsword::game::player::{Decision, Goal, Job, Player, Report};
use brightsword::othello::levels::HANDICAPS;
use brightsword::othello::player::Brightsword;
use brightsword::othello::rules::position::Othello;
use brightsword::search::limits::Limits;

use crate::oracles::sample;

pub(crate) type FourInLine = Connect4<TenByFifteen>;

const SPREAD: Handicap = Handicap {
    depth: 1,
    solve: 0,
    moves: 10,
    bound: 100,
    half: 50,
};

fn drawn(values: &[i32], handicap: &Handicap, times: u64) -> Vec<usize> {
    let mut counts = vec![0; values.len()];
    for seed in 0..times {
        let place = draw(values, handicap, &mut Chance::new(seed, "test")).unwrap();
        counts[place] += 1;
    }
    counts
}

#[test]
fn small_losses_are_likelier_and_large_ones_never_drawn() {
    let counts = drawn(&[-20, 30, 80, -21, 5], &SPREAD, 8_000);
    // The best, one that loses a half, one that loses one and a half, and two at the bound and beyond it.
    let expected = [250, 500, 1000, 0, 375].map(|weight| weight * 1000 / 2_125);
    for (count, expected) in counts.iter().zip(expected) {
        assert!((count * 1000 / 8_000).abs_diff(expected) < 25, "{counts:?}");
    }
    assert_eq!(counts[3], 0);
}

#[test]
fn without_a_bound_only_the_best_are_drawn() {
    let best = Handicap { bound: 0, ..SPREAD };
    let counts = drawn(&[7, 9, 9, -9], &best, 200);
    assert_eq!((counts[0], counts[3]), (0, 0));
    assert!(counts[1] > 0 && counts[2] > 0);
    assert_eq!(draw(&[], &best, &mut Chance::new(1, "test")), None);
    let extremes = Handicap {
        bound: i32::MAX,
        half: 1,
        ..SPREAD
    };
    assert_eq!(drawn(&[i32::MIN, i32::MAX], &extremes, 50), [0, 50]);
}

#[test]
fn eight_names() {
    for (level, name) in Level::ALL.into_iter().zip(Level::NAMES) {
        assert_eq!(name.parse(), Ok(level));
        assert_eq!(level.to_string(), name);
    }
    let error = "grandmaster".parse::<Level>().unwrap_err().to_string();
    assert!(
        Level::NAMES.iter().all(|name| error.contains(name)),
        "{error}"
    );
    assert_eq!(Level::default(), Level::Full);
}

/// A game with its player at levels.
pub(crate) trait Table: Game {
    const HANDICAPS: &'static Handicaps;
    fn bare(hash: usize) -> Box<dyn Player<Self>>;

    fn levelled() -> Levelled<Self> {
        let build: Build<Self> = Box::new(Self::bare);
        Levelled::new(1, Self::HANDICAPS, build)
    }

    /// Positions on the way of games by lot, none of them over.
    fn positions(seed: u64, count: usize) -> Vec<Self::Position> {
        let mut chance = sample::Chance::new(seed);
        let mut found = Vec::new();
        while found.len() < count {
            let mut at = Self::start();
            for _ in 0..chance.below(50) {
                let legal = Self::legal_moves(&at);
                if legal.is_empty() {
                    break;
                }
                at = Self::play(&at, legal[chance.below(legal.len())]).unwrap();
            }
            if Self::outcome(&at).is_none() {
                found.push(at);
            }
        }
        found
    }
}

impl Table for Othello {
    const HANDICAPS: &'static Handicaps = &HANDICAPS;
    fn bare(hash: usize) -> Box<dyn Player<Self>> {
        Box::new(Brightsword::new(hash))
    }
}

impl Table for FourInLine {
    const HANDICAPS: &'static Handicaps = &DROP_HANDICAPS;
    fn bare(hash: usize) -> Box<dyn Player<Self>> {
        Box::new(Dropper::new(hash))
    }
}

pub(crate) fn think<G: Game>(
    player: &mut dyn Player<G>,
    at: &G::Position,
    limits: Limits,
    lines: usize,
    strength: Strength,
) -> (Decision<G::Move>, Vec<Report<G::Move>>) {
    let job = Job {
        position: at.clone(),
        limits,
        goal: Goal::Score,
        clock: Clock::Wall,
        started: Clock::Wall.now(),
        lines,
        strength,
    };
    let mut told = Vec::new();
    let decision = player.think(&job, &StopToken::new(), &mut |report| told.push(report));
    (decision, told)
}

fn full_is_untouched<G: Table>() {
    let (mut bare, mut levelled) = (G::bare(1), G::levelled());
    for at in G::positions(3, 12) {
        let limits = Limits::nodes(3_000);
        // A move at a level in between changes nothing.
        let weak = Strength {
            level: Level::Casual,
            lot: 9,
        };
        think::<G>(&mut levelled, &at, limits, 1, weak);
        let timeless = |(mut decision, told): (Decision<G::Move>, Vec<Report<G::Move>>)| {
            if let Some(report) = &mut decision.report {
                report.elapsed = std::time::Duration::ZERO;
            }
            (decision, told.len())
        };
        let ours = timeless(think::<G>(&mut levelled, &at, limits, 1, Strength::FULL));
        let expected = timeless(think::<G>(bare.as_mut(), &at, limits, 1, Strength::FULL));
        assert_eq!(ours, expected);
    }
}

#[test]
fn full_strength_is_what_it_was() {
    full_is_untouched::<Othello>();
    full_is_untouched::<FourInLine>();
}

/// The same job has the same answer, whatever came before; and where errors are wide, lots differ.
fn chance_is_the_lot<G: Table>() {
    let positions = G::positions(5, 10);
    for level in Level::ALL {
        if level == Level::Full {
            continue;
        }
        let (mut one, mut other) = (G::levelled(), G::levelled());
        let mut differ = false;
        let choose = |player: &mut Levelled<G>, at: &G::Position, lot| {
            let strength = Strength { level, lot };
            let (decision, _) = think::<G>(player, at, Limits::INFINITE, 1, strength);
            let mv = decision.mv.unwrap();
            if let Some(report) = decision.report {
                assert_eq!(report.line.first(), Some(&mv));
            }
            mv
        };
        for at in &positions {
            let first = choose(&mut one, at, 1);
            assert!(G::legal_moves(at).contains(&first));
            differ |= first != choose(&mut one, at, 2);
            other.new_game();
            assert_eq!(first, choose(&mut other, at, 1), "{level}");
            assert_eq!(first, choose(&mut one, at, 1), "{level}");
        }
        assert!(differ || level > Level::Casual, "{level}");
    }
}

#[test]
fn the_same_lot_gives_the_same_move() {
    chance_is_the_lot::<Othello>();
    chance_is_the_lot::<FourInLine>();
}

/// What the levels choose, valued by a search of their own that knows nothing of them.
fn losses_are_bounded<G: Table>() {
    for at in G::positions(11, 12) {
        let moves = G::legal_moves(&at).len();
        for (level, handicap) in Level::ALL.into_iter().zip(G::HANDICAPS) {
            let strength = Strength { level, lot: 4 };
            let (decision, _) = think::<G>(&mut G::levelled(), &at, Limits::INFINITE, 1, strength);
            let lines = handicap.moves.min(moves);
            let limits = Limits::depth(handicap.depth);
            let (best, told) = think::<G>(G::bare(1).as_mut(), &at, limits, lines, Strength::FULL);
            let depth = best.report.map_or(0, |report| report.depth);
            let values: Vec<_> = told
                .iter()
                .rev()
                .take_while(|report| report.depth == depth)
                .map(|report| (report.line[0], value::<G>(&at, report)))
                .collect();
            if decision.report.is_none_or(|report| report.depth != depth) {
                continue;
            }
            let top = values.iter().map(|&(_, value)| value).max().unwrap();
            let own = values.iter().find(|&&(mv, _)| Some(mv) == decision.mv);
            let loss = top - own.expect("one of the best moves").1;
            assert!(loss <= handicap.bound, "{level}: {loss}");
        }
    }
}

#[test]
fn no_level_loses_more_than_its_bound() {
    losses_are_bounded::<Othello>();
    losses_are_bounded::<FourInLine>();
}

/// Columns from 0 at the left up to where a side has to complete a four or prevent one, and the column for it.
const FOURS: [(&str, &str); 4] = [
    // Three upright, to be completed and to be blocked.
    ("404142", "4"),
    ("40414", "4"),
    // Three on the ground from the rim on, to be completed by either side.
    ("4041427", "3"),
    ("071727", "3"),
];

#[test]
fn only_the_beginner_overlooks_a_four() {
    for (moves, column) in FOURS {
        let mut at = FourInLine::start();
        for mv in FourInLine::read_moves(moves.as_bytes()).unwrap() {
            at = FourInLine::play(&at, mv).unwrap();
        }
        for level in Level::ALL {
            let mut player = FourInLine::levelled();
            // The beginner overlooks the rarest of these fours about once in a hundred times.
            let lots = if level == Level::Beginner { 2_000 } else { 40 };
            let chosen: BTreeSet<String> = (0..lots)
                .map(|lot| {
                    let strength = Strength { level, lot };
                    let limits = Limits::nodes(2_000);
                    let (decision, _) = think::<FourInLine>(&mut player, &at, limits, 1, strength);
                    decision.mv.unwrap().to_string()
                })
                .collect();
            let expected = BTreeSet::from([column.to_owned()]);
            assert_eq!(
                chosen == expected,
                level != Level::Beginner,
                "{level} {moves}: {chosen:?}"
            );
        }
    }
}

/// Without an iteration nothing is known by which a lot could be drawn: the move of the first glance stays.
#[test]
fn without_an_iteration_nothing_is_drawn() {
    let mut at = FourInLine::start();
    for mv in FourInLine::read_moves(b"203040").unwrap() {
        at = FourInLine::play(&at, mv).unwrap();
    }
    let mut player = FourInLine::levelled();
    let chosen: BTreeSet<String> = (0..60)
        .map(|lot| {
            let strength = Strength {
                level: Level::Master,
                lot,
            };
            let limits = Limits::nodes(1);
            let (decision, _) = think::<FourInLine>(&mut player, &at, limits, 1, strength);
            decision.mv.unwrap().to_string()
        })
        .collect();
    assert_eq!(chosen.len(), 1, "{chosen:?}");
}

/// The limits sent with the move hold at every level, and what is stopped at once has a legal move all the same.
#[test]
fn limits_hold_at_every_level() {
    for at in Othello::positions(13, 6) {
        for level in Level::ALL {
            let strength = Strength { level, lot: 2 };
            let mut player = Othello::levelled();
            for limits in [Limits::nodes(1), Limits::depth(0), Limits::depth(1)] {
                let (decision, told) = think::<Othello>(&mut player, &at, limits, 1, strength);
                assert!(Othello::legal_moves(&at).contains(&decision.mv.unwrap()));
                assert!(
                    told.iter()
                        .all(|report| report.depth <= 1 || at.board.empties() <= 8)
                );
            }
        }
    }
}
