//! Where the beam of a player can get with one move.

use super::arguments::{Argument, items, square};
use super::beam::names;
use super::moves::Move;
use super::shared::Position;
use khepri_rules::{self as rules, Colour};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// Where the beam of a player can get with one legal move: the shot of each move, and the path of the beam on the board as it stands.
#[pyclass(frozen, eq, hash, module = "khepri")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Reach {
    position: Arc<rules::Position>,
    colour: Colour,
    now: Vec<String>,
    squares: Vec<String>,
    shots: Vec<Shot>,
}

impl Reach {
    /// Returns the reach of a colour's laser.
    pub fn of(position: &Arc<rules::Position>, colour: Colour) -> Reach {
        let found = position.reach(colour);
        let mut shots: Vec<Shot> = found.shots().iter().map(Shot::of).collect();
        shots.sort_by_cached_key(|shot| shot.mv.0.to_string());
        let (now, squares) = (names(found.now()), names(found.squares()));
        Reach { position: Arc::clone(position), colour, now, squares, shots }
    }
}

#[pymethods]
impl Reach {
    /// The player who fires, `silver` or `red`.
    #[getter]
    fn colour(&self) -> &'static str {
        self.colour.name()
    }

    /// The squares that the beam enters on the board as it stands.
    #[getter]
    fn now(&self) -> Vec<String> {
        self.now.clone()
    }

    /// The squares that a shot or the beam on the board as it stands enters.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.squares.clone()
    }

    /// The shots of all legal moves of the player, sorted by the texts of the moves.
    #[getter]
    fn shots(&self) -> Vec<Shot> {
        self.shots.clone()
    }

    /// Returns the shots that enter a square.
    fn at(&self, square: &Argument<'_>) -> PyResult<Vec<Shot>> {
        let name = self::square(square, "square")?.to_string();
        Ok(self.shots.iter().filter(|shot| shot.path.contains(&name)).cloned().collect())
    }

    fn __repr__(&self) -> String {
        format!("<Reach of {}: {} shots, {} squares>", self.colour(), self.shots.len(), self.squares.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = Bound::new(py, Position(Arc::clone(&self.position)))?;
        (position.getattr("reach")?, (self.colour(),)).into_pyobject(py)
    }
}

/// The shot of a move, as a part of a reach. `Position.shot` returns its legs.
#[pyclass(frozen, eq, hash, module = "khepri")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shot {
    mv: Move,
    path: Vec<String>,
    hits: Vec<String>,
    own_hits: Vec<String>,
}

impl Shot {
    fn of(shot: &rules::Shot) -> Shot {
        Shot {
            mv: Move(shot.mv()),
            path: names(shot.path()),
            hits: names(shot.hits()),
            own_hits: names(shot.own_hits()),
        }
    }
}

#[pymethods]
impl Shot {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        self.mv
    }

    /// The squares that the beam enters.
    #[getter]
    fn path(&self) -> Vec<String> {
        self.path.clone()
    }

    /// The squares of the pieces that are hit, after the move.
    #[getter]
    fn hits(&self) -> Vec<String> {
        self.hits.clone()
    }

    /// Those of the pieces of the player who fires.
    #[getter]
    fn own_hits(&self) -> Vec<String> {
        self.own_hits.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Shot of {}: hits {}>", self.mv.0, self.hits.join(" "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = (self.mv, self.path(), self.hits(), self.own_hits());
        (py.import("khepri._khepri")?.getattr("_shot")?, parts).into_pyobject(py)
    }
}

/// Returns a shot with these parts, for copies and pickles.
#[pyfunction]
#[pyo3(name = "_shot", signature = (r#move, path, hits, own_hits))]
pub fn shot(
    r#move: &Argument<'_>,
    path: &Argument<'_>,
    hits: &Argument<'_>,
    own_hits: &Argument<'_>,
) -> PyResult<Shot> {
    let squares = |value: &Argument<'_>, name: &str| {
        items(value, name, "a list of squares", |value, name| Ok(square(value, name)?.to_string()))
    };
    Ok(Shot {
        mv: Move::read(r#move, "move")?,
        path: squares(path, "path")?,
        hits: squares(hits, "hits")?,
        own_hits: squares(own_hits, "own_hits")?,
    })
}
