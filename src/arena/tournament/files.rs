//! Opens the files of a match, and counts the games on record. Existing files keep their games, unless they are to be
//! replaced.

use super::plan::Tournament;
use super::standings::Standings;
use crate::arena::engine::log::MatchLog;
use crate::arena::names::shown;
use crate::arena::records::journal::{self, Journal, JournalError};
use crate::arena::records::kgn_file::KgnFile;
use crate::arena::records::record::GameRecord;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The paths of the files of a match, all different.
#[derive(Clone, Default, Debug)]
pub struct Files {
    /// A new file of records.
    pub json: Option<PathBuf>,
    /// A file of records, resumed if it exists.
    pub resume: Option<PathBuf>,
    /// The games as KGN.
    pub kgn: Option<PathBuf>,
    /// The name of the event in the KGN.
    pub event: String,
    /// The log of all lines to and from the engines.
    pub log: Option<PathBuf>,
    /// The folder for logs of games with a fault.
    pub log_faults: Option<PathBuf>,
    /// Whether existing files are emptied first. The file of `resume` is never emptied.
    pub replaces: bool,
}

/// A file that cannot be used: the argument that names it, its path, and the reason.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file has invalid contents, or cannot be read.
    #[error("{0}: {path}: {2}", path = .1.display())]
    Unusable(&'static str, PathBuf, JournalError),
    /// The file cannot be opened for writing, or the folder cannot be created.
    #[error("{0}: {path}: {2}", path = .1.display())]
    Unwritable(&'static str, PathBuf, io::Error),
}

impl FileError {
    /// Returns whether another run has locked the file.
    pub fn is_locked(&self) -> bool {
        matches!(self, FileError::Unusable(_, _, error) if error.is_locked())
    }
}

/// The open files of a match.
#[derive(Debug, Default)]
pub struct Records {
    /// The records of all games.
    pub journal: Option<Journal>,
    /// Whether the games of the match in the KGN are rewritten from the records.
    pub resumes: bool,
    /// The games as KGN.
    pub kgn: Option<KgnFile>,
    /// The logs of the engines.
    pub log: Option<Arc<MatchLog>>,
}

impl Records {
    /// Rewrites the games of a resumed match in the KGN.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn rewrite_kgn(&mut self) -> io::Result<()> {
        match (&mut self.kgn, &self.journal) {
            (Some(kgn), Some(journal)) if self.resumes => {
                kgn.rewrite(Some(journal)).map(drop).map_err(|error| journal::with_path(kgn.path(), &error))
            }
            _ => Ok(()),
        }
    }
}

/// The opened files, and the standings after the games in them.
pub struct Opened {
    /// The open files.
    pub records: Records,
    /// The standings after the games on record.
    pub standings: Standings,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

impl Files {
    /// Opens the files and adds the games on record to the standings.
    ///
    /// # Errors
    /// A file cannot be used.
    pub fn open(&self, tournament: &Tournament, standings: Standings) -> Result<Opened, FileError> {
        self.check_replaced()?;
        let records = Records { resumes: self.resume.is_some(), ..Records::default() };
        let mut opened = Opened { records, standings, warnings: Vec::new() };
        let resumed = self.resume.as_ref().map(|path| ("--resume", path));
        let records = resumed.or(self.json.as_ref().map(|path| ("--json", path)));
        let open_records = |opened: &mut Opened| match records {
            Some((argument, path)) => {
                let replaces = self.replaces && self.resume.is_none();
                let read = opened.read_journal(path, replaces, tournament);
                read.map_err(|error| FileError::Unusable(argument, path.clone(), error))
            }
            None => Ok(()),
        };
        // An existing file of records is opened first. If it is refused, the other files stay unchanged.
        let exists = records.is_some_and(|(_, path)| path.exists());
        if exists {
            open_records(&mut opened)?;
        }
        opened.records.log = self.open_log()?;
        // A new file of records may be in the folder of the logs, which was created above.
        if !exists {
            open_records(&mut opened)?;
        }
        if let Some(path) = &self.kgn {
            let read = opened.open_kgn(path, self.replaces, &self.event, tournament);
            read.map_err(|error| FileError::Unusable("--kgn", path.clone(), error.into()))?;
        }
        Ok(opened)
    }

