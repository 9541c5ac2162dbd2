//! A great many generated lines, valid, mutated and random, singly and in bursts. What this proves, and what not:
//!
//! - The program never dies and never hangs: every reply comes, and at the end of the input the program ends with status 0.
//! - Each line gets the promised number of replies, each of the promised kind, in order; the model below knows the
//!   promises. What a line means it asks the program's own parser, so a misunderstanding that both share is not seen
//!   here; that is the business of the tests of the grammar (`parse`, `notation`, the conversations, the matrix).
//! - Moves are accepted, refused and chosen by the rules: legality and the board after each move are those of the naive
//!   board. The program's own moves are learned by reading them; that they are good is not asked.

use brightsword::game::record::Record;
use brightsword::game::{Game, Side, Spelling};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::Othello;
use brightsword::protocol::contest::parse::{Command, parse};
use brightsword::protocol::line::LONGEST;
use brightsword::search::limits::{Limits, TimeControl};
use std::time::Duration;

use super::chance::Chance;
use crate::oracles::naive::NaiveBoard;
use crate::program::Program;

/// Lines in an ordinary test run; `BRIGHTSWORD_FUZZ_LINES` asks for more.
const LINES: usize = 100_000;

/// Lines to start from. All searches among them are tiny.
const SEEDS: &[&str] = &[
    "play 1 0",
    "play 2 1",
    "play 3 0",
    "play 4 1",
    "budget 1 1000",
    "new",
    "position start",
    "position moves f5d6c3d3c4",
    "position moves e6f4e3f6g5d6e7f5c5",
    "position ---------------------------OX------XO--------------------------- X",
    "position XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- O",
    "position ---------------------------------------------------------------- X",
    "f5",
    "d6",
    "c3",
    "4 5",
    "2 3",
    "3 2",
    "5 4",
    "-1 -1",
    "pass",
    "a1",
    "h8",
    "7 7",
    "undo",
    "undo 2",
    "undo 500",
    "board",
    "show",
    "legal",
    "result",
    "score",
    "go depth 1",
    "go nodes 1",
    "go depth 0",
    "go movetime 1",
    "go depth 1 nodes 5 movetime 3",
    "go clock 1 inc 1 byo 1 5 depth 1",
    "go infinite",
    "stop",
    "info on",
    "info off",
    "option hash 1",
    "option hash 2",
    "option overhead 1",
    "option goal result",
    "option goal score",
    "options",
    "ping",
    "ping a b c",
    "help",
    "",
    "   ",
];

