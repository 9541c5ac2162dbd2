//! Ratings of a pool against values that were computed independently.

use brightsword::arena::stats::elo::{elo, expected};
use brightsword::arena::stats::rating::{Bars, Game, Ratings, rate};

fn near(found: f64, wanted: f64, tolerance: f64) {
    assert!(
        (found - wanted).abs() <= tolerance,
        "found {found}, expected {wanted}"
    );
}

/// Won, drawn and lost games of the one who begins, each a cluster of its own.
const POOL: [(usize, usize, [usize; 3]); 12] = [
    (0, 1, [12, 2, 6]),
    (1, 0, [9, 1, 10]),
    (0, 2, [14, 1, 5]),
    (2, 0, [5, 2, 13]),
    (0, 3, [17, 1, 2]),
    (3, 0, [2, 2, 16]),
    (1, 2, [11, 2, 7]),
    (2, 1, [9, 1, 10]),
    (1, 3, [15, 0, 5]),
    (3, 1, [4, 3, 13]),
    (2, 3, [13, 1, 6]),
    (3, 2, [6, 2, 12]),
];

fn pool() -> Vec<Game> {
    let mut games = Vec::new();
    for (first, second, counts) in POOL {
        for (count, points) in counts.into_iter().zip([1.0, 0.5, 0.0]) {
            for _ in 0..count {
                games.push(Game {
                    first,
                    second,
                    points,
                    cluster: games.len() as u64,
                });
            }
        }
    }
    games
}

fn check(ratings: &Ratings, elo: &[f64], half: &[f64]) {
    for (i, (elo, half)) in elo.iter().zip(half).enumerate() {
        near(ratings.elo[i], *elo, 6e-5);
        near(ratings.half[i].unwrap(), *half, 6e-5);
    }
}

#[test]
fn four_engines() {
    let games = pool();
    let fixed = [129.7750, 40.9003, -20.4492, -150.2261];
    let ratings = rate(4, &games, false, Bars::Information).unwrap();
    check(&ratings, &fixed, &[53.2375, 49.6357, 49.3893, 54.9316]);
    let ratings = rate(4, &games, false, Bars::Clustered).unwrap();
    check(&ratings, &fixed, &[49.7058, 48.2526, 47.5030, 51.4474]);
    let fitted = [130.2118, 41.0378, -20.5225, -150.7271];
    let ratings = rate(4, &games, true, Bars::Information).unwrap();
    check(&ratings, &fitted, &[53.3553, 49.7215, 49.4717, 55.0564]);
    near(ratings.advantage, 21.2348, 6e-5);
    near(ratings.advantage_half.unwrap(), 48.6870, 6e-5);
    let ratings = rate(4, &games, true, Bars::Clustered).unwrap();
    check(&ratings, &fitted, &[49.7786, 48.2846, 47.6095, 51.7488]);
    near(ratings.advantage_half.unwrap(), 46.5546, 6e-5);
    for (i, j, difference, half, los) in [
        (0, 1, 89.1741, 79.0984, Some(0.986_434)),
        (0, 2, 150.7343, 79.3688, Some(0.999_901)),
        (0, 3, 280.9389, 84.3184, None),
        (1, 2, 61.5603, 77.4212, Some(0.940_435)),
        (1, 3, 191.7649, 82.6374, None),
        (2, 3, 130.2046, 80.7906, Some(0.999_208)),
    ] {
        let found = ratings.difference(i, j).unwrap();
        near(found.0, difference, 6e-5);
        near(found.1, half, 6e-5);
        if let Some(los) = los {
            near(found.2, los, 6e-7);
        }
    }
    // The scale of a rating program that is widely used, on which 202 points are a score of 76 %.
    let stretch = 202.0 / elo(0.76);
    near(stretch, 1.008_78, 5e-6);
    for (i, wanted) in [131.3556, 41.3983, -20.7028, -152.0511]
        .into_iter()
        .enumerate()
    {
        near(ratings.elo[i] * stretch, wanted, 2e-4);
    }
    near(ratings.advantage * stretch, 21.42, 5e-3);
}

#[test]
fn real_points_are_the_expected_ones() {
    let games = pool();
    let ratings = rate(4, &games, true, Bars::Clustered).unwrap();
    let p = |game: &Game| {
        expected(ratings.elo[game.first] - ratings.elo[game.second] + ratings.advantage)
    };
    for (engine, points) in [86.5, 68.5, 55.5, 29.5].into_iter().enumerate() {
        let (mut real, mut wanted) = (0.0, 0.0);
        for game in &games {
            if game.first == engine {
                real += game.points;
                wanted += p(game);
            } else if game.second == engine {
                real += 1.0 - game.points;
                wanted += 1.0 - p(game);
            }
        }
        near(real, points, 1e-9);
        near(wanted, points, 1e-6);
    }
    let (real, wanted) = games.iter().fold((0.0, 0.0), |(real, wanted), game| {
        (real + game.points, wanted + p(game))
    });
    near(real, wanted, 1e-6);
}

/// Both games of pairs that gave the first engine 0, ½, 1, 1½ and 2 points.
fn pairs(first: usize, second: usize, counts: [usize; 5], next: &mut u64) -> Vec<Game> {
    let mut games = Vec::new();
    for (half_points, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            *next += 1;
            let own = [half_points / 2, half_points - half_points / 2];
            let game = |own: usize, begins: bool| {
                #[expect(clippy::cast_precision_loss, reason = "0 to 2")]
                let points = own as f64 / 2.0;
                let (first, second) = if begins {
                    (first, second)
                } else {
                    (second, first)
                };
                Game {
                    first,
                    second,
                    points: if begins { points } else { 1.0 - points },
                    cluster: *next,
                }
            };
            games.extend([game(own[0], true), game(own[1], false)]);
        }
    }
    games
}

