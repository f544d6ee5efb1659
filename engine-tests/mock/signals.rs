//! Signals from the thread that reads commands to the thread that thinks.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The signals that were sent.
#[derive(Default)]
struct State {
    /// The mock should answer now.
    is_stopped: bool,
    /// The next turn begins.
    is_over: bool,
    ponderhit: Option<Instant>,
}

/// The signals of a turn, shared by both threads.
#[derive(Default)]
pub struct Signals {
    state: Mutex<State>,
    changed: Condvar,
}

impl Signals {
    /// Signals that the mock should answer now.
    pub fn stop(&self) {
        self.change(|state| state.is_stopped = true);
    }

    /// Signals that the next turn begins.
    pub fn end(&self) {
        self.change(|state| (state.is_stopped, state.is_over) = (true, true));
    }

    /// Signals that the ponder move was played.
    pub fn ponderhit(&self, at: Instant) {
        self.change(|state| state.ponderhit = Some(at));
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the next turn begins.
    pub fn is_over(&self) -> bool {
        self.state().is_over
    }

    /// Sleeps until a time, or for ever without one, or until the mock should answer.
    pub fn wait(&self, until: Option<Instant>) {
        let mut state = self.state();
        while !state.is_stopped {
            state = match until.map(|until| until.saturating_duration_since(Instant::now())) {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => return,
                Some(left) => self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }

    /// Waits for `ponderhit`, and returns its time; `None` if the mock should answer without it.
    pub fn wait_for_ponderhit(&self) -> Option<Instant> {
        let mut state = self.state();
        while !state.is_stopped && state.ponderhit.is_none() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.ponderhit
    }
}
