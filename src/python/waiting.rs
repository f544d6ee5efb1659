//! Waits for other threads without the interpreter's lock, and ends the wait at Ctrl-C.

use super::arguments::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The interval between checks for Ctrl-C.
const POLL: Duration = Duration::from_millis(20);

/// What another thread sends.
pub struct Inbox<T>(Mutex<Receiver<T>>);

impl<T: Send> Inbox<T> {
    /// Returns the inbox of a channel.
    pub fn new(receiver: Receiver<T>) -> Inbox<T> {
        Inbox(Mutex::new(receiver))
    }

    /// Waits for the next item; `None` after the last.
    ///
    /// # Errors
    /// A handler of Python's raised one, as that of Ctrl-C does.
    pub fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            match py.detach(|| lock(&self.0).recv_timeout(POLL)) {
                Ok(item) => return Ok(Some(item)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}

/// Does work on another thread. At Ctrl-C, calls `stop` and waits for the end of the work.
pub fn work<T: Send + 'static>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::Builder::new().name("khepri".to_owned()).spawn(move || {
        // If the work was stopped, no one receives its result.
        let _ = sender.send(work());
    })?;
    let result = Inbox::new(receiver).next(py).inspect_err(|_| stop());
    let joined = py.detach(|| thread.join());
    match (result, joined) {
        (Err(interrupt), _) => Err(interrupt),
        (Ok(Some(done)), _) => Ok(done),
        (Ok(None), _) => Err(PyRuntimeError::new_err("the work ended with a fault of Khepri: please report it")),
    }
}
