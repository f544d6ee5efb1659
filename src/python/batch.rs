//! Many games in one call, on several threads and without the interpreter's lock.

use super::arguments::{Argument, Home, invalid, items, lock, mistyped, optional, truth, whole};
use super::arrays::{Cells, Number, Target, Truth, whole_numbers};
use super::encoding::{self, ACTIONS, SHAPE};
use super::shared::Position;
use khepri_rules::internal::util::random::Random;
use khepri_rules::{self as rules, Beam, Colour, Move, Outcome, RuleSet, Square, Turn, setups};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// The largest number of games, and of plies of a game.
const MAX_GAMES: u64 = 1 << 20;
const MAX_PLIES: u64 = 1_000_000;
const MAX_THREADS: u64 = 512;
/// The number of games from which a second thread gains time.
const SHARE: usize = 64;
/// More moves than any position has.
const MAX_MOVES: usize = 256;

/// One of the games.
#[derive(Clone)]
struct Seat {
    position: rules::Position,
    /// The repetition keys since the last capture; no earlier arrangement can occur again.
    keys: Vec<u64>,
    plies: u32,
    random: Random,
    end: End,
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Open,
    Over(Outcome),
    Truncated,
}

impl Seat {
    fn new(start: &rules::Position, random: Random) -> Seat {
        let mut seat = Seat { position: start.clone(), keys: Vec::new(), plies: 0, random, end: End::Open };
        seat.restart(start);
        seat
    }

    fn restart(&mut self, start: &rules::Position) {
        self.position.clone_from(start);
        self.keys.clear();
        self.keys.push(start.repetition_key());
        self.plies = 0;
        self.end = start.outcome().map_or(End::Open, End::Over);
    }

    /// Returns the number of times that the arrangement has occurred.
    fn occurrences(&self) -> u32 {
        let key = self.position.repetition_key();
        self.keys.iter().filter(|&&other| other == key).count() as u32
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Move, max_plies: u32) {
        let played = self.position.play_unchecked(mv);
        if !played.hits().is_empty() {
            self.keys.clear();
        }
        self.keys.push(self.position.repetition_key());
        self.plies += 1;
        self.end = match self.position.end(self.occurrences()) {
            Some((outcome, _)) => End::Over(outcome),
            None if self.plies >= max_plies => End::Truncated,
            None => End::Open,
        };
    }

    /// Returns a random legal action; 0 in a finished game.
    fn random_action(&mut self) -> i32 {
        let mut moves = [Move::rotate(Square::A1, Turn::Clockwise); MAX_MOVES];
        let mut count = 0;
        self.position.each_legal_move(|mv| {
            if let Some(place) = moves.get_mut(count) {
                *place = mv;
                count += 1;
            }
        });
        let chosen = moves.get(..count).and_then(|legal| legal.get(self.random.below(count)));
        let turned = encoding::is_turned(&self.position);
        chosen.and_then(|&mv| encoding::action(mv, turned)).map_or(0, |action| action as i32)
    }
}

/// The numbers of finished games.
#[derive(Default)]
struct Totals {
    silver: AtomicU64,
    red: AtomicU64,
    draws: AtomicU64,
    truncated: AtomicU64,
}

impl Totals {
    fn count(&self, end: End) {
        let total = match end {
            End::Open => return,
            End::Over(Outcome::Win(Colour::Silver)) => &self.silver,
            End::Over(Outcome::Win(Colour::Red)) => &self.red,
            End::Over(Outcome::Draw) => &self.draws,
            End::Truncated => &self.truncated,
        };
        total.fetch_add(1, Ordering::Relaxed);
    }
}

/// All games.
struct Table {
    seats: Vec<Seat>,
    starts: Vec<rules::Position>,
    totals: Totals,
    threads: usize,
    /// The threads, which exist only in the process that has started them.
    pool: Option<(ThreadPool, Home)>,
}

