//! Khepri, an engine for Khet, the laser game.
//!
//! Layers, each importing only those before it: [`rules`], [`notation`], [`eval`], [`search`], [`engine`], [`tools`],
//! [`protocol`], [`cli`].

pub mod cli;
pub mod engine;
pub mod eval;
pub mod notation;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tools;
