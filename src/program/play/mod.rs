//! A game against the engine in a terminal or through a pipe.
//!
//! [`input`] reads lines and [`command`] parses them. [`game_state`] stores the game. [`game_loop`] executes the commands and
//! plays the moves that [`engine_move`] finds. [`text`] formats messages. [`record`] makes the record to save.

pub mod command;
pub mod engine_move;
pub mod game_loop;
pub mod game_state;
pub mod input;
pub mod record;
pub mod text;

pub use game_loop::{GameLoop, PlayOptions};
