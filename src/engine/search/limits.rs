//! The limits of a search.

use super::window::Depth;
use khepri_rules::{Colour, Move};
use std::num::NonZero;
use std::time::Duration;

/// All limits of one search; the first that is reached ends it.
///
/// On `wasm32-unknown-unknown` there is neither a clock nor a second thread, so only depth, nodes and mate end a search there.
///
/// ```
/// use khepri_engine::{Depth, Limits};
/// use std::num::NonZero;
/// use std::time::Duration;
///
/// let mut limits = Limits::movetime(Duration::from_millis(100));
/// limits.depth = NonZero::new(20).map(Depth::new);
/// ```
#[derive(Clone, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The depth of the last iteration.
    pub depth: Option<Depth>,
    /// The number of moves made by all threads, never exceeded.
    pub nodes: Option<NonZero<u64>>,
    /// The time for this move. The search ends earlier by the
    /// [move overhead](crate::Engine::set_move_overhead).
    pub movetime: Option<Duration>,
    /// The players' clocks.
    pub clock: Option<Clock>,
    /// A win in at most this number of moves of the side to move.
    pub mate: Option<u32>,
    /// Whether the search returns only after a stop signal.
    pub infinite: bool,
    /// Whether the search ponders: it is infinite until [`Signals::ponderhit`](crate::Signals::ponderhit); then the other
    /// limits apply.
    pub ponder: bool,
    /// The only moves to search; all legal moves if empty. [`Engine::search`](crate::Engine::search) refuses illegal ones.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub searchmoves: Vec<Move>,
}

impl Limits {
    /// Returns limits with this time for the move and nothing else.
    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }

    /// Returns limits with this depth and nothing else.
    pub fn depth(depth: Depth) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Returns limits with this number of nodes and nothing else.
    pub fn nodes(nodes: NonZero<u64>) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Returns limits with this number of nodes, or one if it is 0.
    ///
    /// ```
    /// use khepri_engine::Limits;
    ///
    /// assert_eq!(Limits::nodes_or_one(0).nodes.map(u64::from), Some(1));
    /// ```
    pub fn nodes_or_one(nodes: u64) -> Limits {
        Limits::nodes(NonZero::new(nodes).unwrap_or(NonZero::<u64>::MIN))
    }

    /// Returns the limits of a search that only [`Signals::stop`](crate::Signals::stop) ends.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    /// Returns whether only a stop signal ends a search in which this player is to move.
    ///
    /// ```
    /// use khepri_engine::{Colour, Limits};
    ///
    /// assert!(Limits::infinite().is_unlimited(Colour::Silver));
    /// assert!(!Limits::nodes_or_one(1000).is_unlimited(Colour::Silver));
    /// ```
    pub fn is_unlimited(&self, to_move: Colour) -> bool {
        let Limits { depth, nodes, movetime, clock, mate, infinite, .. } = self;
        let has_clock = clock.as_ref().is_some_and(|clock| clock.of(to_move).is_some());
        let limited = depth.is_some() || nodes.is_some() || movetime.is_some() || mate.is_some() || has_clock;
        *infinite || !limited
    }
}

/// Both players' clocks.
///
/// ```
/// use khepri_engine::{Clock, Colour, Limits};
/// use std::time::Duration;
///
/// let remaining = [Some(Duration::from_secs(60)), Some(Duration::from_secs(50))];
/// let clock = Clock { remaining, increment: [Duration::from_secs(1); 2], moves_to_go: None };
/// assert_eq!(clock.of(Colour::Red), Some((Duration::from_secs(50), Duration::from_secs(1))));
/// let limits = Limits { clock: Some(clock), ..Limits::default() };
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
