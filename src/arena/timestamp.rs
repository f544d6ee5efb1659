//! Dates of records, in universal time.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A moment to the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    seconds: u64,
}

impl Moment {
    /// Now; a clock before 1970 counts as that.
    pub fn now() -> Moment {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Moment { seconds }
    }

    /// Year, month and day.
    ///
    /// Counts in years that begin in March, so that the leap day is their last; after
    /// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
    fn date(self) -> (u64, u64, u64) {
        const DAYS_FROM_YEAR_0: u64 = 719_468;
        const DAYS_IN_400_YEARS: u64 = 146_097;
        let days = self.seconds / 86_400 + DAYS_FROM_YEAR_0;
        let (era, day) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let after_new_year = month >= 10;
        let month = if after_new_year { month - 9 } else { month + 3 };
        (era * 400 + year + u64::from(after_new_year), month, day)
    }

    /// ISO 8601: `2026-11-21T08:05:09Z`.
    pub fn iso(self) -> String {
        let (year, month, day) = self.date();
        let (hours, minutes, seconds) = (self.seconds / 3_600 % 24, self.seconds / 60 % 60, self.seconds % 60);
        format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}Z")
    }
}

/// One moment on the clock that only goes on and on the one on the wall, for times of logs that stay in order when the
/// clock on the wall is set.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    steady: Instant,
    wall: SystemTime,
}

impl Reference {
    /// Now.
    pub fn now() -> Reference {
        Reference { steady: Instant::now(), wall: SystemTime::now() }
    }

    /// Returns a later moment in universal time, as ISO 8601 with microseconds: `2026-11-21T08:05:09.000123Z`.
    pub fn iso(&self, at: Instant) -> String {
        with_microseconds(self.wall + at.saturating_duration_since(self.steady))
    }
}

/// A time before 1970 counts as that.
fn with_microseconds(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = Moment { seconds: since.as_secs() }.iso();
    format!("{}.{:06}Z", seconds.trim_end_matches('Z'), since.subsec_micros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn microseconds_follow_the_seconds() {
        let time = UNIX_EPOCH + Duration::new(951_782_399, 123_999);
        assert_eq!(with_microseconds(time), "2000-02-28T23:59:59.000123Z");
        let steady = Instant::now();
        let reference = Reference { steady, wall: time };
        assert_eq!(reference.iso(steady + Duration::from_millis(1_001)), "2000-02-29T00:00:00.001123Z");
    }

    #[test]
    fn days_that_are_known() {
        for (seconds, iso) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_704_067_199, "2023-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(Moment { seconds }.iso(), iso);
        }
    }
}
