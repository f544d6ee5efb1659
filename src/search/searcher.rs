//! The searcher: a transposition table and threads that are kept from search to search.

use super::clock::Budget;
use super::draws::NoCapture;
use super::limits::{Limits, Signals};
use super::observer::Observer;
use super::parallel::Helpers;
use super::root::Task;
use super::root_move::RootMove;
use super::shared::Shared;
use super::strength::Elo;
use super::table::Table;
use super::window::Depth;
use super::worker::{Memory, Worker};
use crate::rules::{Game, Move};
use crate::util::random::Random;
use crate::util::words::NoMemory;
use rand::SeedableRng;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

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

/// What can be done to what a searcher keeps, between two searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Upkeep {
    /// Nothing is forgotten.
    Prepare,
    /// Everything is forgotten.
    Clear,
    /// The table gets a size in MiB; everything is forgotten.
    Resize(usize),
}

/// A transposition table and a number of threads, kept from search to search.
pub struct Searcher {
    table: Table,
    /// What the first thread keeps.
    memory: Memory,
    helpers: Helpers,
    /// How often everything was forgotten, so that a weak player does not play every game alike.
    games: u64,
}

impl Searcher {
    /// A searcher that knows nothing yet.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(settings: &Settings) -> Result<Searcher, NoMemory> {
        Ok(Searcher {
            table: Table::new(settings.hash_mib)?,
            memory: Memory::default(),
            helpers: Helpers::new(settings.threads.saturating_sub(1)),
            games: 0,
        })
    }

    /// Gives the table a size in MiB, and empties it. What else was learned is forgotten as well: a search that follows is that
    /// of a new searcher.
    ///
    /// # Errors
    /// There is no memory for it; the old table stays, and nothing is forgotten.
    pub fn resize_table(&mut self, mib: usize) -> Result<(), NoMemory> {
        self.see_to(Upkeep::Resize(mib), &AtomicBool::new(false))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let cleared = self.see_to(Upkeep::Clear, &AtomicBool::new(false));
        debug_assert!(cleared.is_ok(), "clearing takes no memory");
    }

    /// Does what is due between two searches, and prepares the next one: it will find all its memory and threads there. Ends
    /// early if `abandoned` is raised, when no search is to follow.
    ///
    /// # Errors
    /// There is no memory for a table of that size; the old table stays, and nothing is forgotten.
    pub fn see_to(&mut self, upkeep: Upkeep, abandoned: &AtomicBool) -> Result<(), NoMemory> {
        match upkeep {
            Upkeep::Prepare => self.table.touch(abandoned),
            Upkeep::Clear => {
                self.table.clear(abandoned);
                self.forget_moves();
                self.games += 1;
            }
            Upkeep::Resize(mib) => {
                self.table.resize(mib, abandoned)?;
                self.forget_moves();
            }
        }
        self.memory.prepare();
        self.helpers.prepare();
        Ok(())
    }

    /// Whether the next search will find all its memory and threads there.
    pub fn is_prepared(&self) -> bool {
        self.table.is_touched() && self.memory.is_prepared() && self.helpers.is_prepared()
    }

    /// Forgets which moves have been good.
    fn forget_moves(&mut self) {
        self.memory.forget();
        self.helpers.forget();
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
            let held_back = settings.strength.map(|elo| elo.limit(limits));
            let limits = held_back.as_ref().unwrap_or(limits);
            self.order(&mut moves, game, limits, settings, signals, observer);
        }
        if limits.infinite || limits.ponder {
            signals.wait(!limits.infinite);
        }
        let best = moves.first();
        BestMove { best: best.map(RootMove::mv), ponder: best.and_then(|root| root.line().get(1).copied()) }
    }

    /// Brings the moves into order: first the one to play.
    fn order(
        &mut self,
        moves: &mut Vec<RootMove>,
        game: &Game,
        limits: &Limits,
        settings: &SearchSettings,
        signals: &Signals,
        observer: &mut dyn Observer,
    ) {
        self.table.new_search();
        // One thread is strong enough for a weak player, and plays the same every time.
        let helpers = if settings.strength.is_some() { 0 } else { self.helpers.start() };
        let budget = Budget::new(limits, game.position().side_to_move(), settings.move_overhead);
        let shared = Shared::new(&self.table, limits, signals, budget, 1 + helpers)
            .with_no_capture(NoCapture::new(settings.draw_plies));
        let mut first = Worker::new(&shared, 0, game, &mut self.memory);
        let shown = settings.multipv.max(1);
        let lines = settings.strength.map_or(1, |elo| elo.lines()).max(shown);
        // Alone, so that helpers do not use up a small limit before there is any answer.
        let alone = Task { limits, lines, shown, first: Depth(1), last: Depth(1) };
        let goes_on = first.deepen(moves, &alone, observer);
        let task = Task { first: Depth(2), last: Depth::MAX, ..alone };
        let mut other = false;
        if goes_on && helpers > 0 {
            other = self.helpers.deepen(&mut first, game, moves, &task, observer);
        } else if goes_on {
            first.deepen(moves, &task, observer);
        }
        if let Some(elo) = settings.strength {
            let chosen = elo.choose(moves, &mut Random::seed_from_u64(game.position().key()).stream(self.games));
            moves[..=chosen].rotate_right(1);
            other = chosen > 0;
        }
        if other {
            first.report(moves, 1, observer);
        }
    }
}