impl Table {
    /// Calls `work` for each game with its number, its start and a beam to trace, on all threads.
    fn each(
        &mut self,
        work: impl Fn(usize, &mut Seat, &rules::Position, &mut Beam) + Sync,
    ) -> Result<(), ThreadPoolBuildError> {
        let threads = self.threads.min(self.seats.len().div_ceil(SHARE));
        if threads > 1 && self.pool.as_ref().is_none_or(|(_, home)| !home.is_here()) {
            // The threads of a pool from another process do not exist here, so dropping it would wait for ever.
            std::mem::forget(self.pool.take());
            self.pool = Some((ThreadPoolBuilder::new().num_threads(self.threads).build()?, Home::here()));
        }
        let (seats, starts) = (&mut self.seats, &self.starts);
        let share = seats.len().div_ceil(4 * threads.max(1)).max(1);
        let of_chunk = |(chunk, seats): (usize, &mut [Seat])| {
            // Its memory is used again for each game.
            let mut beam = Beam::new();
            for (index, seat) in (chunk * share..).zip(seats) {
                if let Some(start) = starts.get(index % starts.len().max(1)) {
                    work(index, seat, start, &mut beam);
                }
            }
        };
        match &self.pool {
            Some((pool, _)) if threads > 1 => {
                pool.install(|| seats.par_chunks_mut(share).enumerate().for_each(of_chunk));
            }
            _ => seats.chunks_mut(share).enumerate().for_each(of_chunk),
        }
        Ok(())
    }
}

/// Many games for learning machines. Each call does its work for all games; arrays are filled in place.
#[pyclass(frozen, module = "khepri")]
pub struct Batch {
    table: Mutex<Table>,
    games: usize,
    max_plies: u32,
    restart: bool,
}

impl Batch {
    fn lock(&self) -> PyResult<MutexGuard<'_, Table>> {
        match self.table.try_lock() {
            Ok(table) => Ok(table),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyValueError::new_err("the batch is in use by another thread")),
        }
    }

    /// Calls `work` for each game without the interpreter's lock.
    fn each(
        &self,
        py: Python<'_>,
        work: impl Fn(usize, &mut Seat, &rules::Position, &mut Beam) + Sync + Send,
    ) -> PyResult<()> {
        py.detach(|| {
            let mut table = self.lock()?;
            table.each(work).map_err(|error| PyValueError::new_err(format!("threads: {error}")))
        })
    }

    /// Fills an array with one row of each game.
    fn fill<'py, T: Number + 'static, const N: usize>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        shape: &[usize],
        row: impl Fn(&mut Seat, &mut Beam) -> [T; N] + Sync + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = [&[self.games], shape].concat();
        let target = Target::<T>::of(py, out, "out", &shape)?;
        let cells = target.cells();
        self.each(py, |index, seat, _, beam| cells.write(index * N, &row(seat, beam)))?;
        Ok(target.into_array())
    }
}

/// Reads the starts of the games: one for all, or several in turn.
fn read_starts(value: &Argument<'_>, name: &str) -> PyResult<Vec<rules::Position>> {
    if value.is_instance_of::<PyString>() || value.is_instance_of::<Position>() {
        return Ok(vec![Position::read(value, name)?]);
    }
    let starts = items(value, name, "a Position, a str or a list of them", Position::read)?;
    if starts.is_empty() { Err(invalid(name, "expected at least one position")) } else { Ok(starts) }
}

/// Returns the random numbers of a game. They do not depend on the threads.
fn stream(seed: u64, index: usize) -> Random {
    Random::seed_from_u64(seed).stream(index as u64)
}

/// The three arrays of a step.
type Arrays<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

