//! A great many generated lines, valid, mutated and random, singly and in bursts. What this proves, and what not:
//!
//! - The program never dies and never hangs: every reply comes, and at the end of the input the program ends with status 0.
//! - Each line gets the promised number of replies, each of the promised kind, in order; the model below knows the
//!   promises. What a line means it asks the program's own parser, so a misunderstanding that both share is not seen
//!   here; that is the business of the tests of the grammar (`parse`, `notation`, the conversations, the matrix).
//! - Moves are accepted, refused and chosen by the rules: legality and the board after each move are those of the
//!   umpire. The program's own moves are learned by reading them; that they are good is not asked.

use brightsword::connect4::rules::position::Connect4;
use brightsword::connect4::rules::size::{NineByFive, TenByFifteen};
use brightsword::game::record::Record;
use brightsword::game::{Side, Spelling};
use brightsword::othello::rules::position::Othello;
use brightsword::protocol::contest::host::Call;
use brightsword::protocol::contest::parse::{Command, parse};
use brightsword::protocol::line::LONGEST;
use brightsword::search::limits::{Limits, TimeControl};
use std::time::Duration;

use super::chance::Chance;
use super::mill::{Mill, burst, send, wanted_lines};
use super::umpire::Umpire;
use crate::program::Program;

/// Lines that mean something in every game.
const ANY_GAME: &[&str] = &[
    "play 1 0",
    "play 2 1",
    "budget 1 1000",
    "new",
    "position start",
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
    "go clock 1 inc 1 byo 1 5 depth 1",
    "go infinite",
    "stop",
    "info on",
    "info off",
    "option hash 1",
    "option level novice",
    "option seed 3",
    "options",
    "ping a b c",
    "help",
    "setup 0",
    "setup 1 4",
    "move -1",
    "move 99",
    "think",
    "time 1",
    "",
];

/// Lines for each game. All searches among them are tiny.
const OTHELLO: Mill = Mill {
    signs: b" 0123456789-abcdefgh",
    usual: "go depth 1",
    seeds: [
        ANY_GAME,
        &[
            "play 3 0",
            "play 4 1",
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
            "go depth 1 nodes 5 movetime 3",
            "option hash 2",
            "option overhead 1",
            "option goal result",
            "option goal score",
            "ping",
            "move f5",
            "move d6",
            "put f5",
            "   ",
        ],
    ],
};

const FOUR_IN_LINE: Mill = Mill {
    signs: b" 0123456789-#/XO",
    usual: "go depth 1",
    seeds: [
        ANY_GAME,
        &[
            "position moves 4 4 5 3",
            "position moves 40414243",
            "position ----------/----------/----------/----------/----------/----------/----------/----------/----------/----------/----------/----------/----------/---#------/--XO------ X",
            "position XOXOXOXOX/XOXOXOXOX/OXOXOXOXO/OXOXOXOXO/XOXOXOX-- X",
            "position ---------/---------/---------/---------/--------- X",
            "0",
            "1",
            "4",
            "E1",
            "e1",
            "8",
            "9",
            "77",
            "setup 3 0 0 -7",
            "setup -1",
            "setup 2 4",
            "move 4",
            "move 4",
            "move 0",
            "move -2",
            "move x",
            "put 4",
            "put 3",
            "put -1",
        ],
    ],
};

