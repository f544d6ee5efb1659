//! A file of puzzles that a command reads and writes again.

use crate::cli::command_error::CommandError;
use khepri_lab::puzzles::puzzle::{self, FileLine, Puzzle};
use std::fmt::Display;
use std::io::BufRead;
use std::path::Path;

/// Returns the lines of a file.
///
/// # Errors
/// A line is no puzzle. The error names the first such line.
pub(super) fn read(input: impl BufRead, argument: &'static str, path: &Path) -> Result<Vec<FileLine>, CommandError> {
    let line = |(number, line): (usize, Result<FileLine, _>)| {
        line.map_err(|why| error(argument, path, format_args!("line {number}: {why}")))
    };
    puzzle::read_all(input).map(line).collect()
}

/// Returns the error of a file.
pub(super) fn error(argument: &'static str, path: &Path, why: impl Display) -> CommandError {
    CommandError::new(argument, format_args!("{}: {why}", path.display()))
}

/// Returns the puzzle of a line.
pub(super) fn as_puzzle(line: &FileLine) -> Option<&Puzzle> {
    match line {
        FileLine::Puzzle(puzzle) => Some(puzzle),
        FileLine::Other(_) => None,
    }
}

/// Returns the puzzles of lines, to change them.
pub(super) fn puzzles_mut(lines: &mut [FileLine]) -> impl Iterator<Item = &mut Puzzle> {
    lines.iter_mut().filter_map(|line| match line {
        FileLine::Puzzle(puzzle) => Some(&mut **puzzle),
        FileLine::Other(_) => None,
    })
}

/// Returns the text of a line.
pub(super) fn text(line: &FileLine) -> String {
    match line {
        FileLine::Puzzle(puzzle) => puzzle.to_string(),
        FileLine::Other(text) => text.clone(),
    }
}

/// Returns the text of all lines.
pub(super) fn file_text(lines: &[FileLine]) -> String {
    lines.iter().map(|line| format!("{}\n", text(line))).collect()
}
