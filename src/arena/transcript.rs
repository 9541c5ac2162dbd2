//! Every line between runner and engines, in a file for whoever wants to know what was really said.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::clock::Clock;

/// A file that all tables write to.
#[derive(Debug, Clone)]
pub struct Transcript(Arc<Mutex<BufWriter<File>>>);

impl Transcript {
    /// A new file, in place of what was there.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = BufWriter::new(File::create(path)?);
        Ok(Self(Arc::new(Mutex::new(file))))
    }

    /// One line for each line said: microseconds, engine, process, direction (`>` to the engine, `<` from it), text. What cannot be
    /// written is lost: a log never costs a game.
    pub fn note(&self, engine: &str, life: u32, direction: char, text: &[u8]) {
        let now = Clock::Wall.now().as_micros();
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for line in text
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
        {
            let _ = writeln!(
                file,
                "{now} {engine}/{life} {direction} {}",
                line.escape_ascii()
            );
        }
    }

    /// Writes what is still on its way.
    pub fn flush(&self) {
        let _ = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .flush();
    }
}
