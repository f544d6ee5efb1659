//! The engine without a server: a WebAssembly module for browsers and Node, of which the host runs two instances.
//!
//! The [outer] instance runs the session and answers at once. The [searching] instance does one job at a time. They
//! have separate memories and exchange [messages](message). The host, `khepri.js`, transmits the messages, and keeps time.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod message;
pub mod outer;
pub mod searching;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;

#[cfg(test)]
mod tests;
