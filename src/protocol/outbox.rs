//! The only writer of standard output. A reply leaves in one piece and at once.

use std::io::{self, Write};

/// Where replies go.
pub struct Outbox {
    sink: Box<dyn Write + Send>,
    failure: Option<io::Error>,
}

impl Outbox {
    /// Writes to the program's standard output.
    pub fn stdout() -> Self {
        Self::to(Box::new(io::stdout()))
    }

    /// Writes somewhere else.
    pub fn to(sink: Box<dyn Write + Send>) -> Self {
        Self {
            sink,
            failure: None,
        }
    }

    /// Writes a reply, one or several whole lines. Nothing is written any more once that has failed.
    pub fn send(&mut self, reply: &[u8]) {
        if self.is_closed() || reply.is_empty() {
            return;
        }
        let written = self.sink.write_all(reply);
        if let Err(error) = written.and_then(|()| self.sink.flush()) {
            log::info!("the output is closed: {error}");
            self.failure = Some(error);
        }
    }

    /// Whether nothing can be written any more, so that there is no point in going on.
    pub fn is_closed(&self) -> bool {
        self.failure.is_some()
    }

    /// Why nothing can be written any more, if it is so: nobody reads, or there is no room.
    pub fn into_failure(self) -> Option<io::Error> {
        self.failure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Broken;

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_is_noticed_and_nothing_more() {
        let mut outbox = Outbox::to(Box::new(Broken));
        assert!(!outbox.is_closed());
        outbox.send(b"");
        assert!(!outbox.is_closed());
        outbox.send(b"ok\n");
        outbox.send(b"ok\n");
        assert!(outbox.is_closed());
        let failure = outbox.into_failure().map(|error| error.kind());
        assert_eq!(failure, Some(io::ErrorKind::BrokenPipe));
    }
}
