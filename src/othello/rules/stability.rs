//! Discs that can never be turned again: a lower bound that the search can trust.

use super::INNER_COLUMNS;

const EDGE_ROWS: u64 = 0xff00_0000_0000_00ff;

/// Squares all of whose row, column, diagonal, anti-diagonal are full, in this order.
#[inline]
pub fn full_lines(discs: u64) -> [u64; 4] {
    [
        full_rows(discs),
        full_columns(discs),
        full_diagonals::<9>(discs),
        full_diagonals::<7>(discs),
    ]
}

#[inline]
fn full_rows(discs: u64) -> u64 {
    let mut full = discs;
    full &= full >> 4;
    full &= full >> 2;
    full &= full >> 1;
    (full & 0x0101_0101_0101_0101) * 0xff
}

#[inline]
fn full_columns(discs: u64) -> u64 {
    let mut full = discs;
    full &= full.rotate_right(32);
    full &= full.rotate_right(16);
    full &= full.rotate_right(8);
    full
}

/// Diagonals by smearing the empty squares along them, both ways.
#[inline]
fn full_diagonals<const STEP: u32>(discs: u64) -> u64 {
    // A step up by 9 never lands in column a, one by 7 never in column h, except by wrapping around.
    let (from_left, from_right) = (!0x0101_0101_0101_0101, !0x8080_8080_8080_8080);
    let (mut up_mask, mut down_mask): (u64, u64) = if STEP == 9 {
        (from_left, from_right)
    } else {
        (from_right, from_left)
    };
    let (mut up, mut down) = (!discs, !discs);
    let mut step = STEP;
    for _ in 0..3 {
        up |= up << step & up_mask;
        down |= down >> step & down_mask;
        up_mask &= up_mask << step;
        down_mask &= down_mask >> step;
        step *= 2;
    }
    !(up | down)
}

/// Discs of `own` that `other` can never turn, whatever happens: at least these.
///
/// Sources of stability: the exact table of the edges; discs whose four lines are full; and from there every disc that
/// has, on each of its four lines, a full line or a stable own neighbour.
#[inline]
pub fn stable(own: u64, other: u64) -> u64 {
    let [row, column, diagonal, anti] = full_lines(own | other);
    let mut stable = stable_edges(own, other) | own & row & column & diagonal & anti;
    let inner = own & INNER_COLUMNS & !EDGE_ROWS;
    loop {
        let by_row = row | stable << 1 | stable >> 1;
        let by_column = column | stable << 8 | stable >> 8;
        let by_diagonal = diagonal | stable << 9 | stable >> 9;
        let by_anti = anti | stable << 7 | stable >> 7;
        let grown = stable | inner & by_row & by_column & by_diagonal & by_anti;
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// Stable discs of `own` on the four edges.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "single bytes are wanted")]
fn stable_edges(own: u64, other: u64) -> u64 {
    let row =
        |shift: u32| u64::from(EDGES.of((own >> shift) as u8, (other >> shift) as u8)) << shift;
    let column = |shift: u32| {
        let stable = EDGES.of(column_to_byte(own >> shift), column_to_byte(other >> shift));
        byte_to_column(stable) << shift
    };
    row(0) | row(56) | column(0) | column(7)
}

/// Column a as a byte, row 1 in bit 0.
#[inline]
fn column_to_byte(set: u64) -> u8 {
    ((set & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A byte as column a, bit 0 in row 1.
#[inline]
fn byte_to_column(byte: u8) -> u64 {
    let low = u64::from(byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101;
    low | u64::from(byte >> 7) << 56
}

/// The stable discs of every edge.
struct Edges([u8; 6561]);

static EDGES: Edges = Edges(edges());

/// For each set of squares the base-3 number with digit 1 in them; `2 * TERNARY[x]` has digit 2.
static TERNARY: [u16; 256] = ternary();

const fn ternary() -> [u16; 256] {
    let mut all = [0; 256];
    let mut set = 1;
    while set < 256 {
        all[set] = all[set & (set - 1)] + POWERS[set.trailing_zeros() as usize];
        set += 1;
    }
    all
}

const POWERS: [u16; 8] = [1, 3, 9, 27, 81, 243, 729, 2187];

impl Edges {
    #[inline]
    fn of(&self, own: u8, other: u8) -> u8 {
        let index = TERNARY[usize::from(own)] + 2 * TERNARY[usize::from(other)];
        self.0[usize::from(index)]
    }
}

/// Which own discs on an edge survive every sequence of moves in which either side may put a disc on any empty square of
/// the edge (it may turn nothing there while turning discs elsewhere). Worked out from full edges to empty ones: a disc
/// is stable if no single move turns it and it is stable after each.
const fn edges() -> [u8; 6561] {
    let mut all = [0; 6561];
    let mut empties = 0;
    while empties <= 8 {
        let mut index = 0;
        while index < 6561 {
            let (own, other) = edge_discs(index);
            if 8 - (own | other).count_ones() == empties {
                all[index as usize] = stable_on_edge(own, other, &all);
            }
            index += 1;
        }
        empties += 1;
    }
    all
}

/// The stable discs of `own`, given those of all fuller edges.
const fn stable_on_edge(own: u8, other: u8, fuller: &[u8; 6561]) -> u8 {
    let mut stable = own;
    let mut place = 0;
    while place < 8 {
        if (own | other) >> place & 1 == 0 {
            let turned = edge_flips(own, other, place);
            stable &= fuller[edge_index(own | turned | 1 << place, other & !turned)];
            let turned = edge_flips(other, own, place);
            stable &= fuller[edge_index(own & !turned, other | turned | 1 << place)];
        }
        place += 1;
    }
    stable
}

const fn edge_discs(mut index: u16) -> (u8, u8) {
    let (mut own, mut other) = (0, 0);
    let mut place = 0;
    while place < 8 {
        match index % 3 {
            1 => own |= 1 << place,
            2 => other |= 1 << place,
            _ => {}
        }
        index /= 3;
        place += 1;
    }
    (own, other)
}

const fn edge_index(own: u8, other: u8) -> usize {
    let mut index = 0;
    let mut place = 0;
    while place < 8 {
        index += (own >> place & 1) as usize * POWERS[place] as usize;
        index += (other >> place & 1) as usize * 2 * POWERS[place] as usize;
        place += 1;
    }
    index
}

const fn edge_flips(own: u8, other: u8, place: usize) -> u8 {
    let mut flipped = 0;
    let mut run = 0;
    let mut at = place + 1;
    while at < 8 && other >> at & 1 == 1 {
        run |= 1 << at;
        at += 1;
    }
    if at < 8 && own >> at & 1 == 1 {
        flipped |= run;
    }
    run = 0;
    at = place;
    while at > 0 && other >> (at - 1) & 1 == 1 {
        at -= 1;
        run |= 1 << at;
    }
    if at > 0 && own >> (at - 1) & 1 == 1 {
        flipped |= run;
    }
    flipped
}
