//! `khepri serve`: the board in the browser. A server on loopback hands out the embedded page and bridges each WebSocket to an
//! engine process of its own.
//!
//! The modules in their order, each importing only from those before it: `settings` (what the command line chose), `assets`
//! (the page), `origin` and `token` (who may talk to the server), `outgoing` (lines that wait for a slow reader), `engine` (a
//! process), `allowed` (the lines that may pass), `foreign` (other protocols), `session` (an engine and its settings), `bridge`
//! (WebSocket and session), `json` and `kgn` (files of games), `http` (routes), `listen` (the socket).

mod allowed;
mod assets;
mod bridge;
mod engine;
mod foreign;
mod http;
mod json;
mod kgn;
mod listen;
mod origin;
mod outgoing;
mod session;
mod settings;
mod token;

pub use listen::{ServeError, run};
pub use settings::{Caps, OWN, RULES, Settings};
pub use token::{is_token, random as random_token};
