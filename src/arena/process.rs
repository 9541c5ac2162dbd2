//! A child process with deadlines: what it says, its silence and its end are values, and nothing here waits for ever.

use std::collections::VecDeque;
use std::io::{self, Read, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::backlog::{Backlog, Room};
use super::warden::Warden;
use crate::base::clock::Clock;

/// The longest line that is taken, in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// How much of standard error is kept.
const ERRORS_KEPT: usize = 64 << 10;

/// What to start, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments; not empty.
    pub argv: Vec<String>,
    /// Working directory, if another than ours.
    pub dir: Option<PathBuf>,
    /// Environment variables on top of ours.
    pub env: Vec<(String, String)>,
    /// Ours are left out.
    pub clear_env: bool,
}

/// Why a process could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{command}` in {dir}: {reason}{hint}")]
pub struct CannotStart {
    command: String,
    dir: String,
    reason: io::Error,
    hint: &'static str,
}

/// What comes from a process.
#[derive(Debug, PartialEq, Eq)]
pub enum Said {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line that is too long; the rest of it is skipped.
    TooLong,
    /// The end of its output.
    End,
}

/// Something a process said, with who and when.
#[derive(Debug)]
pub struct Message {
    /// Which of the engines that share the channel.
    pub from: usize,
    /// Which of its lives.
    pub life: u32,
    /// When the bytes that complete it came, on the clock [`Clock::Wall`].
    pub at: Duration,
    /// What.
    pub said: Said,
    /// Its place among what waits to be heard.
    _room: Room,
}

/// Why something could not be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unheard {
    /// The pipe stayed full.
    Stalled,
    /// The other side has closed it.
    Closed,
}

/// A running process in a group of its own.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// Reads standard error until its end.
    keeper: Option<JoinHandle<()>>,
    warden: Warden,
    reaped: bool,
}

impl Process {
    /// Starts a process. All it says goes to `queue`, signed with `from` and `life`.
    pub fn start(
        launch: &Launch,
        (from, life): (usize, u32),
        queue: Sender<Message>,
        warden: &Warden,
    ) -> Result<Self, CannotStart> {
        Self::spawn(launch, from, life, queue, warden).map_err(|reason| CannotStart {
            command: shell_words::join(&launch.argv),
            dir: launch.dir.as_ref().map_or_else(
                || "this directory".to_owned(),
                |dir| dir.display().to_string(),
            ),
            hint: if reason.kind() == io::ErrorKind::NotFound
                && launch.argv.first().is_some_and(|word| !word.contains('/'))
            {
                ": it was looked for in PATH; a file of this directory has ./ in front"
            } else {
                ""
            },
            reason,
        })
    }

    fn spawn(
        launch: &Launch,
        from: usize,
        life: u32,
        queue: Sender<Message>,
        warden: &Warden,
    ) -> io::Result<Self> {
        let missing = || io::Error::new(io::ErrorKind::InvalidInput, "no program is named");
        let (program, arguments) = launch.argv.split_first().ok_or_else(missing)?;
        let mut command = Command::new(program);
        command.args(arguments).process_group(0);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(dir) = &launch.dir {
            command.current_dir(dir);
        }
        if launch.clear_env {
            command.env_clear();
        }
        command.envs(launch.env.iter().cloned());
        let mut child = command.spawn()?;
        warden.begun(child.id());
        let input = child.stdin.take();
        let (output, complaints) = (child.stdout.take(), child.stderr.take());
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        // From here on a failure still ends the process.
        let mut process = Self {
            child,
            input,
            errors: Arc::clone(&errors),
            keeper: None,
            warden: warden.clone(),
            reaped: false,
        };
        if let Some(input) = &process.input {
            rustix::io::ioctl_fionbio(input, true)?;
        }
        if let Some(output) = output {
            let backlog = Backlog::default();
            let send = move |at, said| {
                let size = match &said {
                    Said::Line(line) => line.len(),
                    Said::TooLong | Said::End => 0,
                };
                queue
                    .send(Message {
                        from,
                        life,
                        at,
                        said,
                        _room: backlog.enter(size),
                    })
                    .is_ok()
            };
            std::thread::Builder::new()
                .name("listener".to_owned())
                .spawn(move || listen(output, send))?;
        }
        if let Some(complaints) = complaints {
            let keeper = std::thread::Builder::new().name("complaints".to_owned());
            process.keeper = Some(keeper.spawn(move || keep(complaints, &errors))?);
        }
        Ok(process)
    }

