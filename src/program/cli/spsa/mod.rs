//! `khepri spsa`: tunes numbers of an engine by games, and prints their values.

mod arguments;
mod picture;
mod watch;

use super::command_error::{CommandError, fail, warn};
use super::files::openable;
use super::interrupt::{self, INTERRUPTED};
use super::locked;
use crate::output::Output;
pub(super) use arguments::Arguments;
use arguments::Outputs;
use khepri_arena::records::journal::{Journal, JournalError};
use khepri_arena::spsa::course::Course;
use khepri_arena::spsa::gather::Gathered;
use khepri_arena::spsa::record::PairRecord;
use std::process::ExitCode;
use std::thread::available_parallelism;
use watch::Progress;

impl Arguments {
    pub(super) fn run(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        let outputs = self.outputs();
        let (plan, output) = self.plan(&outputs, stdout)?;
        let mut course = Course::new(&plan);
        let signals = interrupt::interrupts().map_err(|error| CommandError::failure("spsa", error))?;
        // The engines of gathered games have played already.
        let checked = if self.gather.is_empty() { plan.check_engine(&signals) } else { Ok(Vec::new()) };
        let warnings = match checked {
            Err(_) if signals.is_stopped() => return Ok(fail(INTERRUPTED, "spsa: interrupted")),
            checked => checked.map_err(|error| CommandError::new("--engine", error))?,
        };
        let journal = self.journal(&mut course)?;
        // After an error, warnings are not printed, so that the error is the only line.
        warnings.iter().for_each(|warning| warn(format_args!("spsa: {warning}")));
        if self.next {
            return Ok(self.print_next(&course, &output));
        }
        if !self.gather.is_empty() {
            let status = self.gather(&mut course, journal)?;
            write(&course, &outputs, stdout, &output)?;
            return Ok(status);
        }
        let overload = available_parallelism().ok().zip(course.trial());
        if let Some(warning) = overload.and_then(|(number, trial)| plan.tournament(trial).overload(number.get())) {
            warn(format_args!("spsa: {warning}"));
        }
        let mut progress = Progress::new(&course, self.interval);
        let played = course.run(journal, &signals, &mut progress);
        progress.finish(&course);
        write(&course, &outputs, stdout, &output)?;
        if let Err(error) = played {
            return Ok(fail(1, format_args!("spsa: {error}")));
        }
        if course.trial().is_some() {
            let has_records = self.resume.is_some();
            let then = if has_records { "--resume FILE continues from its records" } else { "no records were kept" };
            return Ok(fail(INTERRUPTED, format_args!("spsa: interrupted; {then}")));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Opens the file of `--resume`, if there is one, and counts the pairs in it.
    fn journal(&self, course: &mut Course) -> Result<Option<Journal<PairRecord>>, CommandError> {
        let Some(path) = &self.resume else { return Ok(None) };
        let digest = course.digest().to_owned();
        let file = openable(path);
        let journal = locked::wait("spsa: --resume", JournalError::is_locked, || {
            Journal::open(&file, false, &digest, &mut |record| Ok(course.add(&record)?))
        })
        .map_err(|error| CommandError::new("--resume", format_args!("{}: {error}", path.display())))?;
        journal.warnings().for_each(|warning| warn(format_args!("spsa: {warning}")));
        Ok(Some(journal))
    }

    /// Prints the arguments of the match of the next iteration.
    fn print_next(&self, course: &Course, output: &Output) -> ExitCode {
        let Some(trial) = course.trial() else { return fail(1, "spsa: all iterations are played") };
        let words = self.match_words(course.plan(), trial);
        // Quoting fails only for a NUL byte, which no argument has.
        output.print(shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default());
        ExitCode::SUCCESS
    }

    /// Takes the results of the next iteration from the files of `--gather`. Fails if the iteration lacks pairs.
    fn gather(&self, course: &mut Course, mut journal: Option<Journal<PairRecord>>) -> Result<ExitCode, CommandError> {
        let Some(trial) = course.trial() else { return Ok(fail(1, "spsa: all iterations are played")) };
        let iteration = trial.iteration;
        let mut gathered = Gathered::new(course.plan().tournament(trial));
        for path in &self.gather {
            let unusable = |error| CommandError::new("--gather", format_args!("{}: {error}", path.display()));
            gathered.add_file(path).map_err(unusable)?;
        }
        for record in gathered.pairs(course) {
            let written = journal.as_mut().map_or(Ok(()), |journal| journal.append(&record));
            written
                .map_err(|error| CommandError::failure("spsa", format_args!("a pair cannot be recorded: {error}")))?;
            course.add(&record).map_err(|error| CommandError::failure("spsa", error))?;
        }
        if course.iterations() == iteration {
            return Ok(ExitCode::SUCCESS);
        }
        let pairs = course.pairs().into_iter().flatten();
        let (all, lacking) = (pairs.clone().count(), pairs.filter(|&pair| !course.has(pair)).count());
        Ok(fail(1, format_args!("spsa: iteration {iteration} lacks {lacking} of its {all} pairs")))
    }
}

/// Prints the table of the course, and writes its files.
fn write(course: &Course, outputs: &Outputs, stdout: &Output, output: &Output) -> Result<(), CommandError> {
    output.print(course.table());
    if let Some(file) = &outputs.csv {
        file.write(course.csv().as_bytes(), stdout)?;
    }
    if let Some(file) = &outputs.svg {
        file.write(picture::svg(course).as_bytes(), stdout)?;
    }
    Ok(())
}
