//! Conversations written down in `tests/transcripts/nboard`, in the form of the native dialect's, and with lines `<+ ` for
//! one or more answers of the same form. Besides, every move that the program chooses must be legal.

use std::fs;
use std::path::Path;

use super::{SPOKEN, Table};
use crate::program::{Program, fits};

fn play(name: &str, conversation: &str) {
    let mut program = Program::start(&SPOKEN);
    let mut table = Table::new();
    let mut early = None;
    for (number, line) in conversation.lines().enumerate() {
        let place = format!("{name}, line {}", number + 1);
        if let Some(said) = line.strip_prefix("> ") {
            assert_eq!(early, None, "{place}: more than expected");
            table.follow(said.as_bytes());
            program.say(said);
        } else if let Some(expected) = line.strip_prefix("< ") {
            let heard = early.take().unwrap_or_else(|| program.hear());
            assert!(
                fits(expected, &heard),
                "{place}: expected `{expected}`, heard `{heard}`"
            );
            if heard.starts_with("=== ") {
                assert!(table.allows(&heard), "{place}: `{heard}`");
            }
        } else if let Some(expected) = line.strip_prefix("<+ ") {
            let mut count = 0;
            let other = loop {
                let heard = program.hear();
                if !fits(expected, &heard) {
                    break heard;
                }
                count += 1;
            };
            assert!(count > 0, "{place}: expected `{expected}`, heard `{other}`");
            early = Some(other);
        } else {
            assert!(
                line.is_empty() || line.starts_with('#'),
                "{place}: `{line}`"
            );
        }
    }
    assert_eq!(early, None, "{name}: more than expected");
    let (rest, status) = program.end();
    assert_eq!(rest, Vec::<String>::new(), "{name}: more than expected");
    assert!(status.success(), "{name}: {status}");
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/nboard");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
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
    for block in text.split("```nboard\n").skip(1) {
        count += 1;
        let conversation = block.split("```").next().unwrap();
        play(&format!("protocol.md, nboard {count}"), conversation);
    }
    assert!(count >= 1);
}