#[pymethods]
impl Batch {
    /// Starts `n` games. A finished game starts again at once, unless `restart` is false.
    #[new]
    #[pyo3(signature = (n, start=None, *, max_plies=None, seed=None, threads=None, restart=None))]
    fn new(
        n: &Argument<'_>,
        start: Option<&Argument<'_>>,
        max_plies: Option<&Argument<'_>>,
        seed: Option<&Argument<'_>>,
        threads: Option<&Argument<'_>>,
        restart: Option<&Argument<'_>>,
    ) -> PyResult<Batch> {
        let games = whole(n, "n", 1..=MAX_GAMES)? as usize;
        let number = |value, name, range| optional(value, name, |value, name| whole(value, name, range));
        let max_plies = number(max_plies, "max_plies", 1..=MAX_PLIES)?.unwrap_or(400) as u32;
        let seed = number(seed, "seed", 0..=u64::MAX)?.unwrap_or(0);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = number(threads, "threads", 1..=MAX_THREADS)?.map_or(cores, |threads| threads as usize);
        let restart = optional(restart, "restart", truth)?.unwrap_or(true);
        let starts = match optional(start, "start", read_starts)? {
            Some(starts) => starts,
            None => {
                let named = setups::named(RuleSet::Khet2, setups::CLASSIC).map_err(|error| invalid("start", error))?;
                vec![named.position.clone()]
            }
        };
        let mut seats = Vec::new();
        seats.try_reserve_exact(games).map_err(|error| PyMemoryError::new_err(format!("n: {error}")))?;
        seats.extend((0..games).zip(starts.iter().cycle()).map(|(index, start)| Seat::new(start, stream(seed, index))));
        let table = Table { seats, starts, totals: Totals::default(), threads, pool: None };
        Ok(Batch { table: Mutex::new(table), games, max_plies, restart })
    }

    fn __len__(&self) -> usize {
        self.games
    }

    /// The number of plies after which a game is truncated.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    /// Fills an array of int8 with the shape `(n, ACTIONS)`: 1 for each legal action, 0 for others. Returns it.
    #[pyo3(signature = (out=None))]
    fn legal_mask<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.fill(py, out, &[ACTIONS], |seat, _| {
            let mut mask = encoding::EMPTY_MASK;
            encoding::legal_mask(&seat.position, &mut mask);
            mask
        })
    }

    /// Fills an array of uint8 with the shape `(n, len(PLANES), 8, 10)`: what each player to move sees. Returns it.
    #[pyo3(signature = (out=None))]
    fn observe<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.fill(py, out, &SHAPE, |seat, beam| {
            let mut planes = encoding::EMPTY_PLANES;
            let repeated = seat.occurrences() > 1;
            encoding::observe(&seat.position, seat.position.side_to_move(), repeated, beam, &mut planes);
            planes
        })
    }

    /// Fills an array of int32 with the shape `(n,)`: a random legal action of each game. Returns it.
    #[pyo3(signature = (out=None))]
    fn random_actions<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.fill(py, out, &[], |seat, _| [seat.random_action()])
    }

    /// Fills an array of int8 with the shape `(n,)`: 0 where Silver is to move, 1 where Red is. Returns it.
    #[pyo3(signature = (out=None))]
    fn to_move<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.fill(py, out, &[], |seat, _| [seat.position.side_to_move().index() as i8])
    }

    /// Plays one action in each game. Returns the arrays `rewards` (int8: 1 if the player who has moved has won, -1 if the other
    /// has, else 0), `terminated` and `truncated` (bool), which can be given as `out`. If an action is not legal, no game changes.
    /// Games that are over and do not restart ignore their action.
    #[pyo3(signature = (actions, out=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Argument<'py>,
        out: Option<&Argument<'py>>,
    ) -> PyResult<Arrays<'py>> {
        let numbers = whole_numbers(actions, "actions", self.games)?;
        let given = match out {
            None => [None, None, None],
            Some(out) => {
                let expected = "a tuple of three arrays";
                let arrays = out.extract::<[Bound<'py, PyAny>; 3]>().map_err(|_| mistyped("out", expected, out))?;
                arrays.map(Some)
            }
        };
        let [rewards, terminated, truncated] = given;
        let rewards = Target::<i8>::of(py, rewards, "out[0]", &[self.games])?;
        let terminated = Target::<Truth>::of(py, terminated, "out[1]", &[self.games])?;
        let truncated = Target::<Truth>::of(py, truncated, "out[2]", &[self.games])?;
        let cells = (rewards.cells(), terminated.cells(), truncated.cells());
        py.detach(|| self.play(&numbers, &cells))?;
        Ok((rewards.into_array(), terminated.into_array(), truncated.into_array()))
    }

    /// Returns the position of a game.
    fn position(&self, index: &Argument<'_>) -> PyResult<Position> {
        let index = whole(index, "index", 0..=self.games as u64 - 1)? as usize;
        let table = self.lock()?;
        let seat = table.seats.get(index).ok_or_else(|| invalid("index", "there is no such game"))?;
        Ok(seat.position.clone().into())
    }

    /// The numbers of games that have ended: wins of Silver, wins of Red, draws, truncated games.
    #[getter]
    fn totals(&self) -> PyResult<(u64, u64, u64, u64)> {
        let table = self.lock()?;
        let [silver, red, draws, truncated] =
            [&table.totals.silver, &table.totals.red, &table.totals.draws, &table.totals.truncated]
                .map(|total| total.load(Ordering::Relaxed));
        Ok((silver, red, draws, truncated))
    }

    /// Starts all games again and sets the totals to 0; with a seed, also the random numbers.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<&Argument<'_>>) -> PyResult<()> {
        let seed = optional(seed, "seed", |value, name| whole(value, name, 0..=u64::MAX))?;
        self.each(py, |index, seat, start, _| {
            seat.restart(start);
            if let Some(seed) = seed {
                seat.random = stream(seed, index);
            }
        })?;
        self.lock()?.totals = Totals::default();
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games>", self.games)
    }
}

