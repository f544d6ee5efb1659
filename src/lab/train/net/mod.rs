//! Trains the [network](khepri_engine::internal::eval::network) by gradient descent. Its output is fitted to the results of games and the scores of
//! searches.
//!
//! The weights are floats during training and are rounded at the end. Neurons interact only in the sum of the output, so the
//! model is split into blocks of neurons. A block fits into the cache, and one thread at a time works on it. The weights depend
//! on the data, the settings and the seed, but not on the number of threads.

mod batch;
mod block;
pub mod checkpoint;
pub mod curve;
mod losses;
pub mod measure;
mod model;
mod optimiser;
mod quantise;
mod samples;
mod schedule;
mod settings;
mod trainer;

pub use checkpoint::CheckpointError;
pub use losses::Losses;
pub use samples::{Loader, PositionFilter, Samples};
pub use settings::{Start, TrainingSettings};
pub use trainer::{Epoch, Trainer};

#[cfg(test)]
mod tests;
