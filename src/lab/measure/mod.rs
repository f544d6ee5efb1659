//! Measurements of the engine: its accuracy, the speedup by threads, and perft suites.

pub mod accuracy;
pub mod best_gain;
pub mod figures;
pub mod speedup;
pub mod suite;
