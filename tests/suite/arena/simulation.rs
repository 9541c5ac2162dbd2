//! Matches that are drawn by lot between engines of known strength: do the intervals and the tests keep what they promise?

use brightsword::arena::report::{Games, Pairs, count_pair};
use brightsword::arena::stats::elo::{estimate, expected, pairing_gain};
use brightsword::arena::stats::normal::density;
use brightsword::arena::stats::sprt::{Model, Test, Verdict};
use brightsword::base::chance::Chance;

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

/// How a test ends between engines whose pairs have these frequencies, and after how many pairs.
fn run(test: &Test, frequencies: &[f64; 5], chance: &mut Chance) -> (Verdict, f64) {
    let mut pairs: Pairs = [0.0; 5];
    loop {
        count_pair(&mut pairs, draw(frequencies, chance));
        let verdict = test
            .ratio(&pairs)
            .map_or(Verdict::Open, |ratio| test.verdict(ratio));
        if verdict != Verdict::Open {
            return (verdict, pairs.iter().sum());
        }
    }
}

#[test]
fn tests_err_as_seldom_as_they_say_and_take_as_long() {
    const RUNS: u32 = 2000;
    let test = Test {
        elo0: 0.0,
        elo1: 30.0,
        alpha: 0.05,
        beta: 0.05,
        model: Model::Logistic,
    };
    // The expected lengths are means of 600 runs by another program, and the length of one run has the standard deviation
    // that stands beside them, so the difference of two means has the standard error √(1/600 + 1/RUNS) of it.
    for (truth, least, most, length, deviation) in [
        (0.0, 0.03, 0.07, 189.0, 140.0),
        (15.0, 0.43, 0.57, 320.0, 267.0),
        (30.0, 0.93, 0.97, 196.0, 136.0),
    ] {
        let frequencies = tilted(USUAL, expected(truth));
        let mut chance = Chance::new(11, "tests");
        let (mut accepted, mut pairs) = (0, 0.0);
        for _ in 0..RUNS {
            let (verdict, length) = run(&test, &frequencies, &mut chance);
            accepted += u32::from(verdict == Verdict::Accepted);
            pairs += length;
        }
        let share = f64::from(accepted) / f64::from(RUNS);
        assert!((least..=most).contains(&share), "{truth} Elo: {share}");
        let mean = pairs / f64::from(RUNS);
        let error = deviation * (1.0 / 600.0 + 1.0 / f64::from(RUNS)).sqrt();
        assert!(
            (mean - length).abs() <= 3.0 * error,
            "{truth} Elo: {mean} pairs, expected {length} ± {error}"
        );
    }
}

/// A number of the standard normal distribution, after Box and Muller.
fn normal(chance: &mut Chance) -> f64 {
    let (radius, turn) = (1.0 - chance.unit(), chance.unit());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * turn).cos()
}

/// The chance of the side that begins between equal engines, where the opening is worth this many logits to it.
fn beginner(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}

/// The ratio 2·v₅/v₃ without lot: 4·E[p·(1 − p)], p the chance of the side that begins, as a sum over thin slices of the
/// normal distribution.
fn exact_gain(deviation: f64) -> f64 {
    const WIDTH: f64 = 1.0 / 256.0;
    (-2048..2048)
        .map(|slice| {
            let z = (f64::from(slice) + 0.5) * WIDTH;
            let p = beginner(deviation * z);
            4.0 * p * (1.0 - p) * density(z) * WIDTH
        })
        .sum()
}

#[test]
fn pairs_gain_what_lopsided_openings_take() {
    const PAIRS: u32 = 200_000;
    // Standard deviation of the openings' advantage, and the ratio that another simulation found, to its two decimals.
    for (deviation, wanted) in [(0.0, 1.00), (1.0, 0.82), (2.0, 0.61), (3.0, 0.46)] {
        let exact = exact_gain(deviation);
        assert!((exact - wanted).abs() < 0.01, "{deviation}: {exact}");
        let mut chance = Chance::new(7, "openings");
        let (mut pairs, mut games): (Pairs, Games) = ([0.0; 5], [0.0; 3]);
        for _ in 0..PAIRS {
            let p = beginner(deviation * normal(&mut chance));
            // The first engine begins one game, the second the other.
            let own = [chance.unit() < p, chance.unit() >= p].map(|won| 2 * u8::from(won));
            for points in own {
                games[usize::from(points)] += 1.0;
            }
            count_pair(&mut pairs, own[0] + own[1]);
        }
        let found = pairing_gain(&pairs, &games).expect("games with a variance");
        // The ratio is twice the share of pairs that one engine won, nearly: its standard error is that of a count.
        let error = (exact * (2.0 - exact) / f64::from(PAIRS)).sqrt();
        assert!(
            (found - exact).abs() <= 4.0 * error,
            "{deviation}: {found}, expected {exact} ± {error}"
        );
        // Pairs and games tell the same score, and the ratio is that of the squared errors.
        let (by_pairs, by_games) = (estimate(&pairs).unwrap(), estimate(&games).unwrap());
        assert!((by_pairs.score - by_games.score).abs() < 1e-12);
        let errors = by_pairs.error / by_games.error;
        assert!((errors * errors - found).abs() < 1e-9, "{errors} {found}");
    }
}
