//! `khepri puzzles --check`: checks every line of a file of puzzles.

use super::{each, interruption};
use crate::cli::command_error::{CommandError, FAILURE};
use crate::cli::{interrupt, progress};
use crate::output::Output;
use khepri_lab::openings::walk::Arrangement;
use khepri_lab::puzzles::checker;
use khepri_lab::puzzles::examiner::Examiner;
use khepri_lab::puzzles::puzzle::{self, Puzzle, PuzzleError};
use std::collections::HashMap;
use std::convert::Infallible;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;

/// Checks a file. Prints each fault with its line, and then the counts.
pub(super) fn run(path: &Path, threads: usize, output: &Output) -> Result<ExitCode, CommandError> {
    let error = |error| CommandError::new("--check", format_args!("{}: {error}", path.display()));
    let lines = puzzle::read(BufReader::new(File::open(path).map_err(error)?));
    let signals = interrupt::signals().map_err(|error| CommandError::failure("puzzles", error))?;
    let progress = progress::positions(lines.len());
    let (mut puzzles, mut faults) = (0, 0);
    let mut seen: HashMap<Arrangement, usize> = HashMap::new();
    let check = |(line, puzzle): &(usize, Result<Puzzle, PuzzleError>), examiner: &mut Examiner| {
        let found = match puzzle {
            Ok(puzzle) => checker::faults(puzzle, examiner, &signals)?,
            Err(error) => vec![error.to_string()],
        };
        Some((*line, puzzle.as_ref().ok().map(|puzzle| Arrangement::of(&puzzle.position)), found))
    };
    let result = each(&lines, threads, &signals, Examiner::new, check, &mut |(line, arrangement, mut found)| {
        puzzles += u64::from(arrangement.is_some());
        if let Some(earlier) = arrangement.and_then(|arrangement| seen.insert(arrangement, line)) {
            found.push(format!("the position of line {earlier} again"));
        }
        faults += found.len();
        progress.suspend(|| found.iter().for_each(|fault| output.print(format_args!("line {line}: {fault}"))));
        progress.inc(1);
        Ok::<(), Infallible>(())
    });
    progress.finish_and_clear();
    if let Some(interrupted) = interruption(result, &signals)? {
        return Ok(interrupted);
    }
    output.print(format_args!("{puzzles} puzzles, {faults} faults"));
    Ok(ExitCode::from(if faults > 0 { FAILURE } else { 0 }))
}
