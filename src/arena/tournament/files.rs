//! Opens the files of a match, and counts the games on record. Existing files keep their games, unless they are to be
//! replaced.

use super::plan::Tournament;
use super::standings::Standings;
use crate::engine::log::MatchLog;
use crate::names::shown;
use crate::records::derived::{DerivedKgn, Games};
use crate::records::journal::{self, Journal, JournalError};
use crate::records::kgn_file::KgnFile;
use crate::records::record::GameRecord;
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
    /// The KGN of a match without records, to which the games are appended.
    pub kgn: Option<KgnFile>,
    /// The KGN of a match with records, which is made from them.
    pub derived: Option<DerivedKgn>,
    /// The name of the event in the KGN.
    pub event: String,
    /// The logs of the engines.
    pub log: Option<Arc<MatchLog>>,
}

impl Records {
    /// Makes the KGN of a match with records from the `games` in them, or opens that of a match without records.
    fn begin_kgn(&mut self, path: &Path, games: Option<Games>, replaces: bool) -> io::Result<()> {
        match (&mut self.derived, games) {
            (Some(kgn), Some(mut games)) if kgn.is_file()? => kgn.make(&mut games, replaces)?,
            (Some(_), _) => {}
            (None, _) => self.kgn = Some(KgnFile::open(path, replaces, &self.event)?),
        }
        Ok(())
    }

    /// Makes the KGN of a match with records from them.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn make_kgn(&mut self) -> io::Result<()> {
        let (Some(kgn), Some(journal)) = (&mut self.derived, &self.journal) else { return Ok(()) };
        kgn.make_from(journal, &self.event).map_err(|error| journal::with_path(kgn.path(), &error))
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
        let records = Records { event: self.event.clone(), ..Records::default() };
        let mut opened = Opened { records, standings, warnings: Vec::new() };
        let resumed = self.resume.as_ref().map(|path| ("--resume", path));
        let records = resumed.or(self.json.as_ref().map(|path| ("--json", path)));
        let unusable_kgn = |path: &Path, error: io::Error| FileError::Unusable("--kgn", path.to_owned(), error.into());
        let mut games = None;
        if let Some(path) = self.kgn.as_ref().filter(|_| records.is_some()) {
            games = Some(Games::new(&self.event).map_err(|error| unusable_kgn(path, error))?);
        }
        // Existing files are opened first. If one is refused, all stay unchanged. Another run may create a file meanwhile, so this
        // is looked up once.
        let has_records = records.is_some_and(|(_, path)| path.exists());
        let has_kgn = self.kgn.as_ref().is_some_and(|path| path.exists());
        for is_new in [false, true] {
            if is_new {
                // New files may be in the folder of the logs, which this creates.
                opened.records.log = self.open_log()?;
            }
            if let Some((argument, path)) = records
                && has_records != is_new
            {
                let replaces = self.replaces && self.resume.is_none();
                let read = opened.read_journal(path, replaces, tournament, games.as_mut());
                read.map_err(|error| FileError::Unusable(argument, path.clone(), error))?;
                // Records on a stream cannot be read again, so no file can be made from them.
                games = games.filter(|_| opened.records.journal.as_ref().is_some_and(Journal::is_file));
            }
            if let (Some(path), Some(games)) = (&self.kgn, &mut games)
                && has_kgn != is_new
            {
                let mut open = || DerivedKgn::open(path).and_then(|kgn| kgn.check(games, self.replaces).map(|_| kgn));
                opened.records.derived = Some(open().map_err(|error| unusable_kgn(path, error))?);
            }
        }
        if let (Some((argument, path)), Some(journal)) = (records, &mut opened.records.journal) {
            journal.repair().map_err(|error| FileError::Unusable(argument, path.clone(), error.into()))?;
        }
        if let Some(path) = &self.kgn {
            let began = opened.records.begin_kgn(path, games, self.replaces);
            began.map_err(|error| unusable_kgn(path, error))?;
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
    /// Opens the file of records, counts the games in it, and adds them to `games`.
    fn read_journal(
        &mut self,
        path: &Path,
        replaces: bool,
        tournament: &Tournament,
        mut games: Option<&mut Games>,
    ) -> Result<(), JournalError> {
        let digest = tournament.digest();
        let (mut repeated, mut commands) = (0, CommandLines::default());
        let journal = Journal::open_unrepaired(path, replaces, &digest, &mut |record| {
            tournament.check(&record, &digest)?;
            commands.compare_record(&record);
            if !self.standings.add(&record) {
                repeated += 1;
            } else if let Some(games) = &mut games {
                games.add(&record)?;
            }
            Ok(())
        })?;
        self.warnings.extend(journal.warnings());
        self.records.journal = Some(journal);
        tournament.engines.iter().for_each(|engine| commands.compare(&engine.name, &engine.command_line()));
        self.warnings.extend(commands.warnings);
        if repeated > 0 {
            self.warnings.push(format!("{} recorded twice and counted once", are_games(repeated)));
        }
        Ok(())
    }
}

/// Returns `1 game is` or `N games are`.
pub(super) fn are_games(count: u64) -> String {
    if count == 1 { "1 game is".to_owned() } else { format!("{count} games are") }
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
