//! The engine as a process: every command of the protocol, bad input, whole games, and a system that fails.

mod bad_input;
mod conversation;
mod faults;
#[path = "../reference/mod.rs"]
mod reference;
mod selfplay;
mod sessions;
#[path = "../support/mod.rs"]
mod support;
mod views;
