//! Tests of games against the program in a terminal and through a pipe, and of reviews of games.

#[path = "../clean_room/mod.rs"]
mod clean_room;
mod lines;
#[cfg(target_os = "linux")]
mod pty;
mod review;
mod session;
#[path = "../support/mod.rs"]
mod support;
