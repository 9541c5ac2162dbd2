//! Who is forced in the end to fill the cell under a threat: bounds on the score without a search.
//!
//! A side *follows* when it answers every disc in the same column. Let all cells be paired from the top of each column
//! down; where the number of empty cells is odd, the lowest one is left over, and it is playable. If the number of empty
//! cells is even, so is the number of cells left over, and the side that is not to move can follow for the rest of the
//! game: it answers a disc on the lower cell of a pair by the upper one, and a disc on a cell left over by another such
//! cell. The leader then gets no cells but the lower ones and those left over. If these, with its discs, make no four, the
//! leader does not win.
//!
//! If the follower has a threat it leaves out the cell below it and all above that: they come last, and it is the leader
//! who has to begin with them. So the follower wins, at the latest when nothing else is left. Where the number of
//! the other cells is odd, and the follower is to move, it first takes one of the cells left over.

use super::masks::Masks;
use crate::connect4::rules::bits::{Bits, Cells};
use crate::connect4::rules::board::{lowest, upwards};
use crate::connect4::rules::lines::has_four;
use crate::connect4::rules::size::Size;

/// One side that may follow and the other one, which leads.
pub(super) struct Sides<B> {
    /// Cells on which the follower completes a four; none of them is playable.
    pub(super) threats: B,
    /// The discs of the leader.
    pub(super) leader: B,
    pub(super) playable: B,
    pub(super) empty: B,
}

/// What the follower gets for certain, if that is `wanted` or more: its own score, 0 if the leader cannot win.
///
/// `even` says that the follower can follow with all columns paired from the top: the number of empty cells is even with the
/// leader to move, or odd with the follower to move.
#[inline(always)]
pub(super) fn assured<S: Size>(
    masks: &Masks<S>,
    sides: &Sides<S::Bits>,
    even: bool,
    wanted: i32,
) -> Option<i32> {
    let Sides {
        threats,
        leader,
        playable,
        empty,
    } = *sides;
    let upper = lowest::<S>(threats & masks.upper);
    if even {
        let score = (upwards::<S>(upper.down(1)).count() / 2).cast_signed();
        if score < wanted {
            return None;
        }
        let reach = empty.without(upwards::<S>(upper));
        let cells = reach & masks.lower | playable & masks.upper;
        if has_four::<S>(leader | cells) {
            return None;
        }
        return Some(score);
    }
    let turning = lowest::<S>(threats) & masks.lower;
    if turning.is_empty() {
        return None;
    }
    turned(masks, sides, upper, turning, wanted)
}

/// The same where one column is to be paired the other way: there the follower has a threat on the lower cell of a pair,
/// so that the pairs below it begin one cell further down.
fn turned<S: Size>(
    masks: &Masks<S>,
    sides: &Sides<S::Bits>,
    upper: S::Bits,
    turning: S::Bits,
    wanted: i32,
) -> Option<i32> {
    for bit in Cells(turning) {
        let cell = S::Bits::single(bit);
        let column = masks.columns[(bit / S::STRIDE) as usize];
        let last = upper.without(column) | cell;
        let score = (upwards::<S>(last.down(1)).count() / 2).cast_signed();
        if score < wanted {
            continue;
        }
        let reach = sides.empty.without(upwards::<S>(last));
        let straight = reach & masks.lower | sides.playable & masks.upper;
        let other_way = reach & masks.upper | sides.playable & masks.lower;
        let cells = straight.without(column) | other_way & column;
        if !has_four::<S>(sides.leader | cells) {
            return Some(score);
        }
    }
    None
}
