//! Statistics of matches: counts of results, Elo with error bars, and the sequential probability ratio test (SPRT).
//!
//! Every figure is a function of counts; `docs/statistics.md` explains each.

pub mod elo;
pub mod likelihood;
pub mod results;
pub mod sample;
pub mod sprt;

pub use elo::Estimate;
pub use results::{Counts, GameResult, Pairs};
pub use sample::Sample;
pub use sprt::{Bounds, Decision, InvalidTest, Model, Parameters, Test};
