//! Tests of games against the program in a terminal and through a pipe, and of reviews of games.

mod lines;
#[cfg(target_os = "linux")]
mod pty;
mod review;
mod session;
