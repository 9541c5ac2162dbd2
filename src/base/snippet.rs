//! Untrusted bytes made fit to show in an error or a log line.

use std::fmt;

/// How many characters of the original are shown.
const SHOWN: usize = 40;

/// A short, printable, single-line picture of some input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet(String);

impl Snippet {
    /// Takes the first characters of `bytes`; anything but printable ASCII is escaped as in a Rust byte string.
    pub fn new(bytes: &[u8]) -> Self {
        let head = &bytes[..bytes.len().min(SHOWN)];
        let mut text: String = head.escape_ascii().to_string();
        if bytes.len() > SHOWN {
            text.push_str("...");
        }
        Self(text)
    }
}

impl fmt::Display for Snippet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_bytes_and_length_are_tamed() {
        assert_eq!(Snippet::new(b"a\0\xff\n").to_string(), "a\\x00\\xff\\n");
        assert_eq!(Snippet::new(&[b'x'; 5000]).to_string().len(), 43);
    }
}
