//! Large tables of atomic words, the available memory, the clock, numbers in files, and signals that stop work.

mod available;
pub mod bytes;
mod clock;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod host;
mod instant;
mod signals;
pub mod words;

pub use clock::clock_seed;
pub use instant::Instant;
pub use signals::Signals;
