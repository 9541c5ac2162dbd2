//! Conversations written down: those in `protocol.md` and the files of `tests/transcripts`. Of the latter, those in a folder
//! are in the dialect of that name, and the others are in the native one.
//!
//! `> ` is said to the program, `< ` is its answer (`*` stands for something that differs from run to run), `# ` is a
//! remark; `# game: NAME` on the first line says which game is played. The end of the conversation is the end of the input.

use std::fs;
use std::path::Path;

use crate::program::{Program, fits};

/// The game that a conversation is about, if it is not the usual one.
pub(super) fn game(conversation: &str) -> Option<&str> {
    conversation.lines().next()?.strip_prefix("# game: ")
}

fn play(dialect: Option<&str>, name: &str, conversation: &str) {
    let dialect = dialect.map(|dialect| ["--protocol", dialect]);
    let game = game(conversation).map(|game| ["--game", game]);
    let arguments = [dialect, game].into_iter().flatten().flatten();
    let arguments: Vec<&str> = arguments.collect();
    let mut program = Program::start(&arguments);
    for (number, line) in conversation.lines().enumerate() {
        let place = format!("{name}, line {}", number + 1);
        if let Some(said) = line.strip_prefix("> ") {
            program.say(said);
        } else if let Some(expected) = line.strip_prefix("< ") {
            let heard = program.hear();
            assert!(
                fits(expected, &heard),
                "{place}: expected `{expected}`, heard `{heard}`"
            );
        } else {
            assert!(
                line.is_empty() || line.starts_with('#'),
                "{place}: `{line}`"
            );
        }
    }
    let (rest, status) = program.end();
    assert_eq!(rest, Vec::<String>::new(), "{name}: more than expected");
    assert!(status.success(), "{name}: {status}");
}

/// Recordings of real clients, which take a replay of their own: beside the tests of their dialects.
const REPLAYED_ELSEWHERE: [&str; 2] = ["gtp", "nboard"];

/// Plays all files of a folder, and those of the folders in it; how many there were.
fn play_folder(dialect: Option<&str>, folder: &Path) -> usize {
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let name = path.file_name().unwrap().to_str().unwrap();
            if !REPLAYED_ELSEWHERE.contains(&name) {
                count += play_folder(Some(name), &path);
            }
            continue;
        }
        play(
            dialect,
            &path.display().to_string(),
            &fs::read_to_string(&path).unwrap(),
        );
        count += 1;
    }
    count
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    assert!(play_folder(None, &folder) >= 9);
}

#[test]
fn conversations_of_the_protocol() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = fs::read_to_string(path).unwrap();
    let mut count = 0;
    // The dialect, if it is not the native one, stands behind the word.
    for block in text.split("```conversation").skip(1) {
        let conversation = block.split("```").next().unwrap();
        let (dialect, conversation) = conversation.split_once('\n').unwrap();
        let dialect = Some(dialect.trim()).filter(|dialect| !dialect.is_empty());
        count += 1;
        let name = format!("protocol.md, conversation {count}");
        play(dialect, &name, conversation);
    }
    assert!(count >= 8);
}

/// The help of the program and that of the page are the same.
#[test]
fn help_is_as_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = fs::read_to_string(path).unwrap();
    let written = text.split("```help\n").nth(1).unwrap();
    let written = written.split("```").next().unwrap();
    let (lines, _, _) = Program::answers(&[], b"help\n");
    assert_eq!(written, lines.join("\n") + "\n");
}
