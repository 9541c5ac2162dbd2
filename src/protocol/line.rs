//! Bytes into lines. The reader runs on its own thread, so that a line is seen and its arrival stamped while the
//! engine thinks. Whatever comes in is ordinary: overlong lines, NUL, invalid UTF-8, CR LF, no newline at the end.

use std::io::{self, BufRead};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::base::clock::Clock;
use crate::base::mark::{MARK, unmarked};

/// Longest line that is taken, in bytes, without its end.
pub const LONGEST: usize = 4096;
/// Bytes that are kept of a line that is too long: more than a number in front of a command has.
const BEGINNING: usize = 32;
/// Lines that may wait to be dealt with. A sender who is further ahead is made to wait, and the end of the input is not
/// seen meanwhile, so the conductor ends the search that keeps so many waiting.
pub const MOST_WAITING: usize = 16_384;

/// A line as it came in.
#[derive(Debug)]
pub struct Line {
    /// Its text, without the line's end and the blanks around it.
    pub text: Text,
    /// When it was complete, on [`Clock::Wall`].
    pub arrived: Duration,
    #[expect(dead_code, reason = "held only to be dropped with the line")]
    place: Option<Place>,
}

/// What stood on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// The bytes, neither blank at the ends nor empty.
    Bytes(Box<[u8]>),
    /// More than [`LONGEST`] bytes, which were skipped but for the first few.
    TooLong(Box<[u8]>),
}

impl Line {
    /// A line that takes nobody's place, for tests.
    pub fn of(text: &str) -> Self {
        Self {
            text: Text::Bytes(text.as_bytes().into()),
            arrived: Clock::Wall.now(),
            place: None,
        }
    }
}

/// What the reader found.
#[derive(Debug)]
pub enum Read {
    /// A line that is not blank.
    Line(Line),
    /// The end of the input, or an error in reading it.
    End,
}

/// Counts the lines that are under way.
#[derive(Debug, Default)]
struct Room {
    taken: Mutex<usize>,
    freed: Condvar,
}

impl Room {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(self: &Arc<Self>) -> Place {
        let full = |taken: &mut usize| *taken >= MOST_WAITING;
        let mut taken = self
            .freed
            .wait_while(self.lock(), full)
            .unwrap_or_else(PoisonError::into_inner);
        *taken += 1;
        Place(Arc::clone(self))
    }
}

/// A place in the queue, given back when the line is dropped.
#[derive(Debug)]
struct Place(Arc<Room>);

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.0.lock();
        // Only a full room has somebody waiting.
        if *taken >= MOST_WAITING {
            self.0.freed.notify_one();
        }
        *taken = taken.saturating_sub(1);
    }
}

/// Starts the thread that reads `input` to its end and tells of every line. It ends when `tell` says that nobody
/// listens any more.
pub fn start(
    input: impl BufRead + Send + 'static,
    tell: impl Fn(Read) -> bool + Send + 'static,
) -> io::Result<()> {
    thread::Builder::new()
        .name("lines".to_owned())
        .spawn(move || {
            if read_all(input, &tell) {
                tell(Read::End);
            }
        })?;
    Ok(())
}

/// Reads to the end; false if nobody listens any more.
fn read_all(mut input: impl BufRead, tell: &impl Fn(Read) -> bool) -> bool {
    let room = Arc::new(Room::default());
    let mut collector = Collector::default();
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::error!("reading the input: {error}");
                &[]
            }
        };
        let used = chunk.len();
        let ended = used == 0;
        if ended && !collector.is_started() {
            return true;
        }
        let mut pieces = chunk.split(|&byte| byte == b'\n');
        // What follows the last newline is the beginning of a line, unless the input ends.
        let begun = if ended { None } else { pieces.next_back() };
        for piece in pieces {
            collector.add(piece);
            if let Some(text) = collector.finish() {
                let line = Line {
                    text,
                    arrived: Clock::Wall.now(),
                    place: Some(room.enter()),
                };
                if !tell(Read::Line(line)) {
                    return false;
                }
            }
        }
        collector.add(begun.unwrap_or_default());
        if ended {
            return true;
        }
        input.consume(used);
    }
}

/// One line in the making.
#[derive(Default)]
struct Collector {
    bytes: Vec<u8>,
    /// The line is too long: the rest is skipped.
    overflow: bool,
    /// There was a line before this one.
    later: bool,
}

