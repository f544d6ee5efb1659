//! The engine's interface for programs that embed the library: a game, the settings, and searches.
//!
//! The engine neither reads input nor prints output. The caller chooses the thread on which a search runs.

use crate::eval::network::{self, Network};
use crate::search::limits::Limits;
use crate::search::observer::Observer;
use crate::search::{BestMove, Elo, NoMemory, SearchSettings, Searcher, Signals, Upkeep};
use crate::util::Instant;
use khepri_rules::{Game, IllegalMove, Move};
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// An engine: a game, the settings, and a transposition table that all its searches share.
///
/// After the engine is created, only [`Search::run`], [`Work::run`] and [`Engine::forget`] take time. An engine executes one of
/// these calls at a time; a second call, from another thread, waits for the first. [`Engine::is_prepared`] waits too. All other
/// methods return at once, even during a search. A changed game or setting applies to the searches that are created later.
///
/// Any thread can stop a [`Search`] or a [`Work`] through its [`Signals`], even before it starts. A stopped search returns
/// the best move so far. A stopped [`Work`] may have cleared only a part of the table.
///
/// ```
/// use khepri_engine::{Engine, Game, Limits, RuleSet, Silent, setups};
/// use std::num::NonZero;
/// use std::time::Duration;
///
/// const NODES: NonZero<u64> = NonZero::new(500).unwrap();
/// let start = setups::named(RuleSet::Khet1, "classic")?.position.clone();
/// let mut engine = Engine::new(Game::new(start), 1)?;
/// engine.set_threads(2);
/// engine.set_multipv(3);
/// engine.set_move_overhead(Duration::from_millis(50));
/// engine.set_draw_plies(Some(100));
/// let best = engine.search(Limits::nodes(NODES))?.run(&mut Silent).best.expect("the game is not over");
/// let mut game = engine.game().clone();
/// game.push(best)?;
/// engine.set_game(game);
/// assert_eq!((engine.threads(), engine.game().moves().len()), (2, 1));
/// // A new game from the other side of the board.
/// engine.forget();
/// engine.flip();
/// assert_eq!(engine.game().moves().len(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    game: Game,
    threads: usize,
    settings: SearchSettings,
    searcher: SharedSearcher,
}

/// A searcher that can be used again after a search has panicked. It is then cleared first.
#[derive(Clone)]
struct SharedSearcher(Arc<Mutex<Searcher>>);

impl SharedSearcher {
    /// Locks the searcher. Waits for a running search.
    fn lock(&self) -> MutexGuard<'_, Searcher> {
        self.0.lock().unwrap_or_else(|poisoned: PoisonError<MutexGuard<Searcher>>| {
            self.0.clear_poison();
            let mut searcher = poisoned.into_inner();
            searcher.clear();
            searcher
        })
    }

    /// Locks the searcher and sets the number of threads. Waits for a running search.
    fn lock_with(&self, threads: usize) -> MutexGuard<'_, Searcher> {
        let mut searcher = self.lock();
        searcher.set_threads(threads);
        searcher
    }
}

