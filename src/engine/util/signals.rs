//! The signals that other threads send to a search or to other work. All code that blocks until a signal arrives is here.

use super::Instant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The signals that other threads send to a search or to other work: stop, and for a search also ponderhit (the pondered move
/// was played).
///
/// ```
/// use khepri_engine::{Engine, Game, Limits, Silent};
///
/// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// let search = engine.search(Limits::infinite())?;
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
    /// The time of the ponderhit. Locked while any signal is sent, so that a thread that starts to wait does not miss it.
    ponderhit: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Signals {
    /// Stops the work at its next check.
    pub fn stop(&self) {
        let _guard = self.lock();
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Signals that the pondered move was played: the limits apply from now on.
    ///
    /// ```
    /// use khepri_engine::{Engine, Game, Limits, Silent};
    /// use std::num::NonZero;
    ///
    /// const NODES: NonZero<u64> = NonZero::new(500).unwrap();
    /// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
    /// let search = engine.search(Limits { ponder: true, ..Limits::nodes(NODES) })?;
    /// let signals = search.signals();
    /// let searching = std::thread::spawn(|| search.run(&mut Silent));
    /// signals.ponderhit();
    /// assert!(searching.join().expect("no panic").best.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ponderhit(&self) {
        self.lock().get_or_insert_with(Instant::now);
        self.changed.notify_all();
    }

    /// Returns whether [`Signals::stop`] was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        if super::host::stopped() {
            return true;
        }
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns the time of [`Signals::ponderhit`], if it was called.
    pub(crate) fn ponderhit_at(&self) -> Option<Instant> {
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        return Some(super::host::ponderhit()).filter(|time| time.is_finite()).map(Instant::at);
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        *self.lock()
    }

    /// Waits for the stop, or for the ponderhit if `ponderhit_is_enough`. Returns at once on `wasm32-unknown-unknown`, where
    /// no other thread can send a signal. The caller of the search then has to hold the answer back.
    pub(crate) fn wait(&self, ponderhit_is_enough: bool) {
        if cfg!(not(all(target_family = "wasm", target_os = "unknown"))) {
            let arrived = |ponderhit: &Option<Instant>| self.is_stopped() || ponderhit_is_enough && ponderhit.is_some();
            drop(self.changed.wait_while(self.lock(), |ponderhit| !arrived(ponderhit)));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
