//! What the reading thread tells the one that thinks.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
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

/// What was told.
#[derive(Default)]
struct Told {
    call: Call,
    ponderhit: Option<Instant>,
}

/// Shared by both threads, new for each turn.
#[derive(Default)]
pub struct Signals {
    told: Mutex<Told>,
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
        self.told().ponderhit = Some(at);
        self.called.notify_all();
    }

    fn call(&self, call: Call) {
        let mut told = self.told();
        told.call = call.max(told.call);
        self.called.notify_all();
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the next turn begins.
    pub fn is_over(&self) -> bool {
        self.told().call == Call::Over
    }

    /// Sleeps until this time, without one for ever, or until it should answer.
    pub fn wait(&self, until: Option<Instant>) {
        let mut told = self.told();
        while told.call == Call::Think {
            told = match until.map(|until| until.saturating_duration_since(Instant::now())) {
                None => self.called.wait(told).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => return,
                Some(left) => self.called.wait_timeout(told, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }

    /// Waits until the expected move was played, and gives when; nothing if it should answer without that.
    pub fn wait_for_ponderhit(&self) -> Option<Instant> {
        let mut told = self.told();
        while told.call == Call::Think && told.ponderhit.is_none() {
            told = self.called.wait(told).unwrap_or_else(PoisonError::into_inner);
        }
        told.ponderhit
    }
}
