//! Lines for generated conversations: right ones, slightly wrong ones and noise. The same for every dialect; what the lines
//! mean, and what is promised for them, is known to the model of each.

use brightsword::protocol::line::LONGEST;

use super::chance::Chance;
use crate::program::Program;

/// Lines in an ordinary test run; `BRIGHTSWORD_FUZZ_LINES` asks for more.
const LINES: usize = 100_000;

/// How many lines are wanted.
pub(super) fn wanted_lines() -> usize {
    std::env::var("BRIGHTSWORD_FUZZ_LINES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(LINES)
}

/// Makes lines.
pub(super) struct Mill {
    /// Lines to start from: those for any game, and those for this one.
    pub(super) seeds: [&'static [&'static str]; 2],
    /// What is likely to mean something when it is put in somewhere.
    pub(super) signs: &'static [u8],
    /// A line that asks for something.
    pub(super) usual: &'static str,
}

impl Mill {
    /// A line that is as it should be.
    pub(super) fn seed(&self, chance: &mut Chance) -> Vec<u8> {
        let [common, own] = self.seeds;
        let from = chance.below(common.len() + own.len());
        let line = common.get(from).or_else(|| own.get(from - common.len()));
        line.expect("a line of either kind").as_bytes().to_vec()
    }

    /// A line with up to three mistakes.
    pub(super) fn spoil(&self, chance: &mut Chance, mut line: Vec<u8>) -> Vec<u8> {
        for _ in 0..=chance.below(3) {
            let at = chance.below(line.len() + 1);
            match chance.below(5) {
                0 => line.truncate(at),
                1 => line.insert(at, (chance.next() & 0xff) as u8),
                2 if at < line.len() => line[at] = (chance.next() & 0xff) as u8,
                3 => line.extend_from_slice(&self.seed(chance)),
                _ => line.insert(at, self.signs[chance.below(self.signs.len())]),
            }
        }
        line
    }

    /// Mostly any bytes, now and then a line about as long as lines may be.
    pub(super) fn noise(&self, chance: &mut Chance) -> Vec<u8> {
        match chance.below(200) {
            0 => vec![b'x'; LONGEST - 2 + chance.below(5)],
            1..20 => self.usual.as_bytes().to_vec(),
            _ => {
                let length = chance.below(30);
                (0..length).map(|_| (chance.next() & 0xff) as u8).collect()
            }
        }
    }
}

/// How many lines are sent before the replies are read.
pub(super) fn burst(chance: &mut Chance) -> usize {
    let most = chance.pick(&[&1, &1, &1, &5, &50, &2000]);
    chance.below(*most) + 1
}

/// Sends lines in one piece, with the ends of either kind of system.
pub(super) fn send(program: &mut Program, chance: &mut Chance, lines: &[Vec<u8>]) {
    let end: &[u8] = if chance.below(4) == 0 { b"\r\n" } else { b"\n" };
    let text = |line: &Vec<u8>| [line.as_slice(), end].concat();
    program.send(&lines.iter().flat_map(text).collect::<Vec<u8>>());
}
