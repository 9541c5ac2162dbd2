//! The evaluation in the making: the same as the product's (`othello::eval`), in floating-point numbers.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use bytemuck::{Pod, Zeroable};
use rand_core::Rng;

use crate::othello::eval::shapes::{
    INSTANCES, NET_INSTANCES, NET_WEIGHTS, number_place, parameters,
};
use crate::othello::eval::weights::{
    FEATURE_WEIGHTS, HIDDEN, MIXED, PHASES, PRODUCTS, WIDTH, feature_place, phase,
};
use crate::othello::eval::{Lanes, features};
use crate::othello::rules::board::Board;

/// Parameters of one position: those of its patterns, then those of the other features.
pub const PLACES: usize = INSTANCES + 3;
/// What counts as 1 in the estimates of the model, in discs.
pub const SCALE: f32 = 20.0;

/// The net of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Net {
    /// What the lanes begin with.
    pub start: [f32; WIDTH],
    /// For each product the weights of the hidden units.
    pub hidden: [[f32; HIDDEN]; PRODUCTS],
    /// What the hidden units begin with.
    pub bias: [f32; HIDDEN],
    /// Weights of the hidden units.
    pub last: [f32; HIDDEN],
    /// What the first estimate begins with.
    pub base: f32,
}

/// Tables, rows and nets.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// For each parameter what is mixed to its weight of a phase.
    pub mixed: Vec<[f32; MIXED]>,
    /// A row for each parameter; those of patterns without rows stay as they are and are left out by `export`.
    pub rows: Vec<[f32; WIDTH]>,
    /// A net for each phase.
    pub nets: Vec<Net>,
}

/// What a position makes of a model.
pub struct Activity {
    /// The lanes before they are clipped to 0…1.
    pub lanes: [f32; WIDTH],
    /// The products.
    pub products: [f32; PRODUCTS],
    /// The hidden units, not below 0.
    pub hidden: [f32; HIDDEN],
    /// The first estimate, by the tables alone, in units of [`SCALE`] discs.
    pub first: f32,
    /// The estimate.
    pub estimate: f32,
}

/// Which parameters a position has.
pub struct Index {
    of_weight: Vec<u32>,
    count: usize,
}

impl Default for Index {
    /// For the shapes of the product.
    fn default() -> Self {
        let (of_weight, count) = parameters();
        Self { of_weight, count }
    }
}

impl Index {
    /// How many parameters there are.
    pub fn parameters(&self) -> usize {
        self.count + FEATURE_WEIGHTS
    }

    /// Whether the net has a row for a parameter.
    pub fn has_row(&self, parameter: usize) -> bool {
        parameter >= self.count || parameter < self.of_weight[NET_WEIGHTS] as usize
    }

    /// The parameters of a position.
    pub fn places(&self, board: Board) -> [u32; PLACES] {
        let lanes = Lanes::of(board);
        let mut places = [0; PLACES];
        for (lane, place) in places.iter_mut().enumerate().take(INSTANCES) {
            *place = self.of_weight[number_place(&lanes, lane)];
        }
        for (place, feature) in places[INSTANCES..]
            .iter_mut()
            .zip(features(board, board.moves()))
        {
            *place = (self.count + feature_place(feature)) as u32;
        }
        places
    }
}

/// How numbers are mixed to the weights of a phase: by the Legendre polynomials of degree 0 to 3 of the number of empties, scaled
/// to the same mean square, so that each number learns something of its own.
pub fn mix(phase: usize) -> [f32; MIXED] {
    let empties = 4.0 * phase as f32 + 1.5;
    let at = ((empties - 34.0) / 25.0).clamp(-1.0, 1.0);
    let square = at * at;
    [
        1.0,
        3f32.sqrt() * at,
        5f32.sqrt() * (1.5 * square - 0.5),
        7f32.sqrt() * (2.5 * square - 1.5) * at,
    ]
}

