//! The engine as a process: every command of the protocol, bad input, whole games, and a system that fails.

mod bad_input;
mod conversation;
mod eval_file;
mod faults;
mod reach;
mod sessions;
mod views;
