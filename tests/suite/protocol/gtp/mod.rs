//! The Go Text Protocol, spoken with the real program.

mod conversations;
mod four_in_line;
mod fuzz;
mod matrix;
mod replay;

use crate::program::Program;

/// A reply without the empty line at its end. Its first line begins with its sign, and no line in it is empty.
pub(super) fn reply(program: &mut Program) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let line = program.hear();
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    let signed = lines
        .first()
        .is_some_and(|line| line.starts_with(['=', '?']));
    assert!(signed, "not a reply: {lines:?}");
    lines
}

/// What the program answers to a command.
pub(super) fn ask(program: &mut Program, command: &str) -> String {
    program.say(command);
    reply(program).join("\n")
}

/// Sends a command that must succeed and have nothing to say.
pub(super) fn done(program: &mut Program, command: &str) {
    assert_eq!(ask(program, command), "=", "{command}");
}
