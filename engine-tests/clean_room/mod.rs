//! A second implementation of the rules, written only from `rules.md` and `notation.md`, to be compared with the engine.
//!
//! It is simple and slow on purpose: a board is an array of 80 squares, nothing is cached, and there are no tables where a
//! `match` suffices. Functions quote the rule that they implement.

pub mod actions;
pub mod board;
pub mod check;
pub mod game;
pub mod kfen;
pub mod light;
pub mod pieces;
pub mod position;
pub mod squares;