impl Collector {
    fn is_started(&self) -> bool {
        self.overflow || !self.bytes.is_empty()
    }

    fn add(&mut self, piece: &[u8]) {
        if self.overflow {
            return;
        }
        // A few bytes more than the longest: they may be a mark and the carriage return.
        let most = MARK.len() + LONGEST + 1;
        let room = most.saturating_sub(self.bytes.len());
        self.overflow = piece.len() > room;
        self.bytes.extend(piece.iter().take(room));
    }

    /// The line, unless it is blank; the next one begins.
    fn finish(&mut self) -> Option<Text> {
        let overflow = std::mem::take(&mut self.overflow);
        let later = std::mem::replace(&mut self.later, true);
        let bytes = if later {
            &self.bytes
        } else {
            unmarked(&self.bytes)
        };
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let text = if overflow || bytes.len() > LONGEST {
            let beginning = bytes.trim_ascii_start();
            Some(Text::TooLong(
                beginning.iter().take(BEGINNING).copied().collect(),
            ))
        } else {
            let bytes = bytes.trim_ascii();
            (!bytes.is_empty()).then(|| Text::Bytes(bytes.into()))
        };
        self.bytes.clear();
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;
    use std::sync::mpsc::channel;

    /// The lines of `input`, read through buffers of every small size.
    fn lines(input: &[u8]) -> Vec<Text> {
        let all: Vec<Vec<Text>> = [1, 2, 7, 8192]
            .into_iter()
            .map(|size| {
                let (sender, receiver) = channel();
                let input = input.to_vec();
                let reader = BufReader::with_capacity(size, io::Cursor::new(input));
                assert!(read_all(reader, &|read| {
                    if let Read::Line(line) = read {
                        sender.send(line.text).unwrap();
                    }
                    true
                }));
                drop(sender);
                receiver.into_iter().collect()
            })
            .collect();
        assert!(all.iter().all(|lines| *lines == all[0]));
        all[0].clone()
    }

    fn bytes(text: &[u8]) -> Text {
        Text::Bytes(text.into())
    }

    #[test]
    fn ends_of_lines_and_blank_lines() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n\r\n  \n\t\r\n"), []);
        assert_eq!(
            lines(b"a\r\n b c \nlast"),
            [bytes(b"a"), bytes(b"b c"), bytes(b"last")]
        );
        assert_eq!(lines(b"\0\xff\n"), [bytes(b"\0\xff")]);
    }

    #[test]
    fn a_mark_in_front_of_everything_is_skipped() {
        assert_eq!(lines(b"\xef\xbb\xbf"), []);
        assert_eq!(lines(b"\xef\xbb\xbf uci\n"), [bytes(b"uci")]);
        assert_eq!(
            lines(b"\xef\xbb\xbf\xef\xbb\xbfa\n\xef\xbb\xbfb\n\xef\xbb"),
            [
                bytes(b"\xef\xbb\xbfa"),
                bytes(b"\xef\xbb\xbfb"),
                bytes(b"\xef\xbb")
            ]
        );
        let longest = vec![b'x'; LONGEST];
        assert_eq!(
            lines(&[MARK, &longest, b"\r\n"].concat()),
            [bytes(&longest)]
        );
    }

    fn too_long(byte: u8) -> Text {
        Text::TooLong([byte; BEGINNING].into())
    }

    #[test]
    fn an_overlong_line_is_reported_once() {
        let longest = vec![b'x'; LONGEST];
        let mut input = longest.clone();
        input.extend_from_slice(b"\r\n");
        input.extend_from_slice(&vec![b'y'; LONGEST + 1]);
        input.extend_from_slice(b"\nz\n");
        input.extend_from_slice(&vec![b'w'; 100_000]);
        assert_eq!(
            lines(&input),
            [bytes(&longest), too_long(b'y'), bytes(b"z"), too_long(b'w')]
        );
    }

    #[test]
    fn a_sender_too_far_ahead_waits() {
        let (sender, receiver) = channel();
        let input = "x\n".repeat(MOST_WAITING + 5);
        start(io::Cursor::new(input), move |read| {
            sender.send(read).is_ok()
        })
        .unwrap();
        let kept: Vec<Read> = (0..MOST_WAITING)
            .map(|_| receiver.recv().unwrap())
            .collect();
        assert!(receiver.recv_timeout(Duration::from_millis(50)).is_err());
        drop(kept);
        assert_eq!(receiver.iter().count(), 6);
    }
}
