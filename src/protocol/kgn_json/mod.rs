//! Converts games from KGN to JSON for the page, and back.

mod convert;
mod game;

pub use convert::{ConversionError, MAX_JSON, MAX_KGN, faults_of_games, read_games, write_games};
pub(crate) use game::MAX_MOVES;
