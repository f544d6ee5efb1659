//! Signals from the reading thread to the one that thinks.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The state of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
enum Call {
    /// It continues.
    #[default]
    Think,
    /// It should answer now.
    Stop,
    /// The next turn begins.
    Over,
}

/// The signals given so far.
#[derive(Default)]
struct Reported {
    call: Call,
    ponderhit: Option<Instant>,
}

/// Shared by both threads, new for each turn.
#[derive(Default)]
pub struct Signals {
    reported: Mutex<Reported>,
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

    /// The move that it expects was played.
    pub fn ponderhit(&self, at: Instant) {
        self.reported().ponderhit = Some(at);
        self.called.notify_all();
    }

    fn call(&self, call: Call) {
        let mut reported = self.reported();
        reported.call = call.max(reported.call);
        self.called.notify_all();
    }

    fn reported(&self) -> MutexGuard<'_, Reported> {
        self.reported.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the next turn begins.
    pub fn is_over(&self) -> bool {
        self.reported().call == Call::Over
    }

    /// Sleeps until this time, without one for ever, or until it should answer.
    pub fn wait(&self, until: Option<Instant>) {
        let mut reported = self.reported();
        while reported.call == Call::Think {
            reported = match until.map(|until| until.saturating_duration_since(Instant::now())) {
                None => self.called.wait(reported).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => return,
                Some(left) => self.called.wait_timeout(reported, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }

    /// Waits until the expected move was played, and gives when; nothing if it should answer without that.
    pub fn wait_for_ponderhit(&self) -> Option<Instant> {
        let mut reported = self.reported();
        while reported.call == Call::Think && reported.ponderhit.is_none() {
            reported = self.called.wait(reported).unwrap_or_else(PoisonError::into_inner);
        }
        reported.ponderhit
    }
}
