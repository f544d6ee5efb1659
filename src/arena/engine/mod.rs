//! An engine: its description, its process, its protocol, and the player that requests moves from it.

pub mod group;
pub mod log;
pub mod offered;
pub mod player;
pub mod process;
pub mod processor_time;
pub mod protocol;
pub mod spec;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even after a thread has panicked while holding it: the data are usable all the same.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
