//! `khepri spsa`: tunes numbers of an engine by games, and prints their values.

mod arguments;
mod watch;

use super::command_error::{CommandError, fail, warn};
use super::files::openable;
use super::interrupt::{self, INTERRUPTED};
use crate::arena::records::journal::Journal;
use crate::output::Output;
use crate::spsa::course::Course;
use crate::spsa::picture;
pub(super) use arguments::Arguments;
use std::process::ExitCode;
use std::thread::available_parallelism;
use watch::Progress;

impl Arguments {
    pub(super) fn run(&self, stdout: &Output) -> Result<ExitCode, CommandError> {
        let outputs = self.outputs();
        let (plan, output) = self.plan(&outputs, stdout)?;
        let mut course = Course::new(&plan);
        let signals = interrupt::signals().map_err(|error| CommandError::failure("spsa", error))?;
        if let Err(error) = plan.check_engine(&signals) {
            if signals.is_stopped() {
                return Ok(ExitCode::from(INTERRUPTED));
            }
            return Err(CommandError::new("--engine", error));
        }
        let journal = self.resume.as_ref().map(|path| {
            let digest = course.digest().to_owned();
            let opened = Journal::open(&openable(path), false, &digest, &mut |record| Ok(course.add(&record)?));
            opened.map_err(|error| CommandError::new("--resume", format_args!("{}: {error}", path.display())))
        });
        let journal = journal.transpose()?;
        for warning in journal.iter().flat_map(Journal::warnings) {
            warn(format_args!("spsa: {warning}"));
        }
        let overload = available_parallelism().ok().zip(course.trial());
        if let Some(warning) = overload.and_then(|(number, trial)| plan.tournament(trial).overload(number.get())) {
            warn(format_args!("spsa: {warning}"));
        }
        let mut progress = Progress::new(&course, self.interval);
        let played = course.run(journal, &signals, &mut progress);
        progress.finish(&course);
        if let Some(file) = &outputs.csv {
            file.write(course.csv().as_bytes(), stdout)?;
        }
        if let Some(file) = &outputs.svg {
            file.write(picture::svg(&course).as_bytes(), stdout)?;
        }
        output.print(course.table());
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
}
