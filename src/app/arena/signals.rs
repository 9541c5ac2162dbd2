//! What the user says by signals while a run goes on.

use std::io::Write as _;

use anyhow::Context as _;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::arena::engine::Stop;

/// Listens from now on: an interrupt ends the run after the games that are being played, a second one and other signals end it
/// at once.
pub(super) fn listen(stop: &Stop) -> anyhow::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).context("listening for signals")?;
    let stop = stop.clone();
    let work = move || {
        let mut interrupts = 0;
        for signal in signals.forever() {
            if signal == SIGINT {
                interrupts += 1;
            }
            match (signal, interrupts) {
                (SIGINT, 1) => {
                    stop.ask(Stop::WIND_DOWN);
                    let _ = writeln!(std::io::stderr(), "no new games; again to stop now");
                }
                (SIGINT, 3..) => {
                    std::process::exit(crate::app::status::Status::Interrupted.code().into())
                }
                _ => stop.ask(Stop::AT_ONCE),
            }
        }
    };
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(work)
        .context("listening for signals")?;
    Ok(())
}
