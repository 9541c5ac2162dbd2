//! Stochastic gradient descent on a model.
//!
//! What is mixed to the tables takes normalised least-mean-squares steps; the numbers of a row a step that shrinks with what the row has
//! seen (Adagrad, one sum for the whole row); the nets the mean gradient of some positions of their phase by Adam.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays go in step, and so into vectors"
)]

use bytemuck::Zeroable as _;

use super::model::{Activity, Model, Net, PLACES, SCALE, mix, with_rows};
use crate::othello::eval::weights::{HIDDEN, MIXED, PHASES, PRODUCTS, WIDTH, phase};

/// How large the steps are at first.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Rates {
    /// Steps of the tables, as a share of what would undo the error at once; they fall to a tenth
    #[arg(long, default_value_t = 0.15)]
    tables: f32,
    /// Steps of the rows; they fall to a fiftieth
    #[arg(long, default_value_t = 0.01)]
    rows: f32,
    /// Steps of the nets; they fall to a fiftieth
    #[arg(long, default_value_t = 0.002)]
    nets: f32,
    /// Errors above so many discs count as so many
    #[arg(long, default_value_t = 8.0)]
    huber: f32,
    /// What an error of the first estimate counts beside one of the whole
    #[arg(long, default_value_t = 0.5)]
    first: f32,
}

/// Positions of a phase that its net takes one step for.
const BATCH: u32 = 64;
/// Numbers of a net.
const NUMBERS: usize = size_of::<Net>() / size_of::<f32>();

/// A net on the way.
struct Adam {
    gradient: Net,
    gathered: u32,
    steps: i32,
    mean: Net,
    square: Net,
}

/// A model on the way.
pub struct Descent {
    rates: Rates,
    /// What is learned.
    pub model: Model,
    /// For each row the sum of its mean square gradients.
    seen: Vec<f32>,
    nets: Vec<Adam>,
    mixes: Vec<[f32; MIXED]>,
}

/// A position to learn from.
#[derive(Debug, Clone, Copy)]
pub struct Lesson {
    /// The parameters it has.
    pub places: [u32; PLACES],
    /// Empty squares.
    pub empties: u32,
    /// What it is worth to the mover, in discs.
    pub score: f32,
}

fn numbers(net: &mut Net) -> &mut [f32; NUMBERS] {
    bytemuck::cast_mut(net)
}

impl Descent {
    /// From a model on.
    pub fn new(rates: Rates, model: Model) -> Self {
        let nets = (0..PHASES)
            .map(|_| Adam {
                gradient: Net::zeroed(),
                gathered: 0,
                steps: 0,
                mean: Net::zeroed(),
                square: Net::zeroed(),
            })
            .collect();
        Self {
            rates,
            seen: vec![1e-6; model.rows.len()],
            model,
            nets,
            mixes: (0..PHASES).map(mix).collect(),
        }
    }

    /// What was learned. A phase with too few positions for a step has the net of the next: one by lot would be worth nothing.
    pub fn finish(mut self) -> Model {
        for at in (0..PHASES - 1).rev() {
            if self.nets[at].steps == 0 {
                self.model.nets[at] = self.model.nets[at + 1];
            }
        }
        self.model
    }

    /// Learns a position; `progress` is the share of all lessons that lie behind.
    #[inline]
    pub fn learn(&mut self, lesson: &Lesson, progress: f32) {
        let at = phase(lesson.empties);
        let mix = self.mixes[at];
        let net = &self.model.nets[at];
        let activity = self.model.activity(&lesson.places, net, &mix);
        let limit = self.rates.huber / SCALE;
        let score = lesson.score / SCALE;
        let error = (score - activity.estimate).clamp(-limit, limit);
        let of_first = (score - activity.first).clamp(-limit, limit);
        let of_tables = (error + self.rates.first * of_first) / (1.0 + self.rates.first);
        let decay = (1.0 - progress).max(0.02);

        let slope = self.nets[at].gather(net, &activity, error, of_tables);
        let share = self.rates.tables * 0.1f32.powf(progress) * of_tables / PLACES as f32;
        let length: f32 = mix.iter().map(|factor| factor * factor).sum();
        let step = mix.map(|factor| share * factor / length);
        for &place in &lesson.places {
            for (number, step) in self.model.mixed[place as usize].iter_mut().zip(step) {
                *number += step;
            }
        }
        let square: f32 = slope.iter().map(|slope| slope * slope).sum();
        let square = square / WIDTH as f32;
        for place in with_rows(&lesson.places) {
            let place = place as usize;
            self.seen[place] += square;
            let step = self.rates.rows * decay / self.seen[place].sqrt();
            for (number, slope) in self.model.rows[place].iter_mut().zip(slope) {
                *number = (*number + step * slope).clamp(-1.0, 1.0);
            }
        }
        if self.nets[at].gathered == BATCH {
            self.nets[at].step(&mut self.model.nets[at], self.rates.nets * decay);
        }
    }
}

impl Adam {
    /// Adds the gradient of one position; gives that of the lanes.
    #[inline]
    fn gather(
        &mut self,
        net: &Net,
        activity: &Activity,
        error: f32,
        of_tables: f32,
    ) -> [f32; WIDTH] {
        let mut of_hidden = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            self.gradient.last[unit] += error * activity.hidden[unit];
            if activity.hidden[unit] > 0.0 {
                of_hidden[unit] = error * net.last[unit];
            }
            self.gradient.bias[unit] += of_hidden[unit];
        }
        self.gradient.base += of_tables;
        let mut of_lanes = [0.0; WIDTH];
        for at in 0..PRODUCTS {
            let mut of_product = 0.0;
            for unit in 0..HIDDEN {
                self.gradient.hidden[at][unit] += of_hidden[unit] * activity.products[at];
                of_product += of_hidden[unit] * net.hidden[at][unit];
            }
            let (first, second) = (activity.lanes[at], activity.lanes[PRODUCTS + at]);
            if first > 0.0 && first < 1.0 {
                of_lanes[at] = of_product * second.clamp(0.0, 1.0);
            }
            if second > 0.0 && second < 1.0 {
                of_lanes[PRODUCTS + at] = of_product * first.clamp(0.0, 1.0);
            }
        }
        for (sum, slope) in self.gradient.start.iter_mut().zip(of_lanes) {
            *sum += slope;
        }
        self.gathered += 1;
        of_lanes
    }

    /// One step of Adam (Kingma and Ba, 2015).
    fn step(&mut self, net: &mut Net, rate: f32) {
        self.steps += 1;
        let (first, second) = (
            1.0 - 0.9f32.powi(self.steps),
            1.0 - 0.999f32.powi(self.steps),
        );
        let net = numbers(net);
        let mean = numbers(&mut self.mean);
        let square = numbers(&mut self.square);
        for (at, gradient) in numbers(&mut self.gradient).iter_mut().enumerate() {
            let slope = *gradient / BATCH as f32;
            mean[at] = 0.9 * mean[at] + 0.1 * slope;
            square[at] = 0.999 * square[at] + 0.001 * slope * slope;
            net[at] += rate * (mean[at] / first) / ((square[at] / second).sqrt() + 1e-8);
            *gradient = 0.0;
        }
        self.gathered = 0;
    }
}
