//! The file of records, with one line for each game, or for another unit of work. Each line is flushed to disk when it is
//! appended. A killed run may leave an incomplete last line, which the next run cuts off.

use super::check::check;
use super::record::{GameRecord, RecordError};
use khepri_rules::internal::util::line::read_line;
use khepri_rules::internal::util::unrecognised::Unrecognised;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The path of stdout.
pub const STDOUT: &str = "/dev/stdout";

/// Maximum length of a line, in bytes. The limit prevents a damaged file from filling the memory.
const LONGEST_LINE: usize = 64 << 20;

/// The reason why a file of records cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The line with this number, from 1, is invalid or refused.
    #[error("line {0}: {1}")]
    Line(u64, Refusal),
}

impl JournalError {
    /// Returns whether another run has locked the file.
    pub fn is_locked(&self) -> bool {
        matches!(self, JournalError::Io(error) if error.kind() == io::ErrorKind::ResourceBusy)
    }
}

/// The reason why a line is invalid or refused.
pub type Refusal = Box<dyn Error + Send + Sync>;

/// A record, as a line of JSON.
pub trait Record: Serialize + DeserializeOwned {
    /// The unit of work that a record is of, for messages.
    const UNIT: &'static str;
    /// The work of which the units are parts, for messages.
    const WORK: &'static str;
    /// What a file holds, for messages.
    const CONTENTS: &'static str;
    /// The name of the first field, which has the digest of the work.
    const DIGEST: &'static str;

    /// Returns the number of the unit in the work.
    fn number(&self) -> u64;

    /// Checks that the record does not contradict itself.
    ///
    /// # Errors
    /// A field is invalid.
    fn check(&self) -> Result<(), RecordError>;
}

impl Record for GameRecord {
    const UNIT: &'static str = "game";
    const WORK: &'static str = "match";
    const CONTENTS: &'static str = "records of games";
    const DIGEST: &'static str = "tournament";

    fn number(&self) -> u64 {
        self.game
    }

    fn check(&self) -> Result<(), RecordError> {
        check(self)
    }
}

/// A function that is called with each record and may refuse it.
pub type OnRecord<'a, R = GameRecord> = dyn FnMut(R) -> Result<(), Refusal> + 'a;

/// The complete lines of a file, and the incomplete last line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Extent {
    /// Number of complete lines.
    pub lines: u64,
    /// Total length of the complete lines, in bytes.
    pub length: u64,
    /// The incomplete last line; empty if there is none.
    pub rest: Vec<u8>,
}

/// Reads all records of a source.
///
/// # Errors
/// The source cannot be read. A line is not a record, contradicts its own moves, or is refused.
pub fn read<R: Record>(source: impl Read, on_record: &mut OnRecord<R>) -> Result<Extent, JournalError> {
    read_lines(source, on_record, &mut |error, _| Err(error))
}

/// Reads all records of a source. Calls `on_damaged` with the error and the byte range of each line that is not a record.
fn read_lines<R: Record>(
    source: impl Read,
    on_record: &mut OnRecord<R>,
    on_damaged: &mut dyn FnMut(JournalError, Range<u64>) -> Result<(), JournalError>,
) -> Result<Extent, JournalError> {
    let mut reader = Unrecognised::new(BufReader::new(source), R::CONTENTS);
    let mut extent = Extent::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let fits = read_line(&mut reader, LONGEST_LINE, &mut line)?;
        let invalid = |error: Refusal| JournalError::Line(extent.lines + 1, error);
        if !fits {
            return Err(invalid(format!("longer than a record of a {} can be", R::UNIT).into()));
        }
        if !line.ends_with(b"\n") {
            return Ok(Extent { rest: line, ..extent });
        }
        let length = extent.length + line.len() as u64;
        if !line.trim_ascii().is_empty() {
            match serde_json::from_slice::<R>(&line) {
                Ok(record) => {
                    let at = |error| format!("{} {}: {error}", R::UNIT, record.number());
                    record.check().map_err(|error| invalid(at(error).into()))?;
                    reader.recognise();
                    on_record(record).map_err(invalid)?;
                }
                Err(error) => {
                    on_damaged(invalid(format!("no record of a {}: {error}", R::UNIT).into()), extent.length..length)?;
                }
            }
        }
        extent.lines += 1;
        extent.length = length;
    }
}

