//! The review of games: searches every position, and marks each move by the winning chance that it loses.
//!
//! [`formula`] turns scores into winning chances, marks and accuracies. [`game`] reviews one game, and [`pool`] reviews several
//! in parallel. [`annotate`], [`table`] and [`html`] write the result in three forms.

pub mod annotate;
pub mod formula;
pub mod game;
pub mod html;
pub mod pool;
pub mod table;

pub use formula::{Chance, Mark};
pub use game::{Review, ReviewedMove};
