//! A great many generated lines: the program never dies, never hangs, and gives exactly one reply to every command, with
//! its number, framed as promised. The model below knows the rules about passes and what is legal.

use brightsword::game::{Game, Side, Spelling};
use brightsword::othello::rules::moves::Move;
use brightsword::othello::rules::position::{Othello, Position};
use brightsword::protocol::gtp::parse::{Command, clean, parse};
use brightsword::protocol::line::LONGEST;

use super::super::chance::Chance;
use super::super::fuzz::wanted_lines;
use super::reply;
use crate::program::Program;

/// Lets a move take next to no time.
const HURRY: &[u8] = b"time_settings 0 0.0005 1";

/// Lines to start from.
const SEEDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command play",
    "known_command",
    "list_commands",
    "list_games",
    "set_game Othello",
    "set_game Reversi",
    "boardsize 8",
    "boardsize 10",
    "clear_board",
    "komi 6.5",
    "play black F5",
    "play white D6",
    "play B C3",
    "play w d3",
    "play b pass",
    "play W PASS",
    "genmove black",
    "genmove w",
    "reg_genmove b",
    "reg_genmove WHITE",
    "undo",
    "time_settings 0 0.0005 1",
    "time_settings 0.001 0 0",
    "time_left black 0.001 0",
    "time_left white 0.001 2",
    "final_score",
    "showboard",
    "loadsgf /nowhere/at/all.sgf 5",
    "gogui-rules_game_id",
    "gogui-rules_board_size",
    "gogui-rules_board",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-analyze_commands",
    "# a remark",
    "17 name # and a remark",
    "",
    " \t ",
    "5",
];

fn legal(at: Position) -> Vec<Move> {
    Othello::legal_moves(&at)
}

/// The position with `side` to move.
fn seen_by(side: Side, at: Position) -> Position {
    if at.side == side { at } else { at.pass() }
}

fn can_move(side: Side, at: Position) -> bool {
    seen_by(side, at).board.moves() != 0
}

/// The positions after each move of the client's game.
struct Model(Vec<Position>);

impl Model {
    fn at(&self) -> Position {
        *self.0.last().unwrap()
    }

    fn pass(&mut self, side: Side) -> bool {
        if can_move(side, self.at()) {
            return false;
        }
        let at = self.at();
        self.0.push(if at.side == side { at.pass() } else { at });
        true
    }

    fn play(&mut self, side: Side, vertex: &[u8]) -> bool {
        let mut at = self.at();
        if at.side != side {
            if legal(at) != [Move::PASS] {
                return false;
            }
            at = at.pass();
        }
        let next = Othello::read_move(vertex)
            .ok()
            .and_then(|mv| Othello::play(&at, mv).ok());
        self.0.extend(next);
        next.is_some()
    }

    /// What the reply to a command must be: whether it succeeds, and its text where that is known.
    fn expect(&mut self, command: Command<'_>) -> (bool, Option<String>) {
        let over = Othello::outcome(&self.at()).is_some();
        let text = |text: &str| (true, Some(text.to_owned()));
        match command {
            Command::SetGame(name) => (name == b"Othello", None),
            Command::BoardSize(size) => (size == 8, None),
            Command::ClearBoard => {
                self.0 = vec![Position::START];
                text("")
            }
            Command::Play(side, None) => (self.pass(side), None),
            Command::Play(side, Some(vertex)) => (self.play(side, vertex), None),
            Command::Undo => {
                let possible = self.0.len() > 1;
                if possible {
                    self.0.pop();
                }
                (possible, None)
            }
            Command::FinalScore | Command::RulesFinalResult => (over, None),
            Command::LoadSgf { .. } => (false, None),
            Command::RulesLegalMoves => {
                let moves: Vec<String> = legal(self.at())
                    .into_iter()
                    .map(|mv| Othello::show_move(mv, Spelling::Vertex))
                    .collect();
                text(&moves.join(" "))
            }
            Command::RulesSideToMove => text(Othello::side_name(self.at().side)),
            Command::Komi | Command::TimeSettings(_) | Command::TimeLeft { .. } => text(""),
            _ => (true, None),
        }
    }

    /// The program's own move must be legal.
    fn moved(&mut self, side: Side, text: &str, played: bool) {
        let at = self.at();
        if !can_move(side, at) {
            assert_eq!(text, "pass");
            if played {
                assert!(self.pass(side));
            }
            return;
        }
        let at = seen_by(side, at);
        let mv = Othello::read_move(text.as_bytes()).expect("a move of the program");
        assert_eq!(text, Othello::show_move(mv, Spelling::Vertex));
        let next = Othello::play(&at, mv).expect("a legal move of the program");
        if played {
            self.0.push(next);
        }
    }

