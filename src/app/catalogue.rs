//! What there is to choose from: names to players and dialects.

use anyhow::bail;

use crate::base::clock::Clock;
use crate::game::keeper::Build;
use crate::othello::player::Brightsword;
use crate::othello::rules::position::Othello;
use crate::othello::sparring::{Level, Sparring};
use crate::protocol::choice::{Choice, Offer};
use crate::protocol::contest::Contest;
use crate::protocol::dialect::Dialect;
use crate::protocol::gtp::{self, Gtp};
use crate::protocol::nboard::{self, Nboard};
use crate::protocol::uci::{self, Uci};

/// The engine's own player.
pub const OWN_PLAYER: &str = "brightsword";
/// Lets the first line say which dialect is spoken.
pub const BY_FIRST_LINE: &str = "auto";

/// All players' names.
pub const PLAYERS: [&str; 5] = [OWN_PLAYER, "ai1", "ai2", "ai3", "ai4"];

/// The native dialect. It claims no line, since it gets all that nobody claims.
const NATIVE: Offer = Offer {
    name: "contest",
    speaks: |_| false,
    begin: || Box::new(Contest::new(Clock::ProcessCpu)),
};

/// All dialects.
pub const DIALECTS: &[Offer] = &[
    NATIVE,
    Offer {
        name: "gtp",
        speaks: gtp::parse::speaks,
        begin: || Box::new(Gtp::default()),
    },
    Offer {
        name: "nboard",
        speaks: nboard::parse::speaks,
        begin: || Box::new(Nboard::new()),
    },
    Offer {
        name: "uci",
        speaks: uci::parse::speaks,
        begin: || Box::new(Uci::new()),
    },
];

/// What can be asked for as a dialect: each by its name, or that the first line decides.
pub fn protocols() -> Vec<&'static str> {
    let names = DIALECTS.iter().map(|offer| offer.name);
    [BY_FIRST_LINE].into_iter().chain(names).collect()
}

/// The dialects by name.
pub fn dialect(name: &str) -> anyhow::Result<Box<dyn Dialect>> {
    if name == BY_FIRST_LINE {
        return Ok(Box::new(Choice::new(DIALECTS, &NATIVE)));
    }
    match DIALECTS.iter().find(|offer| offer.name == name) {
        Some(offer) => Ok((offer.begin)()),
        None => bail!(
            "unknown protocol `{name}`: expected one of {:?}",
            protocols()
        ),
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
        for name in protocols() {
            assert!(dialect(name).is_ok(), "{name}");
        }
        assert!(dialect("klingon").is_err());
    }
}
