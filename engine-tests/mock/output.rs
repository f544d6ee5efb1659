//! The output of the mock: lines, floods, and the logs that tests read.

use crate::flags::Flags;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::exit;
use std::sync::{Mutex, PoisonError};

/// The number of bytes of a flood that are written at once.
const CHUNK: usize = 1 << 16;

/// The number of bytes of a flood of stderr.
const STDERR_FLOOD: usize = 10 << 20;

/// The exit status when stdout has no reader.
const NO_READER: i32 = 1;

/// An info line of a flood.
pub const REPORT: &str = "info depth 1 score cp 0 nodes 1 time 0\n";

/// Stdout and the logs. Any thread may use them.
pub struct Output {
    answers: Mutex<Option<File>>,
    commands: Mutex<Option<File>>,
}

impl Output {
    /// Opens the logs.
    ///
    /// # Errors
    /// A log cannot be opened.
    pub fn new(flags: &Flags) -> io::Result<Output> {
        Ok(Output {
            answers: Mutex::new(appending(flags.log.as_deref())?),
            commands: Mutex::new(appending(flags.option_log.as_deref())?),
        })
    }

    /// Prints lines in one write.
    pub fn print(&self, lines: &str) {
        self.bytes(format!("{}\n", lines.trim_end()).as_bytes());
    }

    /// Prints bytes.
    pub fn bytes(&self, bytes: &[u8]) {
        let mut stdout = io::stdout().lock();
        if stdout.write_all(bytes).and_then(|()| stdout.flush()).is_err() {
            exit(NO_READER);
        }
    }

    /// Prints and then logs the answer to a `go`.
    pub fn best_move(&self, lines: &str) {
        self.print(lines);
        append(&self.answers, lines);
    }

    /// Adds a line to the log of commands.
    pub fn log_command(&self, line: &str) {
        append(&self.commands, line);
    }

    /// Prints a text again and again, as fast as it is read, while `condition` is true.
    pub fn flood(&self, text: &str, condition: impl Fn() -> bool) {
        let chunk = text.repeat(CHUNK / text.len());
        while condition() {
            self.bytes(chunk.as_bytes());
        }
    }

    /// Closes stdout. Later output is discarded.
    #[cfg(unix)]
    pub fn close(&self) {
        use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd};
        let _stdout = io::stdout().lock();
        // SAFETY: nothing in this process owns the descriptor, and the standard library discards output to a closed stdout.
        drop(unsafe { OwnedFd::from_raw_fd(1) });
        // /dev/null takes the free number, which the next opened file would get otherwise.
        if let Ok(sink) = OpenOptions::new().write(true).open("/dev/null") {
            let _ = sink.into_raw_fd();
        }
    }

    /// Does nothing on this system.
    #[cfg(not(unix))]
    pub fn close(&self) {}
}

/// Prints enough to stderr to fill any pipe.
pub fn flood_stderr() {
    // Fails if there is no reader, which does not matter.
    let _ = io::stderr().lock().write_all(&[b'e'; STDERR_FLOOD]);
}

fn appending(path: Option<&Path>) -> io::Result<Option<File>> {
    path.map(|path| OpenOptions::new().create(true).append(true).open(path)).transpose()
}

fn append(file: &Mutex<Option<File>>, line: &str) {
    if let Some(file) = file.lock().unwrap_or_else(PoisonError::into_inner).as_mut()
        && let Err(error) = file.write_all(format!("{line}\n").as_bytes())
    {
        eprintln!("mock: writing a log: {error}");
    }
}