    /// Checks that all files to replace can be opened. Empties none of them.
    fn check_replaced(&self) -> Result<(), FileError> {
        let files = [("--json", &self.json), ("--kgn", &self.kgn), ("--log", &self.log)];
        for (argument, path) in files.into_iter().filter(|_| self.replaces) {
            if let Some(path) = path.as_ref().filter(|path| path.is_file()) {
                let opened = journal::open_to_append(path, false);
                opened.map_err(|error| FileError::Unwritable(argument, path.clone(), error))?;
            }
        }
        Ok(())
    }

    fn open_log(&self) -> Result<Option<Arc<MatchLog>>, FileError> {
        if let Some(folder) = &self.log_faults {
            let unwritable = |error| FileError::Unwritable("--log-faults", folder.clone(), error);
            fs::create_dir_all(folder).map_err(unwritable)?;
        }
        let append = |path: &PathBuf| {
            let opened = journal::open_to_append(path, self.replaces);
            opened.map_err(|error| FileError::Unwritable("--log", path.clone(), error))
        };
        let file = self.log.as_ref().map(append).transpose()?;
        let is_wanted = file.is_some() || self.log_faults.is_some();
        Ok(is_wanted.then(|| Arc::new(MatchLog::new(file, self.log_faults.clone()))))
    }
}

impl Opened {
    /// Opens the file of records and counts the games in it.
    fn read_journal(&mut self, path: &Path, replaces: bool, tournament: &Tournament) -> Result<(), JournalError> {
        let digest = tournament.digest();
        let (mut repeated, mut commands) = (0, CommandLines::default());
        let journal = Journal::open(path, replaces, &digest, &mut |record| {
            tournament.check(&record, &digest)?;
            commands.compare_record(&record);
            repeated += u64::from(!self.standings.add(&record));
            Ok(())
        })?;
        self.warnings.extend(journal.warnings());
        self.records.journal = Some(journal);
        tournament.engines.iter().for_each(|engine| commands.compare(&engine.name, &engine.command_line()));
        self.warnings.extend(commands.warnings);
        if repeated > 0 {
            self.warnings.push(format!("{} recorded twice and counted once", are_games(repeated, "")));
        }
        Ok(())
    }

    /// Opens the KGN file. If the match is resumed, rewrites its games in the file.
    fn open_kgn(&mut self, path: &Path, replaces: bool, event: &str, tournament: &Tournament) -> io::Result<()> {
        let journal = self.records.journal.as_ref().filter(|journal| journal.is_file());
        let kgn = KgnFile::open(path, replaces, event, tournament.digest(), journal.is_some())?;
        let kgn = self.records.kgn.insert(kgn);
        let mut numbers = kgn.rewrite(journal.filter(|_| self.records.resumes))?;
        numbers.retain(|number| {
            tournament.has(*number) && !journal.is_some_and(|journal| journal.numbers().contains(number))
        });
        if !numbers.is_empty() {
            let games = are_games(numbers.len() as u64, " of this match");
            let fate = if self.records.resumes { "kept until played again" } else { "not changed" };
            self.warnings.push(format!("{}: {games} in the file but not on record, and {fate}", path.display()));
        }
        Ok(())
    }
}

/// Returns `1 game is` or `N games are`, with `which` after the noun.
pub(super) fn are_games(count: u64, which: &str) -> String {
    if count == 1 { format!("1 game{which} is") } else { format!("{count} games{which} are") }
}

/// The first command line of each engine. A different command line under the same name may be a different build.
#[derive(Default)]
pub(super) struct CommandLines {
    first: HashMap<String, String>,
    warned: HashSet<String>,
    /// A warning for each engine whose command line changed.
    pub(super) warnings: Vec<String>,
}

impl CommandLines {
    /// Compares the command lines of a record. Records of earlier versions have none.
    pub(super) fn compare_record(&mut self, record: &GameRecord) {
        self.compare(&record.silver, &record.commands[0]);
        self.compare(&record.red, &record.commands[1]);
    }

    fn compare(&mut self, name: &str, command: &str) {
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
