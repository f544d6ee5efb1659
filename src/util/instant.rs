//! The clock of a search. The target `wasm32-unknown-unknown` has no clock, and `std::time::Instant` panics there.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// A clock that does not advance.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[derive(Clone, Copy)]
pub struct Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Instant {
    /// Returns the only instant of this clock.
    pub fn now() -> Instant {
        Instant
    }

    /// Returns zero.
    pub fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}
