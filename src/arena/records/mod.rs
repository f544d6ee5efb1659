//! The records of games: one line of JSON a game, and the same games as KGN.

mod check;
pub mod journal;
pub mod kgn_file;
mod kgn_scan;
pub mod record;
