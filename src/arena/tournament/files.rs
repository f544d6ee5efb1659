//! The files of a match: opened so that nothing in them is lost. A resumed match counts the games on record.

use super::plan::Tournament;
use super::standings::Standings;
use crate::arena::engine::log::MatchLog;
use crate::arena::names::shown;
use crate::arena::records::journal::{Journal, JournalError};
use crate::arena::records::kgn_file::{KgnFile, Repaired};
use crate::arena::records::record::GameRecord;
use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Number of faulty games of a KGN file that warnings name.
const FAULTS_NAMED: usize = 8;

/// The paths of the files of a match.
#[derive(Clone, Default, Debug)]
pub struct Files {
    /// The openings.
    pub openings: Option<PathBuf>,
    /// A new file of records.
    pub json: Option<PathBuf>,
    /// A file of records, resumed if it exists.
    pub resume: Option<PathBuf>,
    /// The games as KGN.
    pub kgn: Option<PathBuf>,
    /// The name of the event in it.
    pub event: String,
    /// The log of all lines.
    pub log: Option<PathBuf>,
    /// The folder for logs of games with a fault.
    pub log_faults: Option<PathBuf>,
}

/// A file that cannot be used, with the argument that names it.
#[derive(Debug, Error)]
pub enum FileError {
    /// It has another use, exists although it should be new, or holds something invalid.
    #[error("{0}: {1}")]
    Unusable(&'static str, String),
    /// It cannot be opened for writing.
    #[error("{0}: {path}: {2}", path = .1.display())]
    Unwritable(&'static str, PathBuf, io::Error),
}

/// The open files of a match.
#[derive(Debug, Default)]
pub struct Records {
    /// The records of all games, from which the others are made.
    pub journal: Option<Journal>,
    /// The games as KGN.
    pub kgn: Option<KgnFile>,
    /// The logs of the engines.
    pub log: Option<Arc<MatchLog>>,
}

/// Opened files, and what they held.
pub struct Opened {
    /// The open files.
    pub records: Records,
    /// The standings with the games on record.
    pub standings: Standings,
    /// What the user should know.
    pub warnings: Vec<String>,
}

impl Files {
    /// Opens the files and adds the games on record to the standings.
    ///
    /// # Errors
    /// A file cannot be used.
    pub fn open(&self, tournament: &Tournament, standings: Standings) -> Result<Opened, FileError> {
        self.check_distinct(tournament)?;
        // The logs first, since their folder may be created for the records too.
        let log = self.open_log()?;
        let mut opened = Opened { records: Records { log, ..Records::default() }, standings, warnings: Vec::new() };
        let unusable = |argument, path: &Path, why: &dyn Display| {
            FileError::Unusable(argument, format!("{}: {why}", path.display()))
        };
        if let Some(path) = self.resume.as_ref().or(self.json.as_ref()) {
            let argument = if self.resume.is_some() { "--resume" } else { "--json" };
            if self.resume.is_none() && path.metadata().is_ok_and(|file| file.len() > 0) {
                return Err(unusable(argument, path, &"it is there already; --resume continues it"));
            }
            opened.read_journal(path, tournament).map_err(|error| unusable(argument, path, &error))?;
        }
        if let Some(path) = &self.kgn {
            let repaired = opened.repair_kgn(path, &self.event, tournament);
            repaired.map_err(|error| unusable("--kgn", path, &error))?;
        }
        Ok(opened)
    }

    fn open_log(&self) -> Result<Option<Arc<MatchLog>>, FileError> {
        let append = |path: &PathBuf| {
            let opened = OpenOptions::new().create(true).append(true).open(path);
            opened.map_err(|error| FileError::Unwritable("--log", path.clone(), error))
        };
        let file = self.log.as_ref().map(append).transpose()?;
        if let Some(folder) = &self.log_faults {
            let unwritable = |error| FileError::Unwritable("--log-faults", folder.clone(), error);
            fs::create_dir_all(folder).map_err(unwritable)?;
        }
        let is_wanted = file.is_some() || self.log_faults.is_some();
        Ok(is_wanted.then(|| Arc::new(MatchLog::new(file, self.log_faults.clone()))))
    }

    /// Checks that no file has two uses, whatever its names, before anything is written.
    fn check_distinct(&self, tournament: &Tournament) -> Result<(), FileError> {
        let new = self.json.as_ref().filter(|_| self.resume.is_none());
        let files = [
            ("--openings", self.openings.as_ref(), "the openings are"),
            ("--resume", self.resume.as_ref(), "the records are"),
            ("--json", new, "the records are"),
            ("--kgn", self.kgn.as_ref(), "the KGN is"),
            ("--log", self.log.as_ref(), "the log is"),
            ("--log-faults", self.log_faults.as_ref(), "the logs of faults are"),
        ];
        let contents = |file: &Path, count: usize| {
            let mut others = files.iter().take(count);
            others.find(|(_, other, _)| other.is_some_and(|other| is_same_file(other, file))).map(|(.., what)| what)
        };
        for (index, (argument, file, _)) in files.iter().enumerate() {
            if let Some(what) = file.and_then(|file| contents(file, index)) {
                return Err(FileError::Unusable(argument, format!("{what} in that file")));
            }
        }
        if let (Some(json), Some(resume)) = (&self.json, &self.resume)
            && !is_same_file(json, resume)
        {
            return Err(FileError::Unusable("--json", "--resume continues its own file".to_owned()));
        }
        for engine in &tournament.engines {
            if let Some(what) = engine.stderr.as_ref().and_then(|stderr| contents(stderr, files.len())) {
                let why = format!("{}: stderr: {what} in that file", engine.name);
                return Err(FileError::Unusable("--engine", why));
            }
        }
        Ok(())
    }
}

impl Opened {
    /// Opens the file of records, and counts the games of an earlier run of the same match.
    fn read_journal(&mut self, path: &Path, tournament: &Tournament) -> Result<(), JournalError> {
        let digest = tournament.digest();
        let (mut repeated, mut commands) = (0, CommandLines::default());
        self.records.journal = Some(Journal::open(path, &digest, &mut |record| {
            tournament.check(&record, &digest)?;
            commands.note_record(&record);
            repeated += u64::from(!self.standings.add(&record));
            Ok(())
        })?);
        tournament.engines.iter().for_each(|engine| commands.note(&engine.name, &engine.command_line()));
        self.warnings.extend(commands.warnings);
        if repeated > 0 {
            self.warnings.push(format!("{} recorded twice and counted once", are_games(repeated, "")));
        }
        Ok(())
    }

    /// Opens the KGN and adds the games that it lacks.
    fn repair_kgn(&mut self, path: &Path, event: &str, tournament: &Tournament) -> Result<(), JournalError> {
        let mut kgn = KgnFile::open(path, event)?;
        let Repaired { unrecorded, faults } = kgn.repair(&tournament.digest(), self.records.journal.as_mut())?;
        self.records.kgn = Some(kgn);
        let path = path.display();
        if unrecorded > 0 {
            let games = are_games(unrecorded, " of this match");
            self.warnings.push(format!("{path}: {games} in the file but not on record, and not changed"));
        }
        let named = faults.iter().take(FAULTS_NAMED);
        self.warnings.extend(named.map(|fault| format!("{path}:{fault}; the game stays, and its record counts")));
        if let Some(more @ 1..) = faults.len().checked_sub(FAULTS_NAMED) {
            self.warnings.push(format!("{path}: {more} more faulty games"));
        }
        Ok(())
    }
}

/// Returns `1 game is` or `N games are`, with more words about the games.
pub(super) fn are_games(count: u64, which: &str) -> String {
    if count == 1 { format!("1 game{which} is") } else { format!("{count} games{which} are") }
}

/// The first recorded command line of each engine: another one under the same name may be another build.
#[derive(Default)]
pub(super) struct CommandLines {
    first: HashMap<String, String>,
    warned: HashSet<String>,
    /// Names whose command line changed.
    pub(super) warnings: Vec<String>,
}

impl CommandLines {
    /// Compares the engines of a game on record. Records of earlier versions have no command lines.
    pub(super) fn note_record(&mut self, record: &GameRecord) {
        self.note(&record.silver, &record.commands[0]);
        self.note(&record.red, &record.commands[1]);
    }

    fn note(&mut self, name: &str, command: &str) {
        if command.is_empty() {
            return;
        }
        let first = self.first.entry(name.to_owned()).or_insert_with(|| command.to_owned());
        if first != command && self.warned.insert(name.to_owned()) {
            let name = shown(name);
            self.warnings.push(format!("{name} was `{first}` when it was recorded first, and is `{command}` now"));
        }
    }
}

/// Returns whether two paths lead to the same file, or would if it existed. Devices may be shared, since they keep nothing.
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

/// Returns whether two paths name the same place, even if there is no file.
fn is_same_place(one: &Path, other: &Path) -> bool {
    one == other || place(one).is_some_and(|place_of_one| Some(place_of_one) == place(other))
}

/// Returns the place that a path leads to, even through links to a missing file.
fn place(path: &Path) -> Option<PathBuf> {
    /// Largest number of links in a row, as in Linux.
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
