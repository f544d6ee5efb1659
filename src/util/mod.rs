//! Random numbers that a seed repeats, large tables of atomic words, the clock, and the instructions of the processor.

mod available;
mod instant;
#[cfg(feature = "program")]
pub mod processor;
pub mod random;
#[cfg(feature = "program")]
pub mod shard;
pub mod words;

pub use instant::Instant;
