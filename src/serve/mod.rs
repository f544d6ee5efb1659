//! `khepri serve`: the board in the browser. A server on loopback hands out the embedded page and bridges each WebSocket to an
//! engine process of its own.
//!
//! The modules in their order, each importing only from those before it: `settings` (what the command line chose), `assets`
//! (the page), `engine` (a process), `outgoing` (the frames that wait for a reader), `bridge` (WebSocket and engine), `http`
//! (routes), `listen` (the socket).

mod assets;
mod bridge;
mod engine;
mod http;
mod listen;
mod outgoing;
mod settings;

pub use listen::{ServeError, run};
pub use settings::Settings;