/// A file to which records are appended, locked against other runs.
#[derive(Debug)]
pub struct Journal<R = GameRecord> {
    file: File,
    path: PathBuf,
    /// Length of the records in bytes; `None` for a device or a pipe, which cannot be read again.
    length: Option<u64>,
    /// The errors of the damaged lines, which are not records.
    damaged: Vec<JournalError>,
    /// The damaged lines that are not yet moved.
    to_move: Vec<Range<u64>>,
    records: PhantomData<fn(R)>,
}

impl<R: Record> Journal<R> {
    /// Opens the file as [`Journal::open_unrepaired`] does, and repairs it.
    ///
    /// # Errors
    /// The file cannot be read or written, or another run has locked it. A line is invalid or refused; the file is then
    /// unchanged.
    pub fn open(
        path: &Path,
        replaces: bool,
        digest: &str,
        on_record: &mut OnRecord<R>,
    ) -> Result<Journal<R>, JournalError> {
        let mut journal = Journal::open_unrepaired(path, replaces, digest, on_record)?;
        journal.repair()?;
        Ok(journal)
    }

    /// Opens or creates the file, locks it, and reads its records, unless `replaces` is set. Accepts an incomplete last line that
    /// begins a record of the work with this digest or has only zero bytes, and damaged lines if at least one line is a record.
    /// Changes nothing in the file.
    ///
    /// # Errors
    /// The file cannot be read or created, or another run has locked it. A line is invalid or refused.
    pub fn open_unrepaired(
        path: &Path,
        replaces: bool,
        digest: &str,
        on_record: &mut OnRecord<R>,
    ) -> Result<Journal<R>, JournalError> {
        let file = open(path, OpenOptions::new().write(true))?;
        let path = path.to_owned();
        // A stream has no earlier records. Reading it might never end.
        if !is_regular_file(&file, &path)? {
            let (damaged, to_move) = Default::default();
            return Ok(Journal { file, path, length: None, damaged, to_move, records: PhantomData });
        }
        lock(&file, File::try_lock)?;
        let (mut has_records, mut damaged, mut to_move) = (false, Vec::new(), Vec::new());
        if replaces {
            return Ok(Journal { file, path, length: Some(0), damaged, to_move, records: PhantomData });
        }
        let mut on_own = |record: R| {
            has_records = true;
            on_record(record)
        };
        let Extent { lines, length, rest } = read_lines(&file, &mut on_own, &mut |error, place| {
            damaged.push(error);
            to_move.push(place);
            Ok(())
        })?;
        if !has_records && !damaged.is_empty() {
            return Err(damaged.swap_remove(0));
        }
        // A crash of the machine can leave zero bytes after the records.
        let is_zeros = lines > 0 && rest.iter().all(|&byte| byte == 0);
        if !rest.is_empty() && !is_zeros && !begins_record::<R>(&rest, digest) {
            let why = format!("it has no end, and is not the beginning of a record of this {}", R::WORK);
            return Err(JournalError::Line(lines + 1, why.into()));
        }
        Ok(Journal { file, path, length: Some(length), damaged, to_move, records: PhantomData })
    }

    /// Moves damaged lines to a separate file, and cuts off what is not to be kept: an incomplete last line, or all records that
    /// are replaced.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn repair(&mut self) -> io::Result<()> {
        let Some(length) = self.length else { return Ok(()) };
        move_damaged(&self.file, &std::mem::take(&mut self.to_move), &damaged_path(&self.path))?;
        if self.file.metadata()?.len() > length {
            self.file.set_len(length)?;
        }
        Ok(())
    }

    /// Returns a warning for each damaged line.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        let [path, moved] = [self.path.clone(), damaged_path(&self.path)];
        self.damaged.iter().map(move |error| {
            let (path, moved) = (path.display(), moved.display());
            format!("{path}: {error}; moved to {moved}, and its {} is played again", R::UNIT)
        })
    }

    /// Returns whether the records can be read again.
    pub fn is_file(&self) -> bool {
        self.length.is_some()
    }

    /// Returns an iterator over all records that can be read again.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn records(&self) -> io::Result<impl Iterator<Item = io::Result<R>> + '_> {
        let Some(length) = self.length else { return Ok(None.into_iter().flatten()) };
        if self.file.metadata()?.len() < length {
            return Err(with_path(&self.path, &io::Error::other("another program has shortened it")));
        }
        (&self.file).seek(SeekFrom::Start(0))?;
        let lines = BufReader::new((&self.file).take(length)).lines();
        let records = lines.filter(|line| line.as_ref().map_or(true, |line| !line.trim_ascii().is_empty()));
        Ok(Some(records.map(|line| Ok(serde_json::from_str(&line?)?))).into_iter().flatten())
    }

    /// Appends a record. Waits until it is on disk, unless the file is a device or a pipe.
    ///
    /// # Errors
    /// The record cannot be written. The file is restored if possible.
    pub fn append(&mut self, record: &R) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        let Some(length) = &mut self.length else {
            return self.file.write_all(&line).map_err(|error| with_path(&self.path, &error));
        };
        let sought = self.file.seek(SeekFrom::Start(*length));
        let written = sought.and_then(|_| self.file.write_all(&line)).and_then(|()| self.file.sync_data());
        match &written {
            Ok(()) => *length += line.len() as u64,
            Err(_) => drop(self.file.set_len(*length)),
        }
        written.map_err(|error| with_path(&self.path, &error))
    }
}

