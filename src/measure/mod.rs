//! Measurements of the engine: the bench, the speedup by threads, and perft suites.

#[cfg(feature = "program")]
pub mod accuracy;
pub mod bench;
#[cfg(feature = "program")]
pub mod figures;
#[cfg(feature = "program")]
pub mod speedup;
#[cfg(feature = "program")]
pub mod suite;

use crate::rules::Game;
use crate::search::observer::NodeCounter;
use crate::search::{Depth, Limits, SearchSettings, Searcher, Signals};
use crate::util::Instant;
use std::ops::AddAssign;
use std::time::Duration;

/// The nodes and the time of searches, without the time to clear the table.
#[derive(Clone, Copy, Default, Debug)]
pub struct Measured {
    /// Moves made by the searches.
    pub nodes: u64,
    /// The time of the searches.
    pub time: Duration,
}

impl AddAssign for Measured {
    fn add_assign(&mut self, other: Measured) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// Clears the table and searches a game to `depth`.
fn search(searcher: &mut Searcher, game: &Game, depth: Depth, signals: &Signals) -> Measured {
    searcher.clear();
    let mut counter = NodeCounter::default();
    let start = Instant::now();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher.search(game, &limits, &SearchSettings::default(), signals, &mut counter);
    Measured { nodes: counter.0, time: start.elapsed() }
}
