//! Measurements of the engine: the bench, the gain of more threads, and perft suites.

pub mod bench;
pub mod speedup;
pub mod suite;
