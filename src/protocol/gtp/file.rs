//! Reading a file whose name came in over the line: nothing but plain files of a sensible size.

use std::fs::{self, File};
use std::io::{self, Read};

use crate::base::snippet::Snippet;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    /// The path is not text.
    #[error("no such path: `{0}`")]
    Path(Snippet),
    /// It is a folder, a pipe or a device.
    #[error("not a plain file")]
    NotAFile,
    /// There is too much of it.
    #[error("more than {LARGEST} bytes")]
    TooLarge,
    /// The system refuses.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Everything in the file.
pub(super) fn read(path: &[u8]) -> Result<Vec<u8>, FileError> {
    let path = std::str::from_utf8(path).map_err(|_| FileError::Path(Snippet::new(path)))?;
    // Asked before opening, because opening a pipe waits for its other end.
    if !fs::metadata(path)?.is_file() {
        return Err(FileError::NotAFile);
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LARGEST.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= LARGEST) {
        Ok(bytes)
    } else {
        Err(FileError::TooLarge)
    }
}
