//! What a running search is told from outside: stop, and that the pondered move was played.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// Shared by a search and whoever controls it; one for each search.
#[derive(Default)]
pub struct Signals {
    stopped: AtomicBool,
    ponderhit: OnceLock<Instant>,
    /// Held while a signal is given, so that a search that is about to wait does not miss it.
    waiting: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        let _guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The pondered move was played: from now on the limits count.
    pub fn ponderhit(&self) {
        let _guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.ponderhit.get_or_init(Instant::now);
        self.changed.notify_all();
    }

    /// Whether it was told to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// When the pondered move was played, if it was.
    pub fn ponderhit_at(&self) -> Option<Instant> {
        self.ponderhit.get().copied()
    }

    /// Waits for the stop, or for the ponderhit if that is enough.
    pub fn wait(&self, ponderhit_is_enough: bool) {
        let mut guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while !(self.is_stopped() || ponderhit_is_enough && self.ponderhit.get().is_some()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
