//! Matches between engines that run as separate processes, and the tuning of their options. It depends on the rules and the
//! notation, but not on the evaluation and the search. It may change in any version.
//!
//! All modules share `names`, `timestamp`, `termination`, `time_control`, `shard` and `interrupts`, and the statistics of `stats`.
//! Each of the following modules imports only from the shared ones and from those before it: `records` (the file of games, and
//! the same games as KGN), `engine` (one process and its protocol), `game` (the referee), `tournament` (schedule, workers,
//! standings, tables), `spsa` (tunes numbers of an engine by games).
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod engine;
pub mod game;
pub mod interrupts;
pub mod names;
pub mod records;
pub mod shard;
pub mod spsa;
pub mod stats;
pub mod termination;
pub mod time_control;
pub mod timestamp;
pub mod tournament;
