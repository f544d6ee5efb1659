//! Matches between engines that run as processes of their own: the referee, the schedule, the records, the standings.
//!
//! It knows the rules and how things are written, and nothing of how any engine thinks.

pub mod adjudication;
pub mod deadlines;
pub mod dialect;
pub mod engine_spec;
pub mod fault;
pub mod journal;
pub mod kgn_file;
pub mod kgn_found;
pub mod names;
pub mod player;
pub mod process;
pub mod processor_time;
pub mod record;
pub mod referee;
pub mod replay;
pub mod report;
pub mod schedule;
pub mod standings;
pub mod stop;
pub mod termination;
pub mod time_control;
pub mod timestamp;
pub mod tournament;
pub mod transcript;
