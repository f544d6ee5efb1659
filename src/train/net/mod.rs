//! Trains the [network](crate::eval::network) by gradient descent: its output predicts the result of a game and the score of a search.
//!
//! The weights are floats here and are rounded at the end. Neurons are independent of each other but for the sum of the output, so
//! the model is split into blocks of neurons. Each block fits into the cache and belongs to one thread at a time. The
//! weights depend on the data, the settings and the seed, and not on the number of threads.

mod batch;
mod block;
pub mod checkpoint;
pub mod curve;
mod losses;
mod model;
mod optimiser;
mod quantise;
mod samples;
mod schedule;
mod settings;
mod trainer;

pub use checkpoint::Unfit;
pub use losses::Losses;
pub use samples::{Loader, Samples, Selection};
pub use settings::TrainingSettings;
pub use trainer::{Epoch, Trainer};

#[cfg(test)]
mod tests;
