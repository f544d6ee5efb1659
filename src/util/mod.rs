//! Random numbers with a documented seed, and large tables of atomic words.

mod available;
#[cfg(feature = "program")]
pub mod processor;
pub mod random;
pub mod words;
