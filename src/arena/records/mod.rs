//! The records of games: one line of JSON per game, and the same games as KGN.

mod check;
pub mod journal;
pub mod kgn_file;
mod own_games;
pub mod record;
mod rewritten;
