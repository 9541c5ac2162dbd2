//! A process that outlives the runner by a moment: it knows all process groups of engines, and when the runner is gone, by
//! whatever way, it ends those that are left. The runner tells it of groups through a pipe whose end is the sign.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

/// The runner's end of the pipe.
#[derive(Debug, Clone)]
pub struct Warden(Arc<Mutex<Post>>);

#[derive(Debug)]
struct Post {
    /// None where there is no warden, or no longer.
    pipe: Option<ChildStdin>,
    child: Option<Child>,
}

impl Warden {
    /// Nobody watches: for tests and for programs that start nothing.
    pub fn nobody() -> Self {
        Self(Arc::new(Mutex::new(Post {
            pipe: None,
            child: None,
        })))
    }

    /// Starts `program`, which is to call [`watch`] when it is called with these arguments. It has a group of its own, so
    /// that no signal of a terminal reaches it.
    pub fn start(program: &Path, arguments: &[&str]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).process_group(0);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn()?;
        let pipe = child.stdin.take();
        Ok(Self(Arc::new(Mutex::new(Post {
            pipe,
            child: Some(child),
        }))))
    }

    fn tell(&self, sign: char, group: u32) {
        let mut post = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pipe) = &mut post.pipe
            && let Err(error) = writeln!(pipe, "{sign}{group}")
        {
            log::warn!("the warden of process groups is gone: {error}");
            post.pipe = None;
        }
    }

    /// A group has begun.
    pub fn begun(&self, group: u32) {
        self.tell('+', group);
    }

    /// A group is about to be gone; told before its number can be given to others.
    pub fn gone(&self, group: u32) {
        self.tell('-', group);
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        self.pipe = None;
        if let Some(mut child) = self.child.take() {
            let _ = child.wait();
        }
    }
}

/// The warden's own work: reads of groups until the input ends, and kills those that are left.
pub fn watch(input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines() {
        let Ok(line) = line else { break };
        let number = line.get(1..).and_then(|digits| digits.parse::<i32>().ok());
        match (line.as_bytes().first(), number) {
            (Some(b'+'), Some(number)) => drop(groups.insert(number)),
            (Some(b'-'), Some(number)) => drop(groups.remove(&number)),
            _ => {}
        }
    }
    for group in groups.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}