impl Engine {
    /// Returns an engine with one thread and a transposition table of `mib` MiB, prepared for its first search.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(game: Game, mib: usize) -> Result<Engine, NoMemory> {
        let engine = Engine::unprepared(game, mib)?;
        engine.upkeep(Upkeep::Prepare).run()?;
        Ok(engine)
    }

    /// Returns an engine like [`Engine::new`], but without preparing it. The system provides the memory of the table during
    /// the first search, or during [`Upkeep::Prepare`] before it.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn unprepared(game: Game, mib: usize) -> Result<Engine, NoMemory> {
        Engine::with_network(game, mib, network::embedded())
    }

    /// Returns an engine like [`Engine::unprepared`], but with this network.
    ///
    /// # Errors
    /// There is no memory for the table.
    ///
    /// ```no_run
    /// use khepri_engine::{Engine, Game, Network, RuleSet, setups};
    /// use std::sync::Arc;
    ///
    /// let game = Game::new(setups::named(RuleSet::Khet2, "classic")?.position.clone());
    /// let network = Network::read(&std::fs::read("mine.net")?)?;
    /// let engine = Engine::with_network(game, 16, Arc::new(network))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_network(game: Game, mib: usize, network: Arc<Network>) -> Result<Engine, NoMemory> {
        let threads = 1;
        let searcher = Searcher::with_network(mib, threads, network)?;
        let searcher = SharedSearcher(Arc::new(Mutex::new(searcher)));
        Ok(Engine { game, threads, settings: SearchSettings::default(), searcher })
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Replaces the game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Starts a new game from the present position, with the board rotated by half a turn, and the colours and the side to
    /// move exchanged.
    pub fn flip(&mut self) {
        self.game = Game::new(self.game.position().half_turn());
    }

    /// Clears the table and all other data that searches keep. Waits for a running search.
    pub fn forget(&mut self) {
        self.searcher.lock().clear();
    }

    /// Returns maintenance work between searches, which can run on any thread; [`Work::run`] starts it.
    pub fn upkeep(&self, upkeep: Upkeep) -> Work {
        Work { searcher: self.searcher.clone(), threads: self.usable_threads(), upkeep, signals: Arc::default() }
    }

    /// Returns whether the memory and threads of the next search are ready. Waits for a running search.
    pub fn is_prepared(&self) -> bool {
        self.searcher.lock_with(self.usable_threads()).is_prepared()
    }

    /// Returns the number of threads that was set.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Sets the number of search threads. A search clamps it to the number of cores, because more threads would slow each
    /// other down.
    pub fn set_threads(&mut self, threads: usize) {
        let before = std::mem::replace(&mut self.threads, threads);
        let usable = self.usable_threads();
        if threads > usable && threads != before {
            log::info!("{threads} threads requested, clamped to the {usable} available cores");
        }
    }

    fn usable_threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(self.threads, NonZero::get);
        self.threads.min(cores)
    }

    /// Sets the number of lines to report, sorted from the best; 1 by default.
    pub fn set_multipv(&mut self, lines: usize) {
        self.settings.multipv = lines;
    }

    /// Sets the time to reserve for each move, for delays between the engine and the clock; 10 ms by default.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.settings.move_overhead = overhead;
    }

    /// Limits the strength of play; `None`, the default, is full strength.
    pub fn set_strength(&mut self, elo: Option<Elo>) {
        self.settings.strength = elo;
    }

    /// Sets the seed of the errors of a limited strength; 0 by default. In games with different seeds, a level errs in different
    /// positions.
    pub fn set_level_seed(&mut self, seed: u64) {
        self.settings.level_seed = seed;
    }

    /// Sets the number of plies without a capture after which the game is drawn; `None`, the default, disables the rule.
    pub fn set_draw_plies(&mut self, plies: Option<u32>) {
        self.settings.draw_plies = plies;
    }

    /// Returns a search of the present game; [`Search::run`] starts it. The clock of the search starts with this call.
    ///
    /// # Errors
    /// A move of [`Limits::searchmoves`] is illegal.
    pub fn search(&self, mut limits: Limits) -> Result<Search, IllegalSearchMove> {
        let position = self.game.position();
        for mv in &mut limits.searchmoves {
            *mv = position.normalised(*mv);
            position.legality(*mv).map_err(|why| IllegalSearchMove { mv: *mv, why })?;
        }
        Ok(self.search_since(Instant::now(), self.game.clone(), self.settings, limits))
    }

    /// Returns a search like [`Engine::search`], but of the given game, with the given settings, and with a clock that has run since
    /// `start`. The caller has checked the moves of the limits.
    fn search_since(&self, start: Instant, game: Game, settings: SearchSettings, limits: Limits) -> Search {
        let (searcher, threads, signals) = (self.searcher.clone(), self.usable_threads(), Arc::default());
        Search { searcher, threads, game, settings, limits, start, signals }
    }
}

/// Returns a search of an engine like [`Engine::search`], but of the given game, with the given settings, and with a clock that has
/// run since `start`. The caller has checked the moves of the limits.
pub fn search_since(engine: &Engine, start: Instant, game: Game, settings: SearchSettings, limits: Limits) -> Search {
    engine.search_since(start, game, settings, limits)
}

