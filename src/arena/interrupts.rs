//! The interrupts of a match: the stop, and the continuation of the process after it was stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The signals to a match or to a server, from other threads and from signal handlers.
#[derive(Default)]
pub struct Interrupts {
    stopped: Mutex<bool>,
    changed: Condvar,
    /// Set by the handler of SIGCONT.
    continued: Arc<AtomicBool>,
    /// Number of times that `continued` was found set.
    continuations: Mutex<u64>,
}

impl Interrupts {
    /// Stops the work at its next check.
    pub fn stop(&self) {
        *self.lock() = true;
        self.changed.notify_all();
    }

    /// Returns whether [`Interrupts::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        *self.lock()
    }

    /// Waits for the stop.
    pub fn wait(&self) {
        drop(self.changed.wait_while(self.lock(), |stopped| !*stopped));
    }

    /// Waits for the stop, at most for a time. Returns whether it arrived.
    pub fn is_stopped_within(&self, time: Duration) -> bool {
        drop(self.changed.wait_timeout_while(self.lock(), time, |stopped| !*stopped));
        self.is_stopped()
    }

    /// Returns the flag that a handler of SIGCONT has to set.
    pub fn continued(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.continued)
    }

    /// Returns how often the process has continued after a stop, as by Ctrl-Z and `fg`. The clock runs during a stop, so a time
    /// that was measured between two different numbers means nothing.
    pub fn continuations(&self) -> u64 {
        let mut continuations = self.continuations.lock().unwrap_or_else(PoisonError::into_inner);
        *continuations += u64::from(self.continued.swap(false, Ordering::SeqCst));
        *continuations
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
