//! The learned evaluation: a small network over the features of a position, in whole numbers, so that it says the same on
//! every processor.
//!
//! Each feature adds its row of weights to an accumulator. A second accumulator takes the rows of the features' mirror images,
//! and both have the same weights on the way out: mirror images are worth the same by construction. The way out is chosen by
//! how full the board is and by who is to move. That rows of weights are summed for what is there, and squared between
//! bounds, follows the efficiently updatable networks known from shogi (Yu Nasu, 2018) and chess.

use super::features::{ENDINGS, FEATURES, KINDS, PLACES, Seen};
use crate::connect4::rules::bits::Bits;
use crate::connect4::rules::size::{Size, TenByFifteen};

/// Weights of a feature, not counting the mirror image.
pub(crate) const UNITS: usize = 32;
/// Both halves.
const WIDE: usize = 2 * UNITS;
/// Ways out.
pub(crate) const EXITS: usize = 16;
/// Accumulators are in parts of this; what lies beyond it counts as it.
pub(crate) const ONE: i16 = 255;
/// The squares of accumulators are shifted down by this.
const SHIFT: u32 = 4;
/// A weight of the way out in parts of a point.
pub(crate) const WEIGHT: i32 = 16;
/// What a point is in the sum on the way out.
pub(crate) const SCALE: i32 = WEIGHT * ((ONE as i32 * ONE as i32) >> SHIFT);

/// What a unit holds for one half and the other.
type Sums = [i16; WIDE];

/// The weights.
pub struct Network {
    /// For each feature its row and that of its mirror image.
    rows: Box<[Sums]>,
    bias: Sums,
    exits: [Sums; EXITS],
    /// What each way out adds, in the same scale as its sum.
    shifts: [i32; EXITS],
}

/// The feature that is this one in a mirror.
pub(crate) fn image(feature: usize) -> usize {
    let (kind, place) = (feature / PLACES, feature % PLACES);
    if kind == KINDS {
        return feature;
    }
    let stride = TenByFifteen::STRIDE as usize;
    let (column, row) = (place / stride, place % stride);
    kind * PLACES + (TenByFifteen::WIDTH as usize - 1 - column) * stride + row
}

/// Which way out a board takes on which so many cells are filled: eight parts of the game, and who is to move.
#[inline(always)]
pub(crate) fn exit(filled: u32) -> usize {
    ((filled / 2 * 16 / 150).min(7) * 2 + filled % 2) as usize
}

impl Network {
    /// Bytes of the plain form.
    pub(crate) const BYTES: usize = 2 * (FEATURES * UNITS + UNITS + EXITS * UNITS) + 4 * EXITS;

    /// From the plain form: the rows of the features, the bias and the rows of the ways out as numbers of 16 bits, then the
    /// shifts of 32, all with the low byte first.
    pub(crate) fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let (short, long) = bytes.split_at(bytes.len() - 4 * EXITS);
        let mut units = short.as_chunks::<{ 2 * UNITS }>().0.iter().map(|row| {
            let mut sums = [0; UNITS];
            for (sum, pair) in sums.iter_mut().zip(row.as_chunks::<2>().0) {
                *sum = i16::from_le_bytes(*pair);
            }
            sums
        });
        let single: Vec<[i16; UNITS]> = units.by_ref().take(FEATURES).collect();
        let rows = (0..FEATURES)
            .map(|feature| joined(single[feature], single[image(feature)]))
            .collect();
        let mut both = || {
            let row = units.next().unwrap_or([0; UNITS]);
            joined(row, row)
        };
        let bias = both();
        let mut exits = [[0; WIDE]; EXITS];
        exits.fill_with(both);
        let mut shifts = [0; EXITS];
        for (shift, four) in shifts.iter_mut().zip(long.as_chunks::<4>().0) {
            *shift = i32::from_le_bytes(*four);
        }
        Self {
            rows,
            bias,
            exits,
            shifts,
        }
    }

    /// The estimate in points for the side that even rows suit.
    #[inline(always)]
    pub(crate) fn estimate<B: Bits>(&self, seen: &Seen<B>, discs: [B; 2], filled: u32) -> i32 {
        let mut sums = self.bias;
        for (kind, set) in seen.sets.iter().chain(&discs).enumerate() {
            self.add_all(&mut sums, kind, *set);
        }
        match seen.ending {
            1 => add(&mut sums, &self.rows[ENDINGS[0]]),
            -1 => add(&mut sums, &self.rows[ENDINGS[1]]),
            _ => (),
        }
        self.leave(&sums, exit(filled))
    }

    /// Adds the rows of a kind of cells.
    #[inline(always)]
    fn add_all<B: Bits>(&self, sums: &mut Sums, kind: usize, set: B) {
        let rows: &[Sums; PLACES] = self.rows[kind * PLACES..]
            .first_chunk()
            .expect("each kind has its rows");
        for (number, mut word) in set.words().into_iter().take(3).enumerate() {
            while word != 0 {
                let place = 64 * number + word.trailing_zeros() as usize;
                word &= word - 1;
                add(sums, &rows[place.min(PLACES - 1)]);
            }
        }
    }

    /// From the accumulators to points.
    #[inline(always)]
    fn leave(&self, sums: &Sums, exit: usize) -> i32 {
        let mut total = 0i32;
        for (sum, weight) in sums.iter().zip(&self.exits[exit]) {
            let bounded = (*sum).clamp(0, ONE);
            let square = (bounded.cast_unsigned() * bounded.cast_unsigned()) >> SHIFT;
            total = total.wrapping_add(i32::from(square.cast_signed()) * i32::from(*weight));
        }
        total.saturating_add(self.shifts[exit]) / SCALE
    }
}

