//! Elo, intervals and the sequential test against values that were computed independently, in three ways where it matters.

use brightsword::arena::report::text::elo_text;
use brightsword::arena::stats::discs::differences;
use brightsword::arena::stats::elo::{
    NORMAL_SCALE, elo, estimate, expected, half_width, pairing_gain, pairs_needed, perfect_bound,
};
use brightsword::arena::stats::normal::{Z95, cumulative};
use brightsword::arena::stats::sprt::{Model, Test, Verdict, forecast};
use proptest::prelude::*;

/// The values are given to six decimals, which is more than a relative 1e-6 only where they are small.
fn near(found: f64, wanted: f64) {
    let tolerance = (wanted.abs() * 1e-6).max(6e-7);
    assert!(
        (found - wanted).abs() <= tolerance,
        "found {found}, expected {wanted}"
    );
}

fn test(model: Model, elo0: f64, elo1: f64) -> Test {
    Test {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model,
    }
}

#[test]
fn elo_and_score() {
    let table = [
        (0.0, 0.5),
        (1.0, 0.501_439),
        (5.0, 0.507_195),
        (10.0, 0.514_387),
        (20.0, 0.528_751),
        (50.0, 0.571_463),
        (100.0, 0.640_065),
        (200.0, 0.759_747),
        (400.0, 0.909_091),
    ];
    for (difference, score) in table {
        near(expected(difference), score);
        assert!((elo(expected(difference)) - difference).abs() < 1e-9);
    }
    near(
        (elo(0.5 + 1e-7) - elo(0.5 - 1e-7)) / 2e-5,
        6.9487 * (1.0 + 2e-6),
    );
}

/// Counts, score, variance, Elo, low, high, ±, LOS; what is not known is left out.
type Row<'a> = (&'a [f64], f64, f64, f64, Option<(f64, f64)>, f64, f64);

#[test]
fn one_match() {
    let rows: [Row<'_>; 9] = [
        (
            &[30.0, 20.0, 50.0],
            0.6,
            0.19,
            70.436_504,
            Some((10.125_158, 135.300_618)),
            62.587_730,
            0.989_109,
        ),
        (
            &[31.0, 9.0, 60.0],
            0.645,
            0.206_475,
            103.732_545,
            Some((39.034_632, 176.379_001)),
            68.672_184,
            0.999_291,
        ),
        (
            &[85.0, 35.0, 80.0],
            0.4875,
            0.206_094,
            -8.687_700,
            None,
            43.980_153,
            0.348_491,
        ),
        (
            &[5.0, 20.0, 40.0, 25.0, 10.0],
            0.5375,
            0.064_219,
            26.106_693,
            Some((-8.457_048, 61.195_802)),
            34.826_425,
            0.930_535,
        ),
        (
            &[1.0, 12.0, 20.0, 14.0, 3.0],
            0.53,
            0.0516,
            20.871_205,
            Some((-22.938_564, 65.357_746)),
            44.148_155,
            0.824_812,
        ),
        (
            &[0.0, 3.0, 5.0, 9.0, 8.0],
            0.72,
            0.0616,
            164.069_786,
            Some((87.044_179, 260.245_609)),
            86.600_715,
            0.999_995,
        ),
        (
            &[10.0, 15.0, 55.0, 10.0, 10.0],
            0.4875,
            0.065_469,
            -8.687_700,
            None,
            34.987_124,
            0.312_587,
        ),
        (
            &[10_789.0, 19_328.0, 33_806.0, 19_402.0, 10_543.0],
            0.498_887,
            0.0826,
            -0.773_577,
            Some((-2.051_168, 0.503_992)),
            1.277_580,
            0.117_659,
        ),
        (
            &[39.0, 2_226.0, 31_451.0, 2_412.0, 40.0],
            0.501_299,
            0.008_559,
            0.902_981,
            Some((0.240_453, 1.565_516)),
            0.662_531,
            0.996_222,
        ),
    ];
    for (counts, score, variance, difference, ends, half, los) in rows {
        let found = estimate(counts).unwrap();
        near(found.score, score);
        near(found.variance, variance);
        near(found.elo, difference);
        if let Some((low, high)) = ends {
            near(found.low, low);
            near(found.high, high);
        }
        near(half_width(found.low, found.high).unwrap(), half);
        near(found.los, los);
    }
    // The likelihood of superiority of older tools, which does not know draws.
    for (won, lost, wanted) in [(50.0, 30.0, 0.987_326), (60.0, 31.0, 0.998_817f64)] {
        near(cumulative((won - lost) / f64::sqrt(won + lost)), wanted);
    }
    let gain = pairing_gain(&[10.0, 15.0, 55.0, 10.0, 10.0], &[85.0, 35.0, 80.0]).unwrap();
    near(gain, 2.0 * 0.065_468_75 / 0.206_093_75);
}

