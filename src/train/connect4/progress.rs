//! How far a step has come, for whoever waits.

use std::io::Write as _;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error for so many things, with the time left; nothing where that is no terminal.
pub(super) fn bar(total: u64, what: &str) -> ProgressBar {
    let template = "{prefix} {wide_bar} {pos}/{len} {per_sec}, {eta} left {msg}";
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(total)
        .with_style(style)
        .with_prefix(what.to_owned())
}

/// Says something on standard error, as far as it can be said.
pub(super) fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
}

/// The command that this process carries out, with the programs and files it names without their folders.
pub(super) fn command() -> String {
    let short = |word: String| word.rsplit('/').next().unwrap_or_default().to_owned();
    let words: Vec<String> = std::env::args().map(short).collect();
    words.join(" ")
}
