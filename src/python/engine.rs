//! The engine in this process: it searches without the interpreter's lock, and Ctrl-C stops it.

use super::arguments::{Argument, Home, invalid, items, located, lock, mistyped, optional, path, text, whole};
use super::game::Game;
use super::limits::{Given, none_given};
use super::moves::Move;
use super::score::Score;
use super::shared::Position;
use super::waiting::{Inbox, work};
use khepri_engine::{self as engine, BestMove, Bound as Bounds, Elo, Network, Signals, Silent};
use khepri_protocol::network_file::{self, FileError};
use khepri_rules::{self as rules, setups};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The largest values of the settings, as in the protocol.
const MAX_HASH: u64 = 65_536;
const MAX_THREADS: u64 = 512;
const MAX_LINES: u64 = 256;
const MAX_DRAW_PLIES: u64 = 1000;

/// The engine Khepri. It may be used as a context manager.
#[pyclass(frozen, module = "khepri")]
pub struct Engine {
    /// `None` after it was closed. Boxed, because Python aligns no object as a board needs.
    engine: Mutex<Option<Box<engine::Engine>>>,
    network: Arc<Network>,
    busy: Arc<AtomicBool>,
    home: Home,
}

/// Marks an engine as searching until it is dropped.
struct Busy(Arc<AtomicBool>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl Engine {
    /// Returns a search of a game, and marks the engine as searching.
    fn begin(&self, game: rules::Game, limits: engine::Limits, lines: usize) -> PyResult<(engine::Search, Busy)> {
        self.home.check("engine")?;
        let mut engine = lock(&self.engine);
        let engine = engine.as_mut().ok_or_else(closed)?;
        if self.busy.swap(true, Ordering::Acquire) {
            return Err(PyValueError::new_err(
                "the engine is searching: end its analysis first, or use another engine",
            ));
        }
        let busy = Busy(Arc::clone(&self.busy));
        engine.set_game(game);
        engine.set_multipv(lines);
        let search = engine.search(limits).map_err(|error| invalid("searchmoves", error))?;
        Ok((search, busy))
    }
}

fn closed() -> PyErr {
    PyValueError::new_err("the engine is closed")
}

/// Returns the error of a network that cannot be used.
fn unusable(file: &Path, error: FileError) -> PyErr {
    match error {
        FileError::Io(error) => located(file, &error),
        error => invalid("network", error),
    }
}

/// Reads a game that is not over.
fn unfinished(value: &Argument<'_>) -> PyResult<rules::Game> {
    let game = Game::read(value, "game")?;
    if game.position().outcome().is_some() {
        return Err(invalid("game", "the game is over"));
    }
    Ok(game)
}

#[pymethods]
impl Engine {
    /// Starts an engine with a table of `hash_mib` MiB. `level` limits its strength, from 500 to 2800.
    #[new]
    #[pyo3(signature = (hash_mib=None, threads=None, *, level=None, level_seed=None, draw_plies=None, network=None))]
    fn new(
        py: Python<'_>,
        hash_mib: Option<&Argument<'_>>,
        threads: Option<&Argument<'_>>,
        level: Option<&Argument<'_>>,
        level_seed: Option<&Argument<'_>>,
        draw_plies: Option<&Argument<'_>>,
        network: Option<&Argument<'_>>,
    ) -> PyResult<Engine> {
        let number = |value, name, range| optional(value, name, |value, name| whole(value, name, range));
        let mib = number(hash_mib, "hash_mib", 1..=MAX_HASH)?.unwrap_or(16) as usize;
        let threads = number(threads, "threads", 1..=MAX_THREADS)?.unwrap_or(1) as usize;
        let levels = u64::from(*Elo::RANGE.start())..=u64::from(*Elo::RANGE.end());
        let level = number(level, "level", levels)?.map(|elo| Elo::new(elo as u32));
        let level_seed = number(level_seed, "level_seed", 0..=u64::from(u32::MAX))?.unwrap_or(0);
        let draw_plies = number(draw_plies, "draw_plies", 1..=MAX_DRAW_PLIES)?.map(|plies| plies as u32);
        let network = match optional(network, "network", path)? {
            None => Network::embedded(),
            Some(file) => py.detach(|| network_file::find(Some(&file))).map_err(|error| unusable(&file, error))?,
        };
        let start = setups::named(rules::RuleSet::Khet2, setups::CLASSIC).map_err(|error| invalid("game", error))?;
        let game = rules::Game::new(start.position.clone());
        let own = Arc::clone(&network);
        let engine = py.detach(|| engine::Engine::with_network(game, mib, own));
        let mut engine = engine.map_err(|error| PyMemoryError::new_err(format!("hash_mib: {error}")))?;
        engine.set_threads(threads);
        engine.set_strength(level);
        engine.set_level_seed(level_seed);
        engine.set_draw_plies(draw_plies);
        Ok(Engine { engine: Mutex::new(Some(Box::new(engine))), network, busy: Arc::default(), home: Home::here() })
    }

    /// Returns the move to play. One limit must be given; the first that is reached ends the search.
    #[pyo3(signature = (game, *, movetime=None, nodes=None, depth=None, mate=None, clock=None, increment=None, moves_to_go=None, searchmoves=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn play(
        &self,
        py: Python<'_>,
        game: &Argument<'_>,
        movetime: Option<&Argument<'_>>,
        nodes: Option<&Argument<'_>>,
        depth: Option<&Argument<'_>>,
        mate: Option<&Argument<'_>>,
        clock: Option<&Argument<'_>>,
        increment: Option<&Argument<'_>>,
        moves_to_go: Option<&Argument<'_>>,
        searchmoves: Option<&Argument<'_>>,
    ) -> PyResult<Move> {
        let game = unfinished(game)?;
        let given = Given { movetime, nodes, depth, mate, clock, increment, moves_to_go, searchmoves };
        let limits = given.of_engine(game.position())?;
        if limits.is_unlimited(game.position().side_to_move()) {
            return Err(none_given());
        }
        let (search, busy) = self.begin(game, limits, 1)?;
        let signals = search.signals();
        let found = work(
            py,
            || signals.stop(),
            move || {
                let _busy = busy;
                search.run(&mut Silent)
            },
        )?;
        found.best.map(Move).ok_or_else(|| invalid("game", "the game is over"))
    }

    /// Searches and reports each line as soon as it is known. Without a limit, the search ends when its iterator is closed.
    #[pyo3(signature = (game, *, multipv=None, movetime=None, nodes=None, depth=None, mate=None, clock=None, increment=None, moves_to_go=None, searchmoves=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn analyse(
        &self,
        game: &Argument<'_>,
        multipv: Option<&Argument<'_>>,
        movetime: Option<&Argument<'_>>,
        nodes: Option<&Argument<'_>>,
        depth: Option<&Argument<'_>>,
        mate: Option<&Argument<'_>>,
        clock: Option<&Argument<'_>>,
        increment: Option<&Argument<'_>>,
        moves_to_go: Option<&Argument<'_>>,
        searchmoves: Option<&Argument<'_>>,
    ) -> PyResult<Analysis> {
        let game = unfinished(game)?;
        let given = Given { movetime, nodes, depth, mate, clock, increment, moves_to_go, searchmoves };
        let limits = given.of_engine(game.position())?;
        let lines =
            optional(multipv, "multipv", |value, name| whole(value, name, 1..=MAX_LINES))?.unwrap_or(1) as usize;
        let (search, busy) = self.begin(game, limits, lines)?;
        Analysis::start(search, busy)
    }

    /// Returns the evaluation of a position without a search, from the view of the player to move.
    fn evaluate(&self, position: &Argument<'_>) -> PyResult<Score> {
        let position = Position::read(position, "position")?;
        if position.outcome().is_some() {
            return Err(invalid("position", "the game is over"));
        }
        Ok(self.network.evaluate(&position).into())
    }

    /// Forgets what earlier searches have found, as before a new game.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        self.home.check("engine")?;
        if self.busy.swap(true, Ordering::Acquire) {
            return Err(PyValueError::new_err("the engine is searching: end its analysis first"));
        }
        let _busy = Busy(Arc::clone(&self.busy));
        py.detach(|| lock(&self.engine).as_mut().map(|engine| engine.forget())).ok_or_else(closed)
    }

    /// Closes the engine and frees its memory. A running analysis goes on to its end.
    fn close(&self) -> PyResult<()> {
        let engine = lock(&self.engine).take().ok_or_else(closed)?;
        drop(engine);
        Ok(())
    }

    fn __enter__(slf: Bound<'_, Engine>) -> Bound<'_, Engine> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) {
        drop(lock(&self.engine).take());
    }

    fn __repr__(&self) -> String {
        let state = match (lock(&self.engine).is_none(), self.busy.load(Ordering::Acquire)) {
            (true, _) => "closed",
            (_, true) => "searching",
            _ => "idle",
        };
        format!("<Engine {state}>")
    }
}

