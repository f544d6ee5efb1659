//! The server as browsers, programs and attackers use it, over plain WebSockets and requests, and the processes that it leaves.

mod aborts;
mod access;
mod answers;
mod engines;
mod files;
mod reviews;
mod server;
mod sessions;
mod start;
#[path = "../support/mod.rs"]
mod support;
