//! The server as browsers, programs and attackers meet it: plain WebSockets and requests, and what stays of its processes.

mod aborts;
mod answers;
mod bridge;
mod engines;
mod files;
mod lines;
mod reviews;
mod server;
mod start;
#[path = "../support/mod.rs"]
mod support;
mod visitors;
