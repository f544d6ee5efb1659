//! Random numbers with a documented seed, and large tables of atomic words, and the clock.

mod available;
mod instant;
#[cfg(feature = "program")]
pub mod processor;
pub mod random;
#[cfg(feature = "program")]
pub mod shard;
pub mod words;

pub use instant::Instant;
