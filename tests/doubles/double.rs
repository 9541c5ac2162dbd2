//! An engine that misbehaves as its arguments say. It speaks enough of the native language to be played against: its moves follow
//! from the position alone, so that the same games are played whatever happened before.
//!
//! Each argument is one misbehaviour, `NAME` or `NAME=NUMBER`; N counts its own searches from 1 within a process.

use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use brightsword::connect4::rules::position::Connect4;
use brightsword::connect4::rules::size::TenByFifteen;
use brightsword::game::record::Record;
use brightsword::game::{Game, Spelling};
use brightsword::othello::rules::position::Othello;

/// What was asked for by arguments.
struct Manners(Vec<(String, u64)>);

impl Manners {
    fn read() -> Self {
        let read = |word: String| match word.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.parse().unwrap_or(0)),
            None => (word, 0),
        };
        Self(std::env::args().skip(1).map(read).collect())
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, number)| *number)
    }

    fn has(&self, name: &str) -> bool {
        self.number(name).is_some()
    }

    /// Whether it is to be done in this search: in this one, or in all.
    fn now(&self, name: &str, search: u64) -> bool {
        self.number(name)
            .is_some_and(|number| number == search || number == 0)
    }
}

/// The engine.
struct Double<G: Game> {
    manners: Manners,
    record: Record<G>,
    searches: u64,
    told: u64,
}

fn pause(millis: u64) {
    if millis == 0 {
        return;
    }
    thread::sleep(Duration::from_millis(millis));
}

/// Says something without a pause, or with one, as long as anybody listens.
fn chatter(millis: u64) -> ! {
    let line = format!(
        "{}\n",
        "info on and on ".repeat(if millis == 0 { 4096 } else { 1 })
    );
    while io::stdout().lock().write_all(line.as_bytes()).is_ok() {
        pause(millis);
    }
    std::process::exit(0);
}

fn sleep_for_ever() -> ! {
    loop {
        pause(1000);
    }
}

impl<G: Game> Double<G> {
    fn say(&self, line: &str) {
        let end = if self.manners.has("crlf") {
            "\r\n"
        } else {
            "\n"
        };
        let text = format!("{line}{end}");
        let mut out = io::stdout().lock();
        if self.manners.has("slow-bytes") {
            for byte in text.bytes() {
                let _ = out.write_all(&[byte]).and_then(|()| out.flush());
                pause(1);
            }
        } else {
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        }
    }

    /// Says something without an end and is gone.
    fn last_words(text: &str) -> ! {
        let mut out = io::stdout().lock();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        std::process::exit(0);
    }

    /// A legal move that follows from the position, and from what is asked for as `seed`.
    fn choice(&self) -> String {
        let at = self.record.position();
        let mut legal = G::legal_moves(at);
        if self.manners.has("never-passes") {
            legal.retain(|&mv| !G::is_pass(mv));
            if legal.is_empty() {
                return "d4".to_owned();
            }
        }
        let seed = self.manners.number("seed").unwrap_or(0);
        let text = format!("{} {seed}", G::show_position(at));
        // Fowler, Noll and Vo's hash.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let index = usize::try_from((hash >> 20) % (legal.len() as u64).max(1)).unwrap_or(0);
        legal.get(index).map_or("pass".to_owned(), |&mv| {
            G::show_move_at(at, mv, Spelling::Square)
        })
    }

