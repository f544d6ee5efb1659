//! Matches between engines that run as separate processes. The runner depends on the rules and the notation, but not on the
//! search.
//!
//! All modules share `names`, `timestamp`, `termination` and `time_control`. Each of the following modules imports only from
//! the shared ones and from those before it: `records` (the file of games, and the same games as KGN), `engine` (one process
//! and its protocol), `game` (the referee), `tournament` (schedule, workers, standings, tables).

pub mod engine;
pub mod game;
pub mod names;
pub mod records;
pub mod termination;
pub mod time_control;
pub mod timestamp;
pub mod tournament;
