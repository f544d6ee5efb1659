//! The limits of a search, as keyword arguments.

use super::arguments::{Argument, duration, invalid, items, mistyped, optional, seconds, whole};
use super::position::read_move;
use khepri_arena::time_control::{self, PlayerClock, TimeControl};
use khepri_engine::{Clock, Depth, Limits};
use khepri_rules::{Colour, Position};
use pyo3::prelude::*;
use std::num::NonZero;
use std::time::Duration;

/// The largest numbers of nodes, and of moves to a mate or to the next time control.
const MAX_NODES: u64 = 1 << 62;
const MAX_MOVES: u64 = 1000;

/// The limits as they were given.
#[derive(Default)]
pub struct Given<'a, 'py> {
    /// Seconds for the move.
    pub movetime: Option<&'a Argument<'py>>,
    /// Nodes.
    pub nodes: Option<&'a Argument<'py>>,
    /// Plies.
    pub depth: Option<&'a Argument<'py>>,
    /// Moves to a win.
    pub mate: Option<&'a Argument<'py>>,
    /// The seconds on Silver's and on Red's clock.
    pub clock: Option<&'a Argument<'py>>,
    /// The seconds added after each move.
    pub increment: Option<&'a Argument<'py>>,
    /// The moves to the next time control.
    pub moves_to_go: Option<&'a Argument<'py>>,
    /// The only moves to search.
    pub searchmoves: Option<&'a Argument<'py>>,
}

/// The clocks of both players.
struct Clocks {
    remaining: [Duration; 2],
    increment: Duration,
    moves_to_go: Option<u32>,
}

impl Given<'_, '_> {
    fn depth(&self) -> PyResult<Option<u8>> {
        let most = Depth::MAX.plies() as u64;
        optional(self.depth, "depth", |value, name| whole(value, name, 1..=most).map(|depth| depth as u8))
    }

    fn nodes(&self) -> PyResult<Option<u64>> {
        optional(self.nodes, "nodes", |value, name| whole(value, name, 1..=MAX_NODES))
    }

    fn clocks(&self) -> PyResult<Option<Clocks>> {
        let Some(value) = self.clock else {
            return match (self.increment, self.moves_to_go) {
                (None, None) => Ok(None),
                (Some(_), _) => Err(invalid("increment", "expected a clock with it")),
                (None, Some(_)) => Err(invalid("moves_to_go", "expected a clock with it")),
            };
        };
        let expected = "the seconds of silver and of red";
        let times = items(value, "clock", expected, duration)?;
        let remaining = <[Duration; 2]>::try_from(times).map_err(|_| mistyped("clock", expected, value))?;
        let increment = optional(self.increment, "increment", duration)?.unwrap_or_default();
        let read = |value: &Argument<'_>, name: &str| whole(value, name, 1..=MAX_MOVES).map(|moves| moves as u32);
        Ok(Some(Clocks { remaining, increment, moves_to_go: optional(self.moves_to_go, "moves_to_go", read)? }))
    }

    /// Returns the limits of a search in this process.
    pub fn of_engine(&self, position: &Position) -> PyResult<Limits> {
        let moves = |value: &Argument<'_>, name: &str| {
            items(value, name, "a list of moves", |value, name| read_move(position, value, name))
        };
        let clock = self.clocks()?.map(|Clocks { remaining, increment, moves_to_go }| Clock {
            remaining: remaining.map(Some),
            increment: [increment; 2],
            moves_to_go,
        });
        Ok(Limits {
            depth: self.depth()?.and_then(NonZero::new).map(Depth::new),
            nodes: self.nodes()?.and_then(NonZero::new),
            movetime: optional(self.movetime, "movetime", seconds)?,
            clock,
            mate: optional(self.mate, "mate", |value, name| {
                whole(value, name, 1..=MAX_MOVES).map(|moves| moves as u32)
            })?,
            searchmoves: optional(self.searchmoves, "searchmoves", moves)?.unwrap_or_default(),
            ..Limits::default()
        })
    }

    /// Returns the clocks of both players for an engine that runs as a process.
    pub fn of_process(&self) -> PyResult<[PlayerClock; 2]> {
        let common = TimeControl {
            clock: None,
            per_move: optional(self.movetime, "movetime", seconds)?,
            nodes: self.nodes()?,
            depth: self.depth()?.map(u32::from),
        };
        let clocks = self.clocks()?;
        let control = |colour: Colour| {
            let clock = clocks.as_ref().and_then(|clocks| {
                let base = *clocks.remaining.get(colour.index())?;
                Some(time_control::Clock { moves: clocks.moves_to_go, base, increment: clocks.increment })
            });
            TimeControl { clock, ..common }
        };
        if control(Colour::Silver).is_unlimited() {
            return Err(none_given());
        }
        Ok(Colour::ALL.map(|colour| PlayerClock::new(control(colour))))
    }
}

/// Returns the error of a search without an end.
pub fn none_given() -> PyErr {
    invalid("movetime", "expected a limit: movetime, nodes, depth, mate or clock")
}
