//! Who plays whom, when, and from which opening: fixed before the first game.

/// How engines meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first so many meet the others.
    Gauntlet(usize),
}

/// Two games from one opening with colours swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Who begins the first game.
    pub a: usize,
    /// Who begins the second.
    pub b: usize,
    /// Which of the openings.
    pub opening: usize,
    /// Which pair of this meeting, from 0.
    pub round: usize,
}

/// All meetings, each of two different engines, the lower number first, in rounds such that all play about equally often.
pub fn meetings(engines: usize, format: Format) -> Vec<(usize, usize)> {
    match format {
        Format::Gauntlet(seeds) => {
            let opponents = seeds..engines;
            opponents
                .flat_map(|opponent| (0..seeds).map(move |seed| (seed, opponent)))
                .collect()
        }
        Format::RoundRobin => circle(engines),
    }
}

/// The circle method: one stays, the others go round it.
fn circle(engines: usize) -> Vec<(usize, usize)> {
    let even = engines + engines % 2;
    let mut ring: Vec<usize> = (0..even).collect();
    let mut all = Vec::new();
    for _ in 1..even.max(1) {
        for place in 0..even / 2 {
            let (x, y) = (ring[place], ring[even - 1 - place]);
            if x.max(y) < engines {
                all.push((x.min(y), x.max(y)));
            }
        }
        ring[1..].rotate_right(1);
    }
    all
}

/// The list of pairs: every meeting so many, all meetings of a round from the same opening. Interleaved, or one meeting after
/// the other.
pub fn pairs(
    meetings: &[(usize, usize)],
    each: usize,
    openings: &[usize],
    by_meeting: bool,
) -> Vec<Pair> {
    let pair = |&(a, b): &(usize, usize), round: usize| Pair {
        a,
        b,
        opening: openings[round % openings.len()],
        round,
    };
    if by_meeting {
        meetings
            .iter()
            .flat_map(|meeting| (0..each).map(move |round| pair(meeting, round)))
            .collect()
    } else {
        (0..each)
            .flat_map(|round| meetings.iter().map(move |meeting| pair(meeting, round)))
            .collect()
    }
}
