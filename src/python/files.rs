//! Games in files: the iterator over them.

use super::arguments::{Argument, Home, invalid, located, mistyped, optional, path, truth};
use super::game::Game;
use super::kgn::unreadable;
use super::waiting::Inbox;
use khepri_rules::kgn::{ReadError, Reader, Record};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
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
    let (name, source) = match source.getattr("read") {
        Ok(read) => ("source".to_owned(), Source::Content(content(&read.call0()?)?)),
        Err(_) => {
            let path = path(source, "source")?;
            (path.display().to_string(), Source::File(path))
        }
    };
    let (sender, receiver) = mpsc::sync_channel(AHEAD);
    let (failed, failure) = mpsc::channel();
    // A reader cannot change its thread, so it has one. It also opens the file: a pipe has to wait for its writer.
    thread::Builder::new().name("games".to_owned()).spawn(move || {
        let input = match source.open() {
            Ok(input) => input,
            Err(error) => {
                // After Ctrl-C no one waits for the file.
                let _ = failed.send(error);
                return;
            }
        };
        drop(failed);
        let reader = Reader::new(input);
        let mut reader = if with_variations { reader } else { reader.alone() };
        // Ends when no one asks for more games.
        while reader.next().is_some_and(|read| sender.send(read).is_ok()) {}
    })?;
    match Inbox::new(failure).next(py)? {
        Some(error) => Err(error),
        None => Ok(Games { name, games: Inbox::new(receiver), home: Home::here() }),
    }
}

/// What games are read from.
enum Source {
    /// The content of a file of Python.
    Content(Vec<u8>),
    /// A path.
    File(PathBuf),
}

impl Source {
    fn open(self) -> PyResult<Box<dyn BufRead>> {
        match self {
            Source::Content(content) => Ok(Box::new(Cursor::new(content))),
            Source::File(path) => match File::open(&path) {
                Ok(file) => Ok(Box::new(BufReader::new(file))),
                Err(error) => Err(located(&path, &error)),
            },
        }
    }
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