    fn go(&mut self) {
        self.searches += 1;
        let (number, manners) = (self.searches, &self.manners);
        let best = format!("best {}", self.choice());
        if manners.now("exit-in", number) {
            std::process::exit(3);
        }
        assert!(!manners.now("panic-in", number), "as I was told");
        if manners.now("mute-in", number) {
            sleep_for_ever();
        }
        if manners.now("close-in", number) {
            // Another process can close what this one cannot: nothing closes standard output but the end.
            let _ =
                rustix::stdio::dup2_stdout(std::fs::File::open("/dev/null").expect("there is one"));
            sleep_for_ever();
        }
        if manners.now("illegal-in", number) {
            return self.say("best d4");
        }
        if manners.now("pass-in", number) {
            return self.say("best pass");
        }
        if manners.now("garbage-in", number) {
            return self.say("best \x07zz\u{e9}9");
        }
        if manners.now("error-in", number) {
            return self.say("error I would rather not");
        }
        if manners.now("long-line-in", number) {
            return self.say(&"x".repeat(3 << 20));
        }
        if manners.now("chatter-in", number) {
            chatter(5);
        }
        if manners.now("late-in", number) {
            pause(manners.number("by").unwrap_or(300));
        }
        if let Some(mebibytes) = manners.number("complain") {
            let line = format!("{}\nbest a1\n", "complaint ".repeat(100));
            for _ in 0..mebibytes << 10 {
                let _ = io::stderr().write_all(line.as_bytes());
            }
        }
        if let Some(mebibytes) = manners.number("eat") {
            let size = usize::try_from(mebibytes << 20).unwrap_or(0);
            std::hint::black_box(vec![1u8; size]);
        }
        if let Some(lines) = manners.number("babble") {
            for line in 0..lines {
                self.say(&format!("info {line} is what I think about"));
            }
        }
        if let Some(millis) = manners.number("think") {
            pause(millis);
        }
        if manners.now("exit-after", number) {
            Self::last_words(&best);
        }
        self.say(&best);
        if manners.has("twice") {
            self.say(&best);
            self.say("best a1");
        }
    }

    /// A move of somebody; the one that the other side has just made if `own` is not set.
    fn told(&mut self, line: &str) -> bool {
        let Ok(mv) = G::read_move(line.as_bytes()) else {
            return false;
        };
        if self.record.play(mv).is_err() {
            self.say(&format!("error illegal move {line}"));
            return true;
        }
        self.told += 1;
        self.say("ok");
        if self.manners.now("exit-told", self.told) {
            // Not at once: the other side is thinking by then.
            thread::spawn(|| {
                pause(5);
                std::process::exit(4);
            });
        }
        true
    }

    fn serve(&mut self) {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            let line = line.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "ping" if self.manners.has("no-ping") => {}
                "ping" => self.say(&format!("pong {rest}")),
                "options" => self.say("options hash 1 1..64 style calm calm|wild"),
                "option" => self.say("ok"),
                "new" if self.manners.has("mute-new") => {}
                "new" if self.manners.has("flood-new") => chatter(0),
                "new" => {
                    self.record = Record::new(G::start());
                    if self.manners.has("late-best") {
                        // An answer to the last game's question.
                        self.say("best a1");
                    }
                    self.say("ok");
                }
                "position" => {
                    match G::read_position(rest.as_bytes()) {
                        Ok(at) => self.record = Record::new(at),
                        Err(error) => return self.say(&format!("error {error}")),
                    }
                    self.say("ok");
                }
                "go" => self.go(),
                "stop" => {}
                "quit" if self.manners.has("ignore-quit") => {}
                "quit" => return,
                _ => {
                    if !self.told(line) {
                        self.say("error what?");
                    }
                }
            }
        }
        if self.manners.has("ignore-quit") {
            sleep_for_ever();
        }
    }
}

fn run<G: Game>(manners: Manners) {
    let mut double = Double::<G> {
        manners,
        record: Record::new(G::start()),
        searches: 0,
        told: 0,
    };
    let manners = &double.manners;
    if manners.has("flood") {
        // With pauses in which it can answer in time.
        thread::spawn(|| chatter(1));
    }
    if let Some(millis) = manners.number("slow-start") {
        pause(millis);
    }
    if manners.has("ignore-quit") {
        ctrlc::set_handler(|| {}).expect("a handler");
    }
    let talker = manners.has("talker");
    if manners.has("child") || talker {
        // It holds our output open, and outlives us if nobody ends it. The tag is found in its command line.
        let tag = std::env::args()
            .find(|word| word.starts_with("tag="))
            .unwrap_or_default();
        let script = if talker {
            "while sleep 0.02; do echo info on and on; done"
        } else {
            "trap '' TERM; while :; do sleep 1; done"
        };
        let child = Command::new("sh")
            .args(["-c", script, tag.as_str()])
            .stdin(Stdio::null())
            .spawn();
        drop(child);
    }
    if let Some(lines) = manners.number("banner") {
        for line in 0..lines {
            double.say(&format!("Welcome, this is line {line}"));
        }
        double.say("pong arena-1-1");
        double.say("options nothing 0 0..0");
        double.say("best a1");
    }
    double.serve();
}

fn main() {
    let manners = Manners::read();
    if manners.has("four-in-line") {
        run::<Connect4<TenByFifteen>>(manners);
    } else {
        run::<Othello>(manners);
    }
}
