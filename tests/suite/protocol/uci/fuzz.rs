//! A great many generated lines: the program never dies, never hangs, and answers exactly what is promised. The model
//! below follows the position, so that every move that comes is known to be legal there.

use std::collections::VecDeque;
use std::time::Duration;

use brightsword::connect4::rules::position::Connect4;
use brightsword::connect4::rules::size::SevenBySix;
use brightsword::game::record::Record;
use brightsword::game::{Game, IllegalMove, Side, Spelling};
use brightsword::othello::rules::position::Othello;
use brightsword::protocol::line::LONGEST;
use brightsword::protocol::uci::parse::{Command, Go, parse};
use brightsword::search::limits::{Limits, TimeControl};

use crate::program::Program;
use crate::protocol::chance::Chance;
use crate::protocol::mill::{Mill, burst, send, wanted_lines};

/// Lines that mean something in every game.
const ANY_GAME: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "go depth 1",
    "go depth 0",
    "go nodes 1",
    "go movetime 1",
    "go wtime 1 btime 2 winc 1 binc 1",
    "go infinite",
    "go",
    "go ponder wtime 1 btime 1",
    "stop",
    "ponderhit",
    "d",
    "setoption name Hash value 1",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Ponder value true",
    "setoption name UCI_Variant value flipello",
    "nonsense",
    "",
];

/// All searches among the lines are tiny, or end with a line to come.
const OTHELLO: Mill = Mill {
    signs: b" 0123456789-@Pabcdefgh",
    usual: "go depth 1",
    seeds: [
        ANY_GAME,
        &[
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
            "go wtime 1 btime 2 movestogo 3",
            "go depth 1 searchmoves f5 d6",
            "setoption name Move Overhead value 1",
            "setoption name Level value expert",
            "setoption name Seed value 3",
            "setoption name UCI_Variant value othello",
            "setoption name Nonsense value 1",
            "debug on",
        ],
    ],
};

const CONNECT_FOUR: Mill = Mill {
    signs: b" 0123456789-@Pabcdefg*/",
    usual: "go depth 1",
    seeds: [
        ANY_GAME,
        &[
            "position startpos moves P@d1 P@d2 c1 e1",
            "position startpos moves P@d1 P@a1 P@e1 P@a2 P@f1 P@a3 P@g1",
            "position startpos moves P@d2",
            "position startpos moves d1 4 x",
            "position fen 7/7/7/7/7/7[PPPpp] w - - 0 1 moves P@g1",
            "position fen 7/7/7/7/3p3/3P3 w - - 0 2",
            "position fen 7/7/7/7/7/3P3 w - - 0 2",
            "position fen PpPpPpP/PpPpPpP/pPpPpPp/pPpPpPp/PpPpPpP/PpPpPp1 w",
            "position fen 7/7/7/7/7/2*4 w - - 0 1 moves c2",
            "setoption name UCI_Variant value cfour",
        ],
    ],
};

/// A line without its end.
fn generate(mill: &Mill, chance: &mut Chance) -> Vec<u8> {
    match chance.below(100) {
        0..60 => mill.seed(chance),
        60..90 => {
            let line = mill.seed(chance);
            mill.spoil(chance, line)
        }
        _ => mill.noise(chance),
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
struct Model<G: Game> {
    record: Record<G>,
    spelling: Spelling,
    /// For each search to be answered the moves that would do.
    searches: VecDeque<Vec<String>>,
    ready: usize,
    identified: usize,
    unknown: usize,
}

impl<G: Game> Model<G> {
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
            Ok(Command::NewGame) => self.record = Record::new(G::start()),
            Ok(Command::SetOption { name, value }) if name.eq_ignore_ascii_case(b"UCI_Variant") => {
                let mut variants = G::VARIANTS.iter();
                let found = variants.find(|(name, _)| value.eq_ignore_ascii_case(name.as_bytes()));
                self.spelling = found.map_or(self.spelling, |&(_, spelling)| spelling);
            }
            Ok(Command::Position { fen, moves }) => self.position(fen, moves),
            Ok(Command::Go(_)) => {
                let at = self.record.position();
                let show = |mv| G::show_move_at(at, mv, self.spelling);
                let mut moves: Vec<String> = G::legal_moves(at).into_iter().map(show).collect();
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
            None => Ok(G::start()),
            Some(text) => G::read_fen(text, self.spelling),
        };
        let Ok(start) = start else { return };
        self.record = Record::new(start);
        let words = moves.split(u8::is_ascii_whitespace);
        for word in words.filter(|word| !word.is_empty()) {
            let Ok(mv) = G::read_word(word, self.spelling) else {
                return;
            };
            match self.record.play(mv) {
                Ok(()) => {}
                Err(IllegalMove::MustPass { .. }) => {
                    let pass = G::legal_moves(self.record.position())[0];
                    self.record.play(pass).unwrap();
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

fn converse<G: Game>(mill: &Mill, wanted: usize) {
    let mut program = Program::start(&["--protocol", "uci", "--hash", "1", "--game", G::NAME]);
    let mut chance = Chance(2_027);
    let mut model = Model::<G> {
        record: Record::new(G::start()),
        spelling: G::VARIANTS[0].1,
        searches: VecDeque::new(),
        ready: 0,
        identified: 0,
        unknown: 0,
    };
    let mut sent = 0;
    let mut ended = false;
    while !ended {
        let count = burst(&mut chance);
        let mut lines = Vec::new();
        while lines.len() < count {
            let line = generate(mill, &mut chance);
            if is_wanted(&line) {
                lines.push(line);
            }
        }
        sent += count;
        ended = sent >= wanted;
        if !ended {
            lines.push(b"stop".to_vec());
        }
        send(&mut program, &mut chance, &lines);
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

#[test]
fn generated_lines_get_the_promised_replies() {
    converse::<Othello>(&OTHELLO, wanted_lines());
}

#[test]
fn generated_lines_about_connect_four() {
    converse::<Connect4<SevenBySix>>(&CONNECT_FOUR, wanted_lines() / 2);
}
