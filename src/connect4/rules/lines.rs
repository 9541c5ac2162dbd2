//! Fours and what lacks one disc to be one.

use super::bits::Bits;
use super::size::Size;

/// Whether `discs` has four or more in line.
#[inline]
pub fn has_four<S: Size>(discs: S::Bits) -> bool {
    steps::<S>().into_iter().any(|step| {
        let pairs = discs & discs.down(step);
        !(pairs & pairs.down(2 * step)).is_empty()
    })
}

/// Cells that would complete four in line together with `discs`, whether they are empty or not; some may lie beside the
/// board.
/// Upright ones are sought above the discs only: nothing lies above a cell that can still be filled.
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

/// What one side has in the lines of four that only it can still complete.
#[derive(Debug, Clone, Copy)]
pub struct Prospects<B> {
    /// Empty cells that complete a four.
    pub threats: B,
    /// Empty cells that make a threat: of such a line only they and another cell are missing.
    pub building: B,
}

/// The lines of one direction that only one side can still complete, each marked at its first cell, by the discs in them.
pub(crate) struct Counted<B> {
    pub(crate) one: B,
    pub(crate) two: B,
    pub(crate) three: B,
}

/// The directions of lines, as steps from bit to bit: upright, falling, level, rising.
pub(crate) const fn steps<S: Size>() -> [u32; 4] {
    [1, S::STRIDE - 1, S::STRIDE, S::STRIDE + 1]
}

/// Counts the discs of all open lines of a direction; `free` has the side's discs and the empty cells.
#[inline(always)]
pub(crate) fn counted<S: Size>(own: S::Bits, free: S::Bits, step: u32) -> Counted<S::Bits> {
    let pairs = free & free.down(step);
    let open = pairs & pairs.down(2 * step);
    // Adds up four bits at every place.
    let next = own.down(step);
    let (low, carry) = (own ^ next, own & next);
    let (far_low, far_carry) = (low.down(2 * step), carry.down(2 * step));
    let odd = low ^ far_low;
    let twos = ((low & far_low) ^ carry ^ far_carry) & open;
    Counted {
        one: (odd & open).without(twos),
        two: twos.without(odd),
        three: twos & odd,
    }
}

/// What the side with the discs `own` has to hope for.
#[inline(always)]
pub fn prospects<S: Size>(own: S::Bits, empty: S::Bits) -> Prospects<S::Bits> {
    let mut found = Prospects {
        threats: S::Bits::NONE,
        building: S::Bits::NONE,
    };
    for step in steps::<S>() {
        let Counted { two, three, .. } = counted::<S>(own, own | empty, step);
        found.building = found.building | all_cells(two, step);
        found.threats = found.threats | all_cells(three, step);
    }
    Prospects {
        threats: found.threats & empty,
        building: found.building & empty,
    }
}

/// The empty cells that make a threat of the side with the discs `own`, and of them those that make threats in several
/// directions.
#[inline(always)]
pub(crate) fn building<S: Size>(own: S::Bits, empty: S::Bits) -> [S::Bits; 2] {
    let [mut once, mut twice] = [S::Bits::NONE; 2];
    for step in steps::<S>() {
        let Counted { two, .. } = counted::<S>(own, own | empty, step);
        let cells = all_cells(two, step) & empty;
        twice = twice | once & cells;
        once = once | cells;
    }
    [once, twice]
}

/// All cells of lines that are marked at their first cell.
#[inline(always)]
fn all_cells<B: Bits>(first: B, step: u32) -> B {
    let halves = first | first.up(step);
    halves | halves.up(2 * step)
}
