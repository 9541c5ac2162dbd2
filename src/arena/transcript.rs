//! Every line between runner and engines, in a file for whoever wants to know what was really said.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::base::clock::Clock;

/// A file that all tables write to.
#[derive(Debug, Clone)]
pub struct Transcript(Arc<Mutex<Paper>>);

#[derive(Debug)]
struct Paper {
    file: BufWriter<File>,
    /// Why nothing more is written.
    lost: Option<io::Error>,
}

impl Transcript {
    /// Behind what is there already.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::options().append(true).create(true).open(path)?;
        let file = BufWriter::new(file);
        Ok(Self(Arc::new(Mutex::new(Paper { file, lost: None }))))
    }

    /// One line for each line said: microseconds, engine, process, direction (`>` to the engine, `<` from it), text. From the first
    /// line on that cannot be written all are lost: a log never costs a game.
    pub fn note(&self, engine: &str, life: u32, direction: char, text: &[u8]) {
        let now = Clock::Wall.now().as_micros();
        self.write(|file| {
            text.split(|&byte| byte == b'\n')
                .filter(|line| !line.is_empty())
                .try_for_each(|line| {
                    let line = line.escape_ascii();
                    writeln!(file, "{now} {engine}/{life} {direction} {line}")
                })
        });
    }

    /// Writes what is still on its way. What was in the way of it, if not all is written.
    pub fn close(&self) -> Option<io::Error> {
        self.write(BufWriter::flush);
        self.paper().lost.take()
    }

    fn paper(&self) -> MutexGuard<'_, Paper> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, lines: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        let mut paper = self.paper();
        if paper.lost.is_none() {
            paper.lost = lines(&mut paper.file).err();
        }
    }
}
