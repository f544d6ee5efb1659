//! The search: from a game and limits to a move. It prints nothing and reads no input; it reports to an [`Observer`].

pub mod clock;
pub mod correction;
pub mod history;
pub mod limits;
mod node;
pub mod observer;
pub mod ordering;
pub mod params;
mod picker;
mod quiescence;
mod reductions;
pub mod repetition;
pub mod root;
pub mod shared;
pub mod signals;
pub mod table;
pub mod window;
pub mod worker;

use crate::rules::{Game, Move};
pub use crate::util::words::NoMemory;
use clock::Budget;
pub use limits::{Clock, Limits};
use observer::Silent;
pub use observer::{Bound, Info, Observer};
use root::{RootMove, Task};
use shared::Shared;
pub use signals::Signals;
use std::time::Duration;
use table::Table;
use worker::{Memory, Worker};

/// Plies still to search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Depth(pub u8);

impl Depth {
    /// Nothing left but quiescence.
    pub const ZERO: Depth = Depth(0);
    /// The deepest iteration.
    pub const MAX: Depth = Depth(120);

    /// One ply less, at least zero.
    #[inline]
    pub const fn less_one(self) -> Depth {
        Depth(self.0.saturating_sub(1))
    }

    /// So many plies less, or more if `plies` is negative.
    #[inline]
    pub const fn minus(self, plies: i32) -> Depth {
        let value = self.0 as i32 - plies;
        if value <= 0 {
            Depth::ZERO
        } else if value >= Depth::MAX.0 as i32 {
            Depth::MAX
        } else {
            Depth(value as u8)
        }
    }

    /// As a number of plies.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.0 as i32
    }

    /// One ply more.
    #[inline]
    pub const fn plus_one(self) -> Depth {
        Depth(self.0.saturating_add(1))
    }
}

/// What a searcher is made with.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Threads that search.
    pub threads: usize,
}

/// The size of the table when nothing else is said, in MiB.
pub const DEFAULT_HASH_MIB: usize = 64;

/// What is kept back of the time for every move when nothing else is said.
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(10);

impl Default for Settings {
    fn default() -> Settings {
        Settings { hash_mib: DEFAULT_HASH_MIB, threads: 1 }
    }
}

/// What one search is asked besides its limits.
#[derive(Clone, Copy, Debug)]
pub struct SearchSettings {
    /// How many lines are wanted.
    pub multipv: usize,
    /// Time that is lost between the engine and the clock with each move.
    pub move_overhead: Duration,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings { multipv: 1, move_overhead: DEFAULT_MOVE_OVERHEAD }
    }
}

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move; none only in a finished game.
    pub best: Option<Move>,
    /// The answer that is expected.
    pub ponder: Option<Move>,
}

/// Ends the search for all threads when the first one leaves it.
struct FinishOnDrop<'a>(&'a Shared<'a>);

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// A transposition table and a number of threads, kept from search to search.
pub struct Searcher {
    table: Table,
    threads: usize,
    /// Of each thread.
    memories: Vec<Memory>,
}

impl Searcher {
    /// A searcher that knows nothing yet.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(settings: &Settings) -> Result<Searcher, NoMemory> {
        Ok(Searcher { table: Table::new(settings.hash_mib)?, threads: settings.threads.max(1), memories: Vec::new() })
    }

    /// A new, empty table of so many MiB.
    ///
    /// # Errors
    /// There is no memory for it; the old table stays.
    pub fn resize_table(&mut self, mib: usize) -> Result<(), NoMemory> {
        self.table = Table::new(mib)?;
        Ok(())
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.clear();
    }

    /// How many threads search from now on, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Searches the present position of the game until a limit is reached or a signal comes. An infinite or pondering
    /// search returns only after the signal it waits for.
    ///
    /// With several threads all search the same position and help each other through the table; only the first one
    /// reports. Source: <https://www.chessprogramming.org/Lazy_SMP>.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: &SearchSettings,
        signals: &Signals,
        observer: &mut dyn Observer,
    ) -> BestMove {
        let position = game.position();
        let mut moves = RootMove::list(position, &limits.searchmoves);
        if !moves.is_empty() {
            self.table.new_search();
            let budget = Budget::new(limits, position.side_to_move(), settings.move_overhead);
            let shared = Shared::new(&self.table, limits, signals, budget, self.threads);
            self.memories.resize_with(self.threads, Memory::default);
            let Some((memory, memories)) = self.memories.split_first_mut() else { unreachable!("at least one thread") };
            let mut first = Worker::new(&shared, 0, game, memory);
            let mut task = Task { limits, lines: settings.multipv.max(1), first: Depth(1), last: Depth(1) };
            // Alone, so that helpers do not use up a small limit before there is any answer.
            let goes_on = first.deepen(&mut moves, &task, observer);
            (task.first, task.last) = (Depth(2), Depth::MAX);
            let help = moves.clone();
            let helpers = if goes_on { self.threads } else { 1 };
            std::thread::scope(|scope| {
                for (id, memory) in (1..helpers).zip(memories) {
                    let (shared, mut moves) = (&shared, help.clone());
                    let first = Depth(2 + (id % 2) as u8);
                    let spawned =
                        std::thread::Builder::new().name(format!("search {id}")).spawn_scoped(scope, move || {
                            let task = Task { limits, lines: 1, first, last: Depth::MAX };
                            Worker::new(shared, id, game, memory).deepen(&mut moves, &task, &mut Silent);
                        });
                    // Fewer threads than asked for find the same, only later.
                    if spawned.is_err() {
                        break;
                    }
                }
                // Also if the first thread should panic: the others would search for ever.
                let _finish = FinishOnDrop(&shared);
                if goes_on {
                    first.deepen(&mut moves, &task, observer);
                }
            });
        }
        if limits.infinite || limits.ponder {
            signals.wait(!limits.infinite);
        }
        let best = moves.first();
        BestMove { best: best.map(RootMove::mv), ponder: best.and_then(|root| root.line().get(1).copied()) }
    }
}
