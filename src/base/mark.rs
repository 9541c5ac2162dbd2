//! What some programs write in front of a text to say that it is UTF-8.

/// The byte-order mark as it looks there.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// The text without the mark, if one stands in front of it.
pub fn unmarked(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}
