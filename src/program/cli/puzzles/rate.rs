//! `khepri puzzles --rate`: writes a file of puzzles again with new ratings. One line of the head describes the ratings.

use super::{each, interruption};
use crate::cli::command_error::CommandError;
use crate::cli::files::{self, OutputFile};
use crate::cli::{interrupt, progress};
use crate::output::Output;
use khepri_lab::puzzles::puzzle::{self, FileLine, Puzzle};
use khepri_lab::puzzles::rating::{LEVELS, Rater, Rating, SEEDS, Summary};
use std::convert::Infallible;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;

/// The beginning of the line of the head.
const START: &str = "# Rated by ";

/// Returns the line of the head without a summary and without a full stop.
pub(super) fn head() -> String {
    let [first, .., last] = LEVELS;
    format!("{START}{} levels from {first} to {last}, {SEEDS} searches each", LEVELS.len())
}

/// Rates the puzzles of a file anew and writes them to `file`. Prints the summary of the ratings.
pub(super) fn run(
    path: &Path,
    file: &OutputFile<'_>,
    threads: usize,
    output: &Output,
) -> Result<ExitCode, CommandError> {
    let report = files::check(&[("--rate", path.to_owned())], [file], output)?;
    let mut lines = read(path)?;
    let puzzles: Vec<&Puzzle> = lines.iter().filter_map(as_puzzle).collect();
    let signals = interrupt::signals().map_err(|error| CommandError::failure("puzzles", error))?;
    let progress = progress::positions(puzzles.len());
    let mut ratings: Vec<Rating> = Vec::new();
    let rate = |puzzle: &&Puzzle, rater: &mut Rater| rater.rate(&puzzle.position, puzzle.best()?, &signals);
    let result = each(&puzzles, threads, &signals, Rater::new, rate, &mut |rating| {
        ratings.push(rating);
        progress.inc(1);
        Ok::<(), Infallible>(())
    });
    progress.finish_and_clear();
    if let Some(interrupted) = interruption(result, &signals)? {
        return Ok(interrupted);
    }
    let summary = Summary::of(&ratings);
    let rated = lines.iter_mut().filter_map(|line| match line {
        FileLine::Puzzle(puzzle) => Some(puzzle),
        FileLine::Other(_) => None,
    });
    rated.zip(&ratings).for_each(|(puzzle, rating)| puzzle.rating = rating.value);
    set_head(&mut lines, format!("{}: {summary}.", head()));
    let text: String = lines.iter().map(|line| format!("{}\n", text(line))).collect();
    file.write(text.as_bytes(), output)?;
    report.print(format_args!("{} puzzles, {summary}", ratings.len()));
    Ok(ExitCode::SUCCESS)
}

/// Returns the lines of a file.
///
/// # Errors
/// A line is no puzzle. The error names the first such line.
fn read(path: &Path) -> Result<Vec<FileLine>, CommandError> {
    let error =
        |error: &dyn std::fmt::Display| CommandError::new("--rate", format_args!("{}: {error}", path.display()));
    let file = File::open(path).map_err(|why| error(&why))?;
    let line =
        |(number, line): (usize, Result<FileLine, _>)| line.map_err(|why| error(&format_args!("line {number}: {why}")));
    puzzle::read_all(BufReader::new(file)).map(line).collect()
}

fn as_puzzle(line: &FileLine) -> Option<&Puzzle> {
    match line {
        FileLine::Puzzle(puzzle) => Some(puzzle),
        FileLine::Other(_) => None,
    }
}

/// Returns the text of a line.
fn text(line: &FileLine) -> String {
    match line {
        FileLine::Puzzle(puzzle) => puzzle.to_string(),
        FileLine::Other(text) => text.clone(),
    }
}

/// Replaces the line of the head about the ratings, or adds it at the end of the head.
fn set_head(lines: &mut Vec<FileLine>, text: String) {
    let is_comment = |line: &FileLine, start: &str| matches!(line, FileLine::Other(text) if text.starts_with(start));
    let end = lines.iter().position(|line| !is_comment(line, "#")).unwrap_or(lines.len());
    let old = lines.iter().take(end).position(|line| is_comment(line, START));
    match old.and_then(|old| lines.get_mut(old)) {
        Some(line) => *line = FileLine::Other(text),
        None => lines.insert(end, FileLine::Other(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_head_is_replaced_or_added_after_the_comments() {
        let old = format!("{START}others");
        for (before, after) in [
            (&["# a", "# b", "", "# c"][..], &["# a", "# b", "new", "", "# c"][..]),
            (&["# a", &old, "# b"], &["# a", "new", "# b"]),
            (&["", &old], &["new", "", &old]),
            (&["# a"], &["# a", "new"]),
            (&[], &["new"]),
        ] {
            let mut lines = before.iter().map(|&line| FileLine::Other(line.to_owned())).collect();
            set_head(&mut lines, "new".to_owned());
            assert_eq!(lines.iter().map(text).collect::<Vec<_>>(), after, "{before:?}");
        }
    }
}