#[test]
fn normalised_elo() {
    let rows: [(&[f64], f64, f64); 5] = [
        (&[30.0, 20.0, 50.0], 79.707_190, 68.096_123),
        (&[31.0, 9.0, 60.0], 110.868_600, 68.096_123),
        (&[5.0, 20.0, 40.0, 25.0, 10.0], 36.354_623, 48.151_231),
        (&[1.0, 12.0, 20.0, 14.0, 3.0], 32.445_592, 68.096_123),
        (&[0.0, 3.0, 5.0, 9.0, 8.0], 217.766_778, 96.302_461),
    ];
    near(NORMAL_SCALE, 347.435_586);
    near(Z95, 1.959_964);
    for (counts, wanted, half) in rows {
        let found = estimate(counts).unwrap();
        near(found.normalised.unwrap(), wanted);
        near(found.normalised_half.unwrap(), half);
        // The interval knows only the number of games.
        let games = found.units * if counts.len() == 5 { 2.0 } else { 1.0 };
        near(
            found.normalised_half.unwrap(),
            Z95 * NORMAL_SCALE / games.sqrt(),
        );
    }
}

#[test]
fn nothing_is_ever_no_number() {
    assert_eq!(estimate(&[0.0; 3]), None);
    assert_eq!(estimate(&[0.0; 5]), None);
    let bounds = [
        (2.0, -216.24),
        (4.0, -18.87),
        (10.0, 182.73),
        (20.0, 316.64),
        (50.0, 483.76),
        (100.0, 606.79),
    ];
    for (units, bound) in bounds {
        assert!((perfect_bound(units) - bound).abs() < 0.005, "{units}");
    }
    let won = estimate(&[0.0, 0.0, 10.0]).unwrap();
    assert_eq!(
        (won.elo, won.los, half_width(won.low, won.high)),
        (f64::INFINITY, 1.0, None)
    );
    assert_eq!(elo_text(Some(&won)), "+inf, Elo > 182.7 (95 %)");
    let lost = estimate(&[10.0, 0.0, 0.0]).unwrap();
    assert_eq!((lost.elo, lost.los), (f64::NEG_INFINITY, 0.0));
    assert_eq!(elo_text(Some(&lost)), "-inf, Elo < -182.7 (95 %)");
    let level = estimate(&[0.0, 0.0, 7.0, 0.0, 0.0]).unwrap();
    assert_eq!(
        (level.elo, level.los, half_width(level.low, level.high)),
        (0.0, 0.5, None)
    );
    // One end of the interval is beyond the scale, the other is kept.
    let high = estimate(&[1.0, 0.0, 9.0]).unwrap();
    assert!(
        high.high.is_infinite()
            && high.low.is_finite()
            && half_width(high.low, high.high).is_none()
    );
}

#[test]
fn bounds_of_the_test() {
    for (alpha, beta, lower, upper) in [
        (0.05, 0.05, -2.944_439, 2.944_439),
        (0.05, 0.10, -2.251_292, 2.890_372),
        (0.01, 0.01, -4.595_120, 4.595_120),
    ] {
        let (low, high) = Test {
            alpha,
            beta,
            ..test(Model::Logistic, 0.0, 5.0)
        }
        .bounds();
        near(low, lower);
        near(high, upper);
    }
    for (elo0, elo1, alpha, beta) in [
        (5.0, 5.0, 0.05, 0.05),
        (5.0, 0.0, 0.05, 0.05),
        (0.0, 5.0, 0.0, 0.05),
        (0.0, 5.0, 0.05, 1.0),
        (0.0, 5.0, 0.5, 0.5),
        (f64::NAN, 5.0, 0.05, 0.05),
    ] {
        assert!(
            Test {
                elo0,
                elo1,
                alpha,
                beta,
                model: Model::Logistic
            }
            .checked()
            .is_err()
        );
    }
}

