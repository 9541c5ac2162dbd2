//! Dialogues recorded from real clients, in `tests/transcripts/gtp`, with the replies that are ours.
//!
//! `> ` is said to the program and `< ` is its answer, as in the other transcripts; in a reply `...` stands for any more
//! lines. The answer to `genmove` may be any legal move. If it is not the recorded one it is taken back and the recorded
//! move is played, so that the conversation stays on its track.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use super::super::transcripts::game;
use super::{ask, done, reply};
use crate::program::{Program, fits};

struct Replay<'a> {
    place: String,
    program: &'a mut Program,
    /// Commands whose replies have not been looked at.
    open: VecDeque<String>,
}

impl Replay<'_> {
    fn answered(&mut self, expected: &[&str]) {
        let place = &self.place;
        let command = self.open.pop_front().expect("a command for the reply");
        let heard = reply(self.program);
        let words: Vec<&str> = command.split_whitespace().collect();
        match *words.as_slice() {
            ["genmove", colour] if expected != heard => {
                assert!(self.open.is_empty(), "{place}: the move comes too late");
                self.correct(colour, expected[0], &heard);
            }
            ["reg_genmove", _] => assert!(is_move(&heard), "{place}: {heard:?}"),
            _ => {
                let (expected, complete) = match expected {
                    [head @ .., "..."] => (head, false),
                    all => (all, true),
                };
                assert!(
                    (heard.len() == expected.len() || !complete && heard.len() > expected.len())
                        && expected
                            .iter()
                            .zip(&heard)
                            .all(|(pattern, line)| fits(pattern, line)),
                    "{place}, `{command}`: expected {expected:?}, heard {heard:?}"
                );
            }
        }
    }

    /// We chose another move: it must be legal; the recorded one takes its place.
    fn correct(&mut self, colour: &str, expected: &str, heard: &[String]) {
        let place = &self.place;
        let recorded = expected.strip_prefix("= ").expect("a recorded move");
        assert!(is_move(heard) && heard != ["= pass"], "{place}: {heard:?}");
        let own = &heard[0][2..];
        done(self.program, "undo");
        // A recorded pass of a side that was not to move changed nothing.
        if recorded == "pass" {
            return;
        }
        if ask(self.program, &format!("play {colour} {own}")) == "? illegal move" {
            // Out of turn, where no move can be played but one may be asked for: ours stands.
            assert!(fits(
                "= **",
                &ask(self.program, &format!("genmove {colour}"))
            ));
            return;
        }
        done(self.program, "undo");
        done(self.program, &format!("play {colour} {recorded}"));
    }
}

fn is_move(reply: &[String]) -> bool {
    let [line] = reply else {
        return false;
    };
    match *line.as_bytes() {
        [b'=', b' ', b'A'..=b'K', b'1'..=b'9', b'0'..=b'9']
        | [b'=', b' ', b'A'..=b'K', b'1'..=b'9'] => true,
        _ => line == "= pass",
    }
}

fn play(name: &str, conversation: &str) {
    // Any player will do for what is tested here, and this one is quick.
    let who = match game(conversation) {
        Some(game) => ["--game", game],
        None => ["--player", "ai1"],
    };
    let mut program = Program::start(&["--protocol", "gtp", who[0], who[1], "--hash", "1"]);
    let mut replay = Replay {
        place: String::new(),
        program: &mut program,
        open: VecDeque::new(),
    };
    let mut expected: Vec<&str> = Vec::new();
    for (number, line) in conversation.lines().enumerate() {
        replay.place = format!("{name}, line {}", number + 1);
        if let Some(said) = line.strip_prefix('>') {
            let said = said.strip_prefix(' ').unwrap_or(said);
            replay.program.say(said);
            // Nothing else has a reply.
            if said
                .split('#')
                .next()
                .is_some_and(|text| !text.trim().is_empty())
            {
                replay.open.push_back(said.to_owned());
            }
        } else if let Some(answer) = line.strip_prefix('<') {
            match answer.strip_prefix(' ').unwrap_or(answer) {
                "" => replay.answered(&std::mem::take(&mut expected)),
                answer => expected.push(answer),
            }
        } else {
            assert!(line.is_empty() || line.starts_with('#'), "{}", replay.place);
        }
    }
    assert!(replay.open.is_empty(), "{name}: {:?}", replay.open);
    let (rest, status) = program.end();
    assert_eq!(rest, Vec::<String>::new(), "{name}: more than expected");
    assert!(status.success(), "{name}: {status}");
}

#[test]
fn recorded_dialogues() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/gtp");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        play(&name, &fs::read_to_string(&path).unwrap());
        count += 1;
    }
    assert!(count >= 18);
}

/// The examples of the page are true.
#[test]
fn conversations_of_the_protocol() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = fs::read_to_string(path).unwrap();
    let blocks: Vec<&str> = text.split("```gtp\n").skip(1).collect();
    assert!(blocks.len() >= 2);
    for block in blocks {
        play("protocol.md", block.split("```").next().unwrap());
    }
}

/// The user goes back and forth in the graphical client, which plays everything again before it asks anything.
#[test]
fn games_played_again_and_again_cost_next_to_nothing() {
    let mut program = Program::start(&["--protocol", "gtp"]);
    let game = ["black F5", "white D6", "black C3", "white D3", "black C4"];
    let moves = game.map(|mv| format!("play {mv}\n")).concat();
    let lines = format!("clear_board\n{moves}").repeat(2000);
    let begun = std::time::Instant::now();
    program.send(lines.as_bytes());
    for _ in 0..2000 * 6 {
        assert_eq!(reply(&mut program), ["="]);
    }
    // Clearing the tables, 64 MiB, would take a minute.
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    assert_eq!(ask(&mut program, "gogui-rules_side_to_move"), "= white");
}
