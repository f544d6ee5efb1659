//! `khepri puzzles --rate`: writes a file of puzzles again with new ratings. One line of the head describes the ratings.

use super::{each, interruption, lines};
use crate::cli::command_error::CommandError;
use crate::cli::files::{self, OutputFile};
use crate::cli::{interrupt, progress};
use crate::output::Output;
use khepri_lab::puzzles::puzzle::{FileLine, Puzzle};
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
    let input = File::open(path).map_err(|why| lines::error("--rate", path, why))?;
    let mut lines = lines::read(BufReader::new(input), "--rate", path)?;
    let puzzles: Vec<&Puzzle> = lines.iter().filter_map(lines::as_puzzle).collect();
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
    lines::puzzles_mut(&mut lines).zip(&ratings).for_each(|(puzzle, rating)| puzzle.rating = rating.value);
    set_head(&mut lines, format!("{}: {summary}.", head()));
    file.write(lines::file_text(&lines).as_bytes(), output)?;
    report.print(format_args!("{} puzzles, {summary}", ratings.len()));
    Ok(ExitCode::SUCCESS)
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
            assert_eq!(lines.iter().map(lines::text).collect::<Vec<_>>(), after, "{before:?}");
        }
    }
}
