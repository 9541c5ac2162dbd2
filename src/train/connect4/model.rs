//! The network while it is fitted: in floating point, with the steps of its descent.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "weights are small numbers, rounded in the end"
)]

use rand_core::Rng;

use super::samples::{ALL, logistic, row_of};
use crate::connect4::eval::features::FEATURES;
use crate::connect4::eval::network::{EXITS, ONE, SCALE, UNITS, WEIGHT, image};

type Row = [f32; UNITS];

/// Bounds of all weights, so that whole numbers of 16 bits hold them.
const MOST: f32 = 4.0;

/// What is fitted, and also the sum of its gradients.
#[derive(Clone)]
pub(super) struct Model {
    rows: Vec<Row>,
    bias: Row,
    exits: Vec<Row>,
    shifts: Vec<f32>,
}

/// The feature of each feature's mirror image, of rows themselves.
pub(super) fn images() -> Vec<u16> {
    let of = |feature| {
        if feature < FEATURES {
            image(feature)
        } else {
            feature
        }
    };
    (0..ALL).map(|feature| of(feature) as u16).collect()
}

impl Model {
    /// All weights nothing.
    pub(super) fn nothing() -> Self {
        Self {
            rows: vec![[0.0; UNITS]; ALL],
            bias: [0.0; UNITS],
            exits: vec![[0.0; UNITS]; EXITS],
            shifts: vec![0.0; EXITS],
        }
    }

    /// Weights to begin with: chance for the rows and the ways out, nothing for single cells.
    pub(super) fn begin(rng: &mut impl Rng) -> Self {
        let mut unit = || (rng.next_u64() >> 40) as f32 / (1_u64 << 24) as f32 - 0.5;
        let mut model = Self::nothing();
        for row in &mut model.rows[FEATURES..] {
            row.fill_with(|| unit() * 0.2);
        }
        let exit = std::array::from_fn(|_| unit() * 0.6);
        model.exits.fill(exit);
        model.bias = [0.3; UNITS];
        model
    }

    fn sums(&self, found: &[u16], images: &[u16]) -> [Row; 2] {
        let mut sums = [self.bias; 2];
        for &feature in found {
            let feature = usize::from(feature);
            add(&mut sums[0], &self.rows[feature]);
            add(&mut sums[1], &self.rows[usize::from(images[feature])]);
        }
        sums
    }

    fn leave(&self, sums: &[Row; 2], exit: usize) -> f32 {
        let mut total = self.shifts[exit];
        for half in sums {
            for (sum, weight) in half.iter().zip(&self.exits[exit]) {
                total += sum.clamp(0.0, 1.0).powi(2) * weight;
            }
        }
        logistic(total)
    }

    /// The chance of the side of even rows.
    pub(super) fn chance(&self, found: &[u16], images: &[u16], exit: usize) -> f32 {
        self.leave(&self.sums(found, images), exit)
    }

    /// Adds the gradient of the cross-entropy of that chance with `target` to `slope`, times `share`.
    pub(super) fn learn(
        &self,
        found: &[u16],
        images: &[u16],
        exit: usize,
        [target, share]: [f32; 2],
        slope: &mut Self,
    ) {
        let sums = self.sums(found, images);
        let chance = self.leave(&sums, exit);
        let error = (chance - target) * share;
        slope.shifts[exit] += error;
        let mut inner = [[0.0; UNITS]; 2];
        for (half, inner) in sums.iter().zip(&mut inner) {
            for unit in 0..UNITS {
                let bounded = half[unit].clamp(0.0, 1.0);
                slope.exits[exit][unit] += error * bounded * bounded;
                let inside = bounded > 0.0 && bounded < 1.0;
                let by_sum = if inside { 2.0 * bounded } else { 0.0 };
                inner[unit] = error * self.exits[exit][unit] * by_sum;
            }
            add(&mut slope.bias, inner);
        }
        for &feature in found {
            let feature = usize::from(feature);
            add(&mut slope.rows[feature], &inner[0]);
            add(&mut slope.rows[usize::from(images[feature])], &inner[1]);
        }
    }