#[test]
fn clusters_of_pairs() {
    let mut next = 0;
    let mut games = pairs(0, 1, [0, 1, 4, 3, 2], &mut next);
    games.extend(pairs(0, 2, [0, 0, 3, 4, 3], &mut next));
    games.extend(pairs(1, 2, [1, 2, 4, 2, 1], &mut next));
    let elo = [98.242_347, -36.871_034, -61.371_313];
    check(
        &rate(3, &games, false, Bars::Information).unwrap(),
        &elo,
        &[78.368_112, 74.543_670, 75.570_933],
    );
    let ratings = rate(3, &games, false, Bars::Clustered).unwrap();
    check(&ratings, &elo, &[51.975_937, 55.610_292, 53.443_866]);
    for (i, j, difference, half, los) in [
        (0, 1, 135.113_381, 93.443_878, 0.997_701),
        (0, 2, 159.613_661, 89.571_118, 0.999_761),
        (1, 2, 24.500_280, 95.895_802, 0.691_726),
    ] {
        let found = ratings.difference(i, j).unwrap();
        near(found.0, difference, 2e-6);
        near(found.1, half, 2e-6);
        near(found.2, los, 1e-6);
    }
    // Two engines: the interval of the match, to first order.
    let games = pairs(0, 1, [5, 20, 40, 25, 10], &mut next);
    let (_, half, _) = rate(2, &games, false, Bars::Clustered)
        .unwrap()
        .difference(0, 1)
        .unwrap();
    near(half, 34.708_282, 1e-5);
}

#[test]
fn without_a_maximum() {
    let game = |first, second| Game {
        first,
        second,
        points: 1.0,
        cluster: 0,
    };
    let swept = vec![game(0, 1); 10];
    let ratings = rate(2, &swept, false, Bars::Clustered).unwrap();
    assert!(ratings.with_prior);
    near(ratings.elo[0], 290.254_405, 1e-5);
    near(ratings.elo[1], -290.254_405, 1e-5);
    assert_eq!(ratings.half, [None, None]);
    // Two groups that have never met.
    let apart = [game(0, 1), game(1, 0), game(2, 3), game(3, 2)];
    let ratings = rate(4, &apart, false, Bars::Clustered).unwrap();
    assert!(!ratings.with_prior);
    assert_eq!(ratings.difference(0, 2), None);
    assert!(ratings.difference(0, 1).is_some());
    assert!(rate(2, &[], false, Bars::Clustered).is_none());
}

#[test]
fn names_and_numbers_do_not_matter() {
    let games = pool();
    let ratings = rate(4, &games, true, Bars::Information).unwrap();
    let swapped: Vec<Game> = games
        .iter()
        .map(|game| Game {
            first: 3 - game.first,
            second: 3 - game.second,
            ..*game
        })
        .collect();
    let other = rate(4, &swapped, true, Bars::Information).unwrap();
    let twice: Vec<Game> = games.iter().chain(&games).copied().collect();
    let doubled = rate(4, &twice, true, Bars::Information).unwrap();
    for i in 0..4 {
        near(other.elo[3 - i], ratings.elo[i], 1e-6);
        near(doubled.elo[i], ratings.elo[i], 1e-6);
        near(
            doubled.half[i].unwrap() * 2f64.sqrt(),
            ratings.half[i].unwrap(),
            1e-6,
        );
    }
}

/// Davidson's model with ties as an outcome of their own, which the program does not use: fitted here step by step, slowly.
#[test]
fn ties_as_an_outcome() {
    let probabilities = |x: &[f64; 6], first: usize, second: usize| {
        let u = 10f64.powf((x[first] - x[second] + x[4]) / 800.0);
        let sum = u + x[5] + 1.0 / u;
        [u / sum, x[5] / sum, 1.0 / (u * sum)]
    };
    let loss = |x: &[f64; 6]| -> f64 {
        let term = |&(first, second, counts): &(usize, usize, [usize; 3])| {
            let p = probabilities(x, first, second);
            #[expect(clippy::cast_precision_loss, reason = "few games")]
            counts
                .iter()
                .zip(p)
                .map(|(&count, p)| -(count as f64) * p.ln())
                .sum::<f64>()
        };
        POOL.iter().map(term).sum()
    };
    let mut x = [0.0, 0.0, 0.0, 0.0, 0.0, 0.2];
    let mut steps = [64.0, 64.0, 64.0, 64.0, 64.0, 0.1];
    while steps[0] > 1e-7 {
        let mut moved = false;
        for i in 0..6 {
            for sign in [1.0, -1.0] {
                let mut other = x;
                other[i] += sign * steps[i];
                if other[5] > 0.0 && loss(&other) < loss(&x) {
                    x = other;
                    moved = true;
                }
            }
        }
        if !moved {
            steps = steps.map(|step| step / 2.0);
        }
    }
    let mean = x[..4].iter().sum::<f64>() / 4.0;
    for (found, wanted) in x.into_iter().zip([142.9253, 45.0345, -22.4565, -165.5032]) {
        near(found - mean, wanted, 2e-3);
    }
    near(x[4], 23.3823, 2e-3);
    near(x[5], 0.183_819, 2e-6);
    near(x[5] / (2.0 + x[5]), 0.0842, 5e-5);
    near(loss(&x), 192.501_896, 1e-6);
}
