//! The records of games: one line of JSON per game, and the same games as KGN.

mod check;
pub mod derived;
pub mod journal;
pub mod kgn_file;
pub mod record;