    /// Its number, which is that of its group too.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.child.id()).ok()?)
    }

    /// Tells it something within a time.
    pub fn tell(&mut self, text: &[u8], patience: Duration) -> Result<(), Unheard> {
        let input = self.input.as_mut().ok_or(Unheard::Closed)?;
        let begun = Clock::Wall.now();
        let mut rest = text;
        while !rest.is_empty() {
            match input.write(rest) {
                Ok(count) => rest = rest.get(count..).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let left = patience.saturating_sub(Clock::Wall.since(begun));
                    if left.is_zero() {
                        return Err(Unheard::Stalled);
                    }
                    let mut waiting = [PollFd::new(input, PollFlags::OUT)];
                    let left = Timespec::try_from(left).ok();
                    let _ = poll(&mut waiting, left.as_ref());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(Unheard::Closed),
            }
        }
        Ok(())
    }

    /// Whether it has ended, though it is still to be buried.
    pub fn has_ended(&self) -> bool {
        let Some(pid) = self.pid().filter(|_| !self.reaped) else {
            return true;
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
    }

    /// The last lines of its standard error.
    pub fn last_errors(&self, lines: usize) -> Vec<String> {
        let kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        let all: Vec<&[u8]> = bytes
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .collect();
        let skipped = all.len().saturating_sub(lines);
        all[skipped..]
            .iter()
            .map(|line| line.escape_ascii().to_string())
            .collect()
    }

    /// Processor time it has used so far, to the system's tick; none where the system does not tell.
    pub fn processor_time(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name in parentheses may hold anything; user and system time are the 12th and 13th field behind it.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 =
            fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        Some(Duration::from_millis(
            ticks * 1000 / rustix::param::clock_ticks_per_second().max(1),
        ))
    }

    /// The most memory it has had so far, in KiB; none where the system does not tell, as when it has ended.
    pub fn peak_memory(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// The politest way to be told to go.
    pub fn dismiss(&mut self, farewell: &[u8]) {
        let _ = self.tell(farewell, Duration::ZERO);
        self.input = None;
    }

    fn signal(&self, signal: Signal) {
        if let Some(pid) = self.pid() {
            let _ = kill_process_group(pid, signal);
        }
    }

    /// Ends processes, with everything in their groups, after giving them so much time twice to go by themselves: after the
    /// end of their input, and after a signal. None is left when this returns.
    pub fn bury(all: &mut [Self], patience: Duration) {
        for process in all.iter_mut() {
            process.input = None;
        }
        if !wait(all, patience) {
            all.iter()
                .filter(|process| !process.has_ended())
                .for_each(|process| process.signal(Signal::TERM));
            wait(all, patience);
        }
        // Whatever they have started goes with them. A number is not given to others before it is waited for.
        all.iter()
            .filter(|process| !process.reaped)
            .for_each(|process| process.signal(Signal::KILL));
        wait(all, Duration::from_secs(10));
        // Their last words on standard error are on their way, unless somebody beyond our reach holds it open.
        let read = |process: &Self| process.keeper.as_ref().is_none_or(JoinHandle::is_finished);
        wait_until(|| all.iter().all(read), Duration::from_millis(200));
        for process in all {
            if !std::mem::replace(&mut process.reaped, true) {
                process.warden.gone(process.child.id());
                if process.has_ended() {
                    let _ = process.child.wait();
                }
            }
        }
    }
}

/// Whether all have ended within a time.
fn wait(all: &[Process], patience: Duration) -> bool {
    wait_until(|| all.iter().all(Process::has_ended), patience)
}

/// Whether something is so within a time.
fn wait_until(is_so: impl Fn() -> bool, patience: Duration) -> bool {
    let begun = Clock::Wall.now();
    let mut pause = Duration::from_micros(200);
    loop {
        if is_so() {
            return true;
        }
        if Clock::Wall.since(begun) >= patience {
            return false;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        Self::bury(std::slice::from_mut(self), Duration::ZERO);
    }
}

/// Reads, stamps and sends lines until the end; nothing else.
fn listen(mut output: impl Read, send: impl Fn(Duration, Said) -> bool) {
    let mut chunk = vec![0; 64 << 10];
    let mut line = Vec::new();
    let mut skipping = false;
    loop {
        let count = match output.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => break,
            Ok(count) => count,
        };
        let at = Clock::Wall.now();
        for piece in chunk
            .get(..count)
            .unwrap_or_default()
            .split_inclusive(|&byte| byte == b'\n')
        {
            let ended = piece.last() == Some(&b'\n');
            if !skipping {
                line.extend_from_slice(piece);
            }
            if !skipping && line.len() > LONGEST_LINE {
                skipping = true;
                line.clear();
                if !send(at, Said::TooLong) {
                    return;
                }
            }
            if ended {
                if !std::mem::take(&mut skipping)
                    && !send(at, Said::Line(without_end(std::mem::take(&mut line))))
                {
                    return;
                }
                line.clear();
            }
        }
    }
    let at = Clock::Wall.now();
    if !line.is_empty() && !send(at, Said::Line(without_end(line))) {
        return;
    }
    send(at, Said::End);
}

fn without_end(mut line: Vec<u8>) -> Vec<u8> {
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    line
}

/// Reads standard error to its end, so that it never blocks, and keeps the last of it.
fn keep(mut complaints: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut chunk = [0; 8 << 10];
    loop {
        let count = match complaints.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return,
            Ok(count) => count,
        };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(chunk.get(..count).unwrap_or_default());
        let surplus = kept.len().saturating_sub(ERRORS_KEPT);
        kept.drain(..surplus);
    }
}
