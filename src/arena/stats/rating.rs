//! Ratings of a pool: Bradley–Terry with a draw as half a win and one common advantage of the side that begins, fitted by
//! Newton steps, with error bars that know which games belong together.

use super::elo::expected;
use super::normal::{Z95, cumulative};

/// Elo to natural logarithms of odds.
const LOG: f64 = std::f64::consts::LN_10 / 400.0;

/// One game between two engines of the pool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Game {
    /// Who began.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Points of the one who began: 0, ½ or 1.
    pub points: f64,
    /// Games with one number belong together, as the two of a pair do.
    pub cluster: u64,
}

/// How error bars are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bars {
    /// By the information of the model; ignores that draws and pairs narrow them.
    Information,
    /// By clusters of games.
    Clustered,
}

/// The ratings of a pool, to the mean of the pool or of each group.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// Elo of each engine.
    pub elo: Vec<f64>,
    /// Half the 95 % interval of each, relative to the mean; none for an engine that has all points or none.
    pub half: Vec<Option<f64>>,
    /// Advantage of the side that begins, where it was fitted.
    pub advantage: f64,
    /// Its 95 % half-width.
    pub advantage_half: Option<f64>,
    /// A weak prior was needed: without it the ratings would be infinite.
    pub with_prior: bool,
    /// Which engines can be compared: those with the same number.
    pub group: Vec<usize>,
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Difference of two engines, its 95 % half-width and the likelihood that the first is the stronger. None if they
    /// cannot be compared.
    pub fn difference(&self, i: usize, j: usize) -> Option<(f64, f64, f64)> {
        if self.group[i] != self.group[j] || i == j {
            return None;
        }
        let c = &self.covariance;
        let variance = c[i][i] + c[j][j] - 2.0 * c[i][j];
        let error = variance.max(0.0).sqrt();
        let difference = self.elo[i] - self.elo[j];
        let los = if error > 0.0 {
            cumulative(difference / error)
        } else {
            0.5
        };
        Some((difference, Z95 * error, los))
    }
}

/// The common component of a graph that each node belongs to.
fn components(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut group: Vec<usize> = (0..nodes).collect();
    loop {
        let mut changed = false;
        for &(a, b) in edges {
            let least = group[a].min(group[b]);
            changed |= group[a] != least || group[b] != least;
            group[a] = least;
            group[b] = least;
        }
        if !changed {
            return group;
        }
    }
}

/// Who can be reached from a node along the edges.
fn reached(from: usize, nodes: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let mut seen = vec![false; nodes];
    let mut todo = vec![from];
    while let Some(node) = todo.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            todo.extend(
                edges
                    .iter()
                    .filter(|edge| edge.0 == node)
                    .map(|edge| edge.1),
            );
        }
    }
    seen
}

/// Whether ratings would be infinite: in some group not everybody has taken points from everybody, directly or through others.
fn one_sided(nodes: usize, games: &[Game], group: &[usize]) -> bool {
    let took = |game: &Game| {
        let first = (game.points > 0.0).then_some((game.first, game.second));
        let second = (game.points < 1.0).then_some((game.second, game.first));
        first.into_iter().chain(second)
    };
    let edges: Vec<(usize, usize)> = games.iter().flat_map(took).collect();
    let back: Vec<(usize, usize)> = edges.iter().map(|&(a, b)| (b, a)).collect();
    (0..nodes).any(|node| {
        let (forth, back) = (reached(node, nodes, &edges), reached(node, nodes, &back));
        (0..nodes).any(|other| group[other] == group[node] && !(forth[other] && back[other]))
    })
}

