//! Sets of cells, and what cells are worth, that depend on the size of the board alone.

use crate::connect4::rules::bits::Bits;
use crate::connect4::rules::board::Board;
use crate::connect4::rules::size::Size;

/// Columns at most.
pub(super) const MOST_COLUMNS: usize = 10;
/// Bits of the largest board.
const MOST_BITS: usize = 256;

/// What a step towards the middle column counts in the order of moves.
const CENTRE: i32 = 3;
/// What a line of four through the cell counts there.
const LINE: i32 = 1;

/// The board, cut into sets of cells.
#[derive(Debug)]
pub(super) struct Masks<S: Size> {
    /// Cells that are the upper one of a pair when columns are paired from the top.
    pub(super) upper: S::Bits,
    /// Those that are the lower one, or left over at the bottom of an empty column.
    pub(super) lower: S::Bits,
    pub(super) columns: [S::Bits; MOST_COLUMNS],
    /// How early a move to a cell is tried where nothing else is known of it.
    pub(super) places: [i32; MOST_BITS],
}

impl<S: Size> Masks<S> {
    pub(super) fn new() -> Self {
        let mut upper = S::Bits::NONE;
        for row in (0..S::HEIGHT).rev().step_by(2) {
            for column in 0..S::WIDTH {
                upper = upper | S::Bits::single(S::bit(column, row));
            }
        }
        let mut columns = [S::Bits::NONE; MOST_COLUMNS];
        for (cells, column) in columns.iter_mut().zip(0..S::WIDTH) {
            *cells = Board::<S>::column(column);
        }
        Self {
            upper,
            lower: S::BOARD.without(upper),
            columns,
            places: places::<S>(),
        }
    }
}

fn places<S: Size>() -> [i32; MOST_BITS] {
    let mut places = [0; MOST_BITS];
    for column in 0..S::WIDTH {
        let (column, last) = (column.cast_signed(), S::WIDTH.cast_signed() - 1);
        let centre = last - (2 * column - last).abs();
        for row in 0..S::HEIGHT {
            let row = row.cast_signed();
            let place = &mut places[bit::<S>(column, row)];
            *place += CENTRE * centre;
            for (across, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let line = (0..4).map(|step| (column + step * across, row + step * up));
                let on_board = |&(column, row): &(i32, i32)| {
                    (0..=last).contains(&column) && (0..S::HEIGHT.cast_signed()).contains(&row)
                };
                if line.clone().all(|cell| on_board(&cell)) {
                    for (column, row) in line {
                        places[bit::<S>(column, row)] += LINE;
                    }
                }
            }
        }
    }
    places
}

fn bit<S: Size>(column: i32, row: i32) -> usize {
    S::bit(column.unsigned_abs(), row.unsigned_abs()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::rules::size::SevenBySix;

    #[test]
    fn cells_of_the_board_of_seven_by_six() {
        let masks = Masks::<SevenBySix>::new();
        let cell = |column, row| SevenBySix::bit(column, row);
        assert!(masks.upper.has(cell(0, 5)) && masks.upper.has(cell(6, 1)));
        assert!(masks.lower.has(cell(0, 0)) && masks.lower.has(cell(3, 4)));
        let lines = |column, row| masks.places[cell(column, row) as usize];
        assert_eq!(lines(0, 0), 3);
        assert_eq!(lines(3, 2), 18 + 13);
    }
}
