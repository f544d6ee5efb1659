//! `khepri puzzles --themes`: writes a file of puzzles again with the themes of this version, and keeps everything else.

use super::lines;
use crate::cli::command_error::CommandError;
use crate::cli::files::{self, OutputFile};
use crate::output::Output;
use khepri_lab::puzzles::{puzzle, themes};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Writes the puzzles of a file to `file`. Prints their number and that of those whose themes have changed.
pub(super) fn run(path: &Path, file: &OutputFile<'_>, output: &Output) -> Result<ExitCode, CommandError> {
    let report = files::check(&[("--themes", path.to_owned())], [file], output)?;
    let before = fs::read_to_string(path).map_err(|why| lines::error("--themes", path, why))?;
    // The themes of another version cannot be read.
    let plain: String = before.lines().map(|line| format!("{}\n", puzzle::without_themes(line))).collect();
    let mut lines = lines::read(plain.as_bytes(), "--themes", path)?;
    lines::puzzles_mut(&mut lines).for_each(|puzzle| puzzle.themes = themes::themes(&puzzle.position, &puzzle.line));
    let changed = before.lines().zip(&lines).filter(|(old, line)| **old != lines::text(line)).count();
    let count = lines.iter().filter_map(lines::as_puzzle).count();
    file.write(lines::file_text(&lines).as_bytes(), output)?;
    report.print(format_args!("{count} puzzles, {changed} changed"));
    Ok(ExitCode::SUCCESS)
}
