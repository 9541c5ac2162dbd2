//! What there is to choose from: names to players and dialects.

use anyhow::bail;

use crate::base::clock::Clock;
use crate::game::keeper::Build;
use crate::othello::player::Brightsword;
use crate::othello::rules::position::Othello;
use crate::othello::sparring::{Level, Sparring};
use crate::protocol::contest::Contest;
use crate::protocol::dialect::Dialect;
use crate::protocol::nboard::Nboard;

/// The engine's own player.
pub const OWN_PLAYER: &str = "brightsword";
/// The dialect spoken unless another is asked for.
pub const OWN_DIALECT: &str = "contest";

/// All players' names.
pub const PLAYERS: [&str; 5] = [OWN_PLAYER, "ai1", "ai2", "ai3", "ai4"];
/// All dialects' names.
pub const DIALECTS: [&str; 2] = [OWN_DIALECT, "nboard"];

/// The dialects by name.
pub fn dialect(name: &str) -> anyhow::Result<Box<dyn Dialect>> {
    match name {
        OWN_DIALECT => Ok(Box::new(Contest::new(Clock::ProcessCpu))),
        "nboard" => Ok(Box::new(Nboard::new())),
        _ => bail!("unknown protocol `{name}`: expected one of {DIALECTS:?}"),
    }
}

/// The players of Othello by name: the engine's own, and the contest's four opponents. Whatever they leave to chance
/// follows from `seed`.
pub fn player(name: &str, seed: u64) -> anyhow::Result<Build<Othello>> {
    if name == OWN_PLAYER {
        return Ok(Box::new(|hash| Box::new(Brightsword::new(hash))));
    }
    let Ok(level) = name.parse::<Level>() else {
        bail!("unknown player `{name}`: expected one of {PLAYERS:?}");
    };
    Ok(Box::new(move |_| Box::new(Sparring::new(level, seed))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_listed_can_be_had() {
        for name in PLAYERS {
            assert!(player(name, 1).is_ok(), "{name}");
        }
        assert!(player("nobody", 1).is_err());
        for name in DIALECTS {
            assert!(dialect(name).is_ok(), "{name}");
        }
        assert!(dialect("klingon").is_err());
    }
}
