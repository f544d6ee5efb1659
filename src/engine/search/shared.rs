//! The shared state of the threads of one search: the table, the limits, and the progress of each thread.

use super::clock::Budget;
use super::draws::NoCapture;
use super::handicap::Handicap;
use super::limits::Limits;
use super::params;
use super::reductions::Reductions;
use super::table::Table;
use super::window::Depth;
use crate::eval::network::Network;
use crate::util::{Instant, Signals};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

/// The error that unwinds a search after a limit was reached or a signal was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The published progress of one thread, on a cache line of its own, so that writes do not slow down the other threads.
#[derive(Default)]
#[repr(align(64))]
struct Progress {
    nodes: AtomicU64,
    /// The current iteration; 0 if there is none.
    iteration: AtomicU8,
}

/// The shared state of the threads of one search.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// The network.
    pub network: &'a Network,
    /// The draw after a number of plies without a capture.
    pub no_capture: NoCapture,
    /// The reductions of late moves.
    pub reductions: Reductions,
    /// The time from which the clock of the search runs.
    pub start: Instant,
    /// The handicap of a level.
    pub handicap: Option<Handicap>,
    limits: &'a Limits,
    signals: &'a Signals,
    budget: Budget,
    /// The number of nodes left for all threads, if limited.
    nodes_left: Option<AtomicU64>,
    threads: Vec<Progress>,
    over: AtomicBool,
    /// Whether pondering has left no planned time for a new iteration, so that the ponderhit ends the search.
    pondered_enough: AtomicBool,
}

impl<'a> Shared<'a> {
    /// Returns the shared state of a number of threads, for a search that starts now. It has no rule for draws by plies
    /// without a capture, and no handicap.
    pub fn new(
        table: &'a Table,
        network: &'a Network,
        limits: &'a Limits,
        signals: &'a Signals,
        budget: Budget,
        threads: usize,
    ) -> Shared<'a> {
        Shared {
            table,
            network,
            no_capture: NoCapture::new(None),
            reductions: Reductions::default(),
            start: Instant::now(),
            handicap: None,
            limits,
            signals,
            budget,
            nodes_left: limits.nodes.map(|nodes| AtomicU64::new(nodes.get())),
            threads: (0..threads).map(|_| Progress::default()).collect(),
            over: AtomicBool::new(false),
            pondered_enough: AtomicBool::new(false),
        }
    }

    /// Returns the number of nodes that a thread may count before its next call. `counted` is the number that it has counted so
    /// far.
    ///
    /// # Errors
    /// The search is over.
    #[cold]
    pub fn allowance(&self, thread: usize, counted: u64) -> Result<u64, Stopped> {
        self.publish_nodes(thread, counted);
        // The first thread searches its first nodes even if the search is late or stopped at once, so that the answer is a move
        // that was searched.
        if thread > 0 || counted > 0 {
            if self.is_over() {
                return Err(Stopped);
            }
            if self.time_used().is_some_and(|used| self.is_too_late(used)) {
                self.finish();
                return Err(Stopped);
            }
        }
        let Some(left) = &self.nodes_left else { return Ok(params::nodes_between_checks()) };
        let take = |left: u64| Some(left - left.min(params::nodes_between_checks()));
        match left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
            Ok(before) if before > 0 => Ok(before.min(params::nodes_between_checks())),
            _ => Err(Stopped),
        }
    }

    /// Adds the reserve of a level to the number of nodes, once.
    #[cold]
    pub fn use_reserve(&self) {
        if let (Some(left), Some(handicap)) = (&self.nodes_left, &self.handicap) {
            left.fetch_add(handicap.take_reserve(), Ordering::Relaxed);
        }
    }

    /// Publishes the number of nodes that a thread has counted.
    pub fn publish_nodes(&self, thread: usize, counted: u64) {
        if let Some(thread) = self.threads.get(thread) {
            thread.nodes.store(counted, Ordering::Relaxed);
        }
    }

    /// Returns the number of nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.threads.iter().map(|thread| thread.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Publishes the iteration of a thread; depth 0 after its end.
    pub fn publish_iteration(&self, thread: usize, depth: Depth) {
        if let Some(thread) = self.threads.get(thread) {
            thread.iteration.store(depth.0, Ordering::Relaxed);
        }
    }

    /// Returns whether at least half of the threads are at this iteration.
    pub fn is_crowded(&self, depth: Depth) -> bool {
        let there = self.threads.iter().filter(|thread| thread.iteration.load(Ordering::Relaxed) == depth.0).count();
        2 * there >= self.threads.len()
    }

    /// Returns the time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the time used on the clock: since the start, or since the ponderhit if the search ponders. `None` before the
    /// ponderhit.
    pub fn time_used(&self) -> Option<Duration> {
        let from = if self.limits.ponder { self.signals.ponderhit_at() } else { Some(self.start) };
        from.map(|from| from.elapsed())
    }

    fn is_too_late(&self, used: Duration) -> bool {
        self.pondered_enough.load(Ordering::Relaxed) || self.budget.hard.is_some_and(|hard| used >= hard)
    }

    /// Returns whether a search that needs `need` percent of the planned time has no time for a new iteration. While it
    /// ponders, this is stored, so that the ponderhit ends the search.
    pub fn no_time_for_another_iteration(&self, need: u32) -> bool {
        let Some(soft) = self.budget.soft(need) else { return false };
        match self.time_used() {
            Some(used) => used >= soft,
            None => {
                self.pondered_enough.store(self.elapsed() >= soft, Ordering::Relaxed);
                false
            }
        }
    }

    /// Ends the search of all threads.
    pub fn finish(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Returns whether all threads should end.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.signals.is_stopped()
    }
}
