//! Reproducible random numbers, large tables of atomic words, the available memory, a hash, the clock, the instructions of the
//! processor, shards of work, signals that stop work, a small sort, lines of a limited length, numbers in files, input of an
//! unknown format, and the byte-order mark.

mod available;
pub mod byte_order_mark;
pub mod bytes;
mod clock;
pub mod fnv;
#[cfg(all(feature = "web", target_family = "wasm", target_os = "unknown"))]
mod host;
mod instant;
pub mod line;
#[cfg(feature = "protocol")]
pub mod processor;
pub mod random;
#[cfg(feature = "program")]
pub mod shard;
mod signals;
pub mod sort;
pub mod unrecognised;
pub mod words;
#[cfg(feature = "program")]
pub mod workers;

#[cfg(feature = "protocol")]
pub use clock::clock_seed;
pub use instant::Instant;
pub use signals::Signals;