/// The quick approximation, which nobody uses.
fn normal_ratio(counts: &[f64], elo0: f64, elo1: f64) -> f64 {
    let filled: Vec<f64> = counts
        .iter()
        .map(|&c| if c > 0.0 { c } else { 0.001 })
        .collect();
    let found = estimate(&filled).unwrap();
    let (s0, s1) = (expected(elo0), expected(elo1));
    found.units * (s1 - s0) * (2.0 * found.score - s0 - s1) / (2.0 * found.variance)
}

#[test]
fn likelihood_ratios() {
    type Both<'a> = (&'a [f64], f64, f64, f64, Option<f64>, Option<f64>);
    let games: &[f64] = &[30.0, 20.0, 50.0];
    let wins: &[f64] = &[31.0, 9.0, 60.0];
    let pairs: &[f64] = &[5.0, 20.0, 40.0, 25.0, 10.0];
    let few: &[f64] = &[0.0, 3.0, 5.0, 9.0, 8.0];
    let rows: [Both<'_>; 14] = [
        (games, 0.0, 5.0, 0.346_988, Some(0.365_065), Some(0.311_464)),
        (
            games,
            0.0,
            10.0,
            0.668_367,
            Some(0.702_749),
            Some(0.602_238),
        ),
        (wins, 0.0, 5.0, 0.447_341, Some(0.492_748), Some(0.427_150)),
        (wins, -3.0, 1.0, 0.370_503, Some(0.408_260), Some(0.353_299)),
        (pairs, 0.0, 5.0, 0.374_955, Some(0.379_844), Some(0.278_310)),
        (
            pairs,
            0.0,
            10.0,
            0.671_580,
            Some(0.678_967),
            Some(0.515_515),
        ),
        (
            pairs,
            -3.0,
            1.0,
            0.343_256,
            Some(0.349_037),
            Some(0.245_644),
        ),
        (
            &[1.0, 12.0, 20.0, 14.0, 3.0],
            0.0,
            5.0,
            0.184_551,
            Some(0.184_077),
            Some(0.124_222),
        ),
        (few, 0.0, 5.0, 0.357_112, Some(0.631_667), Some(0.332_996)),
        (few, 0.0, 10.0, 0.709_040, Some(1.242_080), Some(0.657_079)),
        (&[85.0, 35.0, 80.0], 0.0, 5.0, -0.112_316, None, None),
        (
            &[10.0, 15.0, 55.0, 10.0, 10.0],
            0.0,
            5.0,
            -0.174_981,
            None,
            None,
        ),
        (
            &[10_789.0, 19_328.0, 33_806.0, 19_402.0, 10_543.0],
            -3.0,
            1.0,
            2.131_068,
            Some(2.131_245),
            Some(0.300_870),
        ),
        (
            &[39.0, 2_226.0, 31_451.0, 2_412.0, 40.0],
            0.0,
            5.0,
            -68.718_702,
            Some(-69.870_487),
            Some(2.847_899),
        ),
    ];
    for (counts, elo0, elo1, logistic, normal, normalised) in rows {
        near(
            test(Model::Logistic, elo0, elo1).ratio(counts).unwrap(),
            logistic,
        );
        if let Some(normal) = normal {
            near(normal_ratio(counts, elo0, elo1), normal);
        }
        if let Some(normalised) = normalised {
            near(
                test(Model::Normalised, elo0, elo1).ratio(counts).unwrap(),
                normalised,
            );
        }
    }
}

