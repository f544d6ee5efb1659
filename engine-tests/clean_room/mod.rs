//! The rules of Khet a second time, written from `rules.md` and `notation.md` alone, to be compared with the engine.
//!
//! Nothing here is fast on purpose: a board is a plain array of 80 cells, every question is answered by looking at it
//! anew, and what can be said in a `match` stands in no table. Each function quotes the rule that it carries out.
#![allow(dead_code, reason = "every test uses a part of it")]

pub mod actions;
pub mod board;
pub mod check;
pub mod game;
pub mod kfen;
pub mod light;
pub mod pieces;
pub mod position;
pub mod squares;
