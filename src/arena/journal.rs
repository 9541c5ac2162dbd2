//! The only truth about a run: a file to which events are appended, one a line, each with a number and a checksum. All else
//! can be made again from it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::record::GameRecord;
use crate::base::clock::Clock;

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "kebab-case")]
pub enum Event {
    /// A run began.
    Begun(Begun),
    /// It went on after an interruption.
    Resumed,
    /// A game ended.
    Game(Box<GameRecord>),
    /// The run ended.
    Ended {
        /// How.
        how: String,
    },
}

/// What a run began with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// The program's version.
    pub version: String,
    /// Checksum of the configuration.
    pub config: u32,
    /// Checksum of the openings.
    pub openings: u32,
    /// Checksum and size of each engine's program, where it could be read.
    pub engines: Vec<Option<(u32, u64)>>,
}

/// A line of the file without its checksum.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    number: usize,
    /// Milliseconds since 1970.
    time: u64,
    #[serde(flatten)]
    event: Event,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadJournal {
    /// The file.
    #[error("cannot read the events: {0}")]
    Io(#[from] io::Error),
    /// A line that is not the last is not what was written.
    #[error("line {line} of the events is damaged: {why}")]
    Damaged {
        /// Which, from 1.
        line: usize,
        /// How.
        why: String,
    },
}

/// Events as they were read.
#[derive(Debug, Default)]
pub struct Past {
    /// The events in order.
    pub events: Vec<Event>,
    /// The last line was damaged and is not among them.
    pub cut: bool,
    /// Length of the sound part, in bytes.
    sound: u64,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: File,
    next: usize,
    synced: Duration,
    length: u64,
}

const SEAL: &str = ",\"crc\":\"";

fn seal(text: &str) -> String {
    let open = text.strip_suffix('}').unwrap_or(text);
    format!("{open}{SEAL}{:08x}\"}}\n", crc32fast::hash(open.as_bytes()))
}

fn unseal(line: &str, number: usize) -> Result<Event, String> {
    let (open, rest) = line.rsplit_once(SEAL).ok_or("it has no checksum")?;
    let sum = rest.strip_suffix("\"}").ok_or("it has no end")?;
    if u32::from_str_radix(sum, 16) != Ok(crc32fast::hash(open.as_bytes())) {
        return Err("its checksum does not fit".to_owned());
    }
    let entry: Entry =
        serde_json::from_str(&format!("{open}}}")).map_err(|error| error.to_string())?;
    if entry.number != number {
        return Err(format!(
            "expected event {number}, found event {}",
            entry.number
        ));
    }
    Ok(entry.event)
}

/// Reads a journal. A damaged last line is cut off; damage elsewhere is an error.
pub fn read(path: &Path) -> Result<Past, BadJournal> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    let mut past = Past::default();
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    for (index, line) in lines.iter().enumerate() {
        let text = std::str::from_utf8(line).map_err(|error| error.to_string());
        let whole = |text: &'_ str| {
            text.strip_suffix('\n')
                .map(str::to_owned)
                .ok_or("it has no end".to_owned())
        };
        match text
            .and_then(whole)
            .and_then(|text| unseal(&text, index + 1))
        {
            Ok(event) => {
                past.events.push(event);
                past.sound += line.len() as u64;
            }
            Err(_) if index + 1 == lines.len() => past.cut = true,
            Err(why) => {
                return Err(BadJournal::Damaged {
                    line: index + 1,
                    why,
                });
            }
        }
    }
    Ok(past)
}

impl Journal {
    /// A new journal; there must be none.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(path)?;
        Ok(Self {
            file,
            next: 1,
            synced: Clock::Wall.now(),
            length: 0,
        })
    }

    /// Goes on with a journal that was read.
    pub fn go_on(path: &Path, past: &Past) -> io::Result<Self> {
        let mut file = OpenOptions::new().append(true).open(path)?;
        file.set_len(past.sound)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self {
            file,
            next: past.events.len() + 1,
            synced: Clock::Wall.now(),
            length: past.sound,
        })
    }

    /// Appends an event in one write. What could be written only in part is taken back.
    pub fn add(&mut self, event: Event) -> io::Result<()> {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let time = since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(0));
        let entry = Entry {
            number: self.next,
            time,
            event,
        };
        let line = seal(&serde_json::to_string(&entry).map_err(io::Error::other)?);
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += line.len() as u64;
        self.next += 1;
        if Clock::Wall.since(self.synced) > Duration::from_secs(1) {
            self.sync()?;
        }
        Ok(())
    }

    /// Makes sure that all events are on the disk.
    pub fn sync(&mut self) -> io::Result<()> {
        self.synced = Clock::Wall.now();
        self.file.sync_data()
    }
}