#[test]
fn likelihood_ratios_of_long_runs() {
    let rows: [(&[f64], Model, f64, f64, f64); 8] = [
        (
            &[21_184.0, 40_708.0, 21_404.0],
            Model::Logistic,
            0.5,
            2.5,
            -1.571_889,
        ),
        (
            &[57_030.0, 106_593.0, 57_433.0],
            Model::Logistic,
            0.0,
            2.0,
            -2.593_024,
        ),
        (
            &[223.0, 9_863.0, 21_279.0, 10_037.0, 246.0],
            Model::Logistic,
            0.5,
            2.5,
            -3.074_126,
        ),
        (
            &[871.0, 26_175.0, 55_983.0, 26_678.0, 821.0],
            Model::Logistic,
            0.0,
            2.0,
            -4.978_673,
        ),
        (
            &[36_027.0, 68_692.0, 36_433.0],
            Model::Normalised,
            0.0,
            2.0,
            0.923_293,
        ),
        (
            &[10_650.0, 20_431.0, 10_871.0],
            Model::Normalised,
            -1.75,
            0.25,
            2.297_500,
        ),
        (
            &[365.0, 16_618.0, 36_229.0, 16_974.0, 390.0],
            Model::Normalised,
            0.0,
            2.0,
            2.250_368,
        ),
        (
            &[127.0, 4_883.0, 10_712.0, 5_150.0, 104.0],
            Model::Normalised,
            -1.75,
            0.25,
            3.010_154,
        ),
    ];
    for (counts, model, elo0, elo1, wanted) in rows {
        near(test(model, elo0, elo1).ratio(counts).unwrap(), wanted);
    }
    // These two are known to a tenth.
    let perfect = test(Model::Normalised, 0.0, 10.0)
        .ratio(&[0.0, 0.0, 4250.0])
        .unwrap();
    assert!((perfect - 120.548).abs() < 0.1, "{perfect}");
    let perfect = test(Model::Normalised, 0.0, 5.0)
        .ratio(&[0.0, 0.0, 0.0, 0.0, 5550.0])
        .unwrap();
    assert!((perfect - 111.798).abs() < 0.1, "{perfect}");
}

/// The closed approximation of the ratio in normalised Elo, which nobody uses.
fn closed_ratio(counts: &[f64], elo0: f64, elo1: f64) -> f64 {
    let filled: Vec<f64> = counts
        .iter()
        .map(|&c| if c > 0.0 { c } else { 0.001 })
        .collect();
    let found = estimate(&filled).unwrap();
    let paired = if counts.len() == 5 { 2.0 } else { 1.0 };
    let tau = (found.score - 0.5) / (paired * found.variance).sqrt();
    let spread = |elo: f64| 1.0 + (tau - elo / NORMAL_SCALE).powi(2);
    paired * found.units / 2.0 * (spread(elo0) / spread(elo1)).ln()
}

#[test]
fn closed_ratio_is_near_where_engines_are() {
    let rows: [(&[f64], f64, f64); 6] = [
        (&[10_650.0, 20_431.0, 10_871.0], -1.75, 0.25),
        (&[36_027.0, 68_692.0, 36_433.0], 0.0, 2.0),
        (&[365.0, 16_618.0, 36_229.0, 16_974.0, 390.0], 0.0, 2.0),
        (&[127.0, 4_883.0, 10_712.0, 5_150.0, 104.0], -1.75, 0.25),
        (&[5.0, 20.0, 40.0, 25.0, 10.0], 0.0, 10.0),
        (&[1.0, 12.0, 20.0, 14.0, 3.0], 0.0, 5.0),
    ];
    for (counts, elo0, elo1) in rows {
        let found = closed_ratio(counts, elo0, elo1);
        let ratio = test(Model::Normalised, elo0, elo1).ratio(counts).unwrap();
        assert!((found / ratio - 1.0).abs() < 0.01, "{found} {ratio}");
    }
    // It is useless with a perfect score, where the ratio is 120.5.
    let found = closed_ratio(&[0.0, 0.0, 4250.0], 0.0, 10.0);
    assert!((found - 0.13).abs() < 0.005, "{found}");
}

#[test]
fn first_steps() {
    let one = [0.0, 0.0, 0.0, 0.0, 1.0];
    let level = [0.0, 0.0, 1.0, 0.0, 0.0];
    let ten = [0.0, 0.0, 0.0, 0.0, 10.0];
    for (counts, logistic, normalised) in [
        (one, 0.028_424, 0.039_883),
        (level, -0.025_331, -0.000_945),
        (ten, 0.283_737, 0.398_671),
    ] {
        near(
            test(Model::Logistic, 0.0, 10.0).ratio(&counts).unwrap(),
            logistic,
        );
        near(
            test(Model::Normalised, 0.0, 10.0).ratio(&counts).unwrap(),
            normalised,
        );
    }
}