/// A running search, as an iterator over its reports. It ends when it is closed, also by a `with` statement, or deleted.
#[pyclass(frozen, module = "khepri")]
pub struct Analysis {
    infos: Inbox<engine::Info>,
    signals: Arc<Signals>,
    thread: Mutex<Option<JoinHandle<BestMove>>>,
    best: Mutex<Option<BestMove>>,
    home: Home,
}

impl Analysis {
    fn start(search: engine::Search, busy: Busy) -> PyResult<Analysis> {
        let signals = search.signals();
        let (sender, receiver) = mpsc::channel();
        let thread = thread::Builder::new().name("analysis".to_owned()).spawn(move || {
            let _busy = busy;
            search.run(&mut |info: &engine::Info| {
                // No one receives the reports of an analysis that was closed.
                let _ = sender.send(info.clone());
            })
        })?;
        let (thread, best) = (Mutex::new(Some(thread)), Mutex::new(None));
        Ok(Analysis { infos: Inbox::new(receiver), signals, thread, best, home: Home::here() })
    }

    /// Waits for the end of the search, and keeps its result.
    fn join(&self) -> PyResult<()> {
        let Some(thread) = lock(&self.thread).take() else { return Ok(()) };
        let fault = || PyRuntimeError::new_err("the search ended with a fault of Khepri: please report it");
        *lock(&self.best) = Some(thread.join().map_err(|_| fault())?);
        Ok(())
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.signals.stop();
        if self.home.is_here() {
            // The result is not needed any more.
            let _ = self.join();
        }
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: Bound<'_, Analysis>) -> Bound<'_, Analysis> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        self.home.check("analysis")?;
        let next = self.infos.next(py).inspect_err(|_| self.signals.stop());
        if !matches!(next, Ok(Some(_))) {
            py.detach(|| self.join())?;
        }
        Ok(next?.map(Info::of))
    }