/// A number by lot, about normal, of mean 0 and deviation 1.
fn normal(random: &mut impl Rng) -> f32 {
    let twelve: f32 = (0..12)
        .map(|_| (random.next_u32() >> 8) as f32 / (1 << 24) as f32)
        .sum();
    twelve - 6.0
}

/// The parameters of a position that have rows.
pub fn with_rows(places: &[u32; PLACES]) -> impl Iterator<Item = u32> {
    let (patterns, features) = places.split_at(INSTANCES);
    patterns[..NET_INSTANCES].iter().chain(features).copied()
}

impl Model {
    /// One that knows nothing, with differences by lot, without which all lanes would learn the same.
    pub fn new(parameters: usize, random: &mut impl Rng) -> Self {
        let rows = (0..parameters)
            .map(|_| std::array::from_fn(|_| 0.02 * normal(random)))
            .collect();
        let mut net = Net::zeroed();
        net.start = [0.3; WIDTH];
        let spread = 2.0 / (PRODUCTS as f32).sqrt();
        for weight in net.hidden.as_flattened_mut() {
            *weight = spread * normal(random);
        }
        for weight in &mut net.last {
            *weight = 0.3 * normal(random);
        }
        Self {
            mixed: vec![[0.0; MIXED]; parameters],
            rows,
            nets: vec![net; PHASES],
        }
    }

    /// What a position makes of it; `mix` is that of its phase, as `net`.
    #[inline]
    pub fn activity(&self, places: &[u32; PLACES], net: &Net, mix: &[f32; MIXED]) -> Activity {
        let mut numbers = [0.0; MIXED];
        for &place in places {
            for (sum, number) in numbers.iter_mut().zip(&self.mixed[place as usize]) {
                *sum += number;
            }
        }
        let weighed = numbers.iter().zip(mix).map(|(sum, factor)| sum * factor);
        let first = net.base + weighed.sum::<f32>();
        let mut lanes = net.start;
        for place in with_rows(places) {
            for (sum, number) in lanes.iter_mut().zip(&self.rows[place as usize]) {
                *sum += number;
            }
        }
        let clipped = lanes.map(|lane| lane.clamp(0.0, 1.0));
        let products: [f32; PRODUCTS] =
            std::array::from_fn(|at| clipped[at] * clipped[PRODUCTS + at]);
        let mut estimate = first;
        let mut hidden = net.bias;
        for (product, weights) in products.iter().zip(&net.hidden) {
            for (unit, weight) in hidden.iter_mut().zip(weights) {
                *unit += product * weight;
            }
        }
        for (unit, weight) in hidden.iter_mut().zip(&net.last) {
            *unit = unit.max(0.0);
            estimate += *unit * weight;
        }
        Activity {
            lanes,
            products,
            hidden,
            first,
            estimate,
        }
    }

    /// The estimate in discs.
    pub fn evaluate(&self, index: &Index, board: Board) -> f32 {
        let empties = board.empties();
        let net = &self.nets[phase(empties)];
        let activity = self.activity(&index.places(board), net, &mix(phase(empties)));
        (activity.estimate * SCALE).clamp(-64.0, 64.0)
    }

    /// Writes it: the nets, what is mixed, the rows.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let nets: &[u8] = bytemuck::cast_slice(&self.nets);
        let mixed: &[u8] = bytemuck::cast_slice(&self.mixed);
        let bytes = [nets, mixed, bytemuck::cast_slice(&self.rows)].concat();
        fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Reads one.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let parameters = Index::default().parameters();
        let nets = PHASES * size_of::<Net>();
        let mixed = parameters * size_of::<[f32; MIXED]>();
        let expected = nets + mixed + parameters * size_of::<[f32; WIDTH]>();
        ensure!(
            bytes.len() == expected,
            "{}: expected a model of {expected} bytes, found {}",
            path.display(),
            bytes.len()
        );
        Ok(Self {
            nets: bytemuck::pod_collect_to_vec(&bytes[..nets]),
            mixed: bytemuck::pod_collect_to_vec(&bytes[nets..nets + mixed]),
            rows: bytemuck::pod_collect_to_vec(&bytes[nets + mixed..]),
        })
    }
}
