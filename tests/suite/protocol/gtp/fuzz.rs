//! A great many generated lines: the program never dies, never hangs, and gives exactly one reply to every command, with
//! its number, framed as promised. The model below knows the rules about passes and what is legal.

use brightsword::connect4::rules::position::Connect4;
use brightsword::connect4::rules::size::TenByFifteen;
use brightsword::game::level::Level;
use brightsword::game::{Game, Side, Spelling};
use brightsword::othello::rules::position::Othello;
use brightsword::protocol::gtp::parse::{Command, clean, parse};
use brightsword::protocol::line::LONGEST;
use brightsword::session::options::Options;

use super::super::chance::Chance;
use super::super::mill::{Mill, burst, send, wanted_lines};
use super::super::umpire::Umpire;
use super::reply;
use crate::program::Program;

/// Lets a move take next to no time.
const HURRY: &[u8] = b"time_settings 0 0.0005 1";

/// Lines that mean something in every game.
const ANY_GAME: &[&str] = &[
    "name",
    "list_commands",
    "list_games",
    "set_game Othello",
    "boardsize 8",
    "clear_board",
    "play b pass",
    "play W PASS",
    "genmove black",
    "genmove w",
    "reg_genmove b",
    "reg_genmove WHITE",
    "undo",
    "time_settings 0 0.0005 1",
    "time_left black 0.001 0",
    "final_score",
    "showboard",
    "loadsgf /nowhere/at/all.sgf 5",
    "gogui-rules_game_id",
    "gogui-rules_board_size",
    "gogui-rules_board",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "brightsword-depth 3",
    "brightsword-level casual",
    "brightsword-param seed 3",
    "brightsword-param",
    "17 name # and a remark",
    "",
];

const OTHELLO: Mill = Mill {
    signs: b" 0123456789#.-abcdefgh",
    usual: "genmove b",
    seeds: [
        ANY_GAME,
        &[
            "protocol_version",
            "version",
            "known_command play",
            "known_command",
            "set_game Reversi",
            "boardsize 10",
            "komi 6.5",
            "play black F5",
            "play white D6",
            "play B C3",
            "play w d3",
            "time_settings 0.001 0 0",
            "time_left white 0.001 2",
            "gogui-analyze_commands",
            "# a remark",
            " \t ",
            "5",
        ],
    ],
};

const FOUR_IN_LINE: Mill = Mill {
    signs: b" 0123456789#.-abcdefgjk",
    usual: "genmove b",
    seeds: [
        ANY_GAME,
        &[
            "known_command loadsgf",
            "set_game Four-in-line",
            "boardsize 15",
            "komi 0",
            "play black E1",
            "play white E2",
            "play B K1",
            "play w j1",
            "play b i1",
            "genmove b",
        ],
    ],
};

/// The position with `side` to move; none if the turn cannot be given to it.
fn seen_by<G: Game>(side: Side, at: &G::Position) -> Option<G::Position> {
    if G::side(at) == side {
        return Some(at.clone());
    }
    G::turn_over(at).map(|(_, turned)| turned)
}

fn can_move<G: Game>(side: Side, at: &G::Position) -> bool {
    let seen = seen_by::<G>(side, at);
    let moves = G::legal_moves(seen.as_ref().unwrap_or(at));
    moves.into_iter().any(|mv| !G::is_pass(mv))
}

/// The positions after each move of the client's game.
struct Model<G: Game>(Vec<G::Position>);

impl<G: Umpire> Model<G> {
    fn at(&self) -> &G::Position {
        self.0.last().unwrap()
    }

    fn pass(&mut self, side: Side) -> bool {
        if can_move::<G>(side, self.at()) {
            return false;
        }
        let at = self.at().clone();
        let turned = G::turn_over(&at).filter(|_| G::side(&at) == side);
        self.0.push(turned.map_or(at, |(_, turned)| turned));
        true
    }

    fn play(&mut self, side: Side, vertex: &[u8]) -> bool {
        let mut at = self.at().clone();
        if G::side(&at) != side {
            let pass = G::legal_moves(&at).into_iter().find(|&mv| G::is_pass(mv));
            let Some(pass) = pass else {
                return false;
            };
            at = G::play(&at, pass).unwrap();
        }
        let Ok(mv) = G::read_move(vertex) else {
            return false;
        };
        let next = G::play(&at, mv).ok();
        assert!(G::agrees(&at, mv, next.as_ref()), "{mv:?} at {at:?}");
        let legal = next.is_some();
        self.0.extend(next);
        legal
    }

