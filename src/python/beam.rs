//! Beams: the legs of a laser's light, and what it hits.

use super::arguments::{Argument, invalid, items, optional, square, text};
use super::moves::Move;
use super::shared::Position;
use khepri_rules::internal::notation::excerpt;
use khepri_rules::{self as rules, Bitboard, Colour, Direction, Square};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// The beam of a laser: on the board as it stands, or as the shot at the end of a move.
#[pyclass(frozen, eq, hash, module = "khepri")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Beam {
    position: Arc<rules::Position>,
    colour: Colour,
    /// The move whose shot it is.
    mv: Option<rules::Move>,
    legs: Vec<Leg>,
    path: Vec<Square>,
    hits: Vec<Square>,
}

impl Beam {
    /// Returns the beam of a colour's laser.
    pub fn of_laser(position: &Arc<rules::Position>, colour: Colour) -> Beam {
        Beam::new(position, colour, None, &position.beam(colour))
    }

    /// Returns the shot of a legal move.
    pub fn of_move(position: &Arc<rules::Position>, mv: rules::Move) -> Result<Beam, rules::IllegalMove> {
        Ok(Beam::new(position, position.side_to_move(), Some(mv), &position.beam_after(mv)?))
    }

    fn new(position: &Arc<rules::Position>, colour: Colour, mv: Option<rules::Move>, beam: &rules::Beam) -> Beam {
        let legs = beam.legs().iter().map(Leg::of);
        let (path, hits) = (beam.path().into_iter().collect(), beam.hits().into_iter().collect());
        Beam { position: Arc::clone(position), colour, mv, legs: legs.collect(), path, hits }
    }
}

/// Returns the names of squares in their order.
pub fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

#[pymethods]
impl Beam {
    /// The owner of the laser, `silver` or `red`.
    #[getter]
    fn colour(&self) -> &'static str {
        self.colour.name()
    }

    /// The straight parts of the beam. An Eye of Horus begins two.
    #[getter]
    fn legs(&self) -> Vec<Leg> {
        self.legs.clone()
    }

    /// The squares that the beam enters.
    #[getter]
    fn path(&self) -> Vec<String> {
        self.path.iter().map(Square::to_string).collect()
    }

    /// The squares of the pieces that are hit.
    #[getter]
    fn hits(&self) -> Vec<String> {
        self.hits.iter().map(Square::to_string).collect()
    }

    fn __repr__(&self) -> String {
        let shot = self.mv.map(|mv| format!(" of {mv}")).unwrap_or_default();
        format!("<Beam{shot}: {} legs, hits {}>", self.legs.len(), self.hits().join(" "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = Bound::new(py, Position(Arc::clone(&self.position)))?;
        match self.mv {
            Some(mv) => (position.getattr("shot")?, (Move(mv),)).into_pyobject(py),
            None => (position.getattr("beam")?, (self.colour(),)).into_pyobject(py),
        }
    }
}

/// A straight part of a beam.
#[pyclass(frozen, eq, hash, module = "khepri")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Leg {
    origin: Option<Square>,
    direction: Direction,
    squares: Vec<Square>,
    end: Option<Square>,
}

impl Leg {
    fn of(leg: &rules::Leg) -> Leg {
        let direction = leg.direction();
        let mut squares: Vec<Square> = leg.squares().into_iter().collect();
        if matches!(direction, Direction::South | Direction::West) {
            squares.reverse();
        }
        Leg { origin: leg.origin(), direction, squares, end: leg.end() }
    }
}

#[pymethods]
impl Leg {
    /// The square of the Sphinx, mirror or Eye where it begins; `None` for a laser in the frame.
    #[getter]
    fn origin(&self) -> Option<String> {
        self.origin.map(|square| square.to_string())
    }

    /// `north`, `east`, `south` or `west`.
    #[getter]
    fn direction(&self) -> &'static str {
        direction_name(self.direction)
    }

    /// The squares that it enters, in its direction; that of the piece that it meets is the last.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.squares.iter().map(Square::to_string).collect()
    }

    /// The square of the piece that it meets; `None` at the frame.
    #[getter]
    fn end(&self) -> Option<String> {
        self.end.map(|square| square.to_string())
    }

    fn __repr__(&self) -> String {
        let name = |square: Option<String>| square.unwrap_or_else(|| "the frame".to_owned());
        format!("<Leg {} from {} to {}>", self.direction(), name(self.origin()), name(self.end()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = (self.origin(), self.direction(), self.squares(), self.end());
        (py.import("khepri._khepri")?.getattr("_leg")?, parts).into_pyobject(py)
    }
}

/// Returns a leg with these parts, for copies and pickles.
#[pyfunction]
#[pyo3(name = "_leg", signature = (origin, direction, squares, end))]
pub fn leg(
    origin: Option<&Argument<'_>>,
    direction: &Argument<'_>,
    squares: &Argument<'_>,
    end: Option<&Argument<'_>>,
) -> PyResult<Leg> {
    let word = text(direction, "direction")?;
    let direction = Direction::ALL.into_iter().find(|&direction| direction_name(direction) == word);
    let expected =
        || invalid("direction", format_args!("expected north, east, south or west, found {}", excerpt(&word)));
    Ok(Leg {
        origin: optional(origin, "origin", square)?,
        direction: direction.ok_or_else(expected)?,
        squares: items(squares, "squares", "a list of squares", square)?,
        end: optional(end, "end", square)?,
    })
}

fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::East => "east",
        Direction::South => "south",
        Direction::West => "west",
    }
}
