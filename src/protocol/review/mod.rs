//! The review of games: searches every position, and marks each move by the winning chance that it loses.
//!
//! [`formula`] turns chances into marks and accuracies. [`judge`] applies it to a game from the [scores](score) of its positions,
//! [`game`] searches them, [`annotate`] writes the result into the record, and [`json`]
//! judges a game whose positions another program has searched.

pub mod annotate;
pub mod formula;
pub mod game;
pub mod json;
pub mod judge;
pub mod score;

pub use formula::{Chance, Mark};
pub use judge::{Review, ReviewedMove};
