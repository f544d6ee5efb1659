//! Fits the weights of the evaluation, and the model of win, draw and loss rates, to the results of games.
//!
//! The weights are fitted by Texel's method: a logistic function of the score of a quiet position predicts the result of its
//! game, and the weights minimize the error of the prediction.
//!
//! Source: <https://www.chessprogramming.org/Texel%27s_Tuning_Method>.

mod fit;
mod logistic;
pub mod net;
mod samples;
pub mod wdl_fit;

pub use fit::{Fit, Recipe, fit};
pub use samples::{Samples, Selection};
