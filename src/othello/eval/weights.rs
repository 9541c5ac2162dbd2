//! The weights: a table for each phase of the game whose sum is the first estimate, and rows of small numbers for a net that
//! corrects it.
//!
//! The file, little endian: the eight bytes [`MAGIC`]; the nets of all phases ([`Net`]), the end of the game first; how the
//! tables of all phases are mixed ([`Mix`]); for each parameter (those of the patterns in the order of
//! [`parameters`], then those of the other features) the [`MIXED`] numbers (`i16`) that are mixed; for each parameter of the
//! shapes with rows, then of the other features, a row of [`WIDTH`] `i8`; a CRC-32 of all before it (`u32`).

use std::sync::LazyLock;

use bytemuck::{Pod, Zeroable};
use thiserror::Error;

use super::PARITY_KINDS;
use super::shapes::{NET_WEIGHTS, PATTERN_WEIGHTS, parameters};
use crate::base::pages::prefer_large;

/// One disc, in the unit of estimates.
pub const UNIT: i32 = 64;
/// First bytes of a file of weights; the digit is the version of the layout, patterns included.
pub const MAGIC: &[u8; 8] = b"BSWORTH2";

/// Numbers in a row, and lanes of their sum.
pub const WIDTH: usize = 32;
/// Half of them: lane `k` is multiplied by lane `PRODUCTS + k`.
pub const PRODUCTS: usize = WIDTH / 2;
/// What counts as 1 in a lane, and the largest value there.
pub const ONE: i16 = 127;
/// Hidden units.
pub const HIDDEN: usize = 16;
/// Hidden units are divided by 2 to this before they are weighed.
pub const HIDDEN_SHIFT: i32 = 12;
/// The correction is divided by 2 to this at the end.
pub const LAST_SHIFT: i32 = 10;
/// How many numbers are mixed to a weight of a table.
pub const MIXED: usize = 4;
/// What is mixed is divided by 2 to this.
pub const MIX_SHIFT: i32 = 14;

/// Phases of the game.
pub const PHASES: usize = 16;
/// The phase of a position with so many empties: four plies each.
#[inline]
pub const fn phase(empties: u32) -> usize {
    let phase = empties as usize / 4;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// Where the weights of the other features begin behind those of the patterns. The first of them belongs to nothing and is 0:
/// idle lanes find it.
const FEATURES: usize = PATTERN_WEIGHTS + 1;
/// Numbers of moves that are told apart, from 0.
pub const MOBILITIES: usize = 32;
/// Weights by the mover's moves.
pub const MOVES: usize = FEATURES;
/// Weights by the opponent's moves, if it were to move.
pub const REPLIES: usize = MOVES + MOBILITIES;
/// Weights by the kind of parity.
pub const PARITIES: usize = REPLIES + MOBILITIES;
/// Features other than patterns.
pub const FEATURE_WEIGHTS: usize = PARITIES + PARITY_KINDS - FEATURES;
/// Weights of a phase, and some more so that a vector may read a little beyond.
pub const TABLE: usize = FEATURES + FEATURE_WEIGHTS + 15;
/// All rows: those of patterns, then those of the other features.
pub const ROWS: usize = NET_WEIGHTS + FEATURE_WEIGHTS;

/// The weights of a phase.
pub type Table = [i16; TABLE];
/// What a thing on the board adds to each lane.
pub type Row = [i8; WIDTH];

/// How the table of a phase is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Mix {
    /// What the numbers of a parameter are multiplied by.
    pub factors: [i32; MIXED],
    /// What every first estimate begins with: it is added to the weights of the kinds of parity, of which every position has
    /// one.
    pub base: i32,
}

/// The net of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Net {
    /// What the lanes begin with.
    pub start: [i16; WIDTH],
    /// For each pair of products, and each hidden unit, the weights of the two.
    pub hidden: [[[i16; 2]; HIDDEN]; PRODUCTS / 2],
    /// What the hidden units begin with.
    pub bias: [i32; HIDDEN],
    /// Weights of the hidden units, and nothing beside.
    pub last: [[i16; 2]; HIDDEN],
}

const _: () = assert!(
    cfg!(target_endian = "little"),
    "weights are read as they lie in the file"
);

/// What the program carries; `weights.toml` beside it says where it comes from.
const BYTES: &[u8] = include_bytes!("weights.bin");

/// Why bytes are no weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Another beginning.
    #[error("expected a file of weights that begins with BSWORTH2")]
    Foreign,
    /// It ends before all weights are there, or goes on behind them.
    #[error("expected {expected} bytes of weights, found {found}")]
    Length {
        /// What all weights take.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// Changed since it was made.
    #[error("the checksum of the weights does not fit: expected {expected:08x}, found {found:08x}")]
    Checksum {
        /// What the file says.
        expected: u32,
        /// What its bytes give.
        found: u32,
    },
}

