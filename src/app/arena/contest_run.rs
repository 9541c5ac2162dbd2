//! `brightsword contest-run`.

use std::io::{self, Write};
use std::time::Duration;

use super::args::ContestArgs;
use crate::app::status::{Misuse, Status, Unsaid, unless_closed};
use crate::arena::config::{SELF, file::split};
use crate::arena::contest::{GAMES, Tally, Terms, run as play};
use crate::arena::process::Launch;
use crate::base::clock::Clock;
use crate::base::stop::StopToken;
use crate::game::level::Strength;
use crate::game::player::{Goal, Job, Player as _};
use crate::othello::rules::position::Othello;
use crate::othello::sparring::{Level, Sparring};
use crate::search::limits::Limits;

/// The budget that the contest itself has, which a program need not be told of, in milliseconds.
const USUAL_BUDGET: u64 = 5000;

/// Plays the ten games.
pub(super) fn run(args: &ContestArgs) -> anyhow::Result<Status> {
    let mut argv = split(&args.engine).map_err(Misuse)?;
    if argv[0] == SELF {
        argv[0] = super::own_program();
    }
    let launch = Launch {
        argv,
        dir: None,
        env: Vec::new(),
        clear_env: false,
    };
    let level = Level::of_task(args.task)
        .ok_or_else(|| Misuse("expected a task from 1 to 4".to_owned()))?;
    let mut opponent = Sparring::new(level, args.seed);
    let mut reply = |at: &_| {
        let job = Job::<Othello> {
            position: *at,
            limits: Limits::INFINITE,
            goal: Goal::NotLosing,
            clock: Clock::Wall,
            started: Clock::Wall.now(),
            lines: 1,
            strength: Strength::FULL,
        };
        opponent.think(&job, &StopToken::new(), &mut |_| {}).mv
    };
    let terms = Terms {
        task: args.task,
        budget: Duration::from_millis(args.budget),
        announce: args.budget != USUAL_BUDGET,
        memory: args.memory << 10,
    };
    let warden = super::warden()?;
    let mut out = io::stdout().lock();
    let told = play::<Othello>(&launch, terms, &warden, &mut reply, &mut out)
        .map_err(|error| Misuse(error.to_string()))?
        .and_then(|tally| tell(&mut out, args, &tally));
    Ok(unless_closed(told).map_err(Unsaid)?)
}

fn tell(out: &mut impl Write, args: &ContestArgs, tally: &Tally) -> io::Result<Status> {
    let (task, seed) = (args.task, args.seed);
    let (cpu, memory) = (tally.processor.as_secs_f64(), tally.memory >> 10);
    writeln!(
        out,
        "task {task} seed {seed}: wins {} draws {} losses {}; player cpu {cpu:.2} s; peak memory {memory} MiB",
        tally.won, tally.drawn, tally.lost
    )?;
    if let Some(why) = &tally.illegal {
        writeln!(
            out,
            "ILLEGAL: {why}\nnon-losses: 0/{GAMES} (illegal operation)"
        )?;
        return Ok(Status::Failed);
    }
    writeln!(out, "non-losses: {}/{GAMES}", tally.won + tally.drawn)?;
    Ok(Status::Done)
}
