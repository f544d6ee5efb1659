//! The search: from a game and limits to a move. It prints nothing and reads no input; it reports to an [`Observer`].

pub mod assessment;
pub mod clock;
pub mod correction;
pub mod history;
pub mod limits;
mod node;
pub mod observer;
pub mod ordering;
pub mod parallel;
pub mod params;
mod picker;
mod quiescence;
mod reductions;
pub mod repetition;
pub mod root;
pub mod root_move;
pub mod root_params;
pub mod shared;
pub mod signals;
pub mod stability;
pub mod table;
pub mod time_params;
pub mod window;
pub mod worker;

use crate::rules::{Game, Move};
pub use crate::util::words::NoMemory;
use clock::Budget;
pub use limits::{Clock, Limits};
use observer::Silent;
pub use observer::{Bound, Info, Observer};
use parallel::Helpers;
use root::Task;
use root_move::RootMove;
use shared::Shared;
pub use signals::Signals;
use std::sync::{Mutex, PoisonError};
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

/// A transposition table and a number of threads, kept from search to search.
pub struct Searcher {
    table: Table,
    helpers: Helpers,
    /// What each thread keeps; a thread locks its own for a whole search.
    memories: Vec<Mutex<Memory>>,
}

impl Searcher {
    /// A searcher that knows nothing yet.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(settings: &Settings) -> Result<Searcher, NoMemory> {
        Ok(Searcher {
            table: Table::new(settings.hash_mib)?,
            helpers: Helpers::new(settings.threads.saturating_sub(1)),
            memories: Vec::new(),
        })
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
        self.helpers = Helpers::new(threads.saturating_sub(1));
    }

    /// Searches the present position of the game until a limit is reached or a signal comes. An infinite or pondering
    /// search returns only after the signal it waits for. Only the first of the threads reports.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: &SearchSettings,
        signals: &Signals,
        observer: &mut dyn Observer,
    ) -> BestMove {
        let mut moves = RootMove::list(game.position(), &limits.searchmoves);
        if !moves.is_empty() {
            self.search_moves(&mut moves, game, limits, settings, signals, observer);
        }
        if limits.infinite || limits.ponder {
            signals.wait(!limits.infinite);
        }
        let best = moves.first();
        BestMove { best: best.map(RootMove::mv), ponder: best.and_then(|root| root.line().get(1).copied()) }
    }

    /// Brings the moves into order, the best first.
    fn search_moves(
        &mut self,
        moves: &mut Vec<RootMove>,
        game: &Game,
        limits: &Limits,
        settings: &SearchSettings,
        signals: &Signals,
        observer: &mut dyn Observer,
    ) {
        self.table.new_search();
        let helpers = self.helpers.start();
        let budget = Budget::new(limits, game.position().side_to_move(), settings.move_overhead);
        let shared = Shared::new(&self.table, limits, signals, budget, 1 + helpers);
        self.memories.resize_with(1 + helpers, Mutex::default);
        let Some((memory, memories)) = self.memories.split_first_mut() else { return };
        let mut first = Worker::new(&shared, 0, game, memory.get_mut().unwrap_or_else(PoisonError::into_inner));
        let mut task = Task { limits, lines: settings.multipv.max(1), first: Depth(1), last: Depth(1) };
        // Alone, so that helpers do not use up a small limit before there is any answer.
        if !first.deepen(moves, &task, observer) {
            return;
        }
        (task.first, task.last) = (Depth(2), Depth::MAX);
        let start = moves.clone();
        let answers: Vec<Mutex<Option<Vec<RootMove>>>> = (0..helpers).map(|_| Mutex::default()).collect();
        let help = |thread: usize| {
            let mut moves = start.clone();
            if let (Some(memory), Some(answer)) = (memories.get(thread - 1), answers.get(thread - 1)) {
                let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
                Worker::new(&shared, thread, game, &mut memory).deepen(&mut moves, &task, &mut Silent);
                *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(moves);
            }
        };
        let goes_on = || {
            first.deepen(moves, &task, observer);
        };
        self.helpers.work_beside(&shared, goes_on, help);
        // A fixed depth is the first thread's, and so are several lines: those of two threads cannot be mixed.
        if limits.depth.is_some() || task.lines > 1 {
            return;
        }
        let answers =
            answers.into_iter().filter_map(|answer| answer.into_inner().unwrap_or_else(PoisonError::into_inner));
        let mut all: Vec<Vec<RootMove>> = std::iter::once(std::mem::take(moves)).chain(answers).collect();
        let elected = parallel::elect(&all.iter().filter_map(|moves| moves.first()).collect::<Vec<_>>());
        *moves = all.swap_remove(elected);
        if elected > 0 {
            first.report_elected(moves, observer);
        }
    }
}