fn damaged_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".damaged");
    name.into()
}

/// Appends lines of a file to another file, then overwrites them with blanks. After a crash between these two steps, the
/// next run appends the lines again.
fn move_damaged(mut file: &File, places: &[Range<u64>], to: &Path) -> io::Result<()> {
    if places.is_empty() {
        return Ok(());
    }
    let mut moved = open_to_append(to, false)?;
    for place in places {
        file.seek(SeekFrom::Start(place.start))?;
        io::copy(&mut file.take(place.end - place.start), &mut moved)?;
    }
    moved.sync_data()?;
    for place in places {
        file.seek(SeekFrom::Start(place.start))?;
        // The newline is not overwritten.
        io::copy(&mut io::repeat(b' ').take(place.end - place.start - 1), &mut file)?;
    }
    file.sync_data()
}

/// Opens or creates a file to append to it. Then empties it if `replaces` is set and it is a regular file other than stdout.
///
/// # Errors
/// The file cannot be opened.
pub fn open_to_append(path: &Path, replaces: bool) -> io::Result<File> {
    let file = open(path, OpenOptions::new().append(true))?;
    if replaces && is_regular_file(&file, path)? {
        file.set_len(0)?;
    }
    Ok(file)
}

/// Returns whether an open file is a regular file other than stdout. Only such a file is read, emptied or shortened:
/// devices and pipes store nothing, and other processes may write to stdout.
pub(super) fn is_regular_file(file: &File, path: &Path) -> io::Result<bool> {
    Ok(path != Path::new(STDOUT) && file.metadata()?.is_file())
}

/// Opens or creates a file for reading and writing. Opens a device or a pipe only for writing: a process that holds both
/// ends of a pipe gets no error when the reader closes it. Duplicates the handle of stdout, because a newly opened file is
/// written from its start.
fn open(path: &Path, writing: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    if path == Path::new(STDOUT) {
        use std::os::fd::AsFd;
        return Ok(io::stdout().as_fd().try_clone_to_owned()?.into());
    }
    let is_file = path.metadata().map_or(true, |metadata| metadata.is_file());
    writing.read(is_file).create(is_file).open(path)
}

/// Adds the path of a file to an error.
pub(crate) fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Returns whether an incomplete line can be the beginning of a record of the work with this digest.
fn begins_record<R: Record>(line: &[u8], digest: &str) -> bool {
    let beginning = format!("{{\"{}\":\"{digest}\"", R::DIGEST);
    let compared = line.len().min(beginning.len());
    line.get(..compared) == beginning.as_bytes().get(..compared)
}

