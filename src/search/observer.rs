//! How a search reports: through a trait, so that it prints nothing itself.

use super::window::Depth;
use crate::eval::Score;
use crate::rules::Move;
use std::time::Duration;

/// Whoever wants to know how a search goes.
pub trait Observer: Send {
    /// An iteration is complete, a line a principal variation; or the search has ended within one with a better move,
    /// another thread or a weak level has another answer, or, in searches that take long, a score has left the window.
    fn iteration(&mut self, info: &Info);

    /// A move of the root is about to be searched, its number from 1; told only of searches that take long.
    fn current_move(&mut self, mv: Move, number: usize);
}

/// Nobody wants to know.
pub struct Silent;

impl Observer for Silent {
    fn iteration(&mut self, _: &Info) {}
    fn current_move(&mut self, _: Move, _: usize) {}
}

/// Whoever wants only to know how much was searched: the nodes of the last report.
#[derive(Default)]
pub struct NodeCounter(pub u64);

impl Observer for NodeCounter {
    fn iteration(&mut self, info: &Info) {
        self.0 = info.nodes;
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is.
    Exact,
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
}

/// What is known of one line.
#[derive(Clone, Debug)]
pub struct Info {
    /// The iteration.
    pub depth: Depth,
    /// The deepest line that was looked at, in plies.
    pub seldepth: u32,
    /// The number of the line, from 1 for the best.
    pub multipv: usize,
    /// From the view of the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: Bound,
    /// Moves made since the search began, over all threads.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// Since the search was asked for.
    pub time: Duration,
    /// The line, never empty; with a mate score it is as long as the mate.
    pub pv: Vec<Move>,
}
