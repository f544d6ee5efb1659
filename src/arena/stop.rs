//! The wish that a match ends now: games that are being played are given up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A flag that is raised once; clones share it.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Raises it.
    pub fn raise(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether it was raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Whether it is raised, or will be within some time.
    pub fn is_raised_within(&self, patience: Duration) -> bool {
        const NAP: Duration = Duration::from_millis(5);
        let deadline = Instant::now() + patience;
        while !self.is_raised() && Instant::now() < deadline {
            thread::sleep(NAP);
        }
        self.is_raised()
    }
}