/// Inverse of a symmetric positive definite matrix, by Gauss and Jordan with pivots. None if it has none.
fn inverse(mut a: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = a.len();
    let mut b: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect())
        .collect();
    for column in 0..n {
        let pivot =
            (column..n).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))?;
        if a[pivot][column].abs() < 1e-300 {
            return None;
        }
        a.swap(column, pivot);
        b.swap(column, pivot);
        let scale = a[column][column];
        for j in 0..n {
            a[column][j] /= scale;
            b[column][j] /= scale;
        }
        for i in (0..n).filter(|&i| i != column) {
            let factor = a[i][column];
            if factor != 0.0 {
                for j in 0..n {
                    a[i][j] -= factor * a[column][j];
                    b[i][j] -= factor * b[column][j];
                }
            }
        }
    }
    Some(b)
}

fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = a.len();
    let entry = |i: usize, j: usize| (0..n).map(|k| a[i][k] * b[k][j]).sum();
    (0..n)
        .map(|i| (0..n).map(|j| entry(i, j)).collect())
        .collect()
}

/// The model as it is being fitted: a rating for each engine and, last, the advantage.
struct Fit<'a> {
    engines: usize,
    games: &'a [Game],
    group: &'a [usize],
    with_advantage: bool,
    prior: bool,
    x: Vec<f64>,
}

impl Fit<'_> {
    fn parameters(&self) -> usize {
        self.engines + usize::from(self.with_advantage)
    }

    /// Where a game points in the space of the parameters.
    fn direction(&self, game: &Game) -> Vec<(usize, f64)> {
        let mut all = vec![(game.first, 1.0), (game.second, -1.0)];
        if self.with_advantage {
            all.push((self.engines, 1.0));
        }
        all
    }

    /// The expected points of the side that begins.
    fn expected(&self, game: &Game) -> f64 {
        expected(
            self.direction(game)
                .iter()
                .map(|&(i, d)| d * self.x[i])
                .sum(),
        )
    }

    /// Gradient and information of the likelihood. The prior is a draw of each engine with one at zero.
    fn slopes(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let n = self.parameters();
        let (mut gradient, mut information) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        for game in self.games {
            let p = self.expected(game);
            let d = self.direction(game);
            for &(i, di) in &d {
                gradient[i] += LOG * (game.points - p) * di;
                for &(j, dj) in &d {
                    information[i][j] += LOG * LOG * p * (1.0 - p) * di * dj;
                }
            }
        }
        if self.prior {
            for i in 0..self.engines {
                let p = expected(self.x[i]);
                gradient[i] += LOG * (0.5 - p);
                information[i][i] += LOG * LOG * p * (1.0 - p);
            }
        }
        (gradient, information)
    }

    /// Sum-zero directions, one for each group: the likelihood does not see them.
    fn null_vectors(&self) -> Vec<Vec<f64>> {
        let mut groups: Vec<usize> = self.group.to_vec();
        groups.sort_unstable();
        groups.dedup();
        let vector = |wanted: usize| {
            let size = self.group.iter().filter(|&&group| group == wanted).count();
            #[expect(clippy::cast_precision_loss, reason = "engines are few")]
            let entry = 1.0 / (size as f64).sqrt();
            let mut vector: Vec<f64> = self
                .group
                .iter()
                .map(|&group| if group == wanted { entry } else { 0.0 })
                .collect();
            vector.resize(self.parameters(), 0.0);
            vector
        };
        groups.into_iter().map(vector).collect()
    }

    /// Pseudo-inverse of the information, of which the sum-zero directions are the kernel.
    fn pseudo_inverse(&self, information: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
        let scale = information
            .iter()
            .enumerate()
            .map(|(i, row)| row[i])
            .fold(1e-12, f64::max);
        let null = self.null_vectors();
        let outer = |i: usize, j: usize| null.iter().map(|v| v[i] * v[j]).sum::<f64>();
        let n = self.parameters();
        let filled = (0..n)
            .map(|i| {
                (0..n)
                    .map(|j| information[i][j] + scale * outer(i, j))
                    .collect()
            })
            .collect();
        let mut all = inverse(filled)?;
        for (i, row) in all.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry -= outer(i, j) / scale;
            }
        }
        Some(all)
    }

    fn likelihood(&self) -> f64 {
        let term = |p: f64, points: f64| points * p.ln() + (1.0 - points) * (1.0 - p).ln();
        let games: f64 = self
            .games
            .iter()
            .map(|game| term(self.expected(game), game.points))
            .sum();
        let prior = |x: &f64| term(expected(*x), 0.5);
        games
            + if self.prior {
                self.x[..self.engines].iter().map(prior).sum()
            } else {
                0.0
            }
    }

    /// Newton steps, halved where they overshoot, and centred.
    fn climb(&mut self) -> Option<()> {
        for _ in 0..200 {
            let (gradient, information) = self.slopes();
            let covariance = self.pseudo_inverse(&information)?;
            let step: Vec<f64> = covariance
                .iter()
                .map(|row| row.iter().zip(&gradient).map(|(c, g)| c * g).sum())
                .collect();
            let (old, value) = (self.x.clone(), self.likelihood());
            let mut length = 1.0;
            loop {
                self.x = old.iter().zip(&step).map(|(x, s)| x + length * s).collect();
                if self.likelihood() >= value - 1e-12 || length < 1e-6 {
                    break;
                }
                length /= 2.0;
            }
            if step.iter().all(|step| step.abs() < 1e-10) {
                break;
            }
        }
        Some(())
    }

    /// Σ g·gᵀ over the clusters, g the gradient of a cluster's games.
    fn cluster_matrix(&self) -> Vec<Vec<f64>> {
        let n = self.parameters();
        let mut clusters = std::collections::BTreeMap::<u64, Vec<f64>>::new();
        for game in self.games {
            let gradient = clusters.entry(game.cluster).or_insert_with(|| vec![0.0; n]);
            let pull = LOG * (game.points - self.expected(game));
            for (i, d) in self.direction(game) {
                gradient[i] += pull * d;
            }
        }
        let mut matrix = vec![vec![0.0; n]; n];
        for g in clusters.values() {
            for i in 0..n {
                for j in 0..n {
                    matrix[i][j] += g[i] * g[j];
                }
            }
        }
        matrix
    }
}