    /// Reads the reply to a line, if there is to be one, and follows what it does.
    fn follow(&mut self, program: &mut Program, line: &[u8]) {
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        let shown = line.escape_ascii();
        if text.len() > LONGEST {
            let heard = reply(program);
            assert!(heard[0].starts_with("? line too long"), "{heard:?}");
            return;
        }
        let text = clean(text.trim_ascii());
        if text.is_empty() {
            return;
        }
        let (id, command) = parse(&text);
        let heard = reply(program).join("\n");
        let (sign, rest) = heard.split_at(1);
        let rest = rest.strip_prefix(&*String::from_utf8_lossy(id));
        let rest = rest.unwrap_or_else(|| panic!("`{shown}`: `{heard}` without its number"));
        let framed = rest.is_empty() || rest.starts_with([' ', '\n']);
        assert!(framed, "`{shown}`: `{heard}`");
        let said = rest.strip_prefix(' ').unwrap_or(rest);
        let Ok(command) = command else {
            assert_eq!(sign, "?", "`{shown}`: `{heard}`");
            return;
        };
        match command {
            Command::GenMove(side) => return self.moved(side, said, true),
            Command::RegGenMove(side) => return self.moved(side, said, false),
            _ => {}
        }
        let (success, expected) = self.expect(command);
        assert_eq!(sign == "=", success, "`{shown}`: `{heard}`");
        if let Some(expected) = expected {
            assert_eq!(said, expected, "`{shown}`");
        }
    }
}

/// A line without its end.
fn generate(chance: &mut Chance, model: &Model) -> Vec<u8> {
    match chance.below(100) {
        0..30 => chance.pick(SEEDS).as_bytes().to_vec(),
        // Mostly right when the model is in step with the program, which it is at the beginning of a burst.
        30..55 => {
            let moves = legal(model.at());
            let Some(count) = (1..=moves.len()).last() else {
                return b"clear_board".to_vec();
            };
            let side = Othello::side_name(model.at().side);
            let mv = Othello::show_move(moves[chance.below(count)], Spelling::Vertex);
            format!("{} play {side} {mv}", chance.below(1000)).into_bytes()
        }
        55..90 => {
            let mut line = chance.pick(SEEDS).as_bytes().to_vec();
            for _ in 0..=chance.below(3) {
                let at = chance.below(line.len() + 1);
                match chance.below(5) {
                    0 => line.truncate(at),
                    1 => line.insert(at, (chance.next() & 0xff) as u8),
                    2 if at < line.len() => line[at] = (chance.next() & 0xff) as u8,
                    3 => line.extend_from_slice(chance.pick(SEEDS).as_bytes()),
                    _ => line.insert(at, b" 0123456789#.-abcdefgh"[chance.below(22)]),
                }
            }
            line
        }
        90..99 => {
            let length = chance.below(30);
            (0..length).map(|_| (chance.next() & 0xff) as u8).collect()
        }
        _ if chance.below(20) == 0 => vec![b'x'; LONGEST - 2 + chance.below(5)],
        _ => b"genmove b".to_vec(),
    }
}

/// Adds a line, unless it would only take long or end the conversation.
fn add(lines: &mut Vec<Vec<u8>>, line: Vec<u8>) {
    if line.contains(&b'\n') {
        return;
    }
    let text = clean(line.trim_ascii());
    let (hurry, wanted) = match parse(&text).1 {
        Ok(
            Command::Quit | Command::Evaluation | Command::PrincipalVariation | Command::MoveScores,
        ) => (false, false),
        Ok(Command::LoadSgf { file, .. }) => (false, file.starts_with(b"/nowhere")),
        Ok(Command::TimeSettings(_) | Command::TimeLeft { .. }) => (true, true),
        _ => (false, true),
    };
    if wanted {
        lines.push(line);
    }
    if hurry {
        lines.push(HURRY.to_vec());
    }
}

#[test]
fn generated_lines_get_one_reply_each() {
    let wanted = wanted_lines();
    let mut program = Program::start(&["--protocol", "gtp", "--hash", "1"]);
    let mut chance = Chance(1_906);
    let mut model = Model(vec![Position::START]);
    let mut lines = vec![HURRY.to_vec()];
    let mut sent = 0;
    while sent < wanted {
        let most = chance.pick(&[&1, &1, &1, &5, &50, &2000]);
        let count = chance.below(*most) + 1;
        while lines.len() < count {
            add(&mut lines, generate(&mut chance, &model));
        }
        sent += lines.len();
        let end: &[u8] = if chance.below(4) == 0 { b"\r\n" } else { b"\n" };
        program.send(
            &lines
                .iter()
                .flat_map(|line| [line.as_slice(), end].concat())
                .collect::<Vec<u8>>(),
        );
        if sent >= wanted {
            program.close();
        }
        for line in std::mem::take(&mut lines) {
            model.follow(&mut program, &line);
        }
    }
    let (rest, status) = program.end();
    assert!(rest.is_empty(), "{rest:?}");
    assert!(status.success());
}
