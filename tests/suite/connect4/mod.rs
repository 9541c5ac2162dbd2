//! Connect four on all its boards, Four in Line among them.

mod contest_games;
mod game;
mod host;
mod library;
mod notation;
mod perft;
mod rules;
mod tactics;
mod wide;

use brightsword::connect4::rules::size::Size;

use crate::oracles::grid::Grid;
use crate::oracles::sample::Chance;

/// Calls a generic function for every size of board.
macro_rules! at_all_sizes {
    ($function:ident($($argument:expr),*)) => {{
        use brightsword::connect4::rules::size::{NineByFive, SevenBySix, TenByFifteen, TenBySix};
        $function::<TenByFifteen>($($argument),*);
        $function::<SevenBySix>($($argument),*);
        $function::<NineByFive>($($argument),*);
        $function::<TenBySix>($($argument),*);
    }};
}
use at_all_sizes;

/// A number below `bound`, as a column or row.
fn below(chance: &mut Chance, bound: u32) -> i32 {
    i32::try_from(chance.below(bound as usize)).expect("small")
}

/// The start of a game with so many neutral discs, fewer where a column is full.
fn with_neutral<S: Size>(chance: &mut Chance, neutral: usize) -> Grid {
    let mut grid = Grid::sized::<S>();
    for _ in 0..neutral {
        grid.play_neutral(below(chance, S::WIDTH));
    }
    grid
}

/// All positions of random games with 0 to 6 neutral discs, each from its start to its end.
fn random_games<S: Size>(seed: u64, count: usize) -> impl Iterator<Item = Vec<Grid>> {
    let mut chance = Chance::new(seed);
    (0..count).map(move |number| {
        let mut grid = with_neutral::<S>(&mut chance, number % 7);
        let mut all = vec![grid];
        loop {
            let columns = grid.legal_columns();
            if columns.is_empty() {
                return all;
            }
            grid.play(columns[chance.below(columns.len())]);
            all.push(grid);
        }
    })
}
