//! `khepri match`: plays a match between engines and prints its table.

mod arguments;
mod watch;

use super::command_error::{CommandError, fail, warn};
use super::files::{self, OutputFile, OutputKind};
use super::interrupt::{self, INTERRUPTED};
use super::locked;
use crate::output::Output;
pub(super) use arguments::Arguments;
use khepri_arena::names::Names;
use khepri_arena::records::derived::{DerivedKgn, Games};
use khepri_arena::shard::Shard;
use khepri_arena::tournament::files::{FileError, Opened};
use khepri_arena::tournament::merge::Merged;
use khepri_arena::tournament::report;
use khepri_arena::tournament::standings::Standings;
use std::io;
use std::process::ExitCode;
use std::thread::available_parallelism;
use watch::Progress;

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        if self.merge.is_empty() { self.play(output) } else { self.merge(output) }
    }

    /// Plays the match and prints its table.
    fn play(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        let (tournament, output) = self.tournament(stdout)?;
        // The test is about the whole match, so it does not end a part early.
        let sprt = tournament.sprt.filter(|_| tournament.shard == Shard::WHOLE);
        let files = self.files();
        let open = || files.open(&tournament, Standings::new(sprt));
        let opened = locked::wait("match", FileError::is_locked, open).map_err(file_error)?;
        let Opened { records, standings, warnings } = opened;
        warn_all(&warnings);
        let names = tournament.engines.iter().map(|engine| engine.name.clone());
        let names = Names(names.enumerate().collect());
        let signals = interrupt::interrupts().map_err(|error| CommandError::new("match", error))?;
        let has_records = records.journal.is_some();
        if let Some(warning) = available_parallelism().ok().and_then(|number| tournament.overload(number.get())) {
            warn(format_args!("match: {warning}"));
        }
        let mut progress = Progress::new(&tournament, &names, &standings, self.settings.rating_interval);
        let played = tournament.run(standings, records, &signals, &mut progress);
        progress.finish(&played.standings);
        output.print(report::table(&played.standings, &names, tournament.scheduled()));
        if let Some(error) = played.error {
            return Ok(fail(1, format_args!("match: {error}")));
        }
        if signals.is_stopped() && !played.standings.is_decided() {
            let then = if has_records { "--resume FILE continues from its records" } else { "no records were kept" };
            return Ok(fail(INTERRUPTED, format_args!("match: interrupted; {then}")));
        }
        Ok(ExitCode::from(u8::from(played.log_failed)))
    }

    /// Prints the table of all games in the files of `--merge`, and makes their KGN.
    fn merge(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        // The content of an existing file is compared with the games when these are read.
        let kgn =
            self.kgn.file.as_deref().map(|path| OutputFile::new("--kgn", path, OutputKind::Appended, self.force.force));
        let inputs: Vec<_> = self.merge.iter().map(|path| ("--merge", path.clone())).collect();
        let output = files::check(&inputs, &kgn, stdout)?;
        let games = kgn.as_ref().map(|_| Games::new(&self.kgn.event)).transpose();
        let mut merged = Merged::new(self.sprt()?, games.map_err(|error| CommandError::failure("match", error))?);
        for path in &self.merge {
            let unusable = |error| CommandError::new("--merge", format_args!("{}: {error}", path.display()));
            merged.add_file(path).map_err(unusable)?;
        }
        if let (Some(kgn), Some(games)) = (&kgn, merged.kgn()) {
            self.write_kgn(kgn, games, stdout)?;
        }
        warn_all(&merged.warnings());
        output.print(merged.table());
        Ok(ExitCode::SUCCESS)
    }

    /// Writes games to the file of `--kgn`.
    fn write_kgn(&self, kgn: &OutputFile, games: &mut Games, stdout: &Output) -> Result<(), CommandError> {
        let unwritable = |error: io::Error| CommandError::unwritable("--kgn", kgn.path(), &error);
        if kgn.is_stream() {
            let mut file = kgn.create(stdout)?;
            games.copy_from(0, &mut file.writer).map_err(unwritable)?;
            return file.finish();
        }
        let is_locked = |error: &io::Error| error.kind() == io::ErrorKind::ResourceBusy;
        let file = format!("match: --kgn: {}", kgn.path().display());
        let opened = locked::wait(&file, is_locked, || DerivedKgn::open(kgn.path()));
        opened.and_then(|mut opened| opened.make(games, self.force.force)).map_err(unwritable)
    }
}

fn file_error(error: FileError) -> CommandError {
    match error {
        FileError::Unusable(argument, path, why) => {
            CommandError::new(argument, format_args!("{}: {why}", path.display()))
        }
        FileError::Unwritable(argument, path, error) => CommandError::unwritable(argument, &path, &error),
    }
}

fn warn_all(warnings: &[String]) {
    warnings.iter().for_each(|warning| warn(format_args!("match: {warning}")));
}
