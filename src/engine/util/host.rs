//! What the host of a WebAssembly module provides: a clock, and the signals to the running job. On `wasm32-unknown-unknown` the
//! standard library has no clock, and a module has one thread.

use std::sync::OnceLock;

/// The functions of the host.
#[derive(Clone, Copy)]
pub struct Host {
    /// Returns the time in milliseconds since a fixed moment, which is the same in all instances. It never goes back.
    pub now: fn() -> f64,
    /// Returns whether the running job is to stop.
    pub stopped: fn() -> bool,
    /// Returns the time of the ponderhit in milliseconds, or infinity before it.
    pub ponderhit: fn() -> f64,
}

static HOST: OnceLock<Host> = OnceLock::new();

/// Sets the host. Only the first call has an effect.
pub fn set(host: Host) {
    let _ = HOST.set(host);
}

/// Returns the time of the host; without a host the clock does not advance.
pub(super) fn now() -> f64 {
    HOST.get().map_or(0.0, |host| (host.now)())
}

pub(super) fn stopped() -> bool {
    HOST.get().is_some_and(|host| (host.stopped)())
}

pub(super) fn ponderhit() -> f64 {
    HOST.get().map_or(f64::INFINITY, |host| (host.ponderhit)())
}
