//! What the host of the WebAssembly module provides: a clock, and the signals to the running job. On `wasm32-unknown-unknown` the
//! standard library has no clock, and the module has one thread.

#[link(wasm_import_module = "khepri")]
unsafe extern "C" {
    /// Returns the time in milliseconds since a fixed moment. It never goes back.
    safe fn now() -> f64;

    /// Returns whether the running job is to stop.
    safe fn stopped() -> bool;

    /// Returns the time of the ponderhit, or infinity before it.
    safe fn ponderhit() -> f64;
}

/// Returns the time in milliseconds.
pub fn milliseconds() -> f64 {
    now()
}

/// Returns whether the running job is to stop.
pub fn is_stopped() -> bool {
    stopped()
}

/// Returns the time of the ponderhit in milliseconds, if there was one.
pub fn ponderhit_at() -> Option<f64> {
    Some(ponderhit()).filter(|time| time.is_finite())
}
