//! The vector kernels of the large board against the scalar ones.

use brightsword::connect4::rules::bits::Bits;
use brightsword::connect4::rules::size::{Size, TenByFifteen};
use brightsword::connect4::rules::wide::{Wide, scalar};

use crate::oracles::sample::Chance;

/// Cells anywhere on the board.
fn cells(chance: &mut Chance) -> Wide {
    Wide([(); 4].map(|()| chance.bits())) & TenByFifteen::BOARD
}

/// Those of the cells whose row, moved by so many, still is a row or the spare one above.
fn movable(cells: Wide, rows: i32) -> Wide {
    let bits = (0..TenByFifteen::WIDTH).flat_map(|column| {
        let rows = (0..TenByFifteen::HEIGHT).filter(move |row| {
            (0..=TenByFifteen::HEIGHT.cast_signed()).contains(&(row.cast_signed() + rows))
        });
        rows.map(move |row| Wide::single(TenByFifteen::bit(column, row)))
    });
    bits.fold(Wide::NONE, |all, cell| all | cell & cells)
}

#[test]
fn vectors_work_like_words() {
    let mut chance = Chance::new(31);
    for _ in 0..20_000 {
        let (one, other) = (cells(&mut chance), cells(&mut chance));
        assert_eq!(one & other, scalar::and(one, other));
        assert_eq!(one | other, scalar::or(one, other));
        assert_eq!(one ^ other, scalar::xor(one, other));
        assert_eq!(one.without(other), scalar::without(one, other));
        assert_eq!(one.plus(other), scalar::plus(one, other));
        assert_eq!(one.minus(other), scalar::minus(one, other));
        for set in [one, one & other, one & scalar::xor(one, one)] {
            assert_eq!(set.is_empty(), scalar::is_empty(set));
        }
    }
}

#[test]
fn vectors_are_shifted_like_words_within_the_board() {
    let mut chance = Chance::new(32);
    for columns in 0..=3_i32 {
        for rows in -3..=3_i32 {
            let by = columns * TenByFifteen::STRIDE.cast_signed() + rows;
            let Ok(by @ 1..) = u32::try_from(by) else {
                continue;
            };
            for _ in 0..200 {
                let set = cells(&mut chance);
                let up = movable(set, rows);
                assert_eq!(up.up(by), scalar::up(up, by), "{by} {up:?}");
                let down = movable(set, -rows);
                assert_eq!(down.down(by), scalar::down(down, by), "{by} {down:?}");
            }
        }
    }
}
