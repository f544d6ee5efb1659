//! Timestamps of logs, in UTC.

use jiff::Timestamp;
use std::time::Instant;

/// One instant, read from the monotonic clock and from the system's clock. Timestamps that are computed from it stay in
/// order when the system's clock is set.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    steady: Instant,
    wall: Timestamp,
}

impl Reference {
    /// Reads both clocks.
    pub fn now() -> Reference {
        Reference { steady: Instant::now(), wall: Timestamp::now() }
    }

    /// Returns a later instant as ISO 8601 with microseconds: `2026-11-21T08:05:09.000123Z`.
    pub fn iso(&self, at: Instant) -> String {
        let later = self.wall.checked_add(at.saturating_duration_since(self.steady));
        format!("{:.6}", later.unwrap_or(self.wall))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn timestamps_have_microseconds() {
        let wall = Timestamp::new(951_782_399, 123_999).expect("a time");
        let steady = Instant::now();
        let reference = Reference { steady, wall };
        assert_eq!(reference.iso(steady), "2000-02-28T23:59:59.000123Z");
        assert_eq!(reference.iso(steady + Duration::from_millis(1_001)), "2000-02-29T00:00:00.001123Z");
    }

    #[test]
    fn known_timestamps_have_their_dates() {
        for (seconds, iso) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_704_067_199, "2023-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            let time = Timestamp::new(seconds, 987_654_321).expect("a time");
            assert_eq!(format!("{time:.0}"), iso);
        }
    }
}
