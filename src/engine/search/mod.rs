//! The search: from a game and its limits to a move. It prints nothing and reads no input; it reports to an [`Observer`].
//!
//! A *shot* is the set of squares that a beam hits. The *standing shot* of a player is that of the beam without a move. A move is
//! *quiet* if its shot hits the same squares; it may still touch the beam.
//!
//! Each file holds one idea. Blank lines divide the list of files into groups, and a file imports only files of its own group
//! and of the groups above it. The methods of [`Worker`](worker::Worker) are an exception: they call each other across files.

pub mod params;

pub mod window;

pub mod observer;

mod correction;
pub mod counters;
pub mod draws;
mod evaluations;
pub mod gain;
pub mod history;
pub mod limits;
pub mod ordering;
pub mod root_move;
pub mod static_eval;
pub mod strength;
pub mod unsearched;

mod handicap;

pub mod clock;
pub mod table;

mod line;
mod move_stack;
mod node;
pub mod reductions;
pub mod shared;

pub mod worker;

mod evasions;
mod overlooked;
mod picker;
mod pruning;
mod quiescence;
mod singular;

mod alpha_beta;

pub mod stability;

pub mod root;

pub mod parallel;

pub mod settings;

mod searcher;

#[cfg(test)]
mod foreign_entries;

pub use crate::util::Signals;
pub use crate::util::words::NoMemory;
pub use limits::{Clock, Limits};
pub use observer::{BestMove, Bound, Info, Observer, Silent};
pub use searcher::Searcher;
pub use settings::{DEFAULT_HASH_MIB, DEFAULT_MOVE_OVERHEAD};
pub use settings::{SearchSettings, Upkeep};
pub use strength::Elo;
pub use window::Depth;
