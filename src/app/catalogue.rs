//! What there is to choose from: names to games, players and dialects.

use std::io::Write;

use anyhow::Context as _;

use crate::arena::ground::Ground;
use crate::base::chance::Chance;
use crate::base::clock::Clock;
use crate::connect4::levels::HANDICAPS as DROP_HANDICAPS;
use crate::connect4::player::Brightsword as Dropper;
use crate::connect4::rules::perft::perft as drops;
use crate::connect4::rules::position::Connect4;
use crate::connect4::rules::size::{NineByFive, SevenBySix, Size, TenByFifteen, TenBySix};
use crate::game::Game;
use crate::game::keeper::Build;
use crate::game::level::{Handicaps, Level};
use crate::game::levelled::Levelled;
use crate::game::player::Player;
use crate::othello::levels::HANDICAPS;
use crate::othello::player::Brightsword;
use crate::othello::rules::perft::perft as turns;
use crate::othello::rules::position::Othello;
use crate::othello::sparring::{Level as Opponent, Sparring};
use crate::protocol::choice::{Choice, Offer, suitable};
use crate::protocol::contest::Contest;
use crate::protocol::dialect::Dialect;
use crate::protocol::gtp::{self, Gtp};
use crate::protocol::nboard::{self, Nboard};
use crate::protocol::uci::{self, Uci};
use crate::session::Session;
use crate::session::desk::Desk;
use crate::session::options::Options;
use crate::session::worker::Post;

use super::arena::{self, Errand};
use super::solve::problem::Problems;
use super::solve::{self, SolveArgs};
use super::status::{Misuse, Status};

/// The engine's own player.
pub const OWN_PLAYER: &str = "brightsword";
/// Lets the first line say which dialect is spoken.
pub const BY_FIRST_LINE: &str = "auto";

/// All players' names; the contest's four opponents play Othello alone.
pub const PLAYERS: [&str; 5] = [OWN_PLAYER, "ai1", "ai2", "ai3", "ai4"];

/// A game that can be chosen, its types hidden.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Memory for tables that suits it, in MiB.
    pub hash: usize,
    sit_down: fn(&Wish<'_>, usize, Post) -> anyhow::Result<Box<dyn Desk>>,
    /// Reads a position, none for the start, for the counting of its leaves at any depth.
    pub leaves: fn(Option<&str>) -> Result<Leaves, Misuse>,
    /// Solves the positions of a file.
    pub solve: fn(&SolveArgs, &mut dyn Write, &mut dyn Write) -> anyhow::Result<Status>,
    /// Lets engines play it.
    pub compete: fn(&Errand<'_>) -> anyhow::Result<Status>,
}

/// Counts the leaves of a game tree at a depth.
pub type Leaves = Box<dyn Fn(u32) -> u64>;

/// Who is to play, and how.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// The name of the player.
    pub player: &'a str,
    /// How strong it is to be; the opponents of the contest have no levels.
    pub level: Level,
    /// What it leaves to chance follows from this; at a level 0 leaves it to `chance`.
    pub seed: u32,
    /// From where chance comes that no seed is set for.
    pub chance: u64,
    /// Memory for tables in MiB, if not what suits the game.
    pub hash: Option<usize>,
}

/// A game together with what the program has for it.
trait Stocked: Game {
    const TITLE: &'static str;
    const HASH: usize;
    /// The player of that name, if there is one for this game.
    fn player(name: &str, seed: u64) -> Option<Build<Self>>;
    fn leaves(at: &Self::Position, depth: u32) -> u64;
}

impl Stocked for Othello {
    const TITLE: &'static str = "Othello";
    const HASH: usize = Brightsword::DEFAULT_HASH;

    fn player(name: &str, seed: u64) -> Option<Build<Self>> {
        if name == OWN_PLAYER {
            return Some(levelled(&HANDICAPS, |hash| {
                Box::new(Brightsword::new(hash))
            }));
        }
        let opponent: Opponent = name.parse().ok()?;
        Some(Box::new(move |_| Box::new(Sparring::new(opponent, seed))))
    }

    fn leaves(at: &Self::Position, depth: u32) -> u64 {
        turns(at.board, depth)
    }
}

impl<S: Size> Stocked for Connect4<S> {
    const TITLE: &'static str = S::TITLE;
    const HASH: usize = Dropper::DEFAULT_HASH;

    fn player(name: &str, _: u64) -> Option<Build<Self>> {
        (name == OWN_PLAYER).then(|| levelled(&DROP_HANDICAPS, |hash| Box::new(Dropper::new(hash))))
    }

    fn leaves(at: &Self::Position, depth: u32) -> u64 {
        drops(at.board, depth)
    }
}

/// Our own player at any level.
fn levelled<G: Game>(
    handicaps: &'static Handicaps,
    own: fn(usize) -> Box<dyn Player<G>>,
) -> Build<G> {
    Box::new(move |hash| Box::new(Levelled::new(hash, handicaps, Box::new(own))))
}

const fn entry<G: Stocked + Problems + Ground>() -> Entry {
    Entry {
        name: G::NAME,
        title: G::TITLE,
        hash: G::HASH,
        sit_down: sit_down::<G>,
        leaves: leaves::<G>,
        solve: solve::run_game::<G>,
        compete: arena::run_game::<G>,
    }
}

