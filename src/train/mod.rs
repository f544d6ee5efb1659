//! Fits the weights of the evaluation to the results of games.
//!
//! Texel's method: the score of a quiet position, through a logistic curve, foretells the result of its game; the weights
//! are moved until it does so best.
//!
//! Source: <https://www.chessprogramming.org/Texel%27s_Tuning_Method>.

mod fit;
mod quiet;
mod samples;
mod table;
pub mod wdl_fit;

pub use fit::{Fit, Recipe, fit};
pub use samples::{Samples, Selection};
pub use table::{changes, table};
