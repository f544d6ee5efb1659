//! `khepri serve`: the board in the browser. An HTTP server, by default on the loopback address, serves the embedded page, and
//! connects each WebSocket to an engine process of its own, or answers its questions about the rules itself.
//!
//! The modules in order, each importing only from those before it: `settings` (of the command line), `assets` (files of the
//! page), `origin` and `token` (which requests are accepted), `line_queue` (lines to a slow reader), `engine` (a process),
//! `rules` (answers without one), `allowed` (the lines that may pass), `foreign` (translation for other engines), `session` (an
//! engine with its options), `seats` (the number of pages with engines), `websocket` (a session over a WebSocket), `kgn` (files
//! of games), `puzzles`, `http` (routes), `listen` (the listening socket).

mod allowed;
mod assets;
mod engine;
mod foreign;
mod http;
mod kgn;
mod line_queue;
mod listen;
mod origin;
mod puzzles;
mod rules;
mod seats;
mod session;
mod settings;
mod token;
mod websocket;

pub use listen::{ServeError, run};
pub use settings::{Caps, OWN, RULES, Settings};
pub use token::{is_token, random as random_token};