fn sit_down<G: Stocked>(wish: &Wish<'_>, hash: usize, post: Post) -> anyhow::Result<Box<dyn Desk>> {
    let Some(build) = G::player(wish.player, wish.seed.into()) else {
        let have: Vec<&str> = PLAYERS
            .into_iter()
            .filter(|name| G::player(name, 0).is_some())
            .collect();
        let (player, game) = (wish.player, G::NAME);
        return Err(Misuse(format!(
            "there is no player `{player}` for the game {game}: expected {}",
            have.join(", ")
        ))
        .into());
    };
    let mut options = Options {
        seed: wish.seed,
        has_levels: wish.player == OWN_PLAYER,
        ..Options::new(hash)
    };
    options
        .set(b"level", wish.level.name().as_bytes())
        .map_err(|error| Misuse(format!("player {}: {error}", wish.player)))?;
    let chance = Chance::new(wish.chance, "levels");
    let session =
        Session::new(build, options, chance, post).context("starting the search thread")?;
    Ok(Box::new(session))
}

fn leaves<G: Stocked>(text: Option<&str>) -> Result<Leaves, Misuse> {
    let at = match text {
        Some(text) => {
            G::read_position(text.as_bytes()).map_err(|error| Misuse(error.to_string()))?
        }
        None => G::start(),
    };
    Ok(Box::new(move |depth| G::leaves(&at, depth)))
}

/// All games; the first is played unless another is asked for.
pub const GAMES: [Entry; 5] = [
    entry::<Othello>(),
    entry::<Connect4<TenByFifteen>>(),
    entry::<Connect4<SevenBySix>>(),
    entry::<Connect4<NineByFive>>(),
    entry::<Connect4<TenBySix>>(),
];

/// The game of that name.
pub fn game(name: &str) -> Result<Entry, Misuse> {
    let found = GAMES.into_iter().find(|entry| entry.name == name);
    found.ok_or_else(|| {
        let names = GAMES.map(|entry| entry.name).join(", ");
        Misuse(format!("unknown game `{name}`: expected one of {names}"))
    })
}

impl Entry {
    /// A table for this game with the player that was asked for.
    pub fn desk(&self, wish: &Wish<'_>, post: Post) -> anyhow::Result<Box<dyn Desk>> {
        (self.sit_down)(wish, wish.hash.unwrap_or(self.hash), post)
    }
}

/// The native dialect. It claims no line, since it gets all that nobody claims.
const NATIVE: Offer = Offer {
    name: "contest",
    speaks: |_| false,
    suits: |_| true,
    begin: || Box::new(Contest::new(Clock::ProcessCpu)),
};

/// All dialects.
pub const DIALECTS: &[Offer] = &[
    NATIVE,
    Offer {
        name: "gtp",
        speaks: gtp::parse::speaks,
        suits: |_| true,
        begin: || Box::new(Gtp::default()),
    },
    Offer {
        name: "nboard",
        speaks: nboard::parse::speaks,
        suits: |desk| desk.has_files(),
        begin: || Box::new(Nboard::new()),
    },
    Offer {
        name: "uci",
        speaks: uci::parse::speaks,
        suits: |_| true,
        begin: || Box::new(Uci::new()),
    },
];

/// What can be asked for as a dialect: each by its name, or that the first line decides.
pub fn protocols() -> Vec<&'static str> {
    let names = DIALECTS.iter().map(|offer| offer.name);
    [BY_FIRST_LINE].into_iter().chain(names).collect()
}

/// The dialect of that name, if the game on the desk can be spoken about in it.
pub fn dialect(name: &str, desk: &dyn Desk) -> Result<Box<dyn Dialect>, Misuse> {
    if name == BY_FIRST_LINE {
        return Ok(Box::new(Choice::new(DIALECTS, &NATIVE)));
    }
    match DIALECTS.iter().find(|offer| offer.name == name) {
        Some(offer) if (offer.suits)(desk) => Ok((offer.begin)()),
        Some(_) => Err(Misuse(format!(
            "protocol {name} is not for the game {}: expected {BY_FIRST_LINE} or one of {}",
            desk.game(),
            suitable(DIALECTS, desk).join(", ")
        ))),
        None => Err(Misuse(format!(
            "unknown protocol `{name}`: expected one of {}",
            protocols().join(", ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Spelling;

    fn desk(game: Entry, player: &str) -> anyhow::Result<Box<dyn Desk>> {
        let wish = Wish {
            player,
            level: Level::Full,
            seed: 1,
            chance: 1,
            hash: Some(1),
        };
        game.desk(&wish, Box::new(|_| {}))
    }

    #[test]
    fn whatever_is_listed_can_be_had() {
        for entry in GAMES {
            assert_eq!(game(entry.name).unwrap().title, entry.title);
            let desk = desk(entry, OWN_PLAYER).unwrap();
            assert_eq!(desk.game(), entry.name);
            assert_eq!(
                (entry.leaves)(None).unwrap()(1),
                desk.legal(Spelling::Square).len() as u64
            );
            for name in protocols() {
                let suits = name != "nboard" || entry.name == Othello::NAME;
                assert_eq!(dialect(name, desk.as_ref()).is_ok(), suits, "{name}");
            }
            assert!(dialect("klingon", desk.as_ref()).is_err());
        }
        assert!(game("chess").is_err());
    }

    #[test]
    fn players_are_for_their_games() {
        let [othello, others @ ..] = GAMES;
        for name in PLAYERS {
            assert!(desk(othello, name).is_ok(), "{name}");
            for other in others {
                assert_eq!(desk(other, name).is_ok(), name == OWN_PLAYER, "{name}");
            }
        }
        assert!(desk(othello, "nobody").is_err());
    }
}