/// A line without its end.
fn generate<G: Umpire>(mill: &Mill, chance: &mut Chance, model: &Model<G>) -> Vec<u8> {
    match chance.below(100) {
        0..40 => mill.seed(chance),
        // Mostly right when the model is in step with the program, which it is at the beginning of a burst.
        40..60 => {
            let legal = G::legal_moves(model.record.position());
            let spelling = if chance.below(2) == 0 {
                Spelling::Pair
            } else {
                Spelling::Square
            };
            match legal.len() {
                0 => b"play 3 1".to_vec(),
                count => {
                    let mv = G::show_move(legal[chance.below(count)], spelling);
                    let verb = chance.pick(&["", "", "", "move ", "put "]);
                    format!("{verb}{mv}").into_bytes()
                }
            }
        }
        60..90 => {
            let line = mill.seed(chance);
            mill.spoil(chance, line)
        }
        _ => mill.noise(chance),
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
        Ok(Command::Host(Call::Time(limit))) => limit <= brief,
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
struct Model<G: Umpire> {
    record: Record<G>,
    game: Option<Side>,
    pongs_promised: usize,
    pongs_heard: usize,
}

impl<G: Umpire> Model<G> {
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
                self.record = Record::new(G::start());
                self.game = Some(if first { Side::First } else { Side::Second });
                self.go_on(program);
            }
            Command::Budget { .. } | Command::Stop | Command::Quit => {}
            Command::Host(call) => self.call(program, call, line),
            Command::New | Command::PositionStart => {
                self.set(program, Some(Record::new(G::start())), line);
            }
            Command::PositionMoves(moves) => {
                self.set(program, Record::read(moves).ok(), line);
            }
            Command::Position(text) => {
                let record = G::read_position(text).ok().map(Record::new);
                self.set(program, record, line);
            }
            Command::Move(text) => {
                let mv = G::read_move(text).ok();
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
                let over = G::outcome(self.record.position()).is_some();
                let start = if in_game || over { "error " } else { "best " };
                self.one(program, start, line);
            }
            Command::SetOption { .. } => {
                let heard = self.hear(program);
                assert!(heard == "ok" || heard.starts_with("error "), "{heard}");
            }
            Command::Ping(_) => self.pongs_promised += 1,
            Command::Show => G::draw_position(self.record.position())
                .iter()
                .for_each(|_| self.one(program, "", line)),
            Command::Help => (0..20).for_each(|_| self.one(program, "help ", line)),
            Command::Board => {
                let board = G::show_position(self.record.position());
                self.one(program, &format!("board {board}"), line);
            }
            Command::Legal => self.one(program, "legal ", line),
            Command::Result => self.one(program, "result ", line),
            Command::Score => self.one(program, "score ", line),
            Command::Info(_) => self.one(program, "ok", line),
            Command::Options => self.one(program, "options ", line),
        }
    }

    /// Plays a move if it is legal, and holds the rules of the program to those of the umpire.
    fn play(&mut self, mv: G::Move) -> bool {
        let at = self.record.position().clone();
        let legal = self.record.play(mv).is_ok();
        let next = legal.then(|| self.record.position());
        assert!(G::agrees(&at, mv, next), "{mv:?} at {at:?}");
        legal
    }

    /// A call of a host; in a contest game it may only begin another one.
    fn call(&mut self, program: &mut Program, call: Call<'_>, line: &[u8]) {
        let in_game = self.game.is_some();
        match call {
            Call::Time(_) => {}
            Call::Setup(numbers) => self.set_up(program, numbers, line),
            _ if in_game => self.one(program, "error ", line),
            Call::Begin => {
                if !self.record.moves().is_empty() {
                    self.record = Record::new(G::start());
                }
                self.reply(program);
            }
            Call::Hear(text) => self.hear_move(program, text, line),
            Call::Put(text) => {
                let mv = G::read_move(text).ok();
                if mv.is_none_or(|mv| !self.play(mv)) {
                    self.one(program, "error ", line);
                }
            }
            Call::Think => self.reply(program),
        }
    }

    /// A game that is prepared: the sum of the numbers, or an error where the game has no such thing.
    fn set_up(&mut self, program: &mut Program, text: &[u8], line: &[u8]) {
        let text = str::from_utf8(text).unwrap();
        let numbers: Vec<i32> = text
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        let columns: Vec<i64> = numbers.iter().copied().map(i64::from).collect();
        let start = G::prepare(&columns).or_else(|| numbers.is_empty().then(G::start));
        let Some(start) = start else {
            return self.one(program, "error ", line);
        };
        self.record = Record::new(start);
        self.game = None;
        let sum = self.hear(program);
        let expected = numbers.into_iter().fold(0, i32::wrapping_add);
        assert_eq!(sum.parse(), Ok(expected));
    }

    /// The opponent of a host has moved.
    fn hear_move(&mut self, program: &mut Program, text: &[u8], line: &[u8]) {
        let Ok(mv) = G::read_move(text) else {
            let number = str::from_utf8(text)
                .is_ok_and(|text| text.parse::<i32>().is_ok() && !text.contains('+'));
            return self.one(program, if number { "-1" } else { "error " }, line);
        };
        if !self.play(mv) {
            let mut anew = Record::new(G::start());
            if anew.play(mv).is_err() {
                return self.one(program, "error ", line);
            }
            self.record = anew;
        }
        self.reply(program);
    }

    /// The program's move for a host: any legal one, which is played, or none.
    fn reply(&mut self, program: &mut Program) {
        let text = self.hear(program);
        if G::outcome(self.record.position()).is_some() {
            return assert_eq!(text, "-1");
        }
        let mv = G::read_move(text.as_bytes()).expect("a move of the program");
        assert_eq!(text, G::show_move(mv, Spelling::Square));
        assert!(self.play(mv), "an illegal move of the program: {text}");
    }

    fn set(&mut self, program: &mut Program, record: Option<Record<G>>, line: &[u8]) {
        let Some(record) = record else {
            return self.one(program, "error ", line);
        };
        self.record = record;
        self.game = None;
        self.one(program, "ok", line);
    }

    /// The program's part in a contest game: its move on its turn, and `end` at the end.
    fn go_on(&mut self, program: &mut Program) {
        let over = |model: &Self| G::outcome(model.record.position()).is_some();
        if !over(self) && self.game == Some(G::side(self.record.position())) {
            let text = self.hear(program);
            let mv = G::read_move(text.as_bytes()).expect("a move of the program");
            assert_eq!(text, G::show_move(mv, Spelling::Pair));
            assert!(self.play(mv), "an illegal move of the program: {text}");
        }
        if over(self) {
            self.one(program, "end", b"(the last move)");
            self.game = None;
        }
    }
}

/// Sends so many lines about a game, and follows them.
fn converse<G: Umpire>(mill: &Mill, wanted: usize) {
    let mut program = Program::start(&["--hash", "1", "--game", G::NAME]);
    let mut chance = Chance(2_026);
    let mut model = Model::<G> {
        record: Record::new(G::start()),
        game: None,
        pongs_promised: 0,
        pongs_heard: 0,
    };
    program.say("budget 1 1000");
    program.say("time 1");
    let mut sent = 0;
    let mut ended = false;
    while !ended {
        let count = burst(&mut chance);
        let mut lines = Vec::new();
        while lines.len() < count {
            let line = generate(mill, &mut chance, &model);
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
        send(&mut program, &mut chance, &lines);
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

#[test]
fn generated_lines_get_the_promised_replies() {
    converse::<Othello>(&OTHELLO, wanted_lines());
}

#[test]
fn generated_lines_about_four_in_line() {
    converse::<Connect4<TenByFifteen>>(&FOUR_IN_LINE, wanted_lines() / 2);
    converse::<Connect4<NineByFive>>(&FOUR_IN_LINE, wanted_lines() / 2);
}
