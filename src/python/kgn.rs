//! Games in files: the iterator over them, and the moves with all that stands after them.

use super::arguments::{Argument, Home, invalid, mistyped, optional, path, truth};
use super::game::Game;
use super::moves::Move;
use super::score::Score;
use super::waiting::Inbox;
use khepri_rules::kgn::{self, Drawing, Note, ReadError, Reader, Record};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The signs of the marks, by their numbers from 1.
pub const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
/// The number of games that are read before they are asked for.
const AHEAD: usize = 16;

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

/// An iterator over the games of a file. A game with a fault raises a `ValueError` with its place; the next one follows.
#[pyclass(frozen, module = "khepri")]
pub struct Games {
    name: String,
    games: Inbox<Result<Record, ReadError>>,
    home: Home,
}

#[pymethods]
impl Games {
    fn __iter__(slf: Bound<'_, Games>) -> Bound<'_, Games> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        self.home.check("iterator")?;
        let Some(read) = self.games.next(py)? else { return Ok(None) };
        read.map_err(|error| unreadable(&self.name, error)).and_then(Game::of).map(Some)
    }
}

/// Returns the error of a game that cannot be read.
pub fn unreadable(name: &str, error: ReadError) -> PyErr {
    match error {
        ReadError::Input(error) => error.into(),
        ReadError::Fault(fault) => invalid(name, fault),
    }
}

/// Reads the games of a file one by one: of a path, or of a file that is open. Without `variations`, these are left out.
#[pyfunction]
#[pyo3(signature = (source, *, variations=None))]
pub fn read_kgn(py: Python<'_>, source: &Argument<'_>, variations: Option<&Argument<'_>>) -> PyResult<Games> {
    let with_variations = optional(variations, "variations", truth)?.unwrap_or(true);
    let (name, input): (String, Box<dyn BufRead + Send>) = match source.getattr("read") {
        Ok(read) => ("source".to_owned(), Box::new(Cursor::new(content(&read.call0()?)?))),
        Err(_) => {
            let path = path(source, "source")?;
            let file = py
                .detach(|| File::open(&path))
                .map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
            (path.display().to_string(), Box::new(BufReader::new(file)))
        }
    };
    let (sender, receiver) = mpsc::sync_channel(AHEAD);
    // A reader cannot change its thread, so it has one.
    thread::Builder::new().name("games".to_owned()).spawn(move || {
        let reader = Reader::new(input);
        let mut reader = if with_variations { reader } else { reader.alone() };
        // Ends when no one asks for more games.
        while reader.next().is_some_and(|read| sender.send(read).is_ok()) {}
    })?;
    Ok(Games { name, games: Inbox::new(receiver), home: Home::here() })
}

/// Returns what an open file has returned: text or bytes.
fn content(read: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = read.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let text = read.cast::<PyString>().map_err(|_| mistyped("source", "a file that reads str or bytes", read))?;
    text.to_cow()
        .map(|text| text.into_owned().into_bytes())
        .map_err(|_| invalid("source", "expected text without lone surrogates"))
}

/// Rounds a time as KGN writes it.
pub fn milliseconds(time: Duration) -> Duration {
    Duration::from_millis((time.as_secs_f64() * 1000.0).round() as u64)
}
