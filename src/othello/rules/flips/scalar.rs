//! Flips in plain arithmetic: runs everywhere and defines what the siblings must return.

use super::RAYS;

/// The discs of `other` that a disc of the mover on `square` turns; none if the move is not legal.
#[inline]
pub fn flips(mover: u64, other: u64, square: usize) -> u64 {
    let rays = &RAYS[square];
    let mut flipped = 0;
    for ray in rays.up {
        // The first square on the ray that is not an enemy disc; the run counts if it is our own.
        let end = ray & !other;
        let outflank = end & end.wrapping_neg() & mover;
        flipped |= outflank.wrapping_sub(u64::from(outflank != 0)) & ray;
    }
    for ray in rays.down {
        let end = ray & !other;
        // `| 1` keeps the shift in range; the ray masks out the bit that this may add.
        let outflank = (1 << 63 >> (end | 1).leading_zeros()) & end & mover;
        flipped |= (outflank.wrapping_neg() << 1) & ray;
    }
    flipped
}
