//! Training data for the network: self-play games of the engine, and the files that store them.
//!
//! `docs/networks.md` describes every byte of these files.

mod checksums;
pub mod extension;
pub mod header;
mod judge;
pub mod lead;
mod opening;
pub mod reader;
pub mod recipe;
pub mod record;
pub mod replay;
pub mod selfplay;
pub mod share;
pub mod shuffle;
pub mod stats;
pub mod store;
mod varint;
