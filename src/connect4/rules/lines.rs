//! Fours and what lacks one disc to be one.

use super::bits::Bits;
use super::size::Size;

/// Whether `discs` has four or more in line.
#[inline]
pub fn has_four<S: Size>(discs: S::Bits) -> bool {
    [1, S::STRIDE - 1, S::STRIDE, S::STRIDE + 1]
        .into_iter()
        .any(|step| {
            let pairs = discs & discs.down(step);
            !(pairs & pairs.down(2 * step)).is_empty()
        })
}

/// Cells that would complete four in line together with `discs`, whether they are empty or not; some lie beside the board.
#[inline(always)]
pub fn completing<S: Size>(discs: S::Bits) -> S::Bits {
    let mut found = discs.up(1) & discs.up(2) & discs.up(3);
    for step in [S::STRIDE - 1, S::STRIDE, S::STRIDE + 1] {
        let (up, down) = (discs.up(step), discs.down(step));
        let ups = up & discs.up(2 * step);
        let downs = down & discs.down(2 * step);
        found = found | ups & (discs.up(3 * step) | down) | downs & (discs.down(3 * step) | up);
    }
    found
}

/// The cells of all lines of four that lie within `free`, which has the discs of one side and the empty cells: what is not
/// among them can never be part of a four of that side.
#[inline(always)]
pub fn open<S: Size>(free: S::Bits) -> S::Bits {
    let mut found = S::Bits::NONE;
    for step in [1, S::STRIDE - 1, S::STRIDE, S::STRIDE + 1] {
        let pairs = free & free.down(step);
        let lines = pairs & pairs.down(2 * step);
        let halves = lines | lines.up(step);
        found = found | halves | halves.up(2 * step);
    }
    found
}
