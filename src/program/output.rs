//! Prints to stdout, where nothing else prints except the prompt of a terminal and the files of a match whose name is `-`.
//! Each answer is printed as a whole and flushed, under one lock. After a failure nothing more is printed.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// Pause before a non-blocking stream is tried again.
const PAUSE: Duration = Duration::from_millis(1);

/// A handle to the stream of answers; clones share it.
#[derive(Clone)]
pub struct Output {
    writer: Arc<Mutex<dyn Write + Send>>,
    failure: Arc<OnceLock<io::Error>>,
    on_failure: Arc<dyn Fn(&io::Error) + Send + Sync>,
}

impl Output {
    /// Creates an output to stdout.
    pub fn stdout() -> Output {
        Output::to(io::stdout())
    }

    /// Creates an output to any writer.
    pub fn to(writer: impl Write + Send + 'static) -> Output {
        Output { writer: Arc::new(Mutex::new(writer)), failure: Arc::default(), on_failure: Arc::new(|_| {}) }
    }

    /// Sets the function that is called, on the printing thread, when an answer cannot be printed.
    pub fn on_failure(self, on_failure: impl Fn(&io::Error) + Send + Sync + 'static) -> Output {
        Output { on_failure: Arc::new(on_failure), ..self }
    }

    /// Prints one answer of one or more lines, not interleaved with others.
    pub fn print(&self, answer: impl fmt::Display) {
        let mut text = answer.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        self.write(text.as_bytes());
    }

    /// Writes bytes as they are, not interleaved with answers.
    pub fn write(&self, bytes: &[u8]) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // Without the failed answer, the reader could misunderstand this one.
        if self.failure.get().is_some() {
            return;
        }
        let Err(error) = write_whole(&mut *writer, bytes) else { return };
        let failure = self.failure.get_or_init(|| error);
        drop(writer);
        (self.on_failure)(failure);
    }

    /// Returns the error of the first answer that could not be printed, if any.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.get()
    }
}

/// Writes and flushes all bytes, even to a non-blocking pipe.
fn write_whole(writer: &mut dyn Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match writer.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(error) => wait_after(error)?,
        }
    }
    while let Err(error) = writer.flush() {
        wait_after(error)?;
    }
    Ok(())
}

/// Waits after an error if the stream can be tried again, as a non-blocking pipe can. Returns any other error.
pub fn wait_after(error: io::Error) -> io::Result<()> {
    match error.kind() {
        ErrorKind::Interrupted => Ok(()),
        ErrorKind::WouldBlock => {
            thread::sleep(PAUSE);
            Ok(())
        }
        _ => Err(error),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A writer that stores what was printed.
    #[derive(Clone, Default)]
    pub(crate) struct Printed(Arc<Mutex<Vec<u8>>>);

    impl Printed {
        pub(crate) fn text(&self) -> String {
            String::from_utf8_lossy(&self.0.lock().expect("no test panics while it prints")).into_owned()
        }
    }

    impl Write for Printed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no test panics while it prints").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn a_failure_is_reported_once() {
        let calls = Arc::new(Mutex::new(Vec::new()));
        let called = Arc::clone(&calls);
        let output = Output::to(Closed).on_failure(move |error| called.lock().expect("no panic").push(error.kind()));
        assert!(output.failure().is_none());
        output.print("this is not read");
        output.clone().print("nor this");
        assert_eq!(output.failure().map(io::Error::kind), Some(ErrorKind::BrokenPipe));
        assert_eq!(*calls.lock().expect("no panic"), [ErrorKind::BrokenPipe]);
    }

    /// A non-blocking writer: every other call writes up to three bytes.
    struct Slow(Printed, bool);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { self.0.write(&bytes[..bytes.len().min(3)]) } else { Err(ErrorKind::WouldBlock.into()) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn all_bytes_are_written_to_a_non_blocking_pipe() {
        let printed = Printed::default();
        let output = Output::to(Slow(printed.clone(), false));
        output.print("a line of more than three bytes");
        assert_eq!(printed.text(), "a line of more than three bytes\n");
        assert!(output.failure().is_none());
    }
}
