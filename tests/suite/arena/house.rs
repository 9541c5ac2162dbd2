//! Runs of the real program, in folders of their own, with a look at what they leave behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use brightsword::arena::journal::{self, Event};
use brightsword::arena::record::GameRecord;
use serde_json::Value;
use tempfile::TempDir;

/// How long any run may take before a test gives up; no claim about speed.
const PATIENCE: Duration = Duration::from_secs(100);

/// `cargo test` builds the examples too and puts them beside the tests.
pub(crate) fn double() -> PathBuf {
    let program = std::env::current_exe().expect("the path of this test");
    let profile = program
        .parent()
        .and_then(Path::parent)
        .expect("target, profile, deps");
    let path = profile.join("examples/double");
    assert!(
        path.is_file(),
        "{} is missing: run `cargo build --examples`",
        path.display()
    );
    path
}

/// A folder for the runs of one test.
pub(crate) struct House(TempDir);

/// How a run ended.
pub(crate) struct Ran {
    /// Its status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) errors: String,
}

impl House {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// A path in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Something that stands in the command lines of all processes of this test and of no other.
    fn tag(&self) -> String {
        format!("tag={}", self.0.path().display())
    }

    /// An engine of this name that misbehaves so.
    pub(crate) fn engine(&self, name: &str, manners: &str) -> String {
        format!(
            "name={name} {} {manners} {}",
            double().display(),
            self.tag()
        )
    }

    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brightsword"));
        command.args(words);
        self.inside(command)
    }

    /// Runs the program to its end by a script of bash, which has its command line as `"$@"`.
    pub(crate) fn run_by(&self, script: &str, words: &[&str]) -> Ran {
        let mut command = Command::new("bash");
        command.args(["-c", script, "bash", env!("CARGO_BIN_EXE_brightsword")]);
        command.args(words);
        let ran = finish(self.inside(command).spawn().expect("bash starts"));
        self.nobody_is_left();
        ran
    }

    fn inside(&self, mut command: Command) -> Command {
        command.current_dir(self.0.path()).env_remove("RUST_LOG");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, words: &[&str]) -> Ran {
        let child = self.command(words).spawn().expect("the program starts");
        let ran = finish(child);
        self.nobody_is_left();
        ran
    }

    /// A match of two engines that misbehave, kept in `run`.
    pub(crate) fn play(&self, a: &str, b: &str, more: &[&str]) -> Ran {
        let engines = [self.engine("a", a), self.engine("b", b)];
        let mut words = vec![
            "match",
            &engines[0],
            &engines[1],
            "--seed",
            "7",
            "--out",
            "run",
        ];
        words.extend(more);
        self.run(&words)
    }

    /// No process of this test is left, whatever group it is in.
    pub(crate) fn nobody_is_left(&self) {
        let left = self.processes();
        assert!(left.is_empty(), "left behind: {left:?}");
    }

    /// Processes whose command lines have the tag of this test.
    pub(crate) fn processes(&self) -> Vec<String> {
        let tag = self.tag();
        let own = |entry: fs::DirEntry| {
            let bytes = fs::read(entry.path().join("cmdline")).ok()?;
            let text = String::from_utf8_lossy(&bytes).replace('\0', " ");
            (text.contains(&tag) && !text.contains("brightsword match")).then_some(text)
        };
        let all = fs::read_dir("/proc")
            .expect("a system with /proc")
            .flatten();
        // The runner itself has the tag in what it was told.
        let runner = env!("CARGO_BIN_EXE_brightsword");
        all.filter_map(own)
            .filter(|text| !text.starts_with(runner))
            .collect()
    }

    /// The games of `run`, in the order of their ends.
    pub(crate) fn games(&self) -> Vec<GameRecord> {
        let past = journal::read(&self.path("run/events.jsonl")).expect("events");
        let game = |event| match event {
            Event::Game(record) => Some(*record),
            _ => None,
        };
        past.events.into_iter().filter_map(game).collect()
    }

    /// The report of `run` for programs.
    pub(crate) fn report(&self) -> Value {
        let text = fs::read_to_string(self.path("run/report.json")).expect("a report");
        serde_json::from_str(&text).expect("JSON")
    }

    /// `run` is as it should be.
    pub(crate) fn verify(&self) {
        let ran = self.run(&["verify", "run"]);
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    }
}

/// Waits for the end of a program.
pub(crate) fn finish(mut child: Child) -> Ran {
    let begun = Instant::now();
    // What is not read could block it.
    let output = thread::scope(|scope| {
        let (mut out, mut err) = (
            child.stdout.take().expect("piped"),
            child.stderr.take().expect("piped"),
        );
        let out = scope.spawn(move || read(&mut out));
        let err = scope.spawn(move || read(&mut err));
        let status = loop {
            if let Some(status) = child.try_wait().expect("a child") {
                break status;
            }
            if begun.elapsed() > PATIENCE {
                let _ = child.kill();
                panic!("the program does not end");
            }
            thread::sleep(Duration::from_millis(5));
        };
        Output {
            status,
            stdout: out.join().expect("read"),
            stderr: err.join().expect("read"),
        }
    });
    Ran {
        status: code(output.status),
        out: text(&output.stdout),
        errors: text(&output.stderr),
    }
}

fn read(from: &mut impl std::io::Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = from.read_to_end(&mut bytes);
    bytes
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or(-1)
}
