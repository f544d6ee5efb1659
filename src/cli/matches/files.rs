//! The files of a match: opened so that nothing in them is lost, and gone on with.

use super::super::{Mistake, warn};
use super::arguments::Arguments;
use crate::arena::journal::{Journal, JournalError};
use crate::arena::kgn_file::KgnFile;
use crate::arena::record::GameRecord;
use crate::arena::standings::Standings;
use crate::arena::tournament::{Records, Tournament};
use std::path::Path;

/// Opens what the arguments name, and counts what is there already.
pub(super) fn open(
    arguments: &Arguments,
    tournament: &Tournament,
    mut standings: Standings,
) -> Result<(Records, Standings), Mistake> {
    let recorded = [&arguments.json, &arguments.resume];
    if arguments.kgn.is_some() && recorded.contains(&&arguments.kgn) {
        return Err(Mistake::new("--kgn", "the records are in that file"));
    }
    let journal = match (&arguments.json, &arguments.resume) {
        (Some(json), Some(resume)) if json != resume => {
            return Err(Mistake::new("--json", "--resume goes on in its own file"));
        }
        (_, Some(path)) => Some(resume(path, tournament, &mut standings)?),
        (Some(path), None) => Some(create(path, tournament)?),
        (None, None) => None,
    };
    let mut records = Records { journal, kgn: None };
    if let Some(path) = &arguments.kgn {
        let mistake = |why: String| Mistake::new("--kgn", format_args!("{}: {why}", path.display()));
        let mut kgn = KgnFile::open(path, &arguments.event).map_err(|error| mistake(error.to_string()))?;
        let mended = kgn.mend(&tournament.digest(), records.journal.as_mut());
        let unknown = mended.map_err(|error: JournalError| mistake(error.to_string()))?;
        if unknown > 0 {
            let path = path.display();
            warn(format_args!("match: {path}: {unknown} games of this match are in it and not on record; they stay"));
        }
        records.kgn = Some(kgn);
    }
    Ok((records, standings))
}

fn create(path: &Path, tournament: &Tournament) -> Result<Journal, Mistake> {
    let mistake = |why: String| Mistake::new("--json", format_args!("{}: {why}", path.display()));
    if path.metadata().is_ok_and(|file| file.len() > 0) {
        return Err(mistake("it is there already; --resume goes on with it".to_owned()));
    }
    let none = &mut |_| Err("it was not there before".to_owned());
    Journal::open(path, &tournament.digest(), none).map_err(|error| mistake(error.to_string()))
}

/// The records of an earlier run of the same match.
fn resume(path: &Path, tournament: &Tournament, standings: &mut Standings) -> Result<Journal, Mistake> {
    let digest = tournament.digest();
    let mut again: u64 = 0;
    let opened = Journal::open(path, &digest, &mut |record| {
        belongs(&record, tournament, &digest)?;
        again += u64::from(!standings.add(&record));
        Ok(())
    });
    let journal = opened.map_err(|error| Mistake::new("--resume", format_args!("{}: {error}", path.display())))?;
    if again > 0 {
        warn(format_args!("match: {again} games are recorded twice and counted once"));
    }
    Ok(journal)
}

/// Whether a record is one of this match, of the part that is played here.
fn belongs(record: &GameRecord, tournament: &Tournament, digest: &str) -> Result<(), String> {
    let Tournament { schedule, engines, openings, shard, .. } = tournament;
    let number = record.game;
    let encounter = number.checked_sub(1).and_then(|number| schedule.get(number));
    if record.tournament != digest || encounter.is_some_and(|game| !record.is_of(&game, engines, openings)) {
        return Err(format!(
            "game {number} belongs to another match: engines, their arguments, options and limits, openings, seed and \
             rules have to be the same"
        ));
    }
    match encounter {
        None => Err(format!("game {number} is beyond the last one that --games allows")),
        Some(game) if !shard.has(&game) => Err(format!("game {number} belongs to another part than --shard says")),
        Some(_) => Ok(()),
    }
}
