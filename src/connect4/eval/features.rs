//! What the learned evaluation looks at: the lines that lack one disc or two, by the cells where they lack them and by what
//! carries those cells, the discs, and the heights of the columns.
//!
//! Everything is said of the side that the even rows suit and of the side that the odd rows suit, counted from 0: whose threat
//! lies well in the end depends on nothing else. Of a full board but for the upper part of one column the one that fills even
//! rows is to move when an odd number of cells is filled, neutral discs among them, and so the number of neutral discs and
//! who began are in this already: the same discs are the same features in every game.

use super::Threats;
use crate::connect4::rules::bits::Bits;
use crate::connect4::rules::board::{Board, lowest, upwards};
use crate::connect4::rules::lines::building;
use crate::connect4::rules::size::Size;
use crate::connect4::zugzwang::zugzwang;

/// Places for the cells of a kind: the bits of the largest board.
pub(crate) const PLACES: usize = 160;
/// Kinds of cells, those of the side of even rows before those of the other: threats on the cell above one that can be filled
/// now, on the second above it, farther up, and above the threat that decides the column; cells that make a threat, that can be
/// filled now, next, later; those of them that make several; the cells that can be filled now; discs.
pub(crate) const KINDS: usize = 19;
/// The first kind of the two that are discs.
pub(crate) const DISCS: usize = 17;
/// The features that say who wins the ending by the count of harmless moves: the side of even rows, the other.
pub(crate) const ENDINGS: [usize; 2] = [KINDS * PLACES, KINDS * PLACES + 1];
/// All features: each kind on each place, and the endings.
pub(crate) const FEATURES: usize = KINDS * PLACES + ENDINGS.len();

/// Which side is to move when so many cells are filled, neutral discs among them: 0 for the one that even rows suit, 1 for the
/// other.
#[inline(always)]
pub(crate) fn mover_role(filled: u32) -> usize {
    usize::from(filled.is_multiple_of(2))
}

/// What belongs to the side of even rows, then what belongs to the other.
#[inline(always)]
pub(crate) fn by_role<B>(role: usize, mover: B, other: B) -> [B; 2] {
    if role == 0 {
        [mover, other]
    } else {
        [other, mover]
    }
}

/// The cells of a side on which rows suit it: the even ones, the odd ones.
pub(crate) fn suiting<S: Size>() -> [S::Bits; 2] {
    let mut sets = [S::Bits::NONE; 2];
    for row in 0..S::HEIGHT {
        for column in 0..S::WIDTH {
            let set = &mut sets[row as usize % 2];
            *set = *set | S::Bits::single(S::bit(column, row));
        }
    }
    sets
}

/// The sets of cells of a position but for the discs, in the order of kinds, and the count of harmless moves: 1 if it is won
/// by the side of even rows, −1 by the other, 0 by neither.
pub(crate) struct Seen<B> {
    pub(crate) sets: [B; DISCS],
    pub(crate) ending: i32,
}

/// Looks at a position in which nobody can complete a four at once.
#[inline(always)]
pub(crate) fn seen<S: Size>(
    board: Board<S>,
    role: usize,
    threats: Threats<S::Bits>,
    suiting: [S::Bits; 2],
) -> Seen<S::Bits> {
    let empty = board.empty();
    let playable = board.playable();
    let later = empty.without(playable);
    let (mine, theirs) = (threats.mine & later, threats.theirs & later);
    let [even, odd] = by_role(role, mine, theirs);
    let next = playable.up(1);
    let second = next.up(1);
    let mut sets = [S::Bits::NONE; DISCS];
    let mut ending = 0;
    if !(even | odd).is_empty() {
        // Who gets the lowest of these cells in a column ends all hopes above it.
        let decisive = lowest::<S>(even & suiting[0] | odd & suiting[1] | even & odd);
        let above = upwards::<S>(decisive).without(decisive);
        for (side, all) in [even, odd].into_iter().enumerate() {
            let alive = all.without(above);
            sets[side] = alive & next;
            sets[2 + side] = alive & second;
            sets[4 + side] = alive.without(next | second);
            sets[6 + side] = all & above;
        }
        let value = zugzwang(board, threats);
        ending = if role == 0 { value } else { -value };
    }
    let discs = by_role(role, board.mover, board.other);
    for (side, own) in discs.into_iter().enumerate() {
        let [once, twice] = building::<S>(own, empty);
        sets[8 + side] = once & playable;
        sets[10 + side] = once & next;
        sets[12 + side] = once.without(playable | next);
        sets[14 + side] = twice;
    }
    sets[16] = playable;
    Seen { sets, ending }
}
