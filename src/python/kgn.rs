//! The moves of games in files, with all that stands after them.

use super::arguments::invalid;
use super::moves::Move;
use super::score::Score;
use khepri_rules::kgn::{self, Drawing, Note, ReadError};
use pyo3::prelude::*;
use std::time::Duration;

/// The signs of the marks, by their numbers from 1.
pub const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// A move of a game with what stands after it.
#[pyclass(frozen, eq, module = "khepri")]
#[derive(Clone, PartialEq, Eq)]
pub struct PlayedMove(pub kgn::PlayedMove);

impl PlayedMove {
    fn figures(&self) -> kgn::Comment {
        self.0.note.comment().unwrap_or_default()
    }
}

fn words(drawings: &[Drawing]) -> Vec<String> {
    drawings.iter().map(Drawing::to_string).collect()
}

#[pymethods]
impl PlayedMove {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        Move(self.0.mv)
    }

    /// The marks, such as `!` and `??`.
    #[getter]
    fn marks(&self) -> Vec<&'static str> {
        self.0.marks.iter().filter_map(|mark| SIGNS.get(usize::from(mark.number()) - 1).copied()).collect()
    }

    /// The text of the comment.
    #[getter]
    fn comment(&self) -> &str {
        &self.0.remark.text
    }

    /// The words of a review.
    #[getter]
    fn review(&self) -> &str {
        &self.0.review
    }

    /// The squares that are drawn, such as `Ga4`: a green square.
    #[getter]
    fn squares(&self) -> Vec<String> {
        words(&self.0.remark.squares)
    }

    /// The arrows that are drawn, such as `Ra4b5`: a red arrow.
    #[getter]
    fn arrows(&self) -> Vec<String> {
        words(&self.0.remark.arrows)
    }

    /// Whether it is a move of an opening book.
    #[getter]
    fn is_book(&self) -> bool {
        self.0.note == Note::Book
    }

    /// The engine's score from the mover's side.
    #[getter]
    fn score(&self) -> Option<Score> {
        self.figures().evaluation.map(Score)
    }

    /// The engine's depth in plies.
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.figures().depth
    }

    /// The engine's time in seconds.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.figures().time.map(|time| time.as_secs_f64())
    }

    /// The engine's nodes.
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.figures().nodes
    }

    /// The seconds left on the engine's clock.
    #[getter]
    fn clock(&self) -> Option<f64> {
        self.figures().clock.map(|time| time.as_secs_f64())
    }

    /// The variations, which replace the move.
    #[getter]
    fn variations(&self) -> Vec<Variation> {
        self.0.variations.iter().cloned().map(Variation).collect()
    }

    fn __repr__(&self) -> String {
        let marks: String = self.marks().concat();
        format!("<PlayedMove {}{marks}>", self.0.mv)
    }
}

/// A line that replaces a move of a game and those after it.
#[pyclass(frozen, eq, module = "khepri")]
#[derive(Clone, PartialEq, Eq)]
pub struct Variation(pub kgn::Variation);

#[pymethods]
impl Variation {
    /// The text before its first move.
    #[getter]
    fn comment(&self) -> &str {
        &self.0.foreword.text
    }

    /// Its moves.
    #[getter]
    fn moves(&self) -> Vec<PlayedMove> {
        self.0.moves.iter().cloned().map(PlayedMove).collect()
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.0.moves.iter().map(|played| played.mv.to_string()).collect();
        format!("<Variation {}>", moves.join(" "))
    }
}

/// The longest text of a tag or comment that is read from KGN, in bytes.
const LONGEST: usize = 1 << 20;

/// Checks that a text of a tag or comment can be read again.
pub fn check_length(text: &str, name: &str) -> PyResult<()> {
    if text.len() > LONGEST {
        return Err(invalid(name, format_args!("expected at most {LONGEST} bytes, found {}", text.len())));
    }
    Ok(())
}

/// Returns the error of a game that cannot be read.
pub fn unreadable(name: &str, error: ReadError) -> PyErr {
    match error {
        ReadError::Input(error) => error.into(),
        ReadError::Fault(fault) => invalid(name, fault),
    }
}

/// Rounds a time as KGN writes it.
pub fn milliseconds(time: Duration) -> Duration {
    Duration::from_millis((time.as_secs_f64() * 1000.0).round() as u64)
}