/// Locks a file against other runs. Succeeds without a lock if the file system has none.
///
/// # Errors
/// Another run has locked it: an error of the kind `ResourceBusy`.
pub(super) fn lock(file: &File, try_lock: fn(&File) -> Result<(), TryLockError>) -> io::Result<()> {
    match try_lock(file) {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, "another run is writing to it"))
        }
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::tests::{RED, record};

    const TOURNAMENT: &str = "0123456789abcdef";

    fn records() -> Vec<GameRecord> {
        (1..=3).map(|game| record(game, RED)).collect()
    }

    fn text(records: &[GameRecord]) -> String {
        records.iter().map(|record| format!("{}\n", serde_json::to_string(record).expect("text"))).collect()
    }

    #[test]
    fn the_complete_lines_of_a_truncated_file_are_kept() {
        let records = records();
        let whole = text(&records);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.json");
        // Each record waits until it is on disk, so only the lengths near the ends of lines and some others are tried.
        let is_near_end = |length: usize| whole[length.saturating_sub(2)..(length + 2).min(whole.len())].contains('\n');
        for length in (0..=whole.len()).filter(|&length| length % 16 == 0 || is_near_end(length)) {
            std::fs::write(&path, &whole[..length]).expect("a file");
            let mut found = Vec::new();
            let mut take = |record| {
                found.push(record);
                Ok(())
            };
            let mut journal = Journal::open(&path, false, TOURNAMENT, &mut take).expect("a journal");
            assert_eq!(found, records[..whole[..length].matches('\n').count()]);
            for record in &records[found.len()..] {
                journal.append(record).expect("written");
            }
            let again: Vec<_> = journal.records().expect("a file").map(|record| record.expect("a record")).collect();
            assert_eq!(again, records);
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), whole);
        }
    }

    #[test]
    fn a_refused_file_is_not_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.json");
        let games = text(&records());
        let one = text(&records()[..1]);
        let game_0 = games.replacen("\"game\":2", "\"game\":0", 1);
        let equal_seats = games.replacen("\"seats\":[0,1]", "\"seats\":[1,1]", 1);
        for (found, why) in [
            ("\n{\"game\":1}\n", "line 2: no record of a game: "),
            (&format!("precious\n{}", &one[..one.len() - 1]), "line 1: no record of a game: "),
            (&format!("precious\n{games}"), "line 3: refused"),
            ("precious", "line 1: it has no end"),
            (&format!("{one}precious"), "line 2: it has no end"),
            ("{\"tournament\":\"0123456789abcdee\",\"ga", "line 1: it has no end"),
            (&format!("{games}{{\"tournament\":\"0"), "line 2: refused"),
            (&game_0, "line 2: game 0: game: expected"),
            (&equal_seats, "line 1: game 1: seats: expected"),
        ] {
            std::fs::write(&path, found).expect("a file");
            let mut take = |record: GameRecord| if record.game == 2 { Err("refused".into()) } else { Ok(()) };
            let error = Journal::open(&path, false, TOURNAMENT, &mut take).expect_err(why);
            assert!(error.to_string().starts_with(why), "{error}");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), found);
        }
    }

    fn numbers(journal: &Journal) -> Vec<u64> {
        journal.records().expect("a file").map(|record| record.expect("a record").game).collect()
    }

    #[test]
    fn damaged_lines_are_moved_and_their_games_are_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.json");
        let records = records();
        let lines = records.iter().map(|record| text(std::slice::from_ref(record)));
        let [first, second, third]: [String; 3] = lines.collect::<Vec<_>>().try_into().expect("three lines");
        let damaged = [b"\xff\0".to_vec(), second.clone().into_bytes()].concat();
        // The second pass opens the repaired file, which has no damaged lines.
        for (bytes, count) in [([first.as_bytes(), &damaged, third.as_bytes(), b"x\n"].concat(), 2), (Vec::new(), 0)] {
            if count > 0 {
                std::fs::write(&path, bytes).expect("a file");
            }
            let mut journal = Journal::open(&path, false, TOURNAMENT, &mut |_: GameRecord| Ok(())).expect("a journal");
            let warnings: Vec<String> = journal.warnings().collect();
            assert_eq!((warnings.len(), numbers(&journal)), (count, vec![1, 3]), "{warnings:?}");
            assert!(count == 0 || warnings[1].contains("games.json: line 4: no record of a game: "), "{warnings:?}");
            let found = std::fs::read(folder.path().join("games.json.damaged")).expect("a file");
            assert!(found == [&damaged[..], b"x\n"].concat());
            if count == 0 {
                journal.append(&records[1]).expect("written");
            }
        }
        let journal = Journal::open(&path, false, TOURNAMENT, &mut |_: GameRecord| Ok(())).expect("a journal");
        assert_eq!(numbers(&journal), [1, 3, 2]);
    }

    #[test]
    fn only_one_run_at_a_time_can_open_a_journal() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.json");
        let first = Journal::open(&path, false, TOURNAMENT, &mut |_: GameRecord| Ok(())).expect("a journal");
        let error = Journal::open(&path, false, TOURNAMENT, &mut |_: GameRecord| Ok(())).expect_err("it is in use");
        assert!(error.to_string().contains("another run"), "{error}");
        drop(first);
        Journal::open(&path, false, TOURNAMENT, &mut |_: GameRecord| Ok(())).expect("a journal");
    }

    #[test]
    fn endless_input_does_not_fill_the_memory() {
        let record = text(&records()[..1]);
        let error =
            read(record.as_bytes().chain(io::repeat(b'x')), &mut |_: GameRecord| Ok(())).expect_err("no record");
        assert!(error.to_string().starts_with("line 2: longer"), "{error}");
        let error = read(io::repeat(b'\n'), &mut |_: GameRecord| Ok(())).expect_err("no record");
        assert!(error.to_string().starts_with("expected records of games"), "{error}");
    }
}
