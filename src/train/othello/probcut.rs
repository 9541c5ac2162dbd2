//! How well shallow searches foretell deep ones: what `ProbCut` needs to know of an evaluation.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use rayon::prelude::*;

use super::games;
use super::thinker::Thinker;
use crate::othello::rules::board::Board;
use crate::othello::search::probcut::{FAST, SURE, confidence};
use crate::train::progress;

/// Searches positions of games to every depth without cuts and fits the deviation of deep from shallow scores:
/// ln σ = a + b·shallow + c·deep + d·empties/10 + e·(empties/10)², in discs.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Positions, spread evenly over the numbers of empties
    #[arg(long, default_value_t = 2000)]
    positions: usize,
    /// Plies of the deepest search
    #[arg(long, default_value_t = 10)]
    depth: u32,
    /// Empties at most
    #[arg(long, default_value_t = 54)]
    most: u32,
    /// Instead, look at so many cuts that searches of the depth and two more plies make, and say how many are refuted
    #[arg(long)]
    check: Option<usize>,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Fewest empties above the depth of a search.
const ABOVE: u32 = 2;
/// Numbers of empties that are taken together.
const BAND: u32 = 6;

/// Deviations of one pair of depths in one band.
#[derive(Default, Clone, Copy)]
struct Cell {
    count: f64,
    sum: f64,
    square: f64,
}

impl Cell {
    fn add(&mut self, difference: f64) {
        self.count += 1.0;
        self.sum += difference;
        self.square += difference * difference;
    }

    fn mean(self) -> f64 {
        self.sum / self.count
    }

    fn deviation(self) -> f64 {
        (self.square / self.count - self.mean().powi(2)).sqrt()
    }
}

/// Takes the step.
pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let boards = choose(args)?;
    if let Some(wanted) = args.check {
        return check(args, &boards, wanted, out);
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()?;
    let progress = progress::bar("positions", boards.len() as u64)?;
    let depths = args.depth as usize + 1;
    let bands = (args.most / BAND + 1) as usize;
    let scores: Vec<(u32, Vec<f64>)> = pool.install(|| {
        boards
            .par_iter()
            .map_init(Thinker::default, |thinker, &board| {
                thinker.new_game();
                let scores = thinker.scores_by_depth(board, args.depth);
                progress.inc(1);
                (board.empties(), scores)
            })
            .collect()
    });
    progress.finish_and_clear();
    let mut cells = vec![vec![vec![Cell::default(); depths]; depths]; bands];
    for (empties, scores) in &scores {
        for deep in 1..scores.len() {
            for shallow in 0..deep {
                cells[(empties / BAND) as usize][deep][shallow].add(scores[deep] - scores[shallow]);
            }
        }
    }
    report(&cells, out)
}

/// Cuts of these depths are looked at.
const CHECKED: std::ops::RangeInclusive<u32> = 8..=12;
/// Cuts of one search that are looked at: they are alike.
const OF_ONE: usize = 10;

/// Counts the cuts of each level that a search without cuts refutes.
fn check(args: &Args, boards: &[Board], wanted: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut thinker = Thinker::default();
    let mut other = Thinker::default();
    for level in [FAST, SURE] {
        let (mut looked_at, mut refuted) = (0usize, 0usize);
        for &board in boards {
            thinker.new_game();
            let cuts = thinker.cuts(board, args.depth + 2, level, &CHECKED);
            let step = (cuts.len() / OF_ONE).max(1);
            for cut in cuts.iter().step_by(step).take(OF_ONE) {
                looked_at += 1;
                refuted += usize::from(other.refutes(cut));
            }
            if looked_at >= wanted {
                break;
            }
        }
        let share = 100.0 * refuted as f64 / looked_at.max(1) as f64;
        let name = confidence(level, args.depth);
        writeln!(
            out,
            "confidence {name} %: cuts {looked_at} refuted {refuted}, {share:.1} %"
        )?;
    }
    Ok(())
}

/// The positions: every number of empties as often, one of a game.
fn choose(args: &Args) -> anyhow::Result<Vec<Board>> {
    let least = args.depth + ABOVE;
    let range = (args.most + 1).saturating_sub(least) as usize;
    let each = args.positions.div_ceil(range.max(1));
    let mut taken = vec![0; 61];
    let mut boards = Vec::new();
    for path in &args.files {
        for (number, game) in games::read(path)?.iter().enumerate() {
            let wanted = least + (number % range.max(1)) as u32;
            let positions = game.positions().unwrap_or_default();
            let found = positions
                .iter()
                .find(|(board, _)| board.empties() == wanted);
            if let Some(&(board, _)) = found
                && taken[wanted as usize] < each
                && board.moves() != 0
            {
                taken[wanted as usize] += 1;
                boards.push(board);
            }
        }
    }
    Ok(boards)
}

/// Prints the deviations, and the coefficients that fit them best.
fn report(cells: &[Vec<Vec<Cell>>], out: &mut dyn Write) -> anyhow::Result<()> {
    const ENOUGH: f64 = 30.0;
    let mut rows = Vec::new();
    for (band, by_deep) in cells.iter().enumerate() {
        for (deep, by_shallow) in by_deep.iter().enumerate() {
            for (shallow, &cell) in by_shallow.iter().enumerate() {
                if cell.count < ENOUGH {
                    continue;
                }
                let empties = (band as f64 + 0.5) * f64::from(BAND) - 0.5;
                if (deep - shallow) % 2 == 0 || shallow == 0 {
                    writeln!(
                        out,
                        "empties {empties:4.1} deep {deep:2} shallow {shallow:2} positions {:4} mean {:6.2} deviation {:5.2}",
                        cell.count,
                        cell.mean(),
                        cell.deviation()
                    )?;
                }
                if (deep - shallow) % 2 == 0 && deep >= 3 && shallow >= 1 {
                    let tens = empties / 10.0;
                    rows.push((
                        [1.0, shallow as f64, deep as f64, tens, tens * tens],
                        cell.deviation().ln(),
                    ));
                }
            }
        }
    }
    ensure!(
        rows.len() > 5,
        "expected more positions: too few searches of each kind to tell deviations"
    );
    let coefficients = least_squares(&rows);
    let residual = rows
        .iter()
        .map(|(x, y)| {
            let fit: f64 = x.iter().zip(coefficients).map(|(x, c)| x * c).sum();
            (fit - y).powi(2)
        })
        .sum::<f64>()
        / rows.len() as f64;
    writeln!(
        out,
        "coefficients {coefficients:.4?}, off by {:.1} %",
        residual.sqrt() * 100.0
    )?;
    Ok(())
}

/// Solves the normal equations by elimination.
fn least_squares<const N: usize>(rows: &[([f64; N], f64)]) -> [f64; N] {
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (x, y) in rows {
        for i in 0..N {
            right[i] += x[i] * y;
            for j in 0..N {
                matrix[i][j] += x[i] * x[j];
            }
        }
    }
    for pivot in 0..N {
        for row in 0..N {
            if row != pivot && matrix[pivot][pivot] != 0.0 {
                let factor = matrix[row][pivot] / matrix[pivot][pivot];
                let pivot_row = matrix[pivot];
                for (value, above) in matrix[row].iter_mut().zip(pivot_row) {
                    *value -= factor * above;
                }
                right[row] -= factor * right[pivot];
            }
        }
    }
    std::array::from_fn(|i| right[i] / matrix[i][i])
}
