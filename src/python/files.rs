//! Games in files: the iterator over them.

use super::arguments::{Argument, Home, invalid, mistyped, optional, path, truth};
use super::game::Game;
use super::kgn::unreadable;
use super::waiting::Inbox;
use khepri_rules::kgn::{ReadError, Reader, Record};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::sync::mpsc;
use std::thread;

/// The number of games that are read before they are asked for.
const AHEAD: usize = 16;

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
