//! The line protocol: a line becomes a command, the session does it, the answers are lines again.
//!
//! Nothing here knows how a move is found; that is the engine's.

pub mod answers;
pub mod command;
pub mod input;
pub mod jobs;
pub mod kept;
pub mod options;
pub mod position;
pub mod report;
pub mod session;