    /// Stops the search. Reports that have been made can still be read.
    fn stop(&self) {
        self.signals.stop();
    }

    /// Stops the search and waits for its end.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.home.check("analysis")?;
        self.signals.stop();
        py.detach(|| self.join())
    }

    /// The best move after the search has ended; `None` before.
    #[getter]
    fn best_move(&self) -> Option<Move> {
        lock(&self.best).and_then(|found| found.best).map(Move)
    }

    fn __enter__(slf: Bound<'_, Analysis>) -> Bound<'_, Analysis> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self) -> String {
        format!("<Analysis {}>", if lock(&self.thread).is_some() { "running" } else { "ended" })
    }
}

/// A report of a search: a line with its score.
#[pyclass(frozen, eq, module = "khepri")]
#[derive(Clone, PartialEq)]
pub struct Info {
    depth: i32,
    seldepth: u32,
    multipv: usize,
    score: Score,
    bound: &'static str,
    nodes: u64,
    time: Duration,
    hashfull: u32,
    pv: Vec<Move>,
}

impl Info {
    fn of(info: engine::Info) -> Info {
        Info {
            depth: info.depth.plies(),
            seldepth: info.seldepth,
            multipv: info.multipv,
            score: info.score.into(),
            bound: bound_name(info.bound),
            nodes: info.nodes,
            time: info.time,
            hashfull: info.hashfull,
            pv: info.pv.iter().copied().map(Move).collect(),
        }
    }
}

