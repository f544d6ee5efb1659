//! `khepri games`: checks files of games, counts the games, and copies selected ones.

mod counts;
mod filter;

use super::command_error::CommandError;
use super::files::{self, Force, OutputFile, OutputKind};
use super::interrupt;
use super::new_file::NewFile;
use super::progress;
use crate::output::Output;
use clap::Args;
use counts::GameCounts;
use filter::GameFilter;
use indicatif::ProgressBar;
use khepri_rules::internal::notation::excerpt::is_control;
use khepri_rules::kgn::{self, ReadError, Reader};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Check files of games, and count the games
///
/// Prints a line for each faulty game, starting with FILE:LINE:COLUMN, and then the counts. The status is 1 if a game is
/// faulty. With --output, the games that are faulty or do not meet the conditions are left out. The first player is the one
/// who makes the first move that is not marked {book}.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  khepri games match.kgn\n  khepri games *.kgn --player Khepri --result 0-1 --output lost.kgn"
)]
pub(super) struct Arguments {
    /// Files of games in KGN; `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: GameFilter,
    /// Write the counted games to a new file; - is stdout
    #[arg(long, visible_alias = "write", value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

/// The number of bytes to read at a time.
const READ_SIZE: usize = 1 << 16;

impl Arguments {
    pub(super) fn run(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        self.filter.check()?;
        let copy =
            self.output.as_deref().map(|path| OutputFile::new("--output", path, OutputKind::New, self.force.force));
        let inputs: Vec<_> = self.files.iter().map(|file| ("<FILE>", files::input_path(file))).collect();
        let output = &files::check(&inputs, &copy, stdout)?;
        let mut copy = copy.as_ref().map(|file| file.create(stdout)).transpose()?;
        let handled = copy.as_ref().map_or(Ok(()), interrupt::remove_on_interrupt);
        handled.map_err(|error| CommandError::failure("games", error))?;
        let progress = progress::bytes(self.size());
        let mut counts = self.count(copy.as_mut(), &progress, output)?;
        progress.finish_and_clear();
        // The copy may be incomplete if the output has failed, so it is not finished.
        copy.filter(|_| output.failure().is_none()).map_or(Ok(()), NewFile::finish)?;
        counts.has_copy = self.output.is_some();
        output.print(&counts);
        Ok(ExitCode::from(u8::from(counts.faults > 0)))
    }

    /// Reads all files, prints the faults, and counts and copies the selected games.
    fn count(
        &self,
        mut copy: Option<&mut NewFile>,
        progress: &ProgressBar,
        output: &Output,
    ) -> Result<GameCounts, CommandError> {
        let mut counts = GameCounts::default();
        for file in &self.files {
            let input = open(file, progress).map_err(|error| CommandError::in_file(file, &error))?;
            for game in Reader::new(input) {
                match game {
                    Ok(record) => {
                        counts.valid += 1;
                        if self.filter.matches(&record) {
                            counts.count(&record);
                            copy.as_mut().map_or(Ok(()), |copy| copy.write(kgn::write(&record).as_bytes()))?;
                        }
                    }
                    Err(ReadError::Fault(fault)) => {
                        counts.faults += 1;
                        progress.suspend(|| output.print(format_args!("{}:{fault}", shown(file))));
                        // Further faults cannot be printed.
                        if output.failure().is_some() {
                            return Ok(counts);
                        }
                    }
                    Err(ReadError::Input(error)) => return Err(CommandError::in_file(file, &error)),
                }
            }
        }
        Ok(counts)
    }

    /// Returns the total size of all files in bytes; `None` if a size is unknown.
    fn size(&self) -> Option<u64> {
        let size = |file: &PathBuf| file.metadata().ok().filter(fs::Metadata::is_file).map(|data| data.len());
        self.files.iter().map(size).sum()
    }
}

/// Calls `on_game` with each game of all files. Fails at the first faulty game.
pub(super) fn read_all(files: &[PathBuf], on_game: &mut dyn FnMut(&kgn::Record)) -> Result<(), CommandError> {
    let size = files.iter().map(|file| file.metadata().ok().map(|data| data.len())).sum();
    let progress = progress::bytes(size);
    for file in files {
        let opened = open(file, &progress).map_err(|error| CommandError::in_file(file, &error))?;
        for game in Reader::new(opened).alone() {
            on_game(&game.map_err(|error| CommandError::in_file(file, &error))?);
        }
    }
    progress.finish_and_clear();
    Ok(())
}

/// Opens a file of games, or stdin for `-`.
pub(super) fn open(file: &Path, progress: &ProgressBar) -> io::Result<impl BufRead + use<>> {
    Ok(BufReader::with_capacity(READ_SIZE, progress.wrap_read(files::open_input(file)?)))
}

/// Returns the name of a file for printing, without control characters.
fn shown(file: &Path) -> String {
    file.display().to_string().replace(is_control, "?")
}
