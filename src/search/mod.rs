//! The search: from a game and limits to a move. It prints nothing and reads no input; it reports to an [`Observer`].

pub mod assessment;
pub mod clock;
mod extensions;
pub mod history;
pub mod limits;
mod no_capture;
mod node;
pub mod observer;
pub mod ordering;
pub mod parallel;
pub mod params;
mod parry;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
pub mod repetition;
pub mod root;
pub mod root_move;
pub mod root_params;
mod searcher;
pub mod shared;
pub mod signals;
pub mod stability;
pub mod strength;
pub mod table;
pub mod time_params;
pub mod window;
pub mod worker;

use crate::rules::Move;
pub use crate::util::words::NoMemory;
pub use limits::{Clock, Limits};
pub use observer::{Bound, Info, Observer, Silent};
pub use searcher::{Searcher, Upkeep};
pub use signals::Signals;
use std::time::Duration;
pub use strength::Elo;

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
    /// How strong to play at most; nothing holds it back if there is none.
    pub strength: Option<Elo>,
    /// The number of plies without a capture after which the game is drawn, if the match has such a rule. A hit on a Pharaoh
    /// with the last of them wins.
    pub draw_plies: Option<u32>,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings { multipv: 1, move_overhead: DEFAULT_MOVE_OVERHEAD, strength: None, draw_plies: None }
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