/// A move of [`Limits::searchmoves`] that is illegal in the position to search.
///
/// ```
/// use khepri_engine::{Engine, Game, Limits};
///
/// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// let searchmoves = vec!["e2e3".parse()?, "e2e4".parse()?];
/// let error = engine.search(Limits { searchmoves, ..Limits::default() }).err().ok_or("it is accepted")?;
/// assert_eq!(error.to_string(), "searchmoves e2e4: e4 is not next to e2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("searchmoves {mv}: {why}")]
#[non_exhaustive]
pub struct IllegalSearchMove {
    /// The move.
    pub mv: Move,
    /// The reason why it is illegal.
    pub why: IllegalMove,
}

/// Maintenance work between the searches of an engine. It may run on another thread.
///
/// ```
/// use khepri_engine::{Engine, Game, Upkeep};
///
/// let engine = Engine::unprepared(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// engine.upkeep(Upkeep::Prepare).run()?;
/// assert!(engine.is_prepared());
/// engine.upkeep(Upkeep::Resize(2)).run()?;
/// let clear = engine.upkeep(Upkeep::Clear);
/// clear.signals().stop();
/// clear.run()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Work {
    searcher: SharedSearcher,
    threads: usize,
    upkeep: Upkeep,
    signals: Arc<Signals>,
}

impl Work {
    /// Returns the handle that stops the work, even before it starts. Stopped work may have cleared only a part of the table,
    /// so stop it only when the program ends.
    pub fn signals(&self) -> Arc<Signals> {
        Arc::clone(&self.signals)
    }

    /// Does the work. Waits first for a running search of the same engine.
    ///
    /// # Errors
    /// There is no memory for a table of the requested size; the old table is kept.
    pub fn run(&self) -> Result<(), NoMemory> {
        self.searcher.lock_with(self.threads).maintain(&self.upkeep, &self.signals)
    }
}

/// A search that has not started. It may run on another thread. Any thread can stop it through its [`Signals`].
///
/// ```
/// use khepri_engine::{Engine, Game, Info, Limits};
///
/// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// let search = engine.search(Limits::infinite())?;
/// let signals = search.signals();
/// // An observer is a closure, or a type that implements `Observer`.
/// let stop_at_depth_3 = move |info: &Info| if info.depth.plies() == 3 { signals.stop() };
/// let found = std::thread::spawn(|| search.run(&mut { stop_at_depth_3 })).join().expect("no panic");
/// assert!(found.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search {
    searcher: SharedSearcher,
    threads: usize,
    game: Game,
    settings: SearchSettings,
    limits: Limits,
    start: Instant,
    signals: Arc<Signals>,
}

impl Search {
    /// Returns the handle that stops the search, even before it starts.
    pub fn signals(&self) -> Arc<Signals> {
        Arc::clone(&self.signals)
    }

    /// Searches until a limit or a signal ends the search. Waits first for a running search of the same engine. Calls the
    /// observer on this thread. The observer is [`Silent`](crate::Silent), or a closure as in the example above.
    pub fn run(self, observer: &mut dyn Observer) -> BestMove {
        let mut searcher = self.searcher.lock_with(self.threads);
        searcher.search_since(self.start, &self.game, &self.limits, &self.settings, &self.signals, observer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Silent;
    use khepri_rules::Position;

    /// Silver's Scarab stands on e4.
    const SCARAB: &str = "x39/4k5///4S15//4K5/9X1 s khet2";

    fn search(kfen: &str, mv: &str) -> Result<Option<Move>, IllegalSearchMove> {
        let engine = Engine::unprepared(Game::new(kfen.parse::<Position>().expect("a position")), 1).expect("1 MiB");
        let searchmoves = vec![mv.parse().expect("a move")];
        let search = engine.search(Limits { searchmoves, ..Limits::nodes_or_one(100) })?;
        Ok(search.run(&mut Silent).best)
    }

    #[test]
    fn search_moves_are_normalised_and_an_illegal_one_is_refused() {
        let mv = |text: &str| text.parse::<Move>().expect("a move");
        assert_eq!(search(SCARAB, "e4-"), Ok(Some(mv("e4+"))));
        assert_eq!(search(SCARAB, "e4e5"), Ok(Some(mv("e4e5"))));
        for (kfen, text, why) in
            [(SCARAB, "a1a2", "a1 is empty"), (SCARAB, "e7e6", "the piece on e7 is the opponent's")]
        {
            let refused = search(kfen, text).expect_err(text);
            assert_eq!((refused.mv, refused.to_string()), (mv(text), format!("searchmoves {text}: {why}")));
        }
    }
}
