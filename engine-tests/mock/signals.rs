//! Signals from the thread that reads commands to the thread that thinks.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The phase of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
enum Phase {
    /// The mock may think.
    #[default]
    Thinking,
    /// The mock should answer now.
    Stopped,
    /// The next turn begins.
    Over,
}

/// The signals that were sent.
#[derive(Default)]
struct State {
    phase: Phase,
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
        self.advance(Phase::Stopped);
    }

    /// Signals that the next turn begins.
    pub fn end(&self) {
        self.advance(Phase::Over);
    }

    /// Signals that the ponder move was played.
    pub fn ponderhit(&self, at: Instant) {
        self.state().ponderhit = Some(at);
        self.changed.notify_all();
    }

    fn advance(&self, phase: Phase) {
        let mut state = self.state();
        state.phase = phase.max(state.phase);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the next turn begins.
    pub fn is_over(&self) -> bool {
        self.state().phase == Phase::Over
    }

    /// Sleeps until a time, or for ever without one, or until the mock should answer.
    pub fn wait(&self, until: Option<Instant>) {
        let mut state = self.state();
        while state.phase == Phase::Thinking {
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
        while state.phase == Phase::Thinking && state.ponderhit.is_none() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.ponderhit
    }
}
