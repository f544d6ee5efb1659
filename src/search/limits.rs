//! The limits of a search, and the signals from other threads that end it.

use super::window::Depth;
use crate::rules::{Colour, Move};
use crate::util::Instant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// All limits of one search; the first that is reached ends it.
///
/// On `wasm32-unknown-unknown` there is neither a clock nor a second thread, so only depth, nodes and mate end a search there.
///
/// ```
/// use khepri::{Depth, Limits};
/// use std::time::Duration;
///
/// let mut limits = Limits::movetime(Duration::from_millis(100));
/// limits.depth = Some(Depth::new(20));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// The start of the search for its clock.
    pub started: Instant,
    /// The last iteration.
    pub depth: Option<Depth>,
    /// The number of moves made by all threads, never exceeded.
    pub nodes: Option<u64>,
    /// The time for this move. The search ends earlier by [`Engine::set_move_overhead`](crate::Engine::set_move_overhead).
    pub movetime: Option<Duration>,
    /// The players' clocks.
    pub clock: Option<Clock>,
    /// A win in at most this number of moves of the side to move.
    pub mate: Option<u32>,
    /// Whether the search returns only after a stop signal.
    pub infinite: bool,
    /// Whether the search ponders: it is infinite until [`Signals::ponderhit`]; then the other limits apply.
    pub ponder: bool,
    /// The only moves to search; all legal moves if empty.
    pub searchmoves: Vec<Move>,
}

impl Default for Limits {
    /// Returns no limits, for a search that starts now.
    fn default() -> Limits {
        Limits {
            started: Instant::now(),
            depth: None,
            nodes: None,
            movetime: None,
            clock: None,
            mate: None,
            infinite: false,
            ponder: false,
            searchmoves: Vec::new(),
        }
    }
}

impl Limits {
    /// Returns the limit of a time for this move.
    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }

    /// Returns the limit of a depth in plies.
    pub fn depth(depth: Depth) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Returns the limit of a number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Returns the limits of a search that only [`Signals::stop`] ends.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }
}

/// Both players' clocks.
///
/// ```
/// use khepri::{Clock, Colour, Limits};
/// use std::time::Duration;
///
/// let remaining = [Some(Duration::from_secs(60)), Some(Duration::from_secs(50))];
/// let clock = Clock { remaining, increment: [Duration::from_secs(1); 2], moves_to_go: None };
/// assert_eq!(clock.of(Colour::Red), Some((Duration::from_secs(50), Duration::from_secs(1))));
/// let limits = Limits { clock: Some(clock), ..Limits::default() };
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Clock {
    /// The remaining times by [`Colour::index`]; `None` if not given.
    pub remaining: [Option<Duration>; 2],
    /// The increments per move by [`Colour::index`].
    pub increment: [Duration; 2],
    /// The number of moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Returns a player's remaining time and increment. If only the opponent's clock was given, it applies to both players.
    pub fn of(&self, player: Colour) -> Option<(Duration, Duration)> {
        let read = |colour: Colour| Some((self.remaining[colour.index()]?, self.increment[colour.index()]));
        read(player).or_else(|| read(player.other()))
    }
}

/// The signals that other threads give to one search: stop, and that the pondered move was played.
///
/// ```
/// use khepri::{Engine, Game, Limits, Silent};
///
/// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// let search = engine.search(Limits::infinite());
/// let signals = search.signals();
/// assert!(!signals.is_stopped());
/// let searching = std::thread::spawn(|| search.run(&mut Silent));
/// signals.stop();
/// assert!(searching.join().expect("no panic").best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Signals {
    stopped: AtomicBool,
    ponderhit: OnceLock<Instant>,
    /// Held while a signal is given, so that a search that starts to wait does not miss it.
    waiting: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// Stops the search at its next check.
    pub fn stop(&self) {
        let _guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Signals that the pondered move was played: the limits apply from now on.
    ///
    /// ```
    /// use khepri::{Engine, Game, Limits, Silent};
    ///
    /// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
    /// let search = engine.search(Limits { ponder: true, ..Limits::nodes(500) });
    /// let signals = search.signals();
    /// let searching = std::thread::spawn(|| search.run(&mut Silent));
    /// signals.ponderhit();
    /// assert!(searching.join().expect("no panic").best.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ponderhit(&self) {
        let _guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.ponderhit.get_or_init(Instant::now);
        self.changed.notify_all();
    }

    /// Returns the flag that [`Signals::stop`] sets.
    pub(crate) fn stopped(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Returns whether [`Signals::stop`] was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns the time of [`Signals::ponderhit`], if it was called.
    pub(crate) fn ponderhit_at(&self) -> Option<Instant> {
        self.ponderhit.get().copied()
    }

    /// Waits for the stop, or for the ponderhit if `ponderhit_is_enough`.
    pub(super) fn wait(&self, ponderhit_is_enough: bool) {
        let mut guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while !(self.is_stopped() || ponderhit_is_enough && self.ponderhit.get().is_some()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
