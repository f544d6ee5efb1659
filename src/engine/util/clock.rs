//! The clock. `std::time::Instant` panics on `wasm32-unknown-unknown`, so there the host is the clock. The library alone has no host.

use super::Instant;
use std::time::Duration;

/// Returns the time since the moment from which all instants count.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn since_origin() -> Duration {
    use std::sync::LazyLock;
    static START: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
    // The origin is a day before the first call, so that earlier instants can be computed.
    Duration::from_secs(24 * 60 * 60) + START.elapsed()
}

/// Returns the time of the host's clock. Without a host the clock does not advance.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn since_origin() -> Duration {
    from_milliseconds(super::host::now())
}

/// Returns a duration; zero for numbers that are none.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn from_milliseconds(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}

impl Instant {
    /// Returns the present time.
    pub fn now() -> Instant {
        Instant(since_origin())
    }

    /// Returns the time since then; zero if it is in the future.
    pub fn elapsed(&self) -> Duration {
        since_origin().saturating_sub(self.0)
    }

    /// Returns a time of the host's clock.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    pub fn at(milliseconds: f64) -> Instant {
        Instant(from_milliseconds(milliseconds))
    }

    /// Returns the milliseconds of the host's clock.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    pub fn milliseconds(&self) -> f64 {
        self.0.as_secs_f64() * 1000.0
    }
}

/// Returns a seed for random numbers, from the clock.
pub fn clock_seed() -> u64 {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    let time = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    let time = since_origin();
    khepri_rules::internal::util::random::split_mix(&mut (time.as_nanos() as u64))
}
