//! The order of the best moves where several are wanted: of what a search finds, what is told and when.

use std::cmp::Reverse;

use super::player::{Certainty, Report};

/// What is known of the best moves, the best first.
///
/// A search finds the best move, then the best of those that are left, and so on. Because it does not look at everything
/// alike, a later one may turn out better than one before it; then it takes its place here.
#[derive(Debug, Clone)]
pub struct Ranking<M> {
    lines: Vec<Report<M>>,
    /// How many of them, from the first, are of the iteration in hand. The others are older and cannot be compared with them.
    fresh: usize,
    /// What a first glance says of the moves, until an iteration has valued all that are wanted.
    glance: Option<Vec<Report<M>>>,
    /// What was found last, unless it was told.
    held: Option<Report<M>>,
    /// Whether lines have been taken down since they were told.
    disturbed: bool,
}

impl<M: Copy + PartialEq> Ranking<M> {
    /// What a first glance says: at least one line, the best first.
    pub fn new(glance: Vec<Report<M>>) -> Self {
        Self {
            lines: glance.clone(),
            fresh: 0,
            glance: Some(glance),
            held: None,
            disturbed: false,
        }
    }

    /// The lines as they stand: those of the iteration in hand, then those of the one before it, the best first in both.
    pub fn lines(&self) -> &[Report<M>] {
        &self.lines
    }

    /// Takes in what was found of a line and tells of it; where it is better than one before it, of all lines of the iteration anew,
    /// so that the last ones told are always the best in their order. Says how many lines stand before it. An iteration begins with
    /// the line of rank 1.
    pub fn add(&mut self, found: Report<M>, tell: &mut dyn FnMut(Report<M>)) -> usize {
        self.held = None;
        let place = self.insert(found);
        if self.fresh == self.lines.len() {
            self.glance = None;
        }
        let from = if place + 1 == self.fresh { place } else { 0 };
        self.lines[from..self.fresh].iter().cloned().for_each(tell);
        place
    }

    /// Keeps what was found of a line without telling of it, because more will be known soon.
    pub fn hold(&mut self, found: Report<M>) {
        self.held = Some(found);
    }

    /// What is known of the best move, be it only kept.
    pub fn best(&self) -> &Report<M> {
        let held = self.held.as_ref().filter(|held| held.rank == 1);
        held.unwrap_or(&self.lines[0])
    }

    /// At the end of a search: moves may have been proven to lose since their lines were found. `lost` says for a move that
    /// loses what it is worth then; lines that say more are taken down, and those of an iteration put in order anew.
    pub fn take_down(&mut self, lost: impl Fn(M) -> Option<i32>) {
        let worth = |line: &Report<M>| line.line.first().and_then(|&mv| lost(mv));
        for line in &mut self.lines {
            if let Some(score) = worth(line).filter(|&score| score < line.score) {
                line.score = score;
                line.certainty = Certainty::Outcome;
                line.line.truncate(1);
                self.disturbed = true;
            }
        }
        if self.disturbed {
            // Those of the iteration in hand stay before the others.
            let from = self.fresh % self.lines.len();
            self.lines[from..].sort_by_key(|line| Reverse(line.score));
            self.number();
        }
        let better =
            |held: &Report<M>| worth(held).is_none_or(|worth| worth >= self.lines[0].score);
        self.held = self.held.take().filter(better);
    }

    /// The end of the search: what is known of the best move, be it only kept. Of several lines all are told once more if the last
    /// iteration did not get to all of them or some were taken down, and what the first glance says if none ever did: then the
    /// lines have at least once been told in full.
    pub fn finish(mut self, tell: &mut dyn FnMut(Report<M>)) -> Report<M> {
        let several = self.lines.len() > 1;
        let glance = self.glance.take().filter(|_| several);
        glance.into_iter().flatten().for_each(&mut *tell);
        if let Some(held) = self.held.take().filter(|held| held.rank == 1) {
            self.insert(held);
        }
        if several && (self.disturbed || self.fresh > 0 && self.fresh < self.lines.len()) {
            self.lines.iter().cloned().for_each(tell);
        }
        self.lines.swap_remove(0)
    }

    /// Puts a line in its place and says which that is. The place that its move had is given up, else the last one.
    fn insert(&mut self, found: Report<M>) -> usize {
        if found.rank == 1 {
            self.fresh = 0;
        }
        let wanted = self.lines.len();
        self.lines
            .retain(|line| line.line.first() != found.line.first());
        self.lines.truncate(wanted - 1);
        let fresh = &self.lines[..self.fresh];
        let place = fresh.partition_point(|line| line.score >= found.score);
        self.lines.insert(place, found);
        self.fresh += 1;
        self.number();
        place
    }

