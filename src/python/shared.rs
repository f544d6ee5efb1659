//! The data of the classes `Position` and `Game`, which other classes hold too. Both are shared, because Python aligns no object as a
//! board needs.

use khepri_rules::{self as rules, kgn::Record};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};

/// A position. It does not change: `after` returns the next one.
#[pyclass(frozen, eq, hash, module = "khepri")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position(pub Arc<rules::Position>);

impl From<rules::Position> for Position {
    fn from(position: rules::Position) -> Position {
        Position(Arc::new(position))
    }
}

/// The state of a game: the game, and the record of it with the same moves.
#[derive(Clone)]
pub struct State {
    /// The game.
    pub game: rules::Game,
    /// The record.
    pub record: Record,
}

/// A state that a game shares with its tags. No code of Python may run while it is locked: that code may use the same game, or give
/// the interpreter's lock to a thread that waits for this one.
pub type Shared = Arc<Mutex<State>>;