/// Weights for all phases.
#[derive(Debug, PartialEq, Eq)]
pub struct Weights {
    tables: Box<[Table]>,
    nets: Box<[Net]>,
    rows: Box<[Row]>,
}

impl Weights {
    /// Those that the program carries.
    pub fn embedded() -> &'static Self {
        // A test reads them with all checks, which would take time at every start.
        static EMBEDDED: LazyLock<Weights> =
            LazyLock::new(|| Weights::unpack(BYTES).expect("weights that a test has read"));
        &EMBEDDED
    }

    /// Those of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let weights = Self::unpack(bytes)?;
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        let expected = u32::from_le_bytes(checksum.try_into().unwrap_or_default());
        let found = crc32fast::hash(content);
        if expected == found {
            Ok(weights)
        } else {
            Err(WeightsError::Checksum { expected, found })
        }
    }

    /// The net of a phase.
    #[inline]
    pub fn net(&self, phase: usize) -> &Net {
        &self.nets[phase]
    }

    /// The table of a phase.
    #[inline]
    pub fn table(&self, phase: usize) -> &Table {
        &self.tables[phase]
    }

    /// All rows.
    #[inline]
    pub fn rows(&self) -> &[Row; ROWS] {
        self.rows.as_array().expect("as many as unpack makes")
    }

    fn unpack(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
        let (of_weight, count) = parameters();
        // Parameters are numbered in the order of the shapes.
        let of_nets = of_weight[NET_WEIGHTS] as usize;
        let sizes = [
            PHASES * size_of::<Net>(),
            PHASES * size_of::<Mix>(),
            (count + FEATURE_WEIGHTS) * size_of::<[i16; MIXED]>(),
            (of_nets + FEATURE_WEIGHTS) * size_of::<Row>(),
        ];
        let expected = MAGIC.len() + sizes.iter().sum::<usize>() + CHECKSUM;
        if bytes.len() != expected {
            return Err(WeightsError::Length {
                expected,
                found: bytes.len(),
            });
        }
        let [nets, mixes, mixed, packed] = sizes.map(|size| {
            let (part, after) = rest.split_at(size);
            rest = after;
            part
        });
        let mixes: Vec<Mix> = bytemuck::pod_collect_to_vec(mixes);
        let mixed: Vec<[i16; MIXED]> = bytemuck::pod_collect_to_vec(mixed);
        let mut tables: Vec<Table> = bytemuck::zeroed_vec(PHASES);
        prefer_large(&mut tables);
        for (table, mix) in tables.iter_mut().zip(&mixes) {
            fill(table, &of_weight, &mixed, mix);
        }
        let packed: &[Row] = bytemuck::cast_slice(packed);
        let mut rows: Vec<Row> = bytemuck::zeroed_vec(ROWS);
        prefer_large(&mut rows);
        for (row, &parameter) in rows.iter_mut().zip(&of_weight[..NET_WEIGHTS]) {
            *row = packed[parameter as usize];
        }
        rows[NET_WEIGHTS..].copy_from_slice(&packed[of_nets..]);
        Ok(Self {
            tables: tables.into(),
            nets: bytemuck::pod_collect_to_vec(nets).into(),
            rows: rows.into(),
        })
    }
}

/// Bytes of the checksum.
const CHECKSUM: usize = 4;

/// Makes the table of a phase.
#[expect(clippy::cast_possible_truncation, reason = "the base is of some discs")]
fn fill(table: &mut Table, of_weight: &[u32], mixed: &[[i16; MIXED]], mix: &Mix) {
    let parameters: Vec<i16> = mixed
        .iter()
        .map(|numbers| mixture(*numbers, mix.factors))
        .collect();
    for (weight, &parameter) in table.iter_mut().zip(of_weight) {
        *weight = parameters[parameter as usize];
    }
    let features = parameters.len() - FEATURE_WEIGHTS;
    table[FEATURES..FEATURES + FEATURE_WEIGHTS].copy_from_slice(&parameters[features..]);
    for weight in &mut table[PARITIES..PARITIES + PARITY_KINDS] {
        *weight = weight.wrapping_add(mix.base as i16);
    }
}

/// A weight, rounded.
#[expect(clippy::cast_possible_truncation, reason = "weights are of some discs")]
fn mixture(numbers: [i16; MIXED], factors: [i32; MIXED]) -> i16 {
    // Only a file that is none of ours can leave the range.
    let sum = (0..MIXED).fold(1 << (MIX_SHIFT - 1), |sum: i32, at| {
        sum.wrapping_add(i32::from(numbers[at]).wrapping_mul(factors[at]))
    });
    (sum >> MIX_SHIFT) as i16
}

/// The place of a feature among the features.
pub const fn feature_place(place: usize) -> usize {
    place - FEATURES
}
