//! The review of games: searches every position, and marks each move by the winning chance that it loses.
//!
//! [`formula`] turns scores into winning chances, marks and accuracies. [`game`] reviews one game, and [`annotate`] writes the
//! result into its record.

pub mod annotate;
pub mod formula;
pub mod game;

pub use formula::{Chance, Mark};
pub use game::{Review, ReviewedMove};
