//! The only place that prints to stdout: whole answers under one lock, each flushed. What cannot be printed is known
//! afterwards, and nothing more is printed behind it.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// How long to wait for whoever is behind at the other end, where the system does not wait for us.
const NAP: Duration = Duration::from_millis(1);

/// A handle to where answers go; clones share it.
#[derive(Clone)]
pub struct Output {
    writer: Arc<Mutex<dyn Write + Send>>,
    failure: Arc<OnceLock<io::Error>>,
    told: Arc<dyn Fn(&io::Error) + Send + Sync>,
}

impl Output {
    /// Answers to stdout.
    pub fn stdout() -> Output {
        Output::to(io::stdout())
    }

    /// Answers to anything that is written to.
    pub fn to(writer: impl Write + Send + 'static) -> Output {
        Output { writer: Arc::new(Mutex::new(writer)), failure: Arc::default(), told: Arc::new(|_| {}) }
    }

    /// The same, and `told` is called when an answer could not be printed, on the thread that wanted to.
    pub fn telling(self, told: impl Fn(&io::Error) + Send + Sync + 'static) -> Output {
        Output { told: Arc::new(told), ..self }
    }

    /// Prints one answer, of one line or several, with nothing of others in between.
    pub fn print(&self, answer: impl fmt::Display) {
        let mut text = answer.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // Behind a gap nothing would mean what it says.
        if self.failure.get().is_some() {
            return;
        }
        let Err(error) = write_whole(&mut *writer, text.as_bytes()) else { return };
        let failure = self.failure.get_or_init(|| error);
        drop(writer);
        (self.told)(failure);
    }

    /// Prints an `info string`: one line, whatever the message holds.
    pub fn info(&self, message: impl fmt::Display) {
        let message = message.to_string().replace(|character: char| character.is_control(), " ");
        self.print(format_args!("info string {message}"));
    }

    /// Why an answer could not be printed, if there was such a one.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.get()
    }
}

/// Writes all bytes through to the system, also where whoever has started us left a pipe that does not wait.
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

/// Waits if that may help: whoever has started us may have left a pipe that does not wait.
pub fn wait_after(error: io::Error) -> io::Result<()> {
    match error.kind() {
        ErrorKind::Interrupted => Ok(()),
        ErrorKind::WouldBlock => {
            thread::sleep(NAP);
            Ok(())
        }
        _ => Err(error),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// What was printed, for tests.
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
    fn an_info_string_is_one_line() {
        let printed = Printed::default();
        let output = Output::to(printed.clone());
        output.info("a\nb\r\0c");
        output.print("d\ne");
        assert_eq!(printed.text(), "info string a b  c\nd\ne\n");
    }

    #[test]
    fn what_cannot_be_printed_is_told_once() {
        let calls = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&calls);
        let output = Output::to(Closed).telling(move |error| heard.lock().expect("no panic").push(error.kind()));
        assert!(output.failure().is_none());
        output.print("nobody reads this");
        output.clone().info("nor this");
        assert_eq!(output.failure().map(io::Error::kind), Some(ErrorKind::BrokenPipe));
        assert_eq!(*calls.lock().expect("no panic"), [ErrorKind::BrokenPipe]);
    }

    /// Takes three bytes, then none for once.
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
    fn a_pipe_that_does_not_wait_loses_nothing() {
        let printed = Printed::default();
        let output = Output::to(Slow(printed.clone(), false));
        output.print("a longer line than it takes");
        assert_eq!(printed.text(), "a longer line than it takes\n");
        assert!(output.failure().is_none());
    }
}
