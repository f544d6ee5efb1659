//! The clock. `std::time::Instant` panics on `wasm32-unknown-unknown`, so there the host is the clock. The library alone has no host.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// A time of the host's clock.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[derive(Clone, Copy, Debug)]
pub struct Instant {
    milliseconds: f64,
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Instant {
    /// Returns the present time. Without a host the clock does not advance.
    pub fn now() -> Instant {
        #[cfg(feature = "web")]
        let milliseconds = super::host::now();
        #[cfg(not(feature = "web"))]
        let milliseconds = 0.0;
        Instant { milliseconds }
    }

    /// Returns a time of the host's clock.
    #[cfg(feature = "web")]
    pub fn at(milliseconds: f64) -> Instant {
        Instant { milliseconds }
    }

    /// Returns the milliseconds of the host's clock.
    #[cfg(feature = "web")]
    pub fn milliseconds(&self) -> f64 {
        self.milliseconds
    }

    /// Returns the time since then; zero if it is in the future.
    pub fn elapsed(&self) -> std::time::Duration {
        let milliseconds = Instant::now().milliseconds - self.milliseconds;
        std::time::Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
    }
}
