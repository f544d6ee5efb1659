//! `khepri puzzles --daily`: makes the file of daily lasers from files of puzzles, or appends new ones to it.

use super::lines;
use crate::cli::command_error::CommandError;
use crate::cli::files::{self, OutputFile, OutputKind};
use crate::output::Output;
use jiff::civil::Date;
use khepri_lab::openings::walk::Arrangement;
use khepri_lab::puzzles::daily::{self, START};
use khepri_lab::puzzles::puzzle::Puzzle;
use khepri_rules::internal::util::random::Random;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The rest of the head.
const HEAD: &str = ", one a line: a proven win whose first shot has one end.\n\
                    # The first is that of this date in UTC. Lines are only appended: `khepri puzzles --daily`.\n";

/// Writes the daily lasers of the files to the output, in an order drawn from `seed`. Keeps the lines of the output, and appends those
/// whose positions it lacks. Prints the number of all and of the new ones.
pub(super) fn run(
    date: Date,
    inputs: &[PathBuf],
    output: &Path,
    (seed, force): (u64, bool),
    stdout: &Output,
) -> Result<ExitCode, CommandError> {
    let file = OutputFile::new("--output", output, OutputKind::Continued(START.as_bytes()), force);
    let named: Vec<_> = inputs.iter().map(|path| ("<FILE>", path.clone())).collect();
    let report = files::check(&named, [&file], stdout)?;
    let mut text = if force || file.is_stream() { String::new() } else { existing(output)? };
    if text.is_empty() {
        text = format!("{START}{date}{HEAD}");
    }
    let before = daily::read(text.as_bytes()).map_err(|why| lines::error("--output", output, why))?;
    if before.from != date.to_string() {
        let why = format!("it begins on {}, expected {date}; --force replaces it", before.from);
        return Err(lines::error("--output", output, why));
    }
    let mut seen: HashSet<Arrangement> = before.puzzles.iter().map(|one| Arrangement::of(&one.position)).collect();
    let mut new = suited(inputs)?;
    // The order of the files does not matter.
    new.sort_by(|(one, _), (other, _)| one.cmp(other));
    new.retain(|(_, arrangement)| seen.insert(arrangement.clone()));
    Random::seed_from_u64(seed).shuffle(&mut new);
    new.iter().for_each(|(line, _)| text.push_str(&format!("{line}\n")));
    file.write(text.as_bytes(), stdout)?;
    report.print(format_args!("{} daily lasers, {} new", before.puzzles.len() + new.len(), new.len()));
    Ok(ExitCode::SUCCESS)
}

/// Returns the text of the output as it is, or nothing if it does not exist.
fn existing(path: &Path) -> Result<String, CommandError> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        result => result.map_err(|error| lines::error("--output", path, error)),
    }
}

/// Returns the puzzles of the files that can be daily lasers, as lines without themes.
fn suited(inputs: &[PathBuf]) -> Result<Vec<(String, Arrangement)>, CommandError> {
    let mut found = Vec::new();
    for path in inputs {
        let file = File::open(path).map_err(|why| lines::error("<FILE>", path, why))?;
        let read = lines::read(BufReader::new(file), "<FILE>", path)?;
        let suited = read.iter().filter_map(lines::as_puzzle).filter(|puzzle| daily::is_suited(puzzle));
        found.extend(suited.map(|puzzle| {
            let line = Puzzle { themes: Vec::new(), ..puzzle.clone() }.to_string();
            (line, Arrangement::of(&puzzle.position))
        }));
    }
    Ok(found)
}
