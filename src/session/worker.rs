//! The search thread. It is lent a job, tells of each finished iteration and gives the decision back, every message
//! tagged with the job's number. A panic of the player costs that search and the player, not the thread: the next job
//! gets a new player.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::base::stop::StopToken;
use crate::game::Game;
use crate::game::player::{Decision, Job, Player, Report};

/// Makes a player whose tables take so many MiB; called again when the one at hand has panicked.
pub type Build<G> = Box<dyn Fn(usize) -> Box<dyn Player<G>> + Send>;

/// Puts a message of the worker into the program's queue.
pub type Post = Box<dyn Fn(Posted) + Send>;

/// Room for deep recursion.
const STACK: usize = 16 << 20;
/// How long the end of the program waits for the player to come back.
const PATIENCE: Duration = Duration::from_millis(100);

/// A message of the worker on its way through the queue; only the session can open it.
pub struct Posted {
    job: u64,
    content: Box<dyn Any + Send>,
}

impl Posted {
    fn new<G: Game>(job: u64, content: Content<G>) -> Self {
        Self {
            job,
            content: Box::new(content),
        }
    }

    /// The content, if it belongs to this job.
    pub(super) fn open<G: Game>(self, job: u64) -> Option<Content<G>> {
        if self.job != job {
            return None;
        }
        self.content.downcast().ok().map(|content| *content)
    }
}

/// What the worker has to say about a job.
pub(super) enum Content<G: Game> {
    /// An iteration is finished.
    Report(Report<G::Move>),
    /// The player has chosen.
    Decision(Decision<G::Move>),
    /// The player has panicked.
    Failed,
}

enum Order<G: Game> {
    Think(u64, Box<Job<G>>, StopToken),
    NewGame,
    SetHash(usize),
    SetOverhead(Duration),
}

/// The handle of the search thread. Dropping it ends the thread.
pub(super) struct Worker<G: Game> {
    /// Taken away at the end, which the thread sees.
    orders: Option<Sender<Order<G>>>,
    /// Closed by the thread when it ends.
    ended: Receiver<()>,
}

impl<G: Game> Worker<G> {
    /// Starts the thread, which builds its player at once.
    pub(super) fn start(build: Build<G>, hash: usize, post: Post) -> io::Result<Self> {
        let (orders, inbox) = channel();
        let (alive, ended) = channel::<()>();
        let bench = Bench {
            build,
            hash,
            overhead: Duration::ZERO,
            player: None,
        };
        thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                let _alive = alive;
                serve(bench, &inbox, &post);
            })?;
        Ok(Self {
            orders: Some(orders),
            ended,
        })
    }

    /// Lends a job to the player.
    pub(super) fn think(&self, number: u64, job: Job<G>, stop: StopToken) {
        self.send(Order::Think(number, Box::new(job), stop));
    }

    /// Lets the player forget earlier games.
    pub(super) fn new_game(&self) {
        self.send(Order::NewGame);
    }

    /// Sets the memory for tables, in MiB.
    pub(super) fn set_hash(&self, mebibytes: usize) {
        self.send(Order::SetHash(mebibytes));
    }

    /// Sets what gets lost between host and program on each move.
    pub(super) fn set_overhead(&self, overhead: Duration) {
        self.send(Order::SetOverhead(overhead));
    }

    fn send(&self, order: Order<G>) {
        // The thread ends only with this handle, so the order always arrives.
        if let Some(orders) = &self.orders {
            let _ = orders.send(order);
        }
    }
}

impl<G: Game> Drop for Worker<G> {
    fn drop(&mut self) {
        self.orders = None;
        let _ = self.ended.recv_timeout(PATIENCE);
    }
}

/// The player and what is needed to make another.
struct Bench<G: Game> {
    build: Build<G>,
    hash: usize,
    overhead: Duration,
    player: Option<Box<dyn Player<G>>>,
}

impl<G: Game> Bench<G> {
    /// Does something with the player; none if it panics, and then the player is gone.
    fn with<T>(&mut self, act: impl FnOnce(&mut dyn Player<G>) -> T) -> Option<T> {
        // Nothing of the player is used again after a panic, so a broken state cannot be seen.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let player = self.player.get_or_insert_with(|| {
                let mut player = (self.build)(self.hash);
                player.set_overhead(self.overhead);
                player
            });
            act(player.as_mut())
        }));
        match result {
            Ok(value) => Some(value),
            Err(payload) => {
                log::error!("the player panicked: {}", message(payload.as_ref()));
                // Even its destructor is not trusted.
                let broken = self.player.take();
                let _ = catch_unwind(AssertUnwindSafe(|| drop(broken)));
                None
            }
        }
    }
}

fn serve<G: Game>(mut bench: Bench<G>, inbox: &Receiver<Order<G>>, post: &Post) {
    bench.with(|_| ());
    while let Ok(order) = inbox.recv() {
        match order {
            Order::Think(number, job, stop) => {
                let mut tell = |report| post(Posted::new(number, Content::<G>::Report(report)));
                let decision = bench.with(|player| player.think(&job, &stop, &mut tell));
                let content = decision.map_or(Content::<G>::Failed, Content::Decision);
                post(Posted::new(number, content));
            }
            Order::NewGame => {
                bench.with(|player| player.new_game());
            }
            Order::SetHash(mebibytes) => {
                bench.hash = mebibytes;
                bench.with(|player| player.set_hash(mebibytes));
            }
            Order::SetOverhead(overhead) => {
                bench.overhead = overhead;
                bench.with(|player| player.set_overhead(overhead));
            }
        }
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}
