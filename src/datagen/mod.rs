//! Training data for the network: games of the engine against itself, and the files that hold them.
//!
//! `docs/networks.md` describes the files byte by byte.

mod bytes;
pub mod header;
mod judge;
mod opening;
pub mod reader;
pub mod recipe;
pub mod record;
pub mod replay;
pub mod selfplay;
pub mod shuffle;
pub mod stats;
pub mod store;
mod sums;