/// Rates `engines` engines by their games; the advantage of the side that begins is fitted too, or taken as nothing. None
/// without games.
pub fn rate(engines: usize, games: &[Game], with_advantage: bool, bars: Bars) -> Option<Ratings> {
    if engines == 0 || games.is_empty() {
        return None;
    }
    let met: Vec<(usize, usize)> = games.iter().map(|game| (game.first, game.second)).collect();
    let group = components(engines, &met);
    let prior = one_sided(engines, games, &group);
    let x = vec![0.0; engines + usize::from(with_advantage)];
    let mut fit = Fit {
        engines,
        games,
        group: &group,
        with_advantage,
        prior,
        x,
    };
    fit.climb()?;
    let (_, information) = fit.slopes();
    let inverse = fit.pseudo_inverse(&information)?;
    let covariance = match bars {
        Bars::Information => inverse,
        Bars::Clustered => product(&product(&inverse, &fit.cluster_matrix()), &inverse),
    };
    let half = |i: usize| Z95 * covariance[i][i].max(0.0).sqrt();
    let lopsided = |engine: usize| {
        let own = games.iter().filter_map(|game| match engine {
            _ if engine == game.first => Some(game.points),
            _ if engine == game.second => Some(1.0 - game.points),
            _ => None,
        });
        let (points, count) = own.fold((0.0, 0.0), |(points, count), own| {
            (points + own, count + 1.0)
        });
        points <= 0.0 || points >= count
    };
    Some(Ratings {
        elo: fit.x[..engines].to_vec(),
        half: (0..engines)
            .map(|i| (!(prior && lopsided(i))).then(|| half(i)))
            .collect(),
        advantage: if with_advantage { fit.x[engines] } else { 0.0 },
        advantage_half: with_advantage.then(|| half(engines)),
        with_prior: prior,
        group: group.clone(),
        covariance,
    })
}
