//! The searcher, which keeps a transposition table and threads from search to search.

use super::clock::Budget;
use super::counters::Counters;
use super::draws::NoCapture;
use super::handicap::Handicap;
use super::limits::Limits;
use super::observer::{BestMove, Observer};
use super::parallel::Helpers;
use super::root::Task;
use super::root_move::RootMove;
use super::settings::{SearchSettings, Upkeep};
use super::shared::Shared;
use super::table::Table;
use super::window::Depth;
use super::worker::{Memory, Worker};
use crate::eval::network::{self, Network};
use crate::util::words::NoMemory;
use crate::util::{Instant, Signals};
use khepri_rules::Game;
use std::sync::Arc;

/// A transposition table and a number of threads, reused from search to search.
pub struct Searcher {
    table: Table,
    network: Arc<Network>,
    /// The memory of the first thread.
    memory: Memory,
    helpers: Helpers,
    /// The number of searches at a limited strength so far. Each of them uses it as its salt.
    weak_searches: u64,
}

impl Searcher {
    /// Returns a searcher with an empty table of a size in MiB, and a number of threads.
    ///
    /// # Errors
    /// There is not enough memory for the table.
    pub fn new(hash_mib: usize, threads: usize) -> Result<Searcher, NoMemory> {
        Searcher::with_network(hash_mib, threads, network::embedded())
    }

    /// Returns a searcher like [`Searcher::new`], but with this network.
    ///
    /// # Errors
    /// There is not enough memory for the table.
    pub fn with_network(hash_mib: usize, threads: usize, network: Arc<Network>) -> Result<Searcher, NoMemory> {
        Ok(Searcher {
            table: Table::new(hash_mib)?,
            network,
            memory: Memory::default(),
            helpers: Helpers::new(threads.saturating_sub(1)),
            weak_searches: 0,
        })
    }

    /// Clears the table and the histories.
    pub fn clear(&mut self) {
        let cleared = self.maintain(&Upkeep::Clear, &Signals::default());
        debug_assert!(cleared.is_ok(), "clearing allocates no table");
    }

    /// Does upkeep, and prepares the memory and the threads of the next search. Ends early if `signals` stops it: the table is
    /// then cleared only in part, and nothing is prepared.
    ///
    /// # Errors
    /// There is not enough memory for a table of that size; the searcher has not changed.
    pub fn maintain(&mut self, upkeep: &Upkeep, signals: &Signals) -> Result<(), NoMemory> {
        match upkeep {
            Upkeep::Prepare => self.table.touch(signals),
            Upkeep::Clear | Upkeep::Network(_) => {
                if let Upkeep::Network(network) = upkeep {
                    self.network.clone_from(network);
                }
                self.table.clear(signals);
                self.forget_moves();
            }
            Upkeep::Resize(mib) => {
                self.table.resize(*mib, signals)?;
                self.forget_moves();
            }
        }
        if !signals.is_stopped() {
            self.memory.prepare();
            self.helpers.prepare();
        }
        Ok(())
    }

    /// Returns whether the next search needs no further memory or threads.
    pub fn is_prepared(&self) -> bool {
        self.table.is_touched() && self.memory.is_prepared() && self.helpers.is_prepared()
    }

    /// Returns the counters of the first thread in the last search.
    pub fn counters(&self) -> &Counters {
        &self.memory.counters
    }

    /// Clears the histories, corrections and evaluations.
    fn forget_moves(&mut self) {
        self.memory.forget();
        self.helpers.forget();
    }

    /// Sets the number of threads, at least one. A change clears the histories of the helpers.
    pub fn set_threads(&mut self, threads: usize) {
        let helpers = threads.saturating_sub(1);
        if helpers != self.helpers.requested() {
            self.helpers = Helpers::new(helpers);
        }
    }

    /// Searches the present position of the game until a limit is reached or a signal is given. An infinite or pondering
    /// search returns only after its signal. Only the first thread reports.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: &SearchSettings,
        signals: &Signals,
        observer: &mut dyn Observer,
    ) -> BestMove {
        self.search_since(Instant::now(), game, limits, settings, signals, observer)
    }

    /// Searches like [`Searcher::search`], with a clock that has run since `start`.
    pub fn search_since(
        &mut self,
        start: Instant,
        game: &Game,
        limits: &Limits,
        settings: &SearchSettings,
        signals: &Signals,
        observer: &mut dyn Observer,
    ) -> BestMove {
        self.memory.counters = Counters::default();
        let mut moves = RootMove::list(game, &limits.searchmoves);
        if !moves.is_empty() {
            let weak_limits = settings.strength.map(|elo| elo.limit(limits));
            let unlimited = limits;
            let limits = weak_limits.as_ref().unwrap_or(limits);
            self.table.new_search();
            // A level needs only one thread. Its search reuses nothing from earlier ones, so its play is reproducible.
            let helpers = if settings.strength.is_some() { 0 } else { self.helpers.start() };
            if settings.strength.is_some() {
                self.memory.forget();
                self.weak_searches += 1;
            }
            let budget = Budget::new(limits, game.position().side_to_move(), settings.move_overhead);
            let mut shared = Shared::new(&self.table, &self.network, limits, signals, budget, 1 + helpers);
            shared.start = start;
            shared.no_capture = NoCapture::new(settings.draw_plies);
            if let Some(elo) = settings.strength {
                let (seed, position) = (settings.level_seed, game.position());
                let handicap = Handicap::new(elo, seed, position, self.weak_searches, unlimited);
                handicap.retain(position, &mut moves);
                shared.handicap = Some(handicap);
            }
            let mut first = Worker::new(&shared, 0, game, &mut self.memory);
            // The first iteration has no helpers, so that they do not use up a small limit before there is any answer.
            let first_iteration = Task { limits, lines: settings.multipv.max(1), first: Depth(1), last: Depth(1) };
            let continues = first.deepen(&mut moves, &first_iteration, observer);
            let task = Task { first: Depth(2), last: Depth::MAX, ..first_iteration };
            let mut changed = false;
            if continues && helpers > 0 {
                changed = self.helpers.deepen(&mut first, game, &mut moves, &task, observer);
            } else if continues {
                first.deepen(&mut moves, &task, observer);
            }
            if changed {
                first.report(&moves, 1, observer);
            }
        }
        if limits.infinite || limits.ponder {
            signals.wait(!limits.infinite);
        }
        let best = moves.first();
        BestMove { best: best.map(RootMove::mv), ponder: best.and_then(|root| root.pv().get(1).copied()) }
    }
}
