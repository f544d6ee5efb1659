//! Trains networks, and fits the model of win, draw and loss rates to the results of games.

mod logistic;
pub mod net;
pub mod wdl_fit;
