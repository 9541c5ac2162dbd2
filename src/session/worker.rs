//! The search thread. It is lent a job, tells of each finished iteration and gives the decision back, every message
//! tagged with the job's number. A panic of the player costs that search and the player, not the thread: the next job
//! gets a new player.

use std::any::Any;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::base::stop::StopToken;
use crate::game::Game;
use crate::game::keeper::{Build, Keeper};
use crate::game::player::{Decision, Job, Report};

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
    /// Starts the thread and waits until it has built its player: nothing is answered before, so that no search that was
    /// asked for in time finds its player unready.
    pub(super) fn start(build: Build<G>, hash: usize, post: Post) -> io::Result<Self> {
        let (orders, inbox) = channel();
        let (alive, ended) = channel::<()>();
        let (ready, is_ready) = channel::<()>();
        let keeper = Keeper::new(build, hash);
        thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                let _alive = alive;
                serve(keeper, ready, &inbox, &post);
            })?;
        let _ = is_ready.recv();
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

fn serve<G: Game>(
    mut keeper: Keeper<G>,
    ready: Sender<()>,
    inbox: &Receiver<Order<G>>,
    post: &Post,
) {
    keeper.with(|_| ());
    // Closing it is the signal, also where the player could not be built.
    drop(ready);
    while let Ok(order) = inbox.recv() {
        match order {
            Order::Think(number, job, stop) => {
                let mut tell = |report| post(Posted::new(number, Content::<G>::Report(report)));
                let decision = keeper.with(|player| player.think(&job, &stop, &mut tell));
                let content = decision.map_or(Content::<G>::Failed, Content::Decision);
                post(Posted::new(number, content));
            }
            Order::NewGame => {
                keeper.with(|player| player.new_game());
            }
            Order::SetHash(mebibytes) => keeper.set_hash(mebibytes),
            Order::SetOverhead(overhead) => keeper.set_overhead(overhead),
        }
    }
}
