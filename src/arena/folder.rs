//! The folder of a run: what is in it, who may write there, and how files are replaced.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// A folder that this process alone writes to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// It was not there before.
    made: bool,
    /// Held as long as the folder is in use; the system lets go of it when the process is gone, however it went.
    _lock: File,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadFolder {
    /// Another run has been there.
    #[error(
        "{0} belongs to a run: expected a new folder, or `brightsword resume {0}` to go on with it"
    )]
    Used(String),
    /// None has.
    #[error("{0} is no folder of a run: expected one with {CONFIG} and {EVENTS} in it")]
    Unused(String),
    /// Another process is writing there.
    #[error("{path} is in use by process {owner}")]
    Busy {
        /// The folder.
        path: String,
        /// Who, as it has said itself.
        owner: String,
    },
    /// The system says no.
    #[error("cannot use {path}: {error}")]
    Io {
        /// What was to be used.
        path: String,
        /// Why it cannot be.
        error: io::Error,
    },
}

/// The configuration, complete.
pub const CONFIG: &str = "config.toml";
/// The openings as they are used, one for each round.
pub const OPENINGS: &str = "openings.txt";
/// What the engines are and have declared.
pub const ENGINES: &str = "engines.json";
/// The truth.
pub const EVENTS: &str = "events.jsonl";
/// The report for people.
pub const REPORT: &str = "report.txt";
/// The report for programs.
pub const REPORT_JSON: &str = "report.json";
/// All that was said between runner and engines, if it was asked for.
pub const TRANSCRIPT: &str = "log.txt";
const LOCK: &str = "lock";

impl Folder {
    /// A folder for a new run, made where there is none.
    pub fn create(path: &Path) -> Result<Self, BadFolder> {
        let io = |error| BadFolder::Io {
            path: path.display().to_string(),
            error,
        };
        let made = !path.exists();
        fs::create_dir_all(path).map_err(io)?;
        if [CONFIG, EVENTS].iter().any(|name| path.join(name).exists()) {
            return Err(BadFolder::Used(path.display().to_string()));
        }
        Ok(Self {
            made,
            ..Self::lock(path)?
        })
    }

    /// The folder of a run that is to go on.
    pub fn open(path: &Path) -> Result<Self, BadFolder> {
        if ![CONFIG, EVENTS]
            .iter()
            .all(|name| path.join(name).is_file())
        {
            return Err(BadFolder::Unused(path.display().to_string()));
        }
        Self::lock(path)
    }

    fn lock(path: &Path) -> Result<Self, BadFolder> {
        let io = |error| BadFolder::Io {
            path: path.display().to_string(),
            error,
        };
        let file = path.join(LOCK);
        let mut lock = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&file)
            .map_err(io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let owner = fs::read_to_string(&file)
                    .unwrap_or_default()
                    .trim()
                    .to_owned();
                return Err(BadFolder::Busy {
                    path: path.display().to_string(),
                    owner,
                });
            }
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        lock.set_len(0)
            .and_then(|()| writeln!(lock, "{}", std::process::id()))
            .map_err(io)?;
        Ok(Self {
            path: path.to_owned(),
            made: false,
            _lock: lock,
        })
    }

    /// Takes files away again, and the folder if it was made for them and nothing else is there, as a log.
    pub fn give_back(&self, names: &[&str]) {
        for name in names.iter().chain(&[LOCK]) {
            let _ = fs::remove_file(self.file(name));
        }
        if self.made {
            let _ = fs::remove_dir(&self.path);
        }
    }

    /// A file of the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file anew: it is always whole, the old one or the new one.
    pub fn write(&self, name: &str, text: &str) -> io::Result<()> {
        // For everybody to read, as far as the user's own mask lets them.
        let readable = fs::Permissions::from_mode(0o666);
        let mut file = tempfile::Builder::new()
            .permissions(readable)
            .tempfile_in(&self.path)?;
        file.write_all(text.as_bytes())?;
        file.persist(self.path.join(name))?;
        Ok(())
    }
}
