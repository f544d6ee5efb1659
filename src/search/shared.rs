//! What the threads of one search share: the table, the limits, how many nodes each has counted and where it is.

use super::clock::Budget;
use super::draws::NoCapture;
use super::limits::{Limits, Signals};
use super::params;
use super::table::Table;
use super::window::Depth;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A limit was reached, or a signal has come: the search unwinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What one thread lets the others know; on a cache line of its own, so that writing it slows nobody.
#[derive(Default)]
#[repr(align(64))]
struct Lane {
    nodes: AtomicU64,
    /// The iteration that it is at, 0 if none.
    iteration: AtomicU8,
}

/// What the threads of one search share.
pub struct Shared<'a> {
    /// What is known of positions.
    pub table: &'a Table,
    /// The match's rule for draws.
    pub no_capture: NoCapture,
    limits: &'a Limits,
    signals: &'a Signals,
    budget: Budget,
    /// Nodes that no thread has taken yet, if they are limited.
    nodes_left: Option<AtomicU64>,
    lanes: Vec<Lane>,
    over: AtomicBool,
    /// The answer is due as soon as the pondered move is played: the time for it has been thought already.
    pondered_enough: AtomicBool,
}

impl<'a> Shared<'a> {
    /// For so many threads.
    pub fn new(
        table: &'a Table,
        limits: &'a Limits,
        signals: &'a Signals,
        budget: Budget,
        threads: usize,
    ) -> Shared<'a> {
        Shared {
            table,
            no_capture: NoCapture::new(None),
            limits,
            signals,
            budget,
            nodes_left: limits.nodes.map(AtomicU64::new),
            lanes: (0..threads).map(|_| Lane::default()).collect(),
            over: AtomicBool::new(false),
            pondered_enough: AtomicBool::new(false),
        }
    }

    /// The same with a rule for draws.
    pub fn with_no_capture(self, no_capture: NoCapture) -> Shared<'a> {
        Shared { no_capture, ..self }
    }

    /// How many nodes a thread that has counted `counted` may count before it asks again.
    ///
    /// # Errors
    /// None: the search is over.
    #[cold]
    pub fn allowance(&self, thread: usize, counted: u64) -> Result<u64, Stopped> {
        self.publish_nodes(thread, counted);
        // The first nodes of all are searched in any case: who is late or stopped at once still answers with a move that was
        // looked at, and with a line that says so.
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

    /// How many nodes a thread has counted.
    pub fn publish_nodes(&self, thread: usize, counted: u64) {
        if let Some(lane) = self.lanes.get(thread) {
            lane.nodes.store(counted, Ordering::Relaxed);
        }
    }

    /// Nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Which iteration a thread is at; [`Depth::ZERO`] when it has ended.
    pub fn publish_iteration(&self, thread: usize, depth: Depth) {
        if let Some(lane) = self.lanes.get(thread) {
            lane.iteration.store(depth.0, Ordering::Relaxed);
        }
    }

    /// Whether half of the threads are at this iteration.
    pub fn is_crowded(&self, depth: Depth) -> bool {
        let there = self.lanes.iter().filter(|lane| lane.iteration.load(Ordering::Relaxed) == depth.0).count();
        2 * there >= self.lanes.len()
    }

    /// Since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.limits.started.elapsed()
    }

    /// What the clock counts: nothing while pondering, and from the ponderhit on afterwards.
    pub fn time_used(&self) -> Option<Duration> {
        let from = if self.limits.ponder { self.signals.ponderhit_at() } else { Some(self.limits.started) };
        from.map(|from: Instant| from.elapsed())
    }

    fn is_too_late(&self, used: Duration) -> bool {
        self.pondered_enough.load(Ordering::Relaxed) || self.budget.hard.is_some_and(|hard| used >= hard)
    }

    /// Whether no new iteration should be begun by a search that needs such a share of the planned time, in percent.
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

    /// Ends the search for all threads.
    pub fn finish(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether all threads should end.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.signals.is_stopped()
    }
}
