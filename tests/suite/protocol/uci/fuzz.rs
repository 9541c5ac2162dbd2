//! A great many generated lines: the program never dies, never hangs, and answers exactly what is promised. The model
//! below follows the position, so that every move that comes is known to be legal there.

use std::collections::VecDeque;
use std::time::Duration;

use brightsword::game::record::Record;
use brightsword::game::{Game, IllegalMove, Side, Spelling};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::Othello;
use brightsword::protocol::line::LONGEST;
use brightsword::protocol::uci::parse::{Command, Go, parse};
use brightsword::search::limits::{Limits, TimeControl};

use crate::program::Program;
use crate::protocol::chance::Chance;

/// Lines in an ordinary test run; `BRIGHTSWORD_FUZZ_LINES` asks for more.
const LINES: usize = 100_000;

/// Lines to start from. All searches among them are tiny, or end with a line to come.
const SEEDS: &[&str] = &[
    "uci",
    "isready",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves f5 d6 c3 d3 c4",
    "position startpos moves e6 f4 e3 f6 g5 d6 e7 f5 c5",
    "position startpos moves P@f4 P@f3 P@e3",
    "position startpos moves a1",
    "position startpos moves f5 pass",
    "position fen 8/8/8/3OX3/3XO3/8/8/8 X moves f5 d6",
    "position fen XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXO2 O",
    "position fen XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXO2 O moves h8",
    "position fen pppppppp/PPPPPPpp/1PPPPppp/1PPpppPp/pPPppPPp/p1PPPpPp/p2PPPPp/2PPP1Pp[Pp] w - - 0 27 moves c1c1 P@f1",
    "position fen 8/8/8/8/8/8/8/8 X",
    "go depth 1",
    "go depth 0",
    "go nodes 1",
    "go movetime 1",
    "go wtime 1 btime 2 winc 1 binc 1",
    "go wtime 1 btime 2 movestogo 3",
    "go infinite",
    "go",
    "go ponder wtime 1 btime 1",
    "go depth 1 searchmoves f5 d6",
    "stop",
    "ponderhit",
    "d",
    "setoption name Hash value 1",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Ponder value true",
    "setoption name Move Overhead value 1",
    "setoption name UCI_Variant value flipello",
    "setoption name UCI_Variant value othello",
    "setoption name Nonsense value 1",
    "debug on",
    "nonsense",
    "",
];

/// A line without its end.
fn generate(chance: &mut Chance) -> Vec<u8> {
    match chance.below(100) {
        0..60 => chance.pick(SEEDS).as_bytes().to_vec(),
        60..90 => {
            let mut line = chance.pick(SEEDS).as_bytes().to_vec();
            for _ in 0..=chance.below(3) {
                let at = chance.below(line.len() + 1);
                match chance.below(5) {
                    0 => line.truncate(at),
                    1 => line.insert(at, (chance.next() & 0xff) as u8),
                    2 if at < line.len() => line[at] = (chance.next() & 0xff) as u8,
                    3 => line.extend_from_slice(chance.pick(SEEDS).as_bytes()),
                    _ => line.insert(at, b" 0123456789-@Pabcdefgh"[chance.below(22)]),
                }
            }
            line
        }
        90..99 => {
            let length = chance.below(30);
            (0..length).map(|_| (chance.next() & 0xff) as u8).collect()
        }
        _ if chance.below(20) == 0 => vec![b'x'; LONGEST - 2 + chance.below(5)],
        _ => b"go depth 1".to_vec(),
    }
}

fn is_brief(limits: Limits) -> bool {
    let brief = Duration::from_millis(3);
    limits.depth.is_some_and(|depth| depth <= 1)
        || limits.nodes.is_some_and(|nodes| nodes <= 100)
        || match limits.time {
            TimeControl::MoveTime(time) => time <= brief,
            TimeControl::Clock { left, byoyomi, .. } => {
                left <= brief && byoyomi.is_none_or(|over| over.period <= brief)
            }
            TimeControl::Infinite => false,
        }
}

fn is_wanted_search(go: &Go<'_>) -> bool {
    go.is_infinite()
        || [Side::First, Side::Second]
            .into_iter()
            .all(|side| is_brief(go.limits(side)))
}

/// Keeps out what would only take long, or end the conversation.
fn is_wanted(line: &[u8]) -> bool {
    if line.contains(&b'\n') {
        return false;
    }
    match parse(line.trim_ascii()) {
        Ok(Command::Quit) => false,
        Ok(Command::Go(go)) => is_wanted_search(&go),
        Ok(Command::SetOption { name, value }) => {
            !name.eq_ignore_ascii_case(b"hash") || value.len() <= 1
        }
        _ => true,
    }
}