impl Batch {
    /// Checks all actions, then plays them.
    fn play(&self, actions: &[i64], (rewards, terminated, truncated): &Results) -> PyResult<()> {
        let mut table = self.lock()?;
        let failed = |error| PyValueError::new_err(format!("threads: {error}"));
        let wrong = Mutex::new(None);
        let chosen = |index: usize, seat: &Seat| {
            let action = actions.get(index).copied().unwrap_or(-1);
            encoding::legal_move(&seat.position, action).map_err(|why| (index, format!("{action}: {why}")))
        };
        let checked = |index: usize, seat: &mut Seat, _: &rules::Position, _: &mut Beam| {
            if seat.end == End::Open
                && let Err(found) = chosen(index, seat)
            {
                let mut first = lock(&wrong);
                if first.as_ref().is_none_or(|(other, _)| *other > index) {
                    *first = Some(found);
                }
            }
        };
        table.each(checked).map_err(failed)?;
        if let Some((index, why)) = lock(&wrong).take() {
            return Err(invalid(&format!("actions[{index}]"), why));
        }
        let totals = std::mem::take(&mut table.totals);
        let played = table.each(|index, seat, start, _| {
            let mut reward = 0;
            if seat.end == End::Open
                && let Ok(mv) = chosen(index, seat)
            {
                let mover = seat.position.side_to_move();
                seat.play(mv, self.max_plies);
                totals.count(seat.end);
                if let End::Over(Outcome::Win(winner)) = seat.end {
                    reward = if winner == mover { 1 } else { -1 };
                }
            }
            rewards.write(index, &[reward]);
            terminated.write(index, &[Truth::from(matches!(seat.end, End::Over(_)))]);
            truncated.write(index, &[Truth::from(seat.end == End::Truncated)]);
            if self.restart && seat.end != End::Open {
                seat.restart(start);
            }
        });
        table.totals = totals;
        played.map_err(failed)
    }
}

/// The arrays that a step fills.
type Results = (Cells<i8>, Cells<Truth>, Cells<Truth>);
