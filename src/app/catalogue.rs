//! What there is to choose from: names to players and dialects.

use anyhow::bail;

use crate::base::clock::Clock;
use crate::othello::player::Brightsword;
use crate::othello::rules::position::Othello;
use crate::protocol::contest::Contest;
use crate::protocol::dialect::Dialect;
use crate::session::worker::Build;

/// The engine's own player.
pub const OWN_PLAYER: &str = "brightsword";
/// The dialect spoken unless another is asked for.
pub const OWN_DIALECT: &str = "contest";

/// All players' names.
pub const PLAYERS: [&str; 1] = [OWN_PLAYER];
/// All dialects' names.
pub const DIALECTS: [&str; 1] = [OWN_DIALECT];

/// The dialects by name.
pub fn dialect(name: &str) -> anyhow::Result<Box<dyn Dialect>> {
    match name {
        OWN_DIALECT => Ok(Box::new(Contest::new(Clock::ProcessCpu))),
        _ => bail!("unknown protocol `{name}`: expected one of {DIALECTS:?}"),
    }
}

/// The players of Othello by name. Whatever they leave to chance follows from `seed`.
pub fn player(name: &str, seed: u64) -> anyhow::Result<Build<Othello>> {
    let _ = seed;
    let build: Build<Othello> = match name {
        OWN_PLAYER => Box::new(|hash| Box::new(Brightsword::new(hash))),
        _ => bail!("unknown player `{name}`: expected one of {PLAYERS:?}"),
    };
    Ok(build)
}
