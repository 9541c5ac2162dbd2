//! The weights: a table for each phase of the game.
//!
//! The file, little endian: the eight bytes [`MAGIC`]; for each phase, the end of the game first, the number of large weights
//! (`u32`), a byte for each parameter (those of the patterns in the order of [`parameters`], then those of the other features),
//! and the large weights (`i16`) in their order; a CRC-32 of all before it (`u32`). A byte is a weight in units of 1/[`UNIT`]
//! disc, [`LARGE`] stands for one that does not fit. So most weights need one byte and nothing slow stands between the file and
//! the tables: all are ready in about a dozen milliseconds.

use std::sync::LazyLock;

use thiserror::Error;

use super::PARITY_KINDS;
use super::shapes::{PATTERN_WEIGHTS, parameters};
use crate::base::pages::prefer_large;

/// One disc, in the unit of the weights.
pub const UNIT: i32 = 64;
/// First bytes of a file of weights; the digit is the version of the layout, patterns included.
pub const MAGIC: &[u8; 8] = b"BSWORTH1";
/// In place of a weight: it stands among the large ones.
pub const LARGE: i8 = i8::MIN;

/// Phases of the game.
pub const PHASES: usize = 24;

/// The phase of a position with so many empties: two plies each, but the end and the opening are one each.
#[inline]
pub const fn phase(empties: u32) -> usize {
    let pair = empties as usize / 2;
    if pair < 4 {
        0
    } else if pair - 4 >= PHASES {
        PHASES - 1
    } else {
        pair - 4
    }
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
/// Weights of a phase, and some more so that a vector may read a little beyond.
pub const TABLE: usize = PARITIES + PARITY_KINDS + 15;
/// Numbers in a file behind those of the patterns.
pub const FEATURE_WEIGHTS: usize = PARITIES + PARITY_KINDS - FEATURES;

/// The weights of a phase.
pub type Table = [i16; TABLE];

/// What the program carries; `weights.toml` beside it says where it comes from.
const BYTES: &[u8] = include_bytes!("weights.bin");

/// Why bytes are no weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Another beginning.
    #[error("expected a file of weights that begins with BSWORTH1")]
    Foreign,
    /// It ends before all weights are there, or goes on behind them.
    #[error("expected {expected} bytes of weights, found {found}")]
    Length {
        /// By what the file says of itself up to where it ends.
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
    /// More or fewer large weights than places for them.
    #[error("phase {0} has another number of large weights than it says")]
    Large(usize),
}

/// Weights for all phases.
#[derive(Debug)]
pub struct Weights {
    tables: Vec<Table>,
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

    /// The weights of a phase.
    #[inline]
    pub fn table(&self, phase: usize) -> &Table {
        &self.tables[phase]
    }

    fn unpack(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
        let mut take = |length: usize| {
            let error = WeightsError::Length {
                expected: (bytes.len() - rest.len())
                    .saturating_add(length)
                    .saturating_add(CHECKSUM),
                found: bytes.len(),
            };
            let (taken, after) = rest.split_at_checked(length).ok_or(error)?;
            rest = after;
            Ok(taken)
        };
        let (of_weight, count) = parameters();
        let mut tables: Vec<Table> = bytemuck::zeroed_vec(PHASES);
        prefer_large(&mut tables);
        for (phase, table) in tables.iter_mut().enumerate() {
            let large = u32::from_le_bytes(take(4)?.try_into().unwrap_or_default());
            let small: &[i8] = bytemuck::cast_slice(take(count + FEATURE_WEIGHTS)?);
            let large = take((large as usize).saturating_mul(2))?;
            fill(table, &of_weight, small, large).ok_or(WeightsError::Large(phase))?;
        }
        take(CHECKSUM)?;
        if rest.is_empty() {
            Ok(Self { tables })
        } else {
            Err(WeightsError::Length {
                expected: bytes.len() - rest.len(),
                found: bytes.len(),
            })
        }
    }
}

/// Bytes of the checksum.
const CHECKSUM: usize = 4;

/// Makes the table of a phase out of the file's numbers; nothing if the large ones are not as many as their places.
fn fill(table: &mut Table, of_weight: &[u32], small: &[i8], large: &[u8]) -> Option<()> {
    let mut large = large
        .chunks_exact(2)
        .map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
    let mut parameters: Vec<i16> = small.iter().map(|&weight| i16::from(weight)).collect();
    for (parameter, &weight) in parameters.iter_mut().zip(small) {
        if weight == LARGE {
            *parameter = large.next()?;
        }
    }
    for (weight, &parameter) in table.iter_mut().zip(of_weight) {
        *weight = parameters[parameter as usize];
    }
    let features = parameters.len() - FEATURE_WEIGHTS;
    table[FEATURES..FEATURES + FEATURE_WEIGHTS].copy_from_slice(&parameters[features..]);
    large.next().is_none().then_some(())
}

/// The place of a feature's weight in a file, behind those of the patterns.
pub const fn feature_place(place: usize) -> usize {
    place - FEATURES
}
