//! Matches between engines that run as separate processes. The runner knows the rules and the notation, and nothing
//! about how an engine searches.
//!
//! The rooms in their order, each importing only from those before it: `names`, `timestamp`, `termination` and
//! `time_control` are shared; `records` (the file of games, and the same games as KGN), `engine` (one process and its
//! protocol), `game` (the referee), `tournament` (schedule, workers, standings, tables).

pub mod engine;
pub mod game;
pub mod names;
pub mod records;
pub mod termination;
pub mod time_control;
pub mod timestamp;
pub mod tournament;
