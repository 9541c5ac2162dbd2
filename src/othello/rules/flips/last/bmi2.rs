//! Last flips by table: the discs on each of the four lines through the square are packed together and looked up.
#![allow(
    unsafe_code,
    reason = "bit-packing intrinsic; this file is compiled only where the target has BMI2"
)]

use std::arch::x86_64::_pext_u64;

use crate::othello::rules::flips::RAYS;

/// With `square` the only empty one and `own` the discs of one side: how many discs that side would turn there, and how
/// many the other side would.
#[inline]
pub fn last_flips(own: u64, square: usize) -> (i32, i32) {
    let lines = &LINES[square];
    let mut sum = 0;
    for (mask, first) in lines.masks.iter().zip(lines.firsts) {
        // SAFETY: this file is compiled only when every processor the program runs on has BMI2.
        let packed = unsafe { _pext_u64(own, *mask) };
        #[expect(clippy::cast_possible_truncation, reason = "at most 8 bits")]
        let index = usize::from(first) + packed as usize;
        // `& MOST` only tells the compiler that the index is in range.
        sum += COUNTS[index & MOST];
    }
    (i32::from(sum & 0xff), i32::from(sum >> 8))
}

/// Entries in use: for each length of line 1..=8 and each place on it, one for each set of discs on the line.
const USED: usize = {
    let mut sum = 0;
    let mut length = 1;
    while length <= 8 {
        sum += length << length;
        length += 1;
    }
    sum
};
const MOST: usize = 4095;
const _: () = assert!(USED <= MOST);

/// The four lines of a square.
struct Lines {
    /// All squares of the line, this one included.
    masks: [u64; 4],
    /// Where in `COUNTS` the entries for the line's length and the square's place on it begin.
    firsts: [u16; 4],
}

static LINES: [Lines; 64] = lines();

/// Low byte: discs turned by the side whose discs are given; high byte: by the other side.
static COUNTS: [u16; MOST + 1] = counts();

const fn first(length: usize, place: usize) -> usize {
    let mut sum = 0;
    let mut shorter = 1;
    while shorter < length {
        sum += shorter << shorter;
        shorter += 1;
    }
    sum + (place << length)
}

#[expect(clippy::cast_possible_truncation, reason = "below 4096")]
const fn lines() -> [Lines; 64] {
    let mut all = [const {
        Lines {
            masks: [0; 4],
            firsts: [0; 4],
        }
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < all[square].masks.len() {
            let up = RAYS[square].up[line];
            let down = RAYS[square].down[line];
            let place = down.count_ones() as usize;
            let length = place + 1 + up.count_ones() as usize;
            all[square].masks[line] = up | down | 1 << square;
            all[square].firsts[line] = first(length, place) as u16;
            line += 1;
        }
        square += 1;
    }
    all
}

const fn counts() -> [u16; MOST + 1] {
    let mut all = [0; MOST + 1];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut own = 0;
            while own < 1 << length {
                let other = ((1 << length) - 1) & !own;
                all[first(length, place) + own] =
                    turned(own, place, length) | turned(other, place, length) << 8;
                own += 1;
            }
            place += 1;
        }
        length += 1;
    }
    all
}

/// Enemy discs between `place` and the nearest own disc, both ways.
#[expect(clippy::cast_possible_truncation, reason = "at most 6")]
const fn turned(own: usize, place: usize, length: usize) -> u16 {
    let mut sum = 0;
    let mut at = place + 1;
    while at < length {
        if own >> at & 1 == 1 {
            sum += at - place - 1;
            break;
        }
        at += 1;
    }
    at = place;
    while at > 0 {
        at -= 1;
        if own >> at & 1 == 1 {
            sum += place - at - 1;
            break;
        }
    }
    sum as u16
}
