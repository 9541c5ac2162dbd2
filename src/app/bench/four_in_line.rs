//! The positions of Four in Line, from games of the program against itself after openings drawn by lot.

use anyhow::Context as _;

use crate::connect4::rules::position::Connect4;
use crate::connect4::rules::size::TenByFifteen;
use crate::game::Game;
use crate::game::record::Record;

/// The game on the board of the contest.
pub(super) type FourInLine = Connect4<TenByFifteen>;

/// Plies looked ahead.
const DEPTH: u32 = 12;

/// Openings: the columns of the neutral discs, and the moves.
const OPENINGS: [(&str, &str); 7] = [
    ("", "527832"),
    ("1", "1751433"),
    ("38", "53254133"),
    ("443", "556266"),
    ("6832", "852515512"),
    ("49483", "7578345477"),
    ("401074", "63427487"),
];

/// Games in their middle.
const MIDGAMES: [(&str, &str); 7] = [
    ("", "527832753223774666685436"),
    ("38", "532541334104676616955564448955"),
    ("6832", "85251551222527668665"),
    ("1", "45424466664622246421355566"),
    ("505", "6372541366225332554661443489"),
    ("7424", "361618333667004748"),
    ("292908", "4612574662265555157311"),
];

/// Boards about half full, where columns run out.
const ENDGAMES: [(&str, &str); 6] = [
    (
        "",
        "527832753223774666685436366533333666655655555556633533516302222222222200",
    ),
    (
        "1",
        "175143343344215344433355433111444443335114711173648877738891155557",
    ),
    (
        "38",
        "532541334104676616955564448955354446555544454554111128811848882223333333381883",
    ),
    (
        "443",
        "5562664446676777664644666441644611332277122131144946117777777978183333",
    ),
    (
        "401074",
        "6342748778887774496477977444747744422255555525522222222240000200710000551100",
    ),
    (
        "55491",
        "474211154424441144444777191655655655555156651400011668222228222266288226621546666118",
    ),
];

/// The positions, each with the plies to look ahead.
pub(super) fn positions() -> anyhow::Result<Vec<(<FourInLine as Game>::Position, u32)>> {
    let all = [OPENINGS.as_slice(), &MIDGAMES, &ENDGAMES].concat();
    all.into_iter()
        .map(|(neutral, moves)| {
            let columns = neutral.bytes().map(|digit| i64::from(digit - b'0'));
            let start = FourInLine::prepare(&columns.collect::<Vec<_>>());
            let mut record: Record<FourInLine> = Record::new(start.context("a prepared start")?);
            for mv in FourInLine::read_moves(moves.as_bytes())? {
                record.play(mv)?;
            }
            Ok((*record.position(), DEPTH))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_sound() {
        let all = positions().unwrap();
        assert_eq!(all.len(), 20);
        assert!(all.iter().all(|(at, _)| FourInLine::outcome(at).is_none()));
        let count = |(at, _): &(<FourInLine as Game>::Position, u32)| {
            FourInLine::show_position(at).matches('#').count()
        };
        let neutral: Vec<usize> = all.iter().map(count).collect();
        for wanted in 0..=6 {
            assert!(neutral.contains(&wanted), "{wanted} neutral discs");
        }
    }
}
