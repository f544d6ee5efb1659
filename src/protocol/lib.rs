//! What the program, the page and the site of the engine Khepri share. It may change in any version.
//!
//! [`session`] is the line protocol as a state machine: [`event`] has its inputs and effects, [`command`] parses its lines, and
//! [`jobs`] do its work on the threads of a driver. [`draw`] draws boards with their beams, [`review`] judges the moves of games,
//! [`kgn_json`] converts games for the page, and [`puzzles`] has the format of puzzles. [`faults`] gives errors codes for the
//! page, which asks with a [`fault_question`]. [`mod@bench`] measures the search.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod answers;
pub mod bench;
pub mod command;
pub mod draw;
pub mod event;
pub mod fault_question;
pub mod faults;
pub mod jobs;
mod json;
pub mod kgn_json;
pub mod network_file;
pub mod options;
pub mod pending;
pub mod position;
pub mod processor;
pub mod puzzles;
pub mod report;
pub mod review;
pub mod session;
