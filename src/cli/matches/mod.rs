//! `khepri match`: engines against each other, unattended, and the table of what came of it.

mod arguments;
mod files;
mod merge;
mod watch;

use super::{Mistake, fail};
use crate::arena::report::{self, Names};
use crate::arena::standings::Standings;
use crate::arena::stop::Stop;
use crate::arena::tournament::Tournament;
use crate::protocol::output::Output;
pub(super) use arguments::Arguments;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use watch::Progress;

/// The status of a match that was interrupted, as a shell has it.
const INTERRUPTED: u8 = 130;

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
        let (stop, interrupted) = (Stop::default(), Arc::new(AtomicBool::new(false)));
        heed_interrupts(&stop, &interrupted).map_err(|error| Mistake::new("match", error))?;
        let mut progress = Progress::new(&tournament, &names, &standings);
        let played = tournament.run(standings, records, &stop, &mut progress);
        progress.finish();
        output.print(report::table(&played.standings, &names, scheduled(&tournament)));
        if let Some(error) = played.error {
            return Ok(fail(1, format_args!("match: {error}")));
        }
        if interrupted.load(Ordering::SeqCst) {
            return Ok(fail(INTERRUPTED, "match: interrupted; --resume FILE goes on with its records"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// How many games are to be played here.
fn scheduled(tournament: &Tournament) -> Option<u64> {
    tournament.schedule.len_of(tournament.shard)
}

/// An interrupt ends the games and not us, so that the table is printed; a second one ends us.
fn heed_interrupts(stop: &Stop, interrupted: &Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    let (stop, interrupted) = (stop.clone(), Arc::clone(interrupted));
    ctrlc::set_handler(move || {
        if interrupted.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED.into());
        }
        stop.raise();
    })
}
