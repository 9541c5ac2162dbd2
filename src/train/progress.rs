//! What a step tells whoever waits for it: how far it has come, and how to repeat it.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error that says how far a step is, how long it will take, and its message; nothing where that is no
/// terminal.
pub(super) fn bar(what: &str, length: u64) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template(&format!(
        "{what} {{pos}}/{{len}}, {{per_sec}}, {{eta}} left {{msg}}"
    ))?;
    let bar = ProgressBar::new(length).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    Ok(bar)
}

/// The command that this process carries out, as a shell reads it, without the folder of the program.
pub fn command() -> String {
    let words = std::env::args_os().skip(1);
    let words: Vec<String> = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    format!("forge {}", shell_words::join(words))
}
