//! What the host of the WebAssembly module provides: a clock, and the signals to the running job. On `wasm32-unknown-unknown` the
//! standard library has no clock, and the module has one thread.

#[link(wasm_import_module = "khepri")]
unsafe extern "C" {
    /// Returns the time in milliseconds since a fixed moment, which is the same in all instances. It never goes back.
    pub(super) safe fn now() -> f64;

    /// Returns whether the running job is to stop.
    pub(super) safe fn stopped() -> bool;

    /// Returns the time of the ponderhit in milliseconds, or infinity before it.
    pub(super) safe fn ponderhit() -> f64;
}
