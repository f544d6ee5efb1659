//! The signals from other threads to a search.

use crate::util::Instant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};

/// The signals that other threads send to one search: stop and ponderhit (the pondered move was played).
///
/// ```
/// use khepri::{Engine, Game, Limits, Silent};
///
/// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// let search = engine.search(Limits::infinite());
/// let signals = search.signals();
/// assert!(!signals.is_stopped());
/// let searching = std::thread::spawn(|| search.run(&mut Silent));
/// signals.stop();
/// assert!(searching.join().expect("no panic").best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Signals {
    stopped: AtomicBool,
    ponderhit: OnceLock<Instant>,
    /// Locked while a signal is sent, so that a search that starts to wait does not miss it.
    waiting: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// Stops the search at its next check.
    pub fn stop(&self) {
        let _guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Signals that the pondered move was played: the limits apply from now on.
    ///
    /// ```
    /// use khepri::{Engine, Game, Limits, Silent};
    ///
    /// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
    /// let search = engine.search(Limits { ponder: true, ..Limits::nodes(500) });
    /// let signals = search.signals();
    /// let searching = std::thread::spawn(|| search.run(&mut Silent));
    /// signals.ponderhit();
    /// assert!(searching.join().expect("no panic").best.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ponderhit(&self) {
        let _guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.ponderhit.get_or_init(Instant::now);
        self.changed.notify_all();
    }

    /// Returns the flag that [`Signals::stop`] sets.
    pub(crate) fn stopped(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Returns whether [`Signals::stop`] was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns the time of [`Signals::ponderhit`], if it was called.
    pub(crate) fn ponderhit_at(&self) -> Option<Instant> {
        self.ponderhit.get().copied()
    }

    /// Waits for the stop, or for the ponderhit if `ponderhit_is_enough`. Returns at once on `wasm32-unknown-unknown`, where
    /// no other thread can send a signal. The caller of the search then has to hold the answer back.
    pub(super) fn wait(&self, ponderhit_is_enough: bool) {
        let mut guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let can_wait = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        while can_wait && !(self.is_stopped() || ponderhit_is_enough && self.ponderhit.get().is_some()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