/// A line without its end.
fn generate(chance: &mut Chance, model: &Model) -> Vec<u8> {
    match chance.below(100) {
        0..40 => chance.pick(SEEDS).as_bytes().to_vec(),
        // Mostly right when the model is in step with the program, which it is at the beginning of a burst.
        40..60 => {
            let legal = Othello::legal_moves(model.record.position());
            let spelling = if chance.below(2) == 0 {
                Spelling::Pair
            } else {
                Spelling::Square
            };
            match legal.len() {
                0 => b"play 3 1".to_vec(),
                count => Othello::show_move(legal[chance.below(count)], spelling).into_bytes(),
            }
        }
        60..90 => {
            let mut line = chance.pick(SEEDS).as_bytes().to_vec();
            for _ in 0..=chance.below(3) {
                let at = chance.below(line.len() + 1);
                match chance.below(5) {
                    0 => line.truncate(at),
                    1 => line.insert(at, (chance.next() & 0xff) as u8),
                    2 if at < line.len() => line[at] = (chance.next() & 0xff) as u8,
                    3 => line.extend_from_slice(chance.pick(SEEDS).as_bytes()),
                    _ => line.insert(at, b" 0123456789-abcdefgh"[chance.below(20)]),
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

/// Keeps out what would only take long, or end the conversation.
fn is_wanted(line: &[u8]) -> bool {
    let brief = Duration::from_millis(3);
    if line.contains(&b'\n') {
        return false;
    }
    match parse(line.trim_ascii()) {
        Ok(Command::Quit) => false,
        Ok(Command::Go(limits)) => {
            limits == Limits::INFINITE
                || limits.depth.is_some_and(|depth| depth <= 1)
                || limits.nodes.is_some_and(|nodes| nodes <= 100)
                || match limits.time {
                    TimeControl::MoveTime(time) => time <= brief,
                    _ => false,
                }
        }
        Ok(Command::Budget { total, .. }) => total <= brief,
        Ok(Command::SetOption {
            name: b"hash",
            value,
        }) => value.len() <= 1,
        Ok(Command::SetOption {
            name: b"overhead",
            value,
        }) => value.len() <= 2,
        _ => true,
    }
}

/// What the program has promised.
struct Model {
    record: Record<Othello>,
    game: Option<Side>,
    pongs_promised: usize,
    pongs_heard: usize,
}

impl Model {
    /// The next line that belongs to the order of things: echoes and remarks on iterations may come in between.
    fn hear(&mut self, program: &mut Program) -> String {
        loop {
            let line = program.hear();
            if line.starts_with("pong") {
                self.pongs_heard += 1;
            } else if !line.starts_with("info ") {
                return line;
            }
        }
    }

    fn one(&mut self, program: &mut Program, start: &str, line: &[u8]) {
        let heard = self.hear(program);
        assert!(
            heard.starts_with(start),
            "`{}` was answered `{heard}`, not `{start}`",
            line.escape_ascii()
        );
    }

    /// Reads the replies to a line and follows what it does.
    fn follow(&mut self, program: &mut Program, line: &[u8]) {
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        if text.len() > LONGEST {
            return self.one(program, "error line too long", line);
        }
        let text = text.trim_ascii();
        if text.is_empty() {
            return;
        }
        let Ok(command) = parse(text) else {
            return self.one(program, "error ", line);
        };
        let in_game = self.game.is_some();
        match command {
            Command::Play { first } => {
                self.record = Record::new(Othello::start());
                self.game = Some(if first { Side::First } else { Side::Second });
                self.go_on(program);
            }
            Command::Budget { .. } | Command::Stop | Command::Quit => {}
            Command::New | Command::PositionStart => {
                self.set(program, Some(Record::new(Othello::start())), line);
            }
            Command::PositionMoves(moves) => {
                self.set(program, Record::read(moves).ok(), line);
            }
            Command::Position(text) => {
                let record = Othello::read_position(text).ok().map(Record::new);
                self.set(program, record, line);
            }
            Command::Move(text) => {
                let mv = Othello::read_move(text).ok();
                if mv.is_none_or(|mv| !self.play(mv)) {
                    self.one(program, "error ", line);
                } else if in_game {
                    self.go_on(program);
                } else {
                    self.one(program, "ok", line);
                }
            }
            Command::Undo(count) => {
                if in_game || count > self.record.moves().len() {
                    return self.one(program, "error ", line);
                }
                for _ in 0..count {
                    self.record.undo();
                }
                self.one(program, "ok", line);
            }
            Command::Go(_) => {
                let over = Othello::outcome(self.record.position()).is_some();
                let start = if in_game || over { "error " } else { "best " };
                self.one(program, start, line);
            }
            Command::SetOption { .. } => {
                let heard = self.hear(program);
                assert!(heard == "ok" || heard.starts_with("error "), "{heard}");
            }
            Command::Ping(_) => self.pongs_promised += 1,
            Command::Show => (0..10).for_each(|_| self.one(program, "", line)),
            Command::Help => (0..16).for_each(|_| self.one(program, "help ", line)),
            Command::Board => {
                let board = Othello::show_position(self.record.position());
                self.one(program, &format!("board {board}"), line);
            }
            Command::Legal => self.one(program, "legal ", line),
            Command::Result => self.one(program, "result ", line),
            Command::Score => self.one(program, "score ", line),
            Command::Info(_) => self.one(program, "ok", line),
            Command::Options => self.one(program, "options ", line),
        }
    }

    /// Plays a move if the naive board allows it, and holds the rules of the program to that.
    fn play(&mut self, mv: Move) -> bool {
        let board = NaiveBoard::from_board(self.record.position().board);
        let moves = board.moves();
        let next = match mv.square() {
            Some(square) if moves >> square & 1 == 1 => {
                let square = i32::try_from(square).unwrap();
                Some(board.play(square / 8, square % 8))
            }
            None if moves == 0 && board.pass().moves() != 0 => Some(board.pass()),
            _ => None,
        };
        let legal = self.record.play(mv).is_ok();
        assert_eq!(legal, next.is_some(), "{mv} on {board:?}");
        if let Some(next) = next {
            assert_eq!(NaiveBoard::from_board(self.record.position().board), next);
        }
        legal
    }

    fn set(&mut self, program: &mut Program, record: Option<Record<Othello>>, line: &[u8]) {
        let Some(record) = record else {
            return self.one(program, "error ", line);
        };
        self.record = record;
        self.game = None;
        self.one(program, "ok", line);
    }

    /// The program's part in a contest game: its move on its turn, and `end` at the end.
    fn go_on(&mut self, program: &mut Program) {
        let over = |model: &Self| Othello::outcome(model.record.position()).is_some();
        if !over(self) && self.game == Some(Othello::side(self.record.position())) {
            let text = self.hear(program);
            let mv: Move = Othello::read_move(text.as_bytes()).expect("a move of the program");
            assert_eq!(text, Othello::show_move(mv, Spelling::Pair));
            assert!(self.play(mv), "an illegal move of the program: {text}");
        }
        if over(self) {
            self.one(program, "end", b"(the last move)");
            self.game = None;
        }
    }
}

/// How many lines are wanted.
pub(super) fn wanted_lines() -> usize {
    std::env::var("BRIGHTSWORD_FUZZ_LINES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(LINES)
}

#[test]
fn generated_lines_get_the_promised_replies() {
    let wanted = wanted_lines();
    let mut program = Program::start(&["--hash", "1"]);
    let mut chance = Chance(2_026);
    let mut model = Model {
        record: Record::new(Othello::start()),
        game: None,
        pongs_promised: 0,
        pongs_heard: 0,
    };
    program.say("budget 1 1000");
    let mut sent = 0;
    let mut ended = false;
    while !ended {
        let most = chance.pick(&[&1, &1, &1, &5, &50, &2000]);
        let count = chance.below(*most) + 1;
        let mut lines = Vec::new();
        while lines.len() < count {
            let line = generate(&mut chance, &model);
            if is_wanted(&line) {
                lines.push(line);
            }
        }
        sent += count;
        ended = sent >= wanted;
        // An unlimited search ends with the next line or with the input.
        if !ended {
            lines.push(b"stop".to_vec());
            lines.push(b"result".to_vec());
        }
        let end: &[u8] = if chance.below(4) == 0 { b"\r\n" } else { b"\n" };
        program.send(
            &lines
                .iter()
                .flat_map(|line| [line.as_slice(), end].concat())
                .collect::<Vec<u8>>(),
        );
        if ended {
            program.close();
        }
        for line in &lines {
            model.follow(&mut program, line);
        }
    }
    let (rest, status) = program.end();
    let pongs = rest.iter().filter(|line| line.starts_with("pong")).count();
    assert_eq!(
        pongs,
        rest.iter()
            .filter(|line| !line.starts_with("info "))
            .count()
    );
    assert_eq!(model.pongs_heard + pongs, model.pongs_promised);
    assert!(status.success());
}
