//! The static evaluation: a [network] scores a position, and a table holds the [values of hits](hits).

pub mod accumulator;
mod block;
pub mod changes;
pub mod head;
mod hits;
pub mod inputs;
mod legs;
pub mod network;
pub mod pieces;
pub mod score;
pub mod wdl;
pub mod worth;

pub use hits::hit_value;
pub use score::Score;
