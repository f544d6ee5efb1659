//! What ends a search: depth, nodes, time, a mate, or nothing but a signal.

use super::Depth;
use crate::rules::{Colour, Move};
use std::time::{Duration, Instant};

/// All limits of one search; the first one that is reached ends it.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// When the search was asked for; its time is counted from here.
    pub started: Instant,
    /// Iterations.
    pub depth: Option<Depth>,
    /// Moves made, over all threads. Never exceeded.
    pub nodes: Option<u64>,
    /// Time for this move, without the move overhead.
    pub movetime: Option<Duration>,
    /// The players' clocks.
    pub clock: Option<Clock>,
    /// A win in so many moves of the side to move.
    pub mate: Option<u32>,
    /// The search returns only after a stop signal.
    pub infinite: bool,
    /// As `infinite`, until [`Signals::ponderhit`](super::Signals::ponderhit) makes the other limits count.
    pub ponder: bool,
    /// The only moves to look at, if there are any.
    pub searchmoves: Vec<Move>,
}

impl Default for Limits {
    /// None; the search has been asked for now.
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

/// Both players' clocks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Clock {
    /// By [`Colour::index`]; `None` if it was not given.
    pub remaining: [Option<Duration>; 2],
    /// Added after each move, by colour.
    pub increment: [Duration; 2],
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Returns what is left for a player and what each of his moves adds. If only the opponent's clock was given, it counts
    /// for both players.
    pub fn of(&self, player: Colour) -> Option<(Duration, Duration)> {
        let read = |colour: Colour| Some((self.remaining[colour.index()]?, self.increment[colour.index()]));
        read(player).or_else(|| read(player.other()))
    }
}
