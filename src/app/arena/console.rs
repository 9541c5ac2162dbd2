//! Where a run is told: lines on standard output, a live line on a terminal, warnings on standard error.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _, Write as _};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::app::status::{Status, Unsaid, unless_closed};

/// So often a warning of one kind is told; then it is only counted.
const TOLD: usize = 5;

/// The console of one run.
pub(super) struct Console {
    bar: ProgressBar,
    quiet: bool,
    warned: BTreeMap<String, usize>,
    /// The first thing that could not be said. A full disk behind standard output costs no game.
    unsaid: Option<Unsaid>,
}

/// Writes to standard output; a reader that went away is no error.
pub(super) fn print(text: &str) -> Result<(), Unsaid> {
    let mut out = io::stdout().lock();
    let said = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    let said = unless_closed(said.map(|()| Status::Done));
    said.map(|_| ()).map_err(Unsaid)
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
            unsaid: None,
        }
    }

    /// A line of the run.
    pub(super) fn line(&mut self, text: &str) {
        if !self.quiet {
            self.say(&format!("{text}\n"));
        }
    }

    /// Something that is said however quiet the run is.
    pub(super) fn say(&mut self, text: &str) {
        let said = self.bar.suspend(|| print(text));
        self.unsaid = self.unsaid.take().or(said.err());
    }

    /// The first thing that could not be said, if there is one.
    pub(super) fn unsaid(self) -> Option<Unsaid> {
        self.unsaid
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