#[test]
fn whole_runs() {
    type Run<'a> = (&'a [u8], f64, usize, [f64; 5], f64, Verdict);
    let runs: [Run<'_>; 5] = [
        (
            &[2, 3, 1, 4, 2, 3, 2, 3, 1, 2],
            10.0,
            145,
            [0.0, 29.0, 58.0, 43.0, 15.0],
            2.946_007,
            Verdict::Accepted,
        ),
        (
            &[2, 1, 3, 0, 2, 2, 1, 3, 2, 2],
            10.0,
            147,
            [15.0, 30.0, 73.0, 29.0, 0.0],
            -2.952_767,
            Verdict::Rejected,
        ),
        (
            &[2, 2, 2, 2, 3, 2, 2, 1],
            5.0,
            1780,
            [0.0, 222.0, 1336.0, 222.0, 0.0],
            -2.945_649,
            Verdict::Rejected,
        ),
        (
            &[4],
            10.0,
            104,
            [0.0, 0.0, 0.0, 0.0, 104.0],
            2.950_345,
            Verdict::Accepted,
        ),
        (
            &[0],
            10.0,
            101,
            [101.0, 0.0, 0.0, 0.0, 0.0],
            -2.948_902,
            Verdict::Rejected,
        ),
    ];
    for (pattern, elo1, pairs, counts, ratio, verdict) in runs {
        let test = test(Model::Logistic, 0.0, elo1);
        let completed: Vec<(usize, u8)> = pattern
            .iter()
            .copied()
            .cycle()
            .take(pairs + 7)
            .enumerate()
            .map(|(pair, points)| (pair + 1, points))
            .collect();
        let state = brightsword::arena::report::sequential(&test, &completed);
        for (found, wanted) in state.pairs.into_iter().zip(counts) {
            near(found, wanted);
        }
        assert_eq!(state.verdict, verdict);
        near(state.ratio.unwrap(), ratio);
        // What ends later changes nothing.
        assert_eq!(state.after, 7);
    }
}

#[test]
fn how_long_a_test_takes() {
    let variance = estimate(&[5.0, 20.0, 40.0, 25.0, 10.0]).unwrap().variance;
    for (elo1, ends, midway) in [
        (5.0, 6575.0, 10_755.0),
        (10.0, 1644.0, 2690.0),
        (30.0, 184.0, 300.0),
    ] {
        let test = test(Model::Logistic, 0.0, elo1);
        for (truth, likely) in [(0.0, 0.05), (elo1, 0.95)] {
            let (accepted, pairs) = forecast(&test, truth, variance);
            near(accepted, likely);
            assert!((pairs - ends).abs() < 0.6, "{elo1} {truth}: {pairs}");
        }
        // Midway in score, where nothing drives the test.
        let middle = elo(f64::midpoint(expected(0.0), expected(elo1)));
        let (accepted, pairs) = forecast(&test, middle, variance);
        near(accepted, 0.5);
        assert!((pairs - midway).abs() < 0.6, "{elo1}: {pairs}");
    }
}

#[test]
fn differences_of_discs() {
    let found = differences(&[4, -2, 10, 0, 6, -8, 2, 12, -4, 6]).unwrap();
    near(found.mean, 1.3);
    near(found.deviation.unwrap(), 3.128_720);
    near(found.error.unwrap(), 0.989_388);
    near(found.half.unwrap(), 2.238_151);
    assert_eq!(differences(&[]), None);
    let one = differences(&[5]).unwrap();
    assert_eq!((one.deviation, one.half), (None, None));
}

#[test]
fn colours() {
    let found = estimate(&[86.0, 20.0, 134.0]).unwrap();
    near(found.score, 0.6);
    near(found.elo, 70.436_504);
    near(half_width(found.low, found.high).unwrap(), 43.117_448);
}

#[test]
fn planning() {
    let variance = 0.064_219;
    for (half, games) in [
        (50.0, 96.0),
        (20.0, 596.0),
        (10.0, 2383.0),
        (5.0, 9530.0),
        (2.0, 59_558.0),
        (1.0, 238_232.0),
    ] {
        let found = (pairs_needed(half, variance) * 2.0).ceil();
        near(found, games);
    }
}