#[pymethods]
impl Info {
    /// The depth in plies.
    #[getter]
    fn depth(&self) -> i32 {
        self.depth
    }

    /// The greatest depth that was reached.
    #[getter]
    fn seldepth(&self) -> u32 {
        self.seldepth
    }

    /// The number of the line, from 1 for the best.
    #[getter]
    fn multipv(&self) -> usize {
        self.multipv
    }

    /// The score from the view of the player to move.
    #[getter]
    fn score(&self) -> Score {
        self.score
    }

    /// `exact`, or `lower` or `upper` if the score is only a bound.
    #[getter]
    fn bound(&self) -> &'static str {
        self.bound
    }

    /// The number of nodes so far.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The seconds so far.
    #[getter]
    fn time(&self) -> f64 {
        self.time.as_secs_f64()
    }

    /// The share of the table that is in use, in thousandths.
    #[getter]
    fn hashfull(&self) -> u32 {
        self.hashfull
    }

    /// The line.
    #[getter]
    fn pv(&self) -> Vec<Move> {
        self.pv.clone()
    }

    fn __repr__(&self) -> String {
        let pv: Vec<String> = self.pv.iter().map(|mv| mv.0.to_string()).collect();
        format!("<Info depth {} line {} {} {}>", self.depth, self.multipv, self.score.0, pv.join(" "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let numbers = (self.depth, self.seldepth, self.multipv, self.nodes, self.time(), self.hashfull);
        let parts = (numbers, self.score, self.bound, self.pv());
        (py.import("khepri._khepri")?.getattr("_info")?, parts).into_pyobject(py)
    }
}

/// The numbers of a report: depth, greatest depth, line, nodes, seconds, and the share of the table.
type Numbers = (i32, u32, usize, u64, f64, u32);

/// Returns a report with these parts, for copies and pickles.
#[pyfunction]
#[pyo3(name = "_info", signature = (numbers, score, bound, pv))]
pub fn info(numbers: &Argument<'_>, score: &Argument<'_>, bound: &Argument<'_>, pv: &Argument<'_>) -> PyResult<Info> {
    let (depth, seldepth, multipv, nodes, time, hashfull): Numbers =
        numbers.extract().map_err(|_| mistyped("numbers", "the numbers of a report", numbers))?;
    let word = text(bound, "bound")?;
    let bound = BOUNDS.map(bound_name).into_iter().find(|name| *name == word);
    Ok(Info {
        depth,
        seldepth,
        multipv,
        score: Score::read(score, "score")?,
        bound: bound.ok_or_else(|| invalid("bound", "expected exact, lower or upper"))?,
        nodes,
        time: Duration::try_from_secs_f64(time).map_err(|error| invalid("numbers", error))?,
        hashfull,
        pv: items(pv, "pv", "a list of moves", Move::read)?,
    })
}

const BOUNDS: [Bounds; 3] = [Bounds::Exact, Bounds::Lower, Bounds::Upper];

fn bound_name(bound: Bounds) -> &'static str {
    match bound {
        Bounds::Exact => "exact",
        Bounds::Lower => "lower",
        Bounds::Upper => "upper",
    }
}
