//! Everything the mock writes: lines, floods, and the logs that tests read.

use crate::flags::Flags;
use khepri::internal::rules::Position;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::exit;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Bytes of a flood that are written at once.
const GULP: usize = 1 << 16;

/// Bytes that go to stderr when it is flooded.
const STDERR_FLOOD: usize = 10 << 20;

/// Status when stdout has no reader any more.
const UNHEARD: i32 = 1;

/// Stdout and the logs, from any thread.
pub struct Output {
    line_end: &'static str,
    /// Held from a bestmove until its time is on record.
    times: Mutex<Option<File>>,
    heard: Mutex<Option<File>>,
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
            heard: Mutex::new(appending(flags.play.option_log.as_deref())?),
        })
    }

    /// Lines, written at once.
    pub fn say(&self, lines: &str) {
        let mut text = String::new();
        for line in lines.lines() {
            text.push_str(line);
            text.push_str(self.line_end);
        }
        self.bytes(text.as_bytes());
    }

    /// Bytes as they are.
    pub fn bytes(&self, bytes: &[u8]) {
        let mut stdout = io::stdout().lock();
        if stdout.write_all(bytes).and_then(|()| stdout.flush()).is_err() {
            exit(UNHEARD);
        }
    }

    /// The answer to the `go` that was read at `since` in this position; time and position are logged.
    pub fn best_move(&self, lines: &str, since: Instant, position: &Position) {
        let mut times = lock(&self.times);
        self.say(lines);
        let taken = since.elapsed().as_micros();
        append(&mut times, &format!("{taken} {position}"));
    }

    /// Waits until the time of a bestmove that is out is on record.
    pub fn settle(&self) {
        drop(lock(&self.times));
    }

    /// Adds a line to the log of the input.
    pub fn record(&self, line: &str) {
        append(&mut lock(&self.heard), line);
    }

    /// Prints info lines as fast as they are read, while `goes_on` is true.
    pub fn flood(&self, goes_on: impl Fn() -> bool) {
        let line = format!("info depth 1 score cp 0 nodes 1 time 0{}", self.line_end);
        let gulp = line.repeat(GULP / line.len());
        while goes_on() {
            self.bytes(gulp.as_bytes());
        }
    }

    /// Prints one endless line as fast as it is read.
    pub fn flood_line(&self) {
        self.bytes(b"info string ");
        let gulp = [b'x'; GULP];
        loop {
            self.bytes(&gulp);
        }
    }

    /// Prints enough to stderr to fill any pipe.
    pub fn flood_stderr(&self) {
        let line = [[b'e'; 99].as_slice(), b"\n"].concat();
        let gulp = line.repeat(GULP / line.len());
        let mut stderr = io::stderr().lock();
        for _ in 0..STDERR_FLOOD.div_ceil(gulp.len()) {
            // It does not matter whether anyone reads it.
            let _ = stderr.write_all(&gulp);
        }
    }

    /// Closes stdout; what is written later goes nowhere.
    #[cfg(unix)]
    pub fn close(&self) {
        use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd};
        let _stdout = io::stdout().lock();
        // SAFETY: nothing in this process owns the descriptor, and the standard library takes one that is closed for a sink.
        drop(unsafe { OwnedFd::from_raw_fd(1) });
        // The next file to be opened would take its place.
        if let Ok(sink) = OpenOptions::new().write(true).open("/dev/null") {
            let _ = sink.into_raw_fd();
        }
    }

    /// Nothing: this system has no descriptor to close.
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