    /// What the reply to a command must be: whether it succeeds, and its text where that is known.
    fn expect(&mut self, command: Command<'_>) -> (bool, Option<String>) {
        let over = G::outcome(self.at()).is_some();
        let text = |text: &str| (true, Some(text.to_owned()));
        match command {
            Command::SetGame(name) => (
                name.eq_ignore_ascii_case(G::NAME.as_bytes())
                    && name[0].is_ascii_uppercase()
                    && !name[1..].iter().any(u8::is_ascii_uppercase),
                None,
            ),
            Command::BoardSize(size) => {
                let rows = G::rows(self.at());
                (size == rows.len().max(rows[0].len()), None)
            }
            Command::ClearBoard => {
                self.0 = vec![G::start()];
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
            Command::Level(Some(name)) => (
                Level::NAMES.iter().any(|level| level.as_bytes() == name),
                None,
            ),
            // What options take is tested where they are.
            Command::Parameter(Some([name, value])) => {
                (Options::new(1).set(name, value).is_ok(), None)
            }
            Command::FinalScore | Command::RulesFinalResult => (over, None),
            Command::LoadSgf { .. } => (false, None),
            Command::RulesLegalMoves => {
                let moves: Vec<String> = G::legal_moves(self.at())
                    .into_iter()
                    .map(|mv| G::show_move_at(self.at(), mv, Spelling::Vertex))
                    .collect();
                text(&moves.join(" "))
            }
            Command::RulesSideToMove => text(colour(G::side(self.at()))),
            Command::Komi | Command::TimeSettings(_) | Command::TimeLeft { .. } => text(""),
            _ => (true, None),
        }
    }

    /// The program's own move must be legal; a side that cannot be given the turn has none.
    fn moved(&mut self, side: Side, reply: &str, played: bool) {
        let at = self.at().clone();
        if !can_move::<G>(side, &at) {
            assert_eq!(reply, "= pass");
            if played {
                assert!(self.pass(side));
            }
            return;
        }
        let Some(at) = seen_by::<G>(side, &at) else {
            return assert_eq!(reply, "? illegal move");
        };
        let text = reply.strip_prefix("= ").expect("a move of the program");
        let mv = G::read_move(text.as_bytes()).expect("a move of the program");
        let next = G::play(&at, mv).expect("a legal move of the program");
        assert_eq!(text, G::show_move_at(&at, mv, Spelling::Vertex));
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
            Command::GenMove(side) => return self.moved(side, &format!("{sign} {said}"), true),
            Command::RegGenMove(side) => return self.moved(side, &format!("{sign} {said}"), false),
            _ => {}
        }
        let (success, expected) = self.expect(command);
        assert_eq!(sign == "=", success, "`{shown}`: `{heard}`");
        if let Some(expected) = expected {
            assert_eq!(said, expected, "`{shown}`");
        }
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// A line without its end.
fn generate<G: Umpire>(mill: &Mill, chance: &mut Chance, model: &Model<G>) -> Vec<u8> {
    match chance.below(100) {
        0..30 => mill.seed(chance),
        // Mostly right when the model is in step with the program, which it is at the beginning of a burst.
        30..55 => {
            let moves = G::legal_moves(model.at());
            let Some(count) = (1..=moves.len()).last() else {
                return b"clear_board".to_vec();
            };
            let side = colour(G::side(model.at()));
            let mv = moves[chance.below(count)];
            let mv = G::show_move_at(model.at(), mv, Spelling::Vertex);
            format!("{} play {side} {mv}", chance.below(1000)).into_bytes()
        }
        55..90 => {
            let line = mill.seed(chance);
            mill.spoil(chance, line)
        }
        _ => mill.noise(chance),
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

fn converse<G: Umpire>(mill: &Mill, wanted: usize) {
    let mut program = Program::start(&["--protocol", "gtp", "--hash", "1", "--game", G::NAME]);
    let mut chance = Chance(1_906);
    let mut model = Model::<G>(vec![G::start()]);
    let mut lines = vec![HURRY.to_vec()];
    let mut sent = 0;
    while sent < wanted {
        let count = burst(&mut chance);
        while lines.len() < count {
            add(&mut lines, generate(mill, &mut chance, &model));
        }
        sent += lines.len();
        send(&mut program, &mut chance, &lines);
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

#[test]
fn generated_lines_get_one_reply_each() {
    converse::<Othello>(&OTHELLO, wanted_lines());
}

#[test]
fn generated_lines_about_four_in_line() {
    converse::<Connect4<TenByFifteen>>(&FOUR_IN_LINE, wanted_lines() / 2);
}
