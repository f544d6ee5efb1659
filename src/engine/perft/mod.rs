//! Perft on several threads, with a table of counts that they share.
//!
//! ```
//! use khepri_engine::{RuleSet, perft, setups};
//!
//! let start = &setups::named(RuleSet::Khet2, "classic")?.position;
//! let table = perft::Table::new(1)?;
//! let options = perft::Options { bulk: true, threads: 2, table: Some(&table), ..perft::Options::default() };
//! let mut nodes = 0;
//! perft::divide(start, 2, &options, &mut |_, count| nodes += count)?;
//! assert_eq!(nodes, perft::perft(start, 2, &options)?.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod table;

use crate::util::Signals;
pub use khepri_rules::perft::{Counts, DEEPEST, NoCount, Stats};
use khepri_rules::{Move, Position, perft as single};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
pub use table::Table;

/// The options of a perft. Later versions may add options, so use `..Options::default()`.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Whether to count the moves of the last ply without making them.
    pub bulk: bool,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// A table that stores the counts of positions.
    pub table: Option<&'a Table>,
    /// The signals that stop the count.
    pub stop: Option<&'a Signals>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { bulk: false, threads: 1, table: None, stop: None }
    }
}

impl Options<'_> {
    /// Calls `count` with the options of one thread.
    fn of_thread<T>(&self, count: impl FnOnce(&single::Options) -> T) -> T {
        let stopped = || self.stop.is_some_and(Signals::is_stopped);
        let counts = self.table.map(|table| table as &dyn single::Counts);
        count(&single::Options { bulk: self.bulk, counts, stop: Some(&stopped) })
    }
}

/// Counts the leaves at `depth` plies.
///
/// # Errors
/// The depth is above [`DEEPEST`], or the count was stopped.
pub fn perft(position: &Position, depth: u32, options: &Options) -> Result<Stats, NoCount> {
    if options.threads > 1 && depth > 0 {
        return divide(position, depth, options, &mut |_, _| {});
    }
    options.of_thread(|options| single::perft(position, depth, options))
}

/// Counts like [`perft`], and calls `each` with each first move and its count. The moves are sorted by their text. With one
/// thread, `each` is called as soon as a count is known. At depth 0, `each` is not called.
///
/// # Errors
/// The depth is above [`DEEPEST`], or the count was stopped.
pub fn divide(
    position: &Position,
    depth: u32,
    options: &Options,
    each: &mut dyn FnMut(Move, u64),
) -> Result<Stats, NoCount> {
    let below = depth.checked_sub(1).filter(|_| depth <= DEEPEST && options.threads > 1);
    let Some(below) = below else {
        return options.of_thread(|options| single::divide(position, depth, options, each));
    };
    let moves = single::sorted_moves(position);
    let counts = Mutex::new(vec![None; moves.len()]);
    let next = AtomicUsize::new(0);
    let work = |options: &single::Options| {
        while let Some((index, &mv)) = moves.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
            let stats = single::after(position, mv, below, options).ok();
            let mut counts = counts.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            counts[index] = stats;
            if stats.is_none() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..options.threads.min(moves.len()) {
            // If the system refuses a thread, the others do its work.
            if thread::Builder::new().spawn_scoped(scope, || options.of_thread(work)).is_err() {
                break;
            }
        }
        options.of_thread(work);
    });
    let counts = counts.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut total = Stats::default();
    for (&mv, stats) in moves.iter().zip(counts) {
        let stats = stats.ok_or(NoCount::Stopped)?;
        each(mv, stats.nodes);
        total.add(stats);
    }
    Ok(total)
}
