//! Mobility in plain arithmetic: runs everywhere and defines what the siblings must return.

use crate::othello::rules::INNER_COLUMNS;

/// The empty squares on which a disc of `mover` turns at least one of `other`.
#[inline]
pub fn mobility(mover: u64, other: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    let reached = line::<1>(mover, inner)
        | line::<7>(mover, inner)
        | line::<8>(mover, other)
        | line::<9>(mover, inner);
    reached & !(mover | other)
}

/// Where runs of `enemy` that begin beside `own` end, both ways along one line. Runs grow by one, then twice by two.
#[inline]
fn line<const STEP: u32>(own: u64, enemy: u64) -> u64 {
    let mut up = enemy & own << STEP;
    let mut down = enemy & own >> STEP;
    up |= enemy & up << STEP;
    down |= enemy & down >> STEP;
    let pairs_up = enemy & enemy << STEP;
    let pairs_down = pairs_up >> STEP;
    for _ in 0..2 {
        up |= pairs_up & up << (2 * STEP);
        down |= pairs_down & down >> (2 * STEP);
    }
    up << STEP | down >> STEP
}
