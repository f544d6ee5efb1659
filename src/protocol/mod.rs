//! The line protocol: a line becomes a command, the session executes it, and a driver prints the answer as lines.

pub mod answers;
pub mod command;
#[cfg(feature = "program")]
pub mod driver;
pub mod event;
#[cfg(feature = "program")]
pub mod input;
pub mod jobs;
#[cfg(feature = "program")]
pub mod network_file;
pub mod options;
pub mod pending;
pub mod position;
pub mod report;
pub mod session;
