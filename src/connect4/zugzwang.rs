//! Who runs out of harmless moves first.
//!
//! Where a threat lies above an empty cell nobody likes to fill that cell: the opponent of whoever threatens loses at once, and
//! the threatening side wastes its threat. All cells below such stops will be filled first, and their number says who is to
//! move then. A side that may waste a threat of its own goes on so, the other loses. What new lines may arise meanwhile is left
//! out, so this is an estimate. On quiet positions of 3,886 games of the engine against itself at 2,500 nodes a move it told the
//! winner, where it named one, in 68 % where 5 to 20 % of the board was full, and in 86 % where 60 to 80 % was.

use arrayvec::ArrayVec;

use super::eval::Threats;
use super::rules::bits::Bits;
use super::rules::board::Board;
use super::rules::size::Size;

/// Stops filled in thought; more are rarely needed, and beyond that a side is taken to lose.
const MOST: u32 = 64;

/// A column that cannot be filled without harm.
#[derive(Debug, Clone, Copy)]
struct Stop {
    /// The threats of the mover and of the other side in this column, from the bottom up.
    threats: [u32; 2],
    /// The row under the threat that comes next.
    row: u32,
}

/// 1 if the mover wins when all harmless cells are filled, −1 if it loses, 0 if there is no harm anywhere.
pub(crate) fn zugzwang<S: Size>(board: Board<S>, threats: Threats<S::Bits>) -> i32 {
    zugzwang_within(board, threats, MOST)
}

fn zugzwang_within<S: Size>(board: Board<S>, threats: Threats<S::Bits>, mut most: u32) -> i32 {
    let mut stops = ArrayVec::<Stop, 10>::new();
    let mut harmless = 0;
    for column in 0..S::WIDTH {
        let from = S::bit(column, 0);
        let filled = (board.filled.column_from(from) & full::<S>()).trailing_ones();
        let own = threats.mine.column_from(from) & full::<S>();
        let other = threats.theirs.column_from(from) & full::<S>();
        let stop = Stop {
            threats: [own, other],
            row: filled,
        };
        let (free, next) = stop.fill::<S>();
        harmless += free;
        stops.extend(next);
    }
    if stops.is_empty() {
        return 0;
    }
    let turn = (harmless & 1) as usize;
    let value = outcome::<S>(&stops, turn, &mut most);
    if turn == 0 { value } else { -value }
}

/// All rows of a column.
const fn full<S: Size>() -> u32 {
    (1 << S::HEIGHT) - 1
}

impl Stop {
    /// Fills the column up to the next stop, if there is one; how many cells that took.
    #[inline(always)]
    fn fill<S: Size>(self) -> (u32, Option<Self>) {
        let threats = (self.threats[0] | self.threats[1]) >> (self.row + 1);
        if threats == 0 {
            return (S::HEIGHT - self.row.min(S::HEIGHT), None);
        }
        let free = threats.trailing_zeros();
        let row = self.row + free;
        (free, Some(Self { row, ..self }))
    }

    /// Whether only this side threatens above the stop.
    #[inline(always)]
    fn belongs_to(&self, side: usize) -> bool {
        let above = 1 << (self.row + 1);
        self.threats[side] & above != 0 && self.threats[1 - side] & above == 0
    }
}

/// 1 if the side whose turn it is wins when only stops are left, −1 if it loses, 0 if the board is full before.
fn outcome<S: Size>(stops: &ArrayVec<Stop, 10>, turn: usize, left: &mut u32) -> i32 {
    let mut best = -1;
    for (place, stop) in stops.iter().enumerate() {
        if best == 1 || *left == 0 || !stop.belongs_to(turn) {
            continue;
        }
        *left -= 1;
        // The side fills the stop, the other side must take the threat, and the column goes on.
        let wasted = Stop {
            row: stop.row + 2,
            ..*stop
        };
        let (free, next) = wasted.fill::<S>();
        let mut rest = stops.clone();
        match next {
            Some(next) => rest[place] = next,
            None => {
                rest.swap_remove(place);
            }
        }
        let value = if rest.is_empty() {
            0
        } else if free & 1 == 0 {
            outcome::<S>(&rest, turn, left)
        } else {
            -outcome::<S>(&rest, 1 - turn, left)
        };
        best = best.max(value);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::rules::size::{SevenBySix, TenByFifteen};

    /// The same by moving cell for cell; each row of a column has its threats, bit 0 the mover's and bit 1 the other side's.
    fn slowly(columns: &[Vec<u8>], heights: &[usize], side: usize) -> i32 {
        let harmless = |column: usize| {
            let row = heights[column];
            row < columns[column].len() && columns[column].get(row + 1).is_none_or(|&at| at == 0)
        };
        let fill = |column: usize, by: usize| {
            let mut next = heights.to_vec();
            next[column] += by;
            next
        };
        if let Some(column) = (0..columns.len()).find(|&column| harmless(column)) {
            return -slowly(columns, &fill(column, 1), 1 - side);
        }
        let mut best = None;
        for column in 0..columns.len() {
            if let Some(&above) = columns[column].get(heights[column] + 1) {
                let value = if above == 1 << side {
                    slowly(columns, &fill(column, 2), side)
                } else {
                    -1
                };
                best = best.max(Some(value));
            }
        }
        best.unwrap_or(0)
    }

    fn compare<S: Size>(seed: u64) {
        let mut state = seed;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 33) % bound
        };
        for _ in 0..2_000 {
            let mut board = Board::<S>::EMPTY;
            let mut sets = [S::Bits::NONE; 2];
            let mut columns = Vec::new();
            let mut heights = Vec::new();
            for column in 0..S::WIDTH {
                let height = u32::try_from(below(u64::from(S::HEIGHT) + 1)).unwrap();
                let mut threats = vec![0; S::HEIGHT as usize];
                for row in 0..S::HEIGHT {
                    let cell = S::Bits::single(S::bit(column, row));
                    if row < height {
                        board.filled = board.filled | cell;
                    } else if row > height && below(14) == 0 {
                        let who = u8::try_from(below(3) + 1).unwrap();
                        threats[row as usize] = who;
                        for (side, set) in sets.iter_mut().enumerate() {
                            if who >> side & 1 == 1 {
                                *set = *set | cell;
                            }
                        }
                    }
                }
                columns.push(threats);
                heights.push(height as usize);
            }
            let [mine, theirs] = sets;
            let building = S::Bits::NONE;
            let found = zugzwang_within(
                board,
                Threats {
                    mine,
                    theirs,
                    building,
                },
                u32::MAX,
            );
            assert_eq!(
                found,
                slowly(&columns, &heights, 0),
                "{columns:?} {heights:?}"
            );
        }
    }

    #[test]
    fn as_by_moving_cell_for_cell() {
        compare::<SevenBySix>(1);
        compare::<TenByFifteen>(2);
    }
}
