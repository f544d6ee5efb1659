//! A point in time, which only `clock` reads. What receives a time and passes it on does not depend on a clock.

use std::ops::{Add, Sub};
use std::time::Duration;

/// A point in time: the duration since a fixed moment of the clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(pub(super) Duration);

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}

impl Sub<Duration> for Instant {
    type Output = Instant;

    fn sub(self, time: Duration) -> Instant {
        Instant(self.0.saturating_sub(time))
    }
}
