//! The real program, spoken to over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long any answer may take before a test gives up; no claim about speed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    /// Starts the engine.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Self::command(arguments).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self {
            child,
            input,
            lines,
        }
    }

    /// The engine with all its streams piped, not yet started.
    pub(crate) fn command(arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brightsword"));
        command
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command
    }

    /// Everything the engine answers to `input` until it ends, and how long that took from the end of the input.
    pub(crate) fn answers(arguments: &[&str], input: &[u8]) -> (Vec<String>, ExitStatus, Duration) {
        let mut program = Self::start(arguments);
        program.send(input);
        program.close();
        let closed = Instant::now();
        let lines = program.rest();
        let status = program.child.wait().unwrap();
        (lines, status, closed.elapsed())
    }

    /// Sends bytes; a program that has already ended does not read them.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        if input.write_all(bytes).is_ok() {
            let _ = input.flush();
        }
    }

    /// Sends a line.
    pub(crate) fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// The next line of the answer.
    pub(crate) fn hear(&mut self) -> String {
        self.lines
            .recv_timeout(PATIENCE)
            .expect("an answer of the program")
    }

    /// Whether nothing more comes for a moment.
    pub(crate) fn is_silent(&mut self) -> bool {
        self.lines.recv_timeout(Duration::from_millis(30)).is_err()
    }

    /// Ends the input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Everything up to the end of the output.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => all.push(line),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return all,
                Err(error) => panic!("the program does not end: {error}, so far {all:?}"),
            }
        }
    }

    /// Its process number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for its end, input closed.
    pub(crate) fn end(mut self) -> (Vec<String>, ExitStatus) {
        self.close();
        let lines = self.rest();
        let status = self.child.wait().unwrap();
        (lines, status)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Only a failed test leaves it running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a line fits a pattern, in which each `*` stands for one or more characters.
pub(crate) fn fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices()
                .skip(1)
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| at > 0 && fits(tail, &rest[at..]))
        }),
    }
}

#[test]
fn stars_stand_for_something() {
    assert!(fits("best *", "best f5"));
    assert!(!fits("best *", "best "));
    assert!(fits("* *", "4 5"));
    assert!(fits("a*c*e", "abcde"));
    assert!(!fits("a*c", "abcd"));
}