/// Models of other lists, which the program does not use: with them lists can be compared by hand.
#[test]
fn other_models() {
    let rao_kupper = |difference: f64| {
        let (advantage, band) = (32.8, 97.3);
        let won = 1.0 / (1.0 + 10f64.powf((-difference - advantage + band) / 400.0));
        let lost = 1.0 / (1.0 + 10f64.powf((difference + advantage + band) / 400.0));
        [won, 1.0 - won - lost, lost]
    };
    for (difference, wanted) in [
        (0.0, [0.408_229, 0.270_714, 0.321_058]),
        (100.0, [0.550_912, 0.239_028, 0.210_060]),
    ] {
        for (found, wanted) in rao_kupper(difference).into_iter().zip(wanted) {
            near(found, wanted);
        }
    }
    let q = std::f64::consts::LN_10 / 400.0;
    let (own, deviation) = (1500.0, 200.0f64);
    let pull = |rd: f64| 1.0 / (1.0 + 3.0 * q * q * rd * rd / std::f64::consts::PI.powi(2)).sqrt();
    let (mut information, mut sum) = (0.0, 0.0);
    for (rating, rd, score) in [
        (1400.0, 30.0, 1.0),
        (1550.0, 100.0, 0.0),
        (1700.0, 300.0, 0.0),
    ] {
        let g = pull(rd);
        let e = 1.0 / (1.0 + 10f64.powf(-g * (own - rating) / 400.0));
        information += q * q * g * g * e * (1.0 - e);
        sum += g * (score - e);
    }
    let precision = 1.0 / (deviation * deviation) + information;
    near(own + q / precision * sum, 1_464.106_463);
    near((1.0 / precision).sqrt(), 151.398_902);
}

/// Equal but for rounding, or infinite in the same direction.
fn same(one: f64, other: f64) -> bool {
    let infinite = one.is_infinite() && other.is_infinite() && one.signum() == other.signum();
    infinite || (one - other).abs() < 1e-6
}

fn counts() -> impl Strategy<Value = Vec<f64>> {
    let cells = prop_oneof![Just(3usize), Just(5usize)];
    cells.prop_flat_map(|cells| prop::collection::vec((0u32..=50).prop_map(f64::from), cells))
}

proptest! {
    #[test]
    fn reversed_counts_negate(counts in counts(), low in -100.0f64..100.0, more in 0.1f64..100.0) {
        let reversed: Vec<f64> = counts.iter().rev().copied().collect();
        let (Some(one), Some(other)) = (estimate(&counts), estimate(&reversed)) else { return Ok(()) };
        prop_assert!(same(one.elo, -other.elo));
        prop_assert!((one.los + other.los - 1.0).abs() < 1e-9);
        for model in [Model::Logistic, Model::Normalised] {
            let forth = test(model, low, low + more).ratio(&counts);
            let back = test(model, -low - more, -low).ratio(&reversed);
            match (forth, back) {
                (Some(forth), Some(back)) => prop_assert!((forth + back).abs() < 1e-5 * (1.0 + forth.abs()), "{forth} {back}"),
                (forth, back) => prop_assert_eq!(forth.is_none(), back.is_none()),
            }
        }
    }

    #[test]
    fn four_times_as_much_is_twice_as_sure(counts in counts()) {
        let more: Vec<f64> = counts.iter().map(|count| count * 4.0).collect();
        let (Some(one), Some(four)) = (estimate(&counts), estimate(&more)) else { return Ok(()) };
        prop_assert!((one.error - 2.0 * four.error).abs() < 1e-12);
        prop_assert!(same(one.elo, four.elo));
        if counts.iter().all(|&count| count > 0.0) {
            let test = test(Model::Logistic, 0.0, 5.0);
            let (one, four) = (test.ratio(&counts).unwrap(), test.ratio(&more).unwrap());
            prop_assert!((4.0 * one - four).abs() < 1e-6 * (1.0 + four.abs()));
        }
    }

    #[test]
    fn no_counts_break_it(counts in counts(), a in -600.0f64..600.0, b in -600.0f64..600.0) {
        if let Some(found) = estimate(&counts) {
            prop_assert!(!found.elo.is_nan() && !found.low.is_nan() && !found.high.is_nan() && !found.los.is_nan());
        }
        for model in [Model::Logistic, Model::Normalised] {
            let ratio = test(model, a.min(b), a.max(b) + 0.01).ratio(&counts);
            prop_assert!(ratio.is_none_or(f64::is_finite));
        }
    }
}
