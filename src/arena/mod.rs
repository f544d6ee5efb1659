//! Matches between engines that run as separate processes. The runner depends on the rules and the notation, and not on the
//! search.
//!
//! `names`, `timestamp`, `termination` and `time_control` are shared. The others import only from those before them:
//! `records` (the file of games, and the same games as KGN), `engine` (one process and its protocol), `game` (the referee),
//! `tournament` (schedule, workers, standings, tables).

pub mod engine;
pub mod game;
pub mod names;
pub mod records;
pub mod termination;
pub mod time_control;
pub mod timestamp;
pub mod tournament;