    fn number(&mut self) {
        for (line, rank) in self.lines.iter_mut().zip(1..) {
            line.rank = rank;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn report(rank: usize, depth: u32, mv: char, score: i32) -> Report<char> {
        Report {
            rank,
            depth,
            confidence: 100,
            score,
            certainty: Certainty::Estimate,
            nodes: 0,
            elapsed: Duration::ZERO,
            line: vec![mv],
        }
    }

    /// Adds what was found, ends the search, and says what was told: `1a0` is rank 1, move a, depth 0.
    fn told(found: &[Report<char>], held: Option<Report<char>>) -> String {
        let glance = "abc".chars().zip(1..);
        let glance = glance.map(|(mv, rank)| report(rank, 0, mv, 0)).collect();
        let mut ranking = Ranking::new(glance);
        let mut words = Vec::new();
        let mut tell = |told: Report<char>| {
            words.push(format!("{}{}{}", told.rank, told.line[0], told.depth));
        };
        for found in found {
            ranking.add(found.clone(), &mut tell);
        }
        if let Some(held) = held {
            ranking.hold(held);
        }
        let best = ranking.finish(&mut tell);
        assert_eq!(best.rank, 1);
        words.push(format!("best {}", best.line[0]));
        words.join(" ")
    }

    #[test]
    fn lines_in_order_are_told_as_they_come() {
        let found = [(1, 'b', 5), (2, 'a', 5), (3, 'd', 1)];
        let found = found.map(|(rank, mv, score)| report(rank, 1, mv, score));
        assert_eq!(told(&found, None), "1b1 2a1 3d1 best b");
    }

    #[test]
    fn a_better_line_takes_its_place_and_all_are_told_anew() {
        let found = [(1, 'a', 5), (2, 'b', 9), (3, 'c', 7)];
        let found = found.map(|(rank, mv, score)| report(rank, 1, mv, score));
        assert_eq!(told(&found, None), "1a1 1b1 2a1 1b1 2c1 3a1 best b");
    }

    #[test]
    fn an_iteration_broken_off_stands_before_the_one_before_it() {
        let found = [(1, 1, 'a', 5), (2, 1, 'b', 4), (3, 1, 'c', 3)];
        let found = found.map(|(rank, depth, mv, score)| report(rank, depth, mv, score));
        let whole = "1a1 2b1 3c1";
        assert_eq!(
            told(&found, Some(report(1, 2, 'c', -9))),
            format!("{whole} 1c2 2a1 3b1 best c")
        );
        // A move that had no place takes the last one.
        let found = [&found[..], &[report(1, 2, 'd', 2)]].concat();
        assert_eq!(
            told(&found, None),
            format!("{whole} 1d2 1d2 2a1 3b1 best d")
        );
    }

    #[test]
    fn what_was_found_and_not_told_counts_only_for_the_best_move_and_until_more_is_known() {
        let found = [(1, 'a', 5), (2, 'b', 4), (3, 'c', 3)];
        let found = found.map(|(rank, mv, score)| report(rank, 1, mv, score));
        let whole = "1a1 2b1 3c1";
        assert_eq!(
            told(&found, Some(report(2, 2, 'c', 9))),
            format!("{whole} best a")
        );
        let mut ranking = Ranking::new(found.to_vec());
        ranking.hold(report(1, 2, 'c', 9));
        assert_eq!(ranking.add(report(1, 2, 'b', 5), &mut |_| ()), 0);
        assert_eq!(ranking.finish(&mut |_| ()).line, ['b']);
    }

    #[test]
    fn moves_that_are_seen_to_lose_go_down() {
        let found = [(1, 'a', 50), (2, 'b', 4), (3, 'c', 3)];
        let found = found.map(|(rank, mv, score)| report(rank, 1, mv, score));
        let told = |lost: &[char], held: Option<Report<char>>| {
            let mut ranking = Ranking::new(found.to_vec());
            for found in &found {
                ranking.add(found.clone(), &mut |_| ());
            }
            if let Some(held) = held {
                ranking.hold(held);
            }
            ranking.take_down(|mv| lost.contains(&mv).then_some(-100));
            let mut words = vec![ranking.best().line[0].to_string()];
            let mut tell =
                |told: Report<char>| words.push(format!("{}{}", told.line[0], told.score));
            ranking.finish(&mut tell);
            words.join(" ")
        };
        assert_eq!(told(&[], None), "a");
        assert_eq!(told(&['a'], None), "b b4 c3 a-100");
        assert_eq!(told(&['a', 'c'], None), "b b4 a-100 c-100");
        // What was found last is taken back with the others.
        let held = report(1, 2, 'a', -100);
        assert_eq!(told(&['a'], Some(held)), "b b4 c3 a-100");
        let held = report(1, 2, 'd', 2);
        assert_eq!(told(&['a'], Some(held.clone())), "d d2 b4 c3");
        assert_eq!(told(&['d'], Some(held)), "a");
    }

    #[test]
    fn without_an_iteration_the_first_glance_is_told() {
        assert_eq!(told(&[], None), "1a0 2b0 3c0 best a");
        assert_eq!(
            told(&[], Some(report(1, 1, 'b', -9))),
            "1a0 2b0 3c0 1b1 2a0 3c0 best b"
        );
    }
}
