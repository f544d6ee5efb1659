//! The files of a match: opened so that nothing in them is lost, and gone on with.

use super::super::mistake::{Mistake, warn};
use super::arguments::Arguments;
use super::builds::Builds;
use crate::arena::journal::{Journal, JournalError};
use crate::arena::kgn_file::{KgnFile, Mended};
use crate::arena::record::GameRecord;
use crate::arena::standings::Standings;
use crate::arena::tournament::{Records, Tournament};
use crate::arena::transcript::{MatchLog, Unopened};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of faulty games of a KGN file that are named.
const FAULTS_NAMED: usize = 8;

/// Opens what the arguments name, and counts what is there already.
pub(super) fn open(
    arguments: &Arguments,
    tournament: &Tournament,
    mut standings: Standings,
) -> Result<(Records, Standings), Mistake> {
    keep_apart(arguments, tournament)?;
    let log = open_log(arguments)?;
    let journal = match (&arguments.json, &arguments.resume) {
        (Some(json), Some(resume)) if !is_same_file(json, resume) => {
            return Err(Mistake::new("--json", "--resume goes on in its own file"));
        }
        (_, Some(path)) => Some(resume(path, tournament, &mut standings)?),
        (Some(path), None) => Some(create(path, tournament)?),
        (None, None) => None,
    };
    let mut records = Records { journal, kgn: None, log };
    if let Some(path) = &arguments.kgn {
        let mistake = |why: String| Mistake::new("--kgn", format_args!("{}: {why}", path.display()));
        let mut kgn = KgnFile::open(path, &arguments.event).map_err(|error| mistake(error.to_string()))?;
        let mended = kgn.mend(&tournament.digest(), records.journal.as_mut());
        let Mended { unknown, faults } = mended.map_err(|error: JournalError| mistake(error.to_string()))?;
        if unknown > 0 {
            let path = path.display();
            warn(format_args!("match: {path}: {unknown} games of this match are in it and not on record; they stay"));
        }
        for fault in faults.iter().take(FAULTS_NAMED) {
            warn(format_args!("match: {}:{fault}; the game stays, and its record counts", path.display()));
        }
        if let Some(more @ 1..) = faults.len().checked_sub(FAULTS_NAMED) {
            warn(format_args!("match: {}: {more} more faulty games", path.display()));
        }
        records.kgn = Some(kgn);
    }
    Ok((records, standings))
}

/// Opens the logs, before the records, which may lie in the folder of the faults.
fn open_log(arguments: &Arguments) -> Result<Option<Arc<MatchLog>>, Mistake> {
    let mistake = |argument, path: &Option<PathBuf>, error| {
        let path = path.as_deref().unwrap_or(Path::new(""));
        Mistake::unwritable(argument, path, &error)
    };
    MatchLog::open(arguments.log.as_deref(), arguments.log_faults.as_deref()).map_err(|why| match why {
        Unopened::All(error) => mistake("--log", &arguments.log, error),
        Unopened::Faults(error) => mistake("--log-faults", &arguments.log_faults, error),
    })
}

/// Sees to it that no file is written as two things, whatever its names, before anything is written.
fn keep_apart(arguments: &Arguments, tournament: &Tournament) -> Result<(), Mistake> {
    let records = match &arguments.resume {
        Some(resume) => ("--resume", Some(resume)),
        None => ("--json", arguments.json.as_ref()),
    };
    let files = [
        ("--openings", arguments.openings.as_ref(), "the openings are"),
        (records.0, records.1, "the records are"),
        ("--kgn", arguments.kgn.as_ref(), "the KGN is"),
        ("--log", arguments.log.as_ref(), "the log is"),
        ("--log-faults", arguments.log_faults.as_ref(), "the logs of faults are"),
    ];
    let what_is_in = |file: &Path, count: usize| {
        let mut others = files.iter().take(count);
        others.find(|(_, other, _)| other.is_some_and(|other| is_same_file(other, file))).map(|(.., what)| what)
    };
    for (index, (argument, file, _)) in files.iter().enumerate() {
        if let Some(what) = file.and_then(|file| what_is_in(file, index)) {
            return Err(Mistake::new(argument, format_args!("{what} in that file")));
        }
    }
    for engine in &tournament.engines {
        if let Some(what) = engine.stderr.as_ref().and_then(|stderr| what_is_in(stderr, files.len())) {
            return Err(Mistake::new("--engine", format_args!("{}: stderr: {what} in that file", engine.name)));
        }
    }
    Ok(())
}

/// Returns whether two paths name the same file, or would if it existed. Devices may be shared: they store nothing.
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.metadata(), other.metadata()) {
        // Opening anything but a file may block.
        (Ok(first), Ok(second)) if first.is_file() && second.is_file() => {
            same_file::is_same_file(one, other).unwrap_or(false) || is_same_place(one, other)
        }
        (Err(_), Err(_)) => is_same_place(one, other),
        _ => one == other,
    }
}

/// Whether two paths name one place, whether or not there is a file.
fn is_same_place(one: &Path, other: &Path) -> bool {
    one == other || place(one).is_some_and(|place_of_one| Some(place_of_one) == place(other))
}

/// Where a path leads, also through links to what is not there yet.
fn place(path: &Path) -> Option<PathBuf> {
    /// As many links in a row as the system follows.
    const LINKS: u32 = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(place) = path.canonicalize() {
            return Some(place);
        }
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().ok()?;
        match path.read_link() {
            Ok(target) => path = folder.join(target),
            Err(_) => return Some(folder.join(path.file_name()?)),
        }
    }
    None
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
    let mut builds = Builds::default();
    let opened = Journal::open(path, &digest, &mut |record| {
        belongs(&record, tournament, &digest)?;
        builds.note_record(&record);
        again += u64::from(!standings.add(&record));
        Ok(())
    });
    let journal = opened.map_err(|error| Mistake::new("--resume", format_args!("{}: {error}", path.display())))?;
    tournament.engines.iter().for_each(|engine| builds.note_engine(engine));
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
