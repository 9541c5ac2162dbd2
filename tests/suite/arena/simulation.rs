//! Matches that are drawn by lot between engines of known strength: do the intervals and the tests keep what they promise?

use brightsword::arena::chance::Chance;
use brightsword::arena::report::{Pairs, count_pair};
use brightsword::arena::stats::elo::{elo, estimate, expected};
use brightsword::arena::stats::sprt::{Model, Test, Verdict};

/// The points of a pair, as half points.
fn draw(frequencies: &[f64; 5], chance: &mut Chance) -> u8 {
    let mut rest = chance.unit();
    for (points, share) in (0..).zip(frequencies) {
        rest -= share;
        if rest < 0.0 {
            return points;
        }
    }
    4
}

/// The frequencies, tilted so that their mean is this score.
fn tilted(frequencies: [f64; 5], score: f64) -> [f64; 5] {
    let weigh = |tilt: f64| {
        let all: Vec<f64> = frequencies
            .iter()
            .zip(0u8..)
            .map(|(p, cell)| p * (tilt * f64::from(cell) / 4.0).exp())
            .collect();
        let sum: f64 = all.iter().sum();
        [0, 1, 2, 3, 4].map(|cell: usize| all[cell] / sum)
    };
    let mean = |p: [f64; 5]| {
        p.iter()
            .zip(0u8..)
            .map(|(p, cell)| p * f64::from(cell) / 4.0)
            .sum::<f64>()
    };
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if mean(weigh(middle)) < score {
            low = middle;
        } else {
            high = middle;
        }
    }
    weigh(low)
}

/// What the values for tests are from: pairs of two engines that are nearly equal.
const USUAL: [f64; 5] = [0.05, 0.20, 0.40, 0.25, 0.10];

#[test]
fn intervals_hold_the_truth() {
    for (seed, strength) in [(1, 0.0), (2, 30.0), (3, 120.0)] {
        let frequencies = tilted(USUAL, expected(strength));
        let mut chance = Chance::new(seed, "simulation");
        let mut inside = 0;
        for _ in 0..4000 {
            let mut pairs: Pairs = [0.0; 5];
            for _ in 0..300 {
                count_pair(&mut pairs, draw(&frequencies, &mut chance));
            }
            let found = estimate(&pairs).expect("pairs");
            inside += u32::from(found.low <= strength && strength <= found.high);
        }
        let share = f64::from(inside) / 4000.0;
        assert!((0.935..=0.965).contains(&share), "{strength} Elo: {share}");
    }
}

#[test]
fn tests_err_as_seldom_as_they_say() {
    let test = Test {
        elo0: 0.0,
        elo1: 30.0,
        alpha: 0.05,
        beta: 0.05,
        model: Model::Logistic,
    };
    let middle = elo(f64::midpoint(expected(0.0), expected(30.0)));
    for (truth, least, most) in [(0.0, 0.03, 0.07), (middle, 0.4, 0.6), (30.0, 0.93, 0.97)] {
        let frequencies = tilted(USUAL, expected(truth));
        let mut chance = Chance::new(11, "tests");
        let mut accepted = 0;
        for _ in 0..600 {
            let mut pairs: Pairs = [0.0; 5];
            let verdict = loop {
                count_pair(&mut pairs, draw(&frequencies, &mut chance));
                let verdict = test
                    .ratio(&pairs)
                    .map_or(Verdict::Open, |ratio| test.verdict(ratio));
                if verdict != Verdict::Open {
                    break verdict;
                }
            };
            accepted += u32::from(verdict == Verdict::Accepted);
        }
        let share = f64::from(accepted) / 600.0;
        assert!((least..=most).contains(&share), "{truth} Elo: {share}");
    }
}
