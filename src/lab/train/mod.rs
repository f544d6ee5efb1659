//! Trains networks, and fits the model of win, draw and loss probabilities to games.

mod logistic;
pub mod net;
pub mod reliability;
mod scored;
pub mod wdl_fit;