fn joined(one: [i16; UNITS], other: [i16; UNITS]) -> Sums {
    let mut sums = [0; WIDE];
    sums[..UNITS].copy_from_slice(&one);
    sums[UNITS..].copy_from_slice(&other);
    sums
}

#[inline(always)]
fn add(sums: &mut Sums, row: &Sums) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The estimate from the plain form by its definition.
    fn slowly(bytes: &[u8], features: &[usize], exit: usize) -> i32 {
        let number = |at: usize| i64::from(i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]));
        let mut total = 0;
        for mirrored in [false, true] {
            for unit in 0..UNITS {
                let weights = features.iter().map(|&feature| {
                    let feature = if mirrored { image(feature) } else { feature };
                    number(feature * UNITS + unit)
                });
                let sum = number(FEATURES * UNITS + unit) + weights.sum::<i64>();
                let sum = sum.clamp(0, 255);
                total += sum * sum / 16 * number((FEATURES + 1 + exit) * UNITS + unit);
            }
        }
        let at = 2 * (FEATURES + 1 + EXITS) * UNITS + 4 * exit;
        let shift = i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        i32::try_from((total + i64::from(shift)) / i64::from(SCALE)).unwrap()
    }

    #[test]
    fn sums_as_it_is_defined() {
        let mut bytes = vec![0; Network::BYTES];
        // Small weights, so that no unit is full; large ones on the way out.
        for (place, pair) in bytes.chunks_exact_mut(2).enumerate() {
            let number = i16::try_from(place % 7).unwrap() - 2;
            let last = place >= (FEATURES + 1) * UNITS;
            let number = if last { number * 300 } else { number };
            pair.copy_from_slice(&number.to_le_bytes());
        }
        let network = Network::from_bytes(bytes.as_slice().try_into().unwrap());
        for filled in [1, 30, 77, 149] {
            let mut sets = [0_u128; super::super::features::DISCS];
            let mut features = Vec::new();
            for (kind, set) in sets.iter_mut().enumerate() {
                for place in (kind..120).step_by(17 + filled as usize % 5) {
                    *set |= 1 << place;
                    features.push(kind * PLACES + place);
                }
            }
            features.push(ENDINGS[1]);
            let discs = [1 << 3, 1 << 90];
            features.push((KINDS - 2) * PLACES + 3);
            features.push((KINDS - 1) * PLACES + 90);
            let seen = Seen { sets, ending: -1 };
            let expected = slowly(&bytes, &features, exit(filled));
            assert_eq!(network.estimate(&seen, discs, filled), expected);
            assert_ne!(expected, 0);
        }
    }

    #[test]
    fn the_image_of_an_image_is_the_feature() {
        for feature in (0..FEATURES).filter(|feature| feature % 16 != 15) {
            assert_eq!(image(image(feature)), feature);
        }
        assert_eq!(image(2 * PLACES + 3), 2 * PLACES + 9 * 16 + 3);
    }

    #[test]
    fn every_part_of_the_game_has_its_way_out() {
        let mut seen: Vec<usize> = (0..=150).map(exit).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, (0..EXITS).collect::<Vec<_>>());
    }
}
