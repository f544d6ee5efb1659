//! The only place that prints to stdout: whole answers under one lock, each flushed, a closed pipe no fault.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A handle to where answers go; clones share it.
#[derive(Clone)]
pub struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    /// Answers to stdout.
    pub fn stdout() -> Output {
        Output::to(io::stdout())
    }

    /// Answers to anything that is written to.
    pub fn to(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(writer)))
    }

    /// Prints one answer, of one line or several, with nothing of others in between.
    pub fn print(&self, answer: impl fmt::Display) {
        let mut text = answer.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody is left to be told that the pipe is closed.
        let _ = writer.write_all(text.as_bytes()).and_then(|()| writer.flush());
    }

    /// Prints an `info string`: one line, whatever the message holds.
    pub fn info(&self, message: impl fmt::Display) {
        let message = message.to_string().replace(|character: char| character.is_control(), " ");
        self.print(format_args!("info string {message}"));
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
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
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
    fn a_closed_pipe_is_no_fault() {
        Output::to(Closed).print("nobody reads this");
    }
}
