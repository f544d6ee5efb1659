//! A game against the engine in a terminal or through a pipe.
//!
//! [`command`] reads a line, [`table`] holds the game and its rules, [`host`] is the loop that answers lines and moves for the
//! engine. [`input`] reads lines, [`thinking`] searches, [`text`] makes sentences, [`record`] saves.

pub mod command;
pub mod host;
pub mod input;
pub mod record;
pub mod table;
pub mod text;
pub mod thinking;

pub use host::{Host, Options};