/// What the program has promised.
struct Model {
    record: Record<Othello>,
    spelling: Spelling,
    /// For each search to be answered the moves that would do.
    searches: VecDeque<Vec<String>>,
    ready: usize,
    identified: usize,
    unknown: usize,
}

impl Model {
    /// Follows what a line does.
    fn follow(&mut self, line: &[u8]) {
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        let text = text.trim_ascii();
        if line.len() > LONGEST || text.is_empty() {
            return;
        }
        match parse(text) {
            Ok(Command::Uci) => self.identified += 1,
            Ok(Command::IsReady) => self.ready += 1,
            Ok(Command::Unknown(_)) => self.unknown += 1,
            Ok(Command::NewGame) => self.record = Record::new(Othello::start()),
            Ok(Command::SetOption { name, value }) if name.eq_ignore_ascii_case(b"UCI_Variant") => {
                if value.eq_ignore_ascii_case(b"othello") {
                    self.spelling = Spelling::Square;
                } else if value.eq_ignore_ascii_case(b"flipello") {
                    self.spelling = Spelling::Drop;
                }
            }
            Ok(Command::Position { fen, moves }) => self.position(fen, moves),
            Ok(Command::Go(_)) => {
                let at = self.record.position();
                let show = |mv| Othello::show_move_at(at, mv, self.spelling);
                let mut moves: Vec<String> =
                    Othello::legal_moves(at).into_iter().map(show).collect();
                if moves.is_empty() {
                    moves.push("(none)".to_owned());
                }
                self.searches.push_back(moves);
            }
            _ => {}
        }
    }

    fn position(&mut self, fen: Option<&[u8]>, moves: &[u8]) {
        let start = match fen {
            None => Ok(Othello::start()),
            Some(text) => Othello::read_fen(text, self.spelling),
        };
        let Ok(start) = start else { return };
        self.record = Record::new(start);
        let words = moves.split(u8::is_ascii_whitespace);
        for word in words.filter(|word| !word.is_empty()) {
            let Ok(mv) = Othello::read_word(word, self.spelling) else {
                return;
            };
            match self.record.play(mv) {
                Ok(()) => {}
                Err(IllegalMove::MustPass { .. }) => {
                    self.record.play(Move::PASS).unwrap();
                    if self.record.play(mv).is_err() {
                        self.record.undo();
                        return;
                    }
                }
                Err(_) => return,
            }
        }
    }

    /// Checks a line of the program against what is promised.
    fn hear(&mut self, line: &str) {
        if let Some(best) = line.strip_prefix("bestmove ") {
            let best = best.split(' ').next().unwrap();
            let moves = self.searches.pop_front().expect("a search was asked for");
            assert!(moves.iter().any(|mv| mv == best), "{best} not of {moves:?}");
        } else if line == "readyok" {
            self.ready = self.ready.checked_sub(1).expect("`isready` was sent");
        } else if line == "uciok" {
            self.identified = self.identified.checked_sub(1).expect("`uci` was sent");
        } else if line.starts_with("info string unknown command ") {
            let left = self.unknown.checked_sub(1);
            self.unknown = left.expect("an unknown line was sent");
        }
    }

    fn is_content(&self) -> bool {
        self.searches.is_empty() && self.ready == 0 && self.identified == 0 && self.unknown == 0
    }
}

#[test]
fn generated_lines_get_the_promised_replies() {
    let wanted = std::env::var("BRIGHTSWORD_FUZZ_LINES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(LINES);
    let mut program = Program::start(&["--protocol", "uci", "--hash", "1"]);
    let mut chance = Chance(2_027);
    let mut model = Model {
        record: Record::new(Othello::start()),
        spelling: Spelling::Square,
        searches: VecDeque::new(),
        ready: 0,
        identified: 0,
        unknown: 0,
    };
    let mut sent = 0;
    let mut ended = false;
    while !ended {
        let most = chance.pick(&[&1, &1, &1, &5, &50, &2000]);
        let count = chance.below(*most) + 1;
        let mut lines = Vec::new();
        while lines.len() < count {
            let line = generate(&mut chance);
            if is_wanted(&line) {
                lines.push(line);
            }
        }
        sent += count;
        ended = sent >= wanted;
        if !ended {
            lines.push(b"stop".to_vec());
        }
        let end: &[u8] = if chance.below(4) == 0 { b"\r\n" } else { b"\n" };
        let text = |line: &Vec<u8>| [line.as_slice(), end].concat();
        program.send(&lines.iter().flat_map(text).collect::<Vec<u8>>());
        for line in &lines {
            model.follow(line);
        }
        if ended {
            program.close();
            break;
        }
        while !model.is_content() {
            model.hear(&program.hear());
        }
    }
    let (rest, status) = program.end();
    for line in &rest {
        model.hear(line);
    }
    assert!(model.is_content());
    assert!(status.success());
}
