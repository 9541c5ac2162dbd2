//! Conversations written down: those in `protocol.md` and the files of `tests/transcripts`.
//!
//! `> ` is said to the program, `< ` is its answer (`*` stands for something that differs from run to run), `# ` is a
//! remark. The end of the conversation is the end of the input.

use std::fs;
use std::path::Path;

use crate::program::{Program, fits};

fn play(name: &str, conversation: &str) {
    let mut program = Program::start(&[]);
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

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // The folders are for other dialects.
        if path.is_dir() {
            continue;
        }
        play(
            &path.display().to_string(),
            &fs::read_to_string(&path).unwrap(),
        );
        count += 1;
    }
    assert!(count >= 3);
}

#[test]
fn conversations_of_the_protocol() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = fs::read_to_string(path).unwrap();
    let mut count = 0;
    for block in text.split("```conversation\n").skip(1) {
        let conversation = block.split("```").next().unwrap();
        count += 1;
        play(&format!("protocol.md, conversation {count}"), conversation);
    }
    assert!(count >= 4);
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
