//! The engine as a program sees it that embeds the library: a game, settings, and searches that know both.
//!
//! It neither reads nor prints, and leaves it to its user on which thread a search runs.

use crate::rules::Game;
use crate::search::limits::Limits;
use crate::search::observer::Observer;
use crate::search::{BestMove, Elo, NoMemory, SearchSettings, Searcher, Settings, Signals, Upkeep};
use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A game, the settings, and what is remembered from search to search.
pub struct Engine {
    game: Game,
    threads: usize,
    settings: SearchSettings,
    searcher: SharedSearcher,
}

/// The searcher outlives a search that panics, and then forgets what it knew.
#[derive(Clone)]
struct SharedSearcher(Arc<Mutex<Searcher>>);

impl SharedSearcher {
    /// Waits for a running search.
    fn lock(&self) -> MutexGuard<'_, Searcher> {
        self.0.lock().unwrap_or_else(|poisoned: PoisonError<MutexGuard<Searcher>>| {
            self.0.clear_poison();
            let mut searcher = poisoned.into_inner();
            searcher.clear();
            searcher
        })
    }
}

impl Engine {
    /// Returns an engine with one thread and a table of `mib` that stands at the beginning of `game`, prepared for its first
    /// search.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(game: Game, mib: usize) -> Result<Engine, NoMemory> {
        let engine = Engine::unprepared(game, mib)?;
        engine.upkeep(Upkeep::Prepare).run()?;
        Ok(engine)
    }

    /// Returns the same without touching the table's memory: unless [`Upkeep::Prepare`] is done before it, the first search
    /// waits for the memory that it uses.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn unprepared(game: Game, mib: usize) -> Result<Engine, NoMemory> {
        let threads = 1;
        let searcher = Searcher::new(&Settings { hash_mib: mib, threads })?;
        let searcher = SharedSearcher(Arc::new(Mutex::new(searcher)));
        Ok(Engine { game, threads, settings: SearchSettings::default(), searcher })
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Goes on with another game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Turns the board by half a turn, colours and side to move exchanged; the game begins there.
    pub fn flip(&mut self) {
        self.game = Game::new(self.game.position().half_turn());
    }

    /// Forgets all that was searched.
    pub fn forget(&mut self) {
        self.searcher.lock().clear();
    }

    /// Gives the table another size; it is empty then, and what else was learned is forgotten.
    ///
    /// # Errors
    /// There is no memory for it; the old table is still there.
    pub fn resize_table(&mut self, mib: usize) -> Result<(), NoMemory> {
        self.searcher.lock().resize_table(mib)
    }

    /// Returns work on what the engine keeps from search to search, to be done on any thread; it begins with [`Work::run`].
    pub fn upkeep(&self, upkeep: Upkeep) -> Work {
        Work { searcher: self.searcher.clone(), upkeep, abandoned: Arc::default() }
    }

    /// Whether the next search will find all its memory and threads there. Waits for a running search.
    pub fn is_prepared(&self) -> bool {
        self.searcher.lock().is_prepared()
    }

    /// On how many threads to search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Sets on how many threads to search. Of more than the machine has processors only so many are used: they would take
    /// turns, and each would look for a shorter time at what the others look at too.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        let processors = std::thread::available_parallelism().map_or(threads, NonZero::get);
        if threads > processors {
            log::info!("{threads} threads are wanted and there are {processors} processors: so many search");
        }
        self.searcher.lock().set_threads(threads.min(processors));
    }

    /// How many lines to search for, the best first.
    pub fn set_multipv(&mut self, lines: usize) {
        self.settings.multipv = lines;
    }

    /// What to keep back of the time for the way from our answer to the clock.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.settings.move_overhead = overhead;
    }

    /// How strong to play at most; nothing holds the engine back if there is none.
    pub fn set_strength(&mut self, elo: Option<Elo>) {
        self.settings.strength = elo;
    }

    /// After how many plies without a capture the game is drawn; never if there is none.
    pub fn set_draw_plies(&mut self, plies: Option<u32>) {
        self.settings.draw_plies = plies;
    }

    /// A search of the game as it stands now; it begins with [`Search::run`].
    pub fn search(&self, limits: Limits) -> Search {
        Search {
            searcher: self.searcher.clone(),
            game: self.game.clone(),
            settings: self.settings,
            limits,
            signals: Arc::default(),
        }
    }
}

/// Work on what an engine keeps from search to search; it can be taken to another thread.
#[derive(Clone)]
pub struct Work {
    searcher: SharedSearcher,
    upkeep: Upkeep,
    abandoned: Arc<AtomicBool>,
}

impl Work {
    /// Returns the flag that makes the work end early when it is raised, with a table that is cleared in part. It is meant
    /// for the end of the program.
    pub fn abandoned(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.abandoned)
    }

    /// Does the work, after a search of the same engine that is still running.
    ///
    /// # Errors
    /// There is no memory for a table of that size; the old one is still there.
    pub fn run(&self) -> Result<(), NoMemory> {
        self.searcher.lock().maintain(self.upkeep, &self.abandoned)
    }
}

/// A search that can be taken to another thread.
pub struct Search {
    searcher: SharedSearcher,
    game: Game,
    settings: SearchSettings,
    limits: Limits,
    signals: Arc<Signals>,
}

impl Search {
    /// Through which the search can be told to stop, even before it begins.
    pub fn signals(&self) -> Arc<Signals> {
        Arc::clone(&self.signals)
    }

    /// The same search, told to stop through signals that it may share with others.
    pub fn with_signals(self, signals: Arc<Signals>) -> Search {
        Search { signals, ..self }
    }

    /// Whether it waits for a `ponderhit`.
    pub fn ponders(&self) -> bool {
        self.limits.ponder
    }

    /// Whether nothing will end it but [`Signals::stop`].
    pub fn is_unlimited(&self) -> bool {
        let Limits { depth, nodes, movetime, clock, mate, infinite, .. } = &self.limits;
        let to_move = self.game.position().side_to_move();
        let has_clock = clock.as_ref().is_some_and(|clock| clock.of(to_move).is_some());
        let limited = depth.is_some() || nodes.is_some() || movetime.is_some() || mate.is_some() || has_clock;
        *infinite || !limited
    }

    /// Searches, and waits for a search of the same engine that is still running.
    pub fn run(self, observer: &mut dyn Observer) -> BestMove {
        self.searcher.lock().search(&self.game, &self.limits, &self.settings, &self.signals, observer)
    }
}
