//! The output of the mock: lines, floods, and the logs that tests read.

use crate::flags::Flags;
use khepri::internal::rules::Position;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::exit;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The number of bytes of a flood that are written at once.
const CHUNK: usize = 1 << 16;

/// The number of bytes of a flood of stderr.
const STDERR_FLOOD: usize = 10 << 20;

/// The exit status when stdout has no reader.
const NO_READER: i32 = 1;

/// Stdout and the logs. Any thread may use them.
pub struct Output {
    line_end: &'static str,
    /// The log of times. It is locked from a bestmove until its time is logged.
    times: Mutex<Option<File>>,
    commands: Mutex<Option<File>>,
}

impl Output {
    /// Opens the logs.
    ///
    /// # Errors
    /// A log cannot be opened.
    pub fn new(flags: &Flags) -> io::Result<Output> {
        Ok(Output {
            line_end: if flags.talk.crlf { "\r\n" } else { "\n" },
            times: Mutex::new(appending(flags.play.log.as_deref())?),
            commands: Mutex::new(appending(flags.play.option_log.as_deref())?),
        })
    }

    /// Prints lines in one write.
    pub fn print(&self, lines: &str) {
        let mut text = String::new();
        for line in lines.lines() {
            text.push_str(line);
            text.push_str(self.line_end);
        }
        self.bytes(text.as_bytes());
    }

    /// Prints bytes.
    pub fn bytes(&self, bytes: &[u8]) {
        let mut stdout = io::stdout().lock();
        if stdout.write_all(bytes).and_then(|()| stdout.flush()).is_err() {
            exit(NO_READER);
        }
    }

    /// Prints the answer to the `go` that was read at `start`, and logs its time and the position.
    pub fn best_move(&self, lines: &str, start: Instant, position: &Position) {
        let mut times = lock(&self.times);
        self.print(lines);
        let taken = start.elapsed().as_micros();
        append(&mut times, &format!("{taken} {position}"));
    }

    /// Waits until the time of the last bestmove is logged.
    pub fn wait_for_log(&self) {
        drop(lock(&self.times));
    }

    /// Adds a line to the log of commands.
    pub fn log_command(&self, line: &str) {
        append(&mut lock(&self.commands), line);
    }

    /// Prints info lines as fast as they are read, while `condition` is true.
    pub fn flood(&self, condition: impl Fn() -> bool) {
        let line = format!("info depth 1 score cp 0 nodes 1 time 0{}", self.line_end);
        let chunk = line.repeat(CHUNK / line.len());
        while condition() {
            self.bytes(chunk.as_bytes());
        }
    }

    /// Prints one endless line as fast as it is read.
    pub fn flood_line(&self) {
        self.bytes(b"info string ");
        let chunk = [b'x'; CHUNK];
        loop {
            self.bytes(&chunk);
        }
    }

    /// Prints enough to stderr to fill any pipe.
    pub fn flood_stderr(&self) {
        let line = [[b'e'; 99].as_slice(), b"\n"].concat();
        let chunk = line.repeat(CHUNK / line.len());
        let mut stderr = io::stderr().lock();
        for _ in 0..STDERR_FLOOD.div_ceil(chunk.len()) {
            // Fails if there is no reader, which does not matter.
            let _ = stderr.write_all(&chunk);
        }
    }

    /// Closes stdout. Later output is discarded.
    #[cfg(unix)]
    pub fn close(&self) {
        use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd};
        let _stdout = io::stdout().lock();
        // SAFETY: nothing in this process owns the descriptor, and the standard library discards output to a closed stdout.
        drop(unsafe { OwnedFd::from_raw_fd(1) });
        // This takes the free number, which the next opened file would get otherwise.
        if let Ok(sink) = OpenOptions::new().write(true).open("/dev/null") {
            let _ = sink.into_raw_fd();
        }
    }

    /// Does nothing on this system.
    #[cfg(not(unix))]
    pub fn close(&self) {}
}

fn appending(path: Option<&Path>) -> io::Result<Option<File>> {
    path.map(|path| OpenOptions::new().create(true).append(true).open(path)).transpose()
}

fn append(file: &mut Option<File>, line: &str) {
    if let Some(file) = file
        && let Err(error) = file.write_all(format!("{line}\n").as_bytes())
    {
        eprintln!("mock: writing a log: {error}");
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
