//! Lines of a bounded length, numbered; as they come, so that a person can type them.

use std::io::{self, BufRead, Read as _};

use crate::base::mark::unmarked;

/// No line of a problem file is longer, comments included.
pub(super) const LONGEST: usize = 1 << 16;

/// One line of the input, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Whole(&'a [u8]),
    /// It went on beyond [`LONGEST`] and was skipped.
    TooLong,
}

pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            number: 0,
        }
    }

    /// The number of the last line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// The next line; none at the end. The last one may lack its newline.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer.clear();
        let limit = LONGEST as u64 + 1;
        let mut head = (&mut self.input).take(limit);
        if head.read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
        } else if self.buffer.len() > LONGEST {
            self.input.skip_until(b'\n')?;
            return Ok(Some(Line::TooLong));
        }
        let line = if self.number == 1 {
            unmarked(&self.buffer)
        } else {
            &self.buffer
        };
        Ok(Some(Line::Whole(line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_in_front_of_everything_is_skipped() {
        let mut lines = Lines::new(&b"\xef\xbb\xbfone\n\xef\xbb\xbftwo"[..]);
        assert_eq!(lines.next().unwrap(), Some(Line::Whole(b"one")));
        let second = Line::Whole(b"\xef\xbb\xbftwo");
        assert_eq!(lines.next().unwrap(), Some(second));
    }

    #[test]
    fn long_lines_are_skipped_and_the_rest_is_read() {
        let mut text = b"one\n\n".to_vec();
        text.extend(vec![b'x'; LONGEST]);
        text.push(b'\n');
        text.extend(vec![b'y'; 3 * LONGEST]);
        text.extend(b"\nlast");
        let mut lines = Lines::new(&text[..]);
        let mut next = || match lines.next().unwrap() {
            Some(Line::Whole(line)) => Some((line.len(), line.first().copied())),
            Some(Line::TooLong) => Some((usize::MAX, None)),
            None => None,
        };
        assert_eq!(next(), Some((3, Some(b'o'))));
        assert_eq!(next(), Some((0, None)));
        assert_eq!(next(), Some((LONGEST, Some(b'x'))));
        assert_eq!(next(), Some((usize::MAX, None)));
        assert_eq!(next(), Some((4, Some(b'l'))));
        assert_eq!(next(), None);
        assert_eq!(lines.number(), 5);
    }
}
