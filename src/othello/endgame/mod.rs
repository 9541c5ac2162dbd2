//! Exact endgame solver: the final score with best play from both sides, empties to the winner.
//!
//! One routine for each range of empties, because what pays changes:
//!
//! | empties | file | ordering | table |
//! | --- | --- | --- | --- |
//! | 1–4 | `last` | parity of the quadrants | – |
//! | 5–6 | `shallow` | parity, corners | – |
//! | 7–11 | `middle` | opponent's mobility and others | own, in the processor's cache |
//! | 12 and more | `deep` | the same with table moves first, enhanced cut-offs | shared |
//!
//! All of them are null-window searches: they tell whether the score is above `alpha` and return a bound (fail-soft). The
//! principal variation is the business of [`super::search`].

mod deep;
mod last;
pub(crate) mod local;
mod middle;
pub(crate) mod parts;
mod shallow;

use super::rules::QUADRANTS;
use super::rules::board::Board;
use super::rules::stability::stable;
use parts::{Part, in_use};

/// Lower than any score.
pub(crate) const NONE: i32 = -65;

/// From how many empties which routine is used.
pub(crate) const MIDDLE: u32 = 7;
/// From here on the shared table.
pub(crate) const DEEP: u32 = 12;

/// All squares of the quadrants in which an odd number of squares is empty.
#[inline]
pub(crate) fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    for quadrant in QUADRANTS {
        odd |= quadrant & 0u64.wrapping_sub(u64::from((empty & quadrant).count_ones() & 1));
    }
    odd
}

/// From which `alpha` on a stability test is tried: below it hardly ever cuts and costs more than it saves.
#[inline(always)]
fn stability_from(empties: u32) -> i32 {
    let empties = empties.cast_signed();
    match empties {
        ..16 => 2 * empties - 2,
        _ => 30 + (empties - 16) * 4 / 3,
    }
}

/// An upper bound for the mover at or below `alpha`, if the opponent's stable discs give one.
#[inline(always)]
pub(crate) fn stability_cut(board: Board, empties: u32, alpha: i32) -> Option<i32> {
    if alpha < stability_from(empties) || !in_use(Part::Stability) {
        return None;
    }
    let bound = 64 - 2 * stable(board.other, board.mover).count_ones().cast_signed();
    (bound <= alpha).then_some(bound)
}

#[cfg(test)]
mod tests {
    use super::local::LocalTable;
    use super::parts::{Part, without};
    use super::*;
    use crate::base::clock::Clock;
    use crate::base::stop::StopToken;
    use crate::othello::eval::weights::Weights;
    use crate::othello::rules::obf::Problem;
    use crate::othello::search::Searcher;
    use crate::othello::search::node::Node;
    use crate::search::table::Table;
    use crate::search::watch::Watch;

    /// Positions of 6–12 empties with their exact scores.
    fn problems() -> Vec<Problem> {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/positions/wthor-exact-6-16.txt"
        );
        let text = std::fs::read(path).expect("the file belongs to the repository");
        let problems: Vec<Problem> = text
            .split(|&byte| byte == b'\n')
            .filter_map(|line| Problem::read(line).expect("every line can be read"))
            .filter(|problem| (6..=12).contains(&problem.position.board.empties()))
            .collect();
        assert_eq!(problems.len(), 1600);
        problems
    }

    /// The exact score by bisection with null windows, tables empty at the start.
    fn score(board: Board) -> i32 {
        let stop = StopToken::new();
        let table = Table::new(1);
        let mut local = LocalTable::new();
        let watch = Watch::new(&stop, &Clock::Wall, None, None);
        let mut searcher = Searcher::new(Weights::embedded(), &table, &mut local, watch);
        let (mut low, mut high): (i32, i32) = (-64, 64);
        while low < high {
            let middle = (low + high).div_euclid(4) * 2 + 2;
            let score = searcher.solve_null(&Node::new(board), board.empties(), middle - 1);
            if score >= middle {
                low = score.max(low);
            } else {
                high = score.min(high);
            }
        }
        low
    }

    #[test]
    fn nothing_that_makes_it_fast_makes_it_different() {
        let problems = problems();
        for (number, problem) in problems.iter().enumerate() {
            let board = problem.position.board;
            let expected = problem.score.expect("every position has its score");
            assert_eq!(score(board), expected, "position {}", number + 1);
            for part in [Part::Tables, Part::Stability, Part::Ordering] {
                let found = without(part, || score(board));
                assert_eq!(found, expected, "position {} without {part:?}", number + 1);
            }
        }
    }
}
