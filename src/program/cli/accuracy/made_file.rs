//! The file of positions that `--make` continues. Every line is written when its position is done.

use super::ARGUMENT;
use crate::cli::command_error::CommandError;
use khepri_lab::measure::accuracy::{self, Case};
use khepri_rules::Position;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;

/// The file that is being made.
pub(super) struct MadeFile<'a> {
    path: &'a Path,
    file: File,
    cases: Vec<Case>,
}

impl<'a> MadeFile<'a> {
    /// Opens or creates the file. Cuts a line that a kill has left unfinished.
    pub(super) fn open(path: &'a Path, heading: &str) -> Result<MadeFile<'a>, CommandError> {
        let unwritable = |error| CommandError::unwritable(ARGUMENT, path, &error);
        let unusable =
            |why: &dyn std::fmt::Display| CommandError::new(ARGUMENT, format_args!("{}: {why}", path.display()));
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(unwritable)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(unusable(&"another process is making it")),
            Err(TryLockError::Error(error)) => return Err(unwritable(error)),
            Ok(()) => {}
        }
        let mut text = fs::read_to_string(path).map_err(unwritable)?;
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        if !text.starts_with(heading) {
            if !heading.starts_with(&text) {
                return Err(unusable(&"another search or other options made it; expected another file"));
            }
            text.clear();
        }
        file.set_len(text.len() as u64).map_err(unwritable)?;
        if text.is_empty() {
            file.write_all(heading.as_bytes()).map_err(unwritable)?;
        }
        let cases = accuracy::read(text.as_bytes()).map_err(|error| unusable(&error))?;
        Ok(MadeFile { path, file, cases })
    }

    /// Returns the number of positions that the file had when it was opened.
    pub(super) fn count(&self) -> usize {
        self.cases.len()
    }

    /// Returns the chosen positions that the file lacks.
    ///
    /// # Errors
    /// The file has a position that was not chosen.
    pub(super) fn missing(&self, mut chosen: Vec<Position>) -> Result<Vec<Position>, CommandError> {
        let all: HashSet<&Position> = chosen.iter().collect();
        if let Some(foreign) = self.cases.iter().find(|case| !all.contains(&case.position)) {
            return Err(CommandError::new(
                "--make",
                format_args!(
                    "{} has a position that is not from these games: {}",
                    self.path.display(),
                    foreign.position
                ),
            ));
        }
        let done: HashSet<&Position> = self.cases.iter().map(|case| &case.position).collect();
        chosen.retain(|position| !done.contains(position));
        Ok(chosen)
    }

    /// Adds a position.
    pub(super) fn append(&mut self, case: &Case) -> Result<(), CommandError> {
        let line = format!("{case}\n");
        self.file.write_all(line.as_bytes()).map_err(|error| CommandError::unwritable(ARGUMENT, self.path, &error))
    }
}
