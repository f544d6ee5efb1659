//! Random numbers that a seed repeats, large tables of atomic words, the clock, the instructions of the processor, and input of
//! an unknown format.

mod available;
mod instant;
#[cfg(feature = "program")]
pub mod processor;
pub mod random;
#[cfg(feature = "program")]
pub mod shard;
pub mod unrecognised;
pub mod words;

pub use instant::Instant;
