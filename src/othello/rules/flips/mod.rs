//! The discs that a move turns: one function, with siblings for each kind of processor. All give equal results; the
//! scalar one is the definition.
//!
//! A square has eight rays. Four run towards higher squares ("up": east, south-west, south, south-east), where the first
//! square that is not an enemy disc is the lowest bit; four towards lower squares ("down"), where it is the highest.

pub mod last;
pub mod scalar;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512vl",
    target_feature = "avx512cd"
))]
pub mod avx512;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(all(target_feature = "avx512vl", target_feature = "avx512cd"))
))]
pub use avx2::flips;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512vl",
    target_feature = "avx512cd"
))]
pub use avx512::flips;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use scalar::flips;

/// The rays of one square: four up, four down, in one cache line.
#[repr(C, align(64))]
pub(crate) struct Rays {
    pub(crate) up: [u64; 4],
    pub(crate) down: [u64; 4],
}

/// The rays of every square, the square itself left out.
pub(crate) static RAYS: [Rays; 64] = rays();

#[expect(
    clippy::cast_possible_truncation,
    reason = "rows and columns are below 8"
)]
const fn rays() -> [Rays; 64] {
    const COLUMN_STEPS: [i8; 4] = [1, -1, 0, 1];
    const ROW_STEPS: [i8; 4] = [0, 1, 1, 1];
    let mut all = [const {
        Rays {
            up: [0; 4],
            down: [0; 4],
        }
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let here = [(square % 8) as i8, (square / 8) as i8];
            all[square].up[line] = ray(here, [COLUMN_STEPS[line], ROW_STEPS[line]]);
            all[square].down[line] = ray(here, [-COLUMN_STEPS[line], -ROW_STEPS[line]]);
            line += 1;
        }
        square += 1;
    }
    all
}

const fn ray(from: [i8; 2], step: [i8; 2]) -> u64 {
    let [mut column, mut row] = from;
    let mut set = 0;
    loop {
        column += step[0];
        row += step[1];
        if column < 0 || column > 7 || row < 0 || row > 7 {
            return set;
        }
        set |= 1 << (row * 8 + column);
    }
}
