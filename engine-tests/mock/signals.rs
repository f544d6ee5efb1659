//! What the reading thread tells the one that thinks.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How far a turn has been called off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
enum Call {
    /// It goes on.
    #[default]
    Think,
    /// It should answer now.
    Stop,
    /// The next turn begins.
    Over,
}

/// Shared by both threads, new for each turn.
#[derive(Default)]
pub struct Signals {
    call: Mutex<Call>,
    called: Condvar,
}

impl Signals {
    /// It should answer now.
    pub fn stop(&self) {
        self.call(Call::Stop);
    }

    /// The next turn begins.
    pub fn end(&self) {
        self.call(Call::Over);
    }

    fn call(&self, call: Call) {
        let mut current = self.call.lock().unwrap_or_else(PoisonError::into_inner);
        *current = call.max(*current);
        self.called.notify_all();
    }

    /// Whether the next turn begins.
    pub fn is_over(&self) -> bool {
        *self.call.lock().unwrap_or_else(PoisonError::into_inner) == Call::Over
    }

    /// Sleeps until this time, without one for ever, or until it should answer.
    pub fn wait(&self, until: Option<Instant>) {
        let mut call = self.call.lock().unwrap_or_else(PoisonError::into_inner);
        while *call == Call::Think {
            call = match until.map(|until| until.saturating_duration_since(Instant::now())) {
                None => self.called.wait(call).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => return,
                Some(left) => self.called.wait_timeout(call, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }
}