    fn parts(&mut self) -> [&mut [f32]; 4] {
        [
            self.rows.as_flattened_mut(),
            &mut self.bias,
            self.exits.as_flattened_mut(),
            &mut self.shifts,
        ]
    }

    /// The plain form of [`Network`](crate::connect4::eval::Network), in whole numbers.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |row: &Row, scale: f32| {
            let whole = |weight: &f32| ((weight * scale).round() as i16).to_le_bytes();
            bytes.extend(row.iter().flat_map(whole));
        };
        for feature in 0..FEATURES {
            let mut row = self.rows[feature];
            if let Some(whole) = row_of(feature) {
                add(&mut row, &self.rows[whole]);
            }
            put(&row, f32::from(ONE));
        }
        put(&self.bias, f32::from(ONE));
        for exit in &self.exits {
            put(exit, 100.0 * WEIGHT as f32);
        }
        let shift = |shift: &f32| ((shift * 100.0 * SCALE as f32).round() as i32).to_le_bytes();
        bytes.extend(self.shifts.iter().flat_map(shift));
        bytes
    }
}

fn add(to: &mut Row, row: &Row) {
    for (sum, weight) in to.iter_mut().zip(row) {
        *sum += weight;
    }
}

/// A descent by moments of the gradient (Kingma and Ba, "Adam", 2014) with decay apart from them (Loshchilov and Hutter, 2017).
pub(super) struct Descent {
    means: Model,
    squares: Model,
    steps: i32,
}

impl Descent {
    pub(super) fn new() -> Self {
        Self {
            means: Model::nothing(),
            squares: Model::nothing(),
            steps: 0,
        }
    }

    /// Takes a step down the slope, which is emptied; only the rows of features decay.
    pub(super) fn step(&mut self, model: &mut Model, slope: &mut Model, rate: f32, decay: f32) {
        const FADING: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let [first, second] = FADING.map(|fading| 1.0 - fading.powi(self.steps));
        let decays = [decay, 0.0, 0.0, 0.0];
        let means = self.means.parts().into_iter();
        let squares = self.squares.parts().into_iter();
        let weights = model.parts().into_iter().zip(slope.parts());
        for (((weights, slope), (means, squares)), decay) in
            weights.zip(means.zip(squares)).zip(decays)
        {
            let places = weights.iter_mut().zip(slope.iter_mut());
            for ((weight, slope), (mean, square)) in
                places.zip(means.iter_mut().zip(squares.iter_mut()))
            {
                *mean += (1.0 - FADING[0]) * (*slope - *mean);
                *square += (1.0 - FADING[1]) * (*slope * *slope - *square);
                let step = (*mean / first) / ((*square / second).sqrt() + 1e-8);
                *weight = (*weight - rate * (step + decay * *weight)).clamp(-MOST, MOST);
                *slope = 0.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::connect4::eval::Network;

    #[test]
    fn the_slope_is_that_of_small_steps() {
        let model = Model::begin(&mut Xoshiro256PlusPlus::seed_from_u64(5));
        let images = images();
        let found = [3, 70, 400, 3_050, 3_060, 3_070];
        let entropy = |model: &Model| {
            let chance = f64::from(model.chance(&found, &images, 3));
            -(0.3 * chance.ln() + 0.7 * (1.0 - chance).ln())
        };
        let mut slope = Model::nothing();
        model.learn(&found, &images, 3, [0.3, 1.0], &mut slope);
        for (part, place) in [
            (0, 70 * UNITS + 4),
            (0, 3_060 * UNITS + 9),
            (1, 2),
            (2, 3 * UNITS + 7),
            (3, 3),
        ] {
            let by = |step: f32| {
                let mut moved = model.clone();
                moved.parts()[part][place] += step;
                entropy(&moved)
            };
            let measured = (by(1e-2) - by(-1e-2)) / 2e-2;
            let told = f64::from(slope.parts()[part][place]);
            assert!(
                (measured - told).abs() < 1e-3,
                "{part} {place}: {measured} {told}"
            );
        }
    }

    #[test]
    fn the_plain_form_has_its_length() {
        assert_eq!(Model::nothing().bytes().len(), Network::BYTES);
    }
}
