//! The engine: one queue, filled by the line reader, the search thread and the signal handler, and emptied here.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::builder::{
    PossibleValuesParser, RangedI64ValueParser, RangedU64ValueParser, TypedValueParser as _,
};

use crate::app::catalogue::{self, Entry, Wish};
use crate::app::status::Status;
use crate::base::chance::draw_seed;
use crate::base::clock::Clock;
use crate::game::level::Level;
use crate::protocol::choice::suitable;
use crate::protocol::conductor::{Conductor, Event, Wait};
use crate::protocol::line::{self, Read};
use crate::protocol::outbox::Outbox;
use crate::session::desk::Desk;
use crate::session::options::MOST_SEED;

/// How the engine is started.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// The game to play.
    #[arg(long, value_name = "NAME", default_value = catalogue::GAMES[0].name,
          value_parser = PossibleValuesParser::new(catalogue::GAMES.map(|game| game.name)))]
    pub game: String,
    /// The language to speak; `auto` leaves it to the first line that comes in.
    #[arg(long, value_name = "NAME", default_value = catalogue::BY_FIRST_LINE,
          value_parser = PossibleValuesParser::new(catalogue::protocols()))]
    pub protocol: String,
    /// Who plays.
    #[arg(long, value_name = "NAME", default_value = catalogue::OWN_PLAYER,
          value_parser = PossibleValuesParser::new(catalogue::PLAYERS))]
    pub player: String,
    /// How strong moves are to be, from the weakest level to the engine's full strength.
    #[arg(long, value_name = "NAME", default_value = Level::Full.name(),
          value_parser = PossibleValuesParser::new(Level::NAMES).try_map(|name| name.parse::<Level>()))]
    pub level: Level,
    /// What the player leaves to chance follows from this number; at a level 0 draws it anew for every move.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = RangedI64ValueParser::<u32>::new().range(0..=i64::from(MOST_SEED)))]
    pub seed: u32,
    /// Memory for tables, in MiB; what suits the game if left out.
    #[arg(long, value_name = "MIB", value_parser = RangedU64ValueParser::<usize>::new().range(1..=65_536))]
    pub hash: Option<usize>,
}

/// How long the program goes on after a signal to end, at most.
const LAST: Duration = Duration::from_secs(1);

/// What to type, for somebody who sits at a terminal.
fn greeting(game: &Entry, desk: &dyn Desk) -> String {
    format!(
        "Brightsword plays {}. Type a move ({}), then `go` to be told the best reply;\n\
        `show` draws the board, `help` lists all commands, `quit` ends. Other games: --game.\n\
        Other programs may speak {} here: their first line decides.\n",
        game.title,
        desk.examples().moves,
        suitable(&catalogue::DIALECTS[1..], desk).join(", ")
    )
}

/// Runs the engine until it is told to quit or its input ends.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let game = catalogue::game(&args.game)?;
    let wish = Wish {
        player: &args.player,
        level: args.level,
        seed: args.seed,
        chance: draw_seed(),
        hash: args.hash,
    };
    let (queue, events) = channel();

    // First of all: making the player takes a while, and a signal must not find the program unprepared.
    let closer = queue.clone();
    ctrlc::set_handler(move || {
        let _ = closer.send(Event::Closed(Clock::Wall.now()));
        // A reply that nobody takes must not keep a program that was told to end.
        thread::sleep(LAST);
        process::exit(Status::Done.code().into());
    })
    .context("listening for interrupts")?;

    let post = queue.clone();
    let post = Box::new(move |posted| {
        // Nobody listens any more when the program ends.
        let _ = post.send(Event::Posted(posted));
    });
    let mut desk = game.desk(&wish, post)?;
    let dialect = catalogue::dialect(&args.protocol, desk.as_ref())?;

    if io::stdin().is_terminal() {
        // Without a place to greet, nobody is there to be greeted.
        let _ = io::stderr().write_all(greeting(&game, desk.as_ref()).as_bytes());
    }
    let tell = move |read| {
        let event = match read {
            Read::Line(line) => Event::Line(line),
            Read::End => Event::Closed(Clock::Wall.now()),
        };
        queue.send(event).is_ok()
    };
    line::start(io::BufReader::new(io::stdin()), tell).context("starting the line reader")?;

    let mut conductor = Conductor::new(dialect, desk.as_mut(), Outbox::stdout());
    loop {
        let event = match conductor.wait() {
            Wait::Over => return conductor.finish().context("writing the replies"),
            Wait::Forever => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Wait::For(time) => events.recv_timeout(time),
        };
        match event {
            Ok(event) => conductor.event(event),
            Err(RecvTimeoutError::Timeout) => conductor.overdue(),
            // Every sender is gone, which is the end of all input.
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}
