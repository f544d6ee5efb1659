//! The review of games: every position is searched, and moves are marked by what they cost in winning chance.
//!
//! [`formula`] turns scores into winning chances, marks and accuracies. [`game`] reviews one game and [`pool`] many at a
//! time; [`annotate`], [`table`] and [`html`] are the three forms of the result.

pub mod annotate;
pub mod formula;
pub mod game;
pub mod html;
pub mod pool;
pub mod table;

pub use formula::{Chance, Mark};
pub use game::{Review, ReviewedMove};
