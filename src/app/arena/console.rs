//! Where a run is told: lines on standard output, a live line on a terminal, warnings on standard error.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _, Write as _};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// So often a warning of one kind is told; then it is only counted.
const TOLD: usize = 5;

/// The console of one run.
pub(super) struct Console {
    bar: ProgressBar,
    quiet: bool,
    warned: BTreeMap<String, usize>,
}

/// Writes to standard output; a reader that went away is no error.
pub(super) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

impl Console {
    /// For so many games, of which some are done.
    pub(super) fn new(quiet: bool, games: usize, done: usize) -> Self {
        let live = io::stderr().is_terminal() && !quiet;
        let target = if live {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(games as u64), target);
        if let Ok(style) =
            ProgressStyle::with_template("{pos}/{len} games {wide_bar} {elapsed} {eta} left  {msg}")
        {
            bar.set_style(style);
        }
        bar.set_position(done as u64);
        bar.reset_eta();
        Self {
            bar,
            quiet,
            warned: BTreeMap::new(),
        }
    }

    /// A line of the run.
    pub(super) fn line(&self, text: &str) {
        if !self.quiet {
            // A full disk behind standard output must not cost a game.
            let _ = self.bar.suspend(|| print(&format!("{text}\n")));
        }
    }

    /// A warning of some kind.
    pub(super) fn warn(&mut self, kind: &str, text: &str) {
        let count = self.warned.entry(kind.to_owned()).or_default();
        *count += 1;
        if *count <= TOLD {
            self.bar.suspend(|| {
                let _ = writeln!(io::stderr(), "brightsword: warning: {text}");
            });
        }
    }

    /// A game is done.
    pub(super) fn advance(&self, message: &str) {
        self.bar.inc(1);
        self.bar.set_message(message.to_owned());
    }

    /// The live line goes; counts of what was not told come.
    pub(super) fn close(&self) {
        self.bar.finish_and_clear();
        for (kind, count) in self.warned.iter().filter(|(_, count)| **count > TOLD) {
            let _ = writeln!(
                io::stderr(),
                "brightsword: warning: {kind}: {count} times in all"
            );
        }
    }
}
