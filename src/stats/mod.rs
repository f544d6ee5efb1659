//! The mathematics of match results: counts, Elo with error bars, and the sequential probability ratio test.
//!
//! Pure functions of counts, without any package; `docs/statistics.md` explains each figure.

pub mod elo;
pub mod likelihood;
pub mod normal;
pub mod results;
pub mod sample;
pub mod sprt;

pub use elo::Estimate;
pub use results::{Counts, GameResult, Pairs};
pub use sample::Sample;
pub use sprt::{Bounds, Decision, InvalidTest, Model, Parameters, Test};
