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
    let mut earlier = Vec::new();
    let journal = match (&arguments.json, &arguments.resume) {
        (Some(json), Some(resume)) if json != resume => {
            return Err(Mistake::new("--json", "--resume goes on in its own file"));
        }
        (_, Some(path)) => Some(resume(path, tournament, &mut earlier)?),
        (Some(path), None) => Some(create(path)?),
        (None, None) => None,
    };
    let again = earlier.iter().filter(|record| !standings.add(record)).count();
    if again > 0 {
        warn(format_args!("match: {again} games are recorded twice and counted once"));
    }
    let kgn = arguments.kgn.as_ref().map(|path| {
        let opened = KgnFile::open(path, &arguments.event).and_then(|mut file| {
            file.mend(&tournament.digest(), &earlier)?;
            Ok(file)
        });
        opened.map_err(|error| Mistake::new("--kgn", format_args!("{}: {error}", path.display())))
    });
    Ok((Records { journal, kgn: kgn.transpose()? }, standings))
}

fn create(path: &Path) -> Result<Journal, Mistake> {
    let mistake = |why: String| Mistake::new("--json", format_args!("{}: {why}", path.display()));
    if path.metadata().is_ok_and(|file| file.len() > 0) {
        return Err(mistake("it is there already; --resume goes on with it".to_owned()));
    }
    Journal::open(path, &mut |_| {}).map_err(|error| mistake(error.to_string()))
}

/// The records of an earlier run of the same match.
fn resume(path: &Path, tournament: &Tournament, earlier: &mut Vec<GameRecord>) -> Result<Journal, Mistake> {
    let mistake = |why: String| Mistake::new("--resume", format_args!("{}: {why}", path.display()));
    let opened = Journal::open(path, &mut |record| earlier.push(record));
    let journal = opened.map_err(|error: JournalError| mistake(error.to_string()))?;
    let digest = tournament.digest();
    let Tournament { schedule, engines, openings, shard, .. } = tournament;
    for record in earlier.iter() {
        let encounter = record.game.checked_sub(1).and_then(|number| schedule.get(number));
        let fits = encounter.is_some_and(|game| record.is_of(&game, engines, openings) && shard.has(&game));
        if record.tournament != digest || !fits {
            return Err(mistake(format!(
                "game {} belongs to another match: engines, options, limits, openings, seed and rules have to be the same",
                record.game
            )));
        }
    }
    Ok(journal)
}
