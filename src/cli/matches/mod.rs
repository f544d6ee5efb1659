//! `khepri match`: engines against each other, unattended, and the table of what came of it.

mod arguments;
mod builds;
mod files;
mod load;
mod merge;
mod watch;

use super::interrupt::{INTERRUPTED, Interrupts};
use super::mistake::{Mistake, fail};
use crate::arena::names::Names;
use crate::arena::report;
use crate::arena::standings::Standings;
use crate::arena::stop::Stop;
use crate::arena::tournament::Tournament;
use crate::output::Output;
pub(super) use arguments::Arguments;
use std::process::ExitCode;
use watch::Progress;

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, Mistake> {
        if !self.merge.is_empty() {
            return merge::run(self, output);
        }
        let tournament = self.tournament()?;
        // A part of a match goes on to its end: the test is about the whole.
        let sprt = tournament.sprt.filter(|_| tournament.shard.is_whole());
        let (records, standings) = files::open(self, &tournament, Standings::new(sprt))?;
        let names = tournament.engines.iter().map(|engine| engine.name.clone());
        let names = Names(names.enumerate().collect());
        let stop = Stop::default();
        let interrupts = Interrupts::handle(&stop).map_err(|error| Mistake::new("match", error))?;
        let are_kept = records.journal.is_some();
        load::warn_of_too_much(&tournament);
        let mut progress = Progress::new(&tournament, &names, &standings, self.rating_interval);
        let played = tournament.run(standings, records, &stop, &mut progress);
        progress.finish(&played.standings);
        output.print(report::table(&played.standings, &names, scheduled(&tournament)));
        if let Some(error) = played.error {
            return Ok(fail(1, format_args!("match: {error}")));
        }
        if interrupts.occurred() {
            let then = if are_kept { "--resume FILE goes on with its records" } else { "no records were kept" };
            return Ok(fail(INTERRUPTED, format_args!("match: interrupted; {then}")));
        }
        Ok(ExitCode::from(u8::from(played.log_failed)))
    }
}

/// How many games are to be played here.
fn scheduled(tournament: &Tournament) -> Option<u64> {
    tournament.schedule.len_of(tournament.shard)
}
