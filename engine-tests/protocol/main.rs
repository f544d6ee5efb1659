//! The engine as a process: every command of the protocol, bad input, whole games, and a system that fails.

mod bad_input;
#[path = "../clean_room/mod.rs"]
mod clean_room;
mod conversation;
mod eval_file;
mod faults;
mod sessions;
#[path = "../support/mod.rs"]
mod support;
#[path = "../twin/mod.rs"]
mod twin;
mod views;
