//! An engine: its description, its process, its protocol, and the player that requests moves from it.

pub mod group;
pub mod log;
pub mod player;
pub mod process;
pub mod processor_time;
pub mod protocol;
pub mod spec;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The shared stop flag of a match; clones share it. Raising it abandons the games in progress.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Raises the flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Returns whether the flag was raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Locks a mutex, even after a thread has panicked while holding it: the data are usable all the same.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
