//! Moves and pieces.

use super::arguments::{Argument, invalid, mistyped, text};
use khepri_rules::internal::notation::excerpt;
use khepri_rules::{self as rules, Action, Colour, Kind, Orientation, Turn};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A move, legal or not: a step, a swap or a stacking (`h2g2`), a rotation (`h2+`, `h2-`), or the step of a stack's top (`e1d2t`).
#[pyclass(frozen, eq, ord, hash, module = "khepri")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub rules::Move);

impl Move {
    /// Reads an argument that is a move, not the text of one.
    pub fn read(value: &Argument<'_>, name: &str) -> PyResult<Move> {
        value.cast::<Move>().map(|mv| *mv.get()).map_err(|_| mistyped(name, "a Move", value))
    }
}

#[pymethods]
impl Move {
    /// Reads a move. `Position.parse_move` also checks that it is legal.
    #[new]
    #[pyo3(signature = (text))]
    fn new(text: &Argument<'_>) -> PyResult<Move> {
        self::text(text, "text")?.parse().map(Move).map_err(|error| invalid("text", error))
    }

    /// The square of the piece that moves.
    #[getter]
    fn origin(&self) -> String {
        self.0.from().to_string()
    }

    /// The target; the same square as `origin` for a rotation.
    #[getter]
    fn target(&self) -> String {
        self.0.to().to_string()
    }

    /// `step`, `top`, `+` or `-`.
    #[getter]
    fn action(&self) -> &'static str {
        match self.0.action() {
            Action::Step(..) => "step",
            Action::Top(..) => "top",
            Action::Rotate(_, Turn::Clockwise) => "+",
            Action::Rotate(_, Turn::Anticlockwise) => "-",
        }
    }

    /// Returns the move after half a turn of the board.
    fn half_turn(&self) -> Move {
        Move(self.0.half_turn())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Move>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), (slf.get().__str__(),)).into_pyobject(slf.py())
    }
}

/// A piece: its colour, kind and orientation, as in KFEN (`P1`, upper case for Silver).
#[pyclass(frozen, eq, ord, hash, module = "khepri")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(pub rules::Piece);

impl Piece {
    /// Reads a piece, or the text of one.
    pub fn read(value: &Argument<'_>, name: &str) -> PyResult<rules::Piece> {
        if let Ok(piece) = value.cast::<Piece>() {
            return Ok(piece.get().0);
        }
        let text = text(value, name).map_err(|error| {
            if error.is_instance_of::<pyo3::exceptions::PyTypeError>(value.py()) {
                mistyped(name, "a Piece or a str", value)
            } else {
                error
            }
        })?;
        let expected =
            || invalid(name, format_args!("expected a piece as in KFEN, such as P1, found {}", excerpt(&text)));
        let mut characters = text.chars();
        let letter = characters.next().ok_or_else(expected)?;
        let kind = Kind::from_letter(letter.to_ascii_lowercase()).ok_or_else(expected)?;
        let colour = if letter.is_ascii_uppercase() { Colour::Silver } else { Colour::Red };
        let digit = match (characters.as_str(), kind.orientations()) {
            ("", 1) => 1,
            (digit, 2..) if digit.len() == 1 => digit.parse().map_err(|_| expected())?,
            _ => return Err(expected()),
        };
        let orientation = Orientation::from_digit(digit).ok_or_else(expected)?;
        Ok(rules::Piece::new(colour, kind, orientation))
    }
}

#[pymethods]
impl Piece {
    /// Reads a piece.
    #[new]
    #[pyo3(signature = (text))]
    fn new(text: &Argument<'_>) -> PyResult<Piece> {
        self::text(text, "text")?;
        Piece::read(text, "text").map(Piece)
    }

    /// `silver` or `red`.
    #[getter]
    fn colour(&self) -> &'static str {
        self.0.colour().name()
    }

    /// The name of the kind: `pharaoh`, `pyramid`, `scarab`, `anubis`, `sphinx`, `obelisk`, `stack` or `eye`.
    #[getter]
    fn kind(&self) -> &'static str {
        kind_name(self.0.kind())
    }

    /// The orientation from 1 to 4, as KFEN writes it; 1 for pieces that do not rotate.
    #[getter]
    fn orientation(&self) -> u8 {
        self.0.orientation().digit()
    }

    /// The letter, upper case for Silver.
    #[getter]
    fn letter(&self) -> char {
        self.0.letter()
    }

    fn __str__(&self) -> String {
        let digit = self.0.orientation().digit();
        if self.0.kind().orientations() == 1 { self.letter().to_string() } else { format!("{}{digit}", self.letter()) }
    }

    fn __repr__(&self) -> String {
        format!("Piece('{}')", self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Piece>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), (slf.get().__str__(),)).into_pyobject(slf.py())
    }
}

/// Returns the name of a kind as a word.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pharaoh => "pharaoh",
        Kind::Pyramid => "pyramid",
        Kind::Scarab => "scarab",
        Kind::Anubis => "anubis",
        Kind::Sphinx => "sphinx",
        Kind::Obelisk => "obelisk",
        Kind::Stack => "stack",
        Kind::Eye => "eye",
    }
}
