//! Khepri, an engine for Khet, the laser game.
//!
//! Layers, each importing only those before it: [`rules`], [`notation`], evaluation, search, engine and protocol, tools,
//! command line.

pub mod eval;
pub mod notation;
pub mod rules;
pub mod search;
pub mod tools;
