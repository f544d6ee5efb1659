//! The file of records: a line a game, on disk before the next game starts, and what is left of it after a kill.

use super::record::GameRecord;
use super::replay;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A longer line is no record, in bytes: what is not ours must not fill the memory.
const LONGEST_LINE: u64 = 64 << 20;

/// Why a file of records cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// The system says so.
    Io(io::Error),
    /// A line, from 1, is not what it should be.
    Line(u64, String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Io(error) => write!(f, "{error}"),
            JournalError::Line(line, why) => write!(f, "line {line}: {why}"),
        }
    }
}

impl std::error::Error for JournalError {}

impl From<io::Error> for JournalError {
    fn from(error: io::Error) -> JournalError {
        JournalError::Io(error)
    }
}

/// Takes a record, or says why it should not be there.
pub type Taker<'a> = dyn FnMut(GameRecord) -> Result<(), String> + 'a;

/// Where the whole lines of a file end.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct End {
    /// How many lines are whole.
    pub lines: u64,
    /// How many bytes they have.
    pub length: u64,
    /// A last line without its end: what a killed run has left, and no game.
    pub torn: Vec<u8>,
}

/// Reads records from the first on.
///
/// # Errors
/// The source cannot be read, or has a line that is no record, that contradicts its own moves, or that is not taken.
pub fn read(source: impl Read, each: &mut Taker) -> Result<End, JournalError> {
    let mut reader = BufReader::new(source);
    let mut end = End::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        let wrong = |why: String| JournalError::Line(end.lines + 1, why);
        if line.len() as u64 >= LONGEST_LINE {
            return Err(wrong("longer than a record of a game can be".to_owned()));
        }
        if !line.ends_with(b"\n") {
            return Ok(End { torn: line, ..end });
        }
        if !line.trim_ascii().is_empty() {
            let record: GameRecord =
                serde_json::from_slice(&line).map_err(|error| wrong(format!("no record of a game: {error}")))?;
            record.check().map_err(|why| wrong(format!("no record of a game: {why}")))?;
            replay::check(&record).map_err(|why| wrong(format!("game {}: {why}", record.game)))?;
            each(record).map_err(wrong)?;
        }
        end.lines += 1;
        end.length += line.len() as u64;
    }
}

/// A file to which records are appended. Nobody else appends to it at the same time.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// What is in it, if it is a file that can be read again and cut.
    length: Option<u64>,
}

impl Journal {
    /// Opens the file, or makes it, and reads what is there; a last line that was torn is cut off if all lines are taken and
    /// it is the beginning of a record of this tournament.
    ///
    /// # Errors
    /// The file cannot be read or written, or has a line that is no record or that is not taken; then it stays as it is.
    pub fn open(path: &Path, tournament: &str, each: &mut Taker) -> Result<Journal, JournalError> {
        let mut file = open(path, OpenOptions::new().write(true))?;
        let path = path.to_owned();
        // A device or a pipe has nothing that could be gone on with, and may have no end.
        if !file.metadata()?.is_file() {
            return Ok(Journal { file, path, length: None });
        }
        claim(&file)?;
        let End { lines, length, torn } = read(&file, each)?;
        if !torn.is_empty() {
            if !is_torn(&torn, tournament) {
                let why = "it has no end, and is not the beginning of a record of this match".to_owned();
                return Err(JournalError::Line(lines + 1, why));
            }
            file.set_len(length)?;
        }
        file.seek(SeekFrom::Start(length))?;
        Ok(Journal { file, path, length: Some(length) })
    }

    /// Reads all records again.
    ///
    /// # Errors
    /// The file cannot be read, or a record is not taken.
    pub fn replay(&mut self, each: &mut Taker) -> Result<(), JournalError> {
        let Some(length) = self.length else { return Ok(()) };
        self.file.seek(SeekFrom::Start(0))?;
        let read = read((&self.file).take(length), each);
        self.file.seek(SeekFrom::Start(length))?;
        read.map(|_| ())
    }

    /// Appends a record and waits until it is on disk.
    ///
    /// # Errors
    /// Why it cannot be written; the file is as it was, if that is possible.
    pub fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        let written = self.file.write_all(&line);
        let Some(length) = &mut self.length else { return written.map_err(|error| at(&self.path, &error)) };
        let written = written.and_then(|()| self.file.sync_data());
        match &written {
            Ok(()) => *length += line.len() as u64,
            Err(_) => {
                let _ = self.file.set_len(*length);
                let _ = self.file.seek(SeekFrom::Start(*length));
            }
        }
        written.map_err(|error| at(&self.path, &error))
    }
}

/// Opens a file that is read too, or makes it. A device or a pipe is only written to: whoever holds both ends of a pipe
/// never hears that its reader has gone.
pub(super) fn open(path: &Path, writing: &mut OpenOptions) -> io::Result<File> {
    let is_file = path.metadata().map_or(true, |there| there.is_file());
    writing.read(is_file).create(is_file).open(path)
}

/// An error with the file in which it happened.
pub(super) fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Whether a line without its end can be what a kill, or a machine that went down, has left of a record.
fn is_torn(line: &[u8], tournament: &str) -> bool {
    let beginning = format!("{{\"tournament\":\"{tournament}\"");
    let compared = line.len().min(beginning.len());
    line.get(..compared) == beginning.as_bytes().get(..compared) || line.iter().all(|&byte| byte == 0)
}

/// Locks the file, so that no two runs write to it at once. A file system without locks is no reason to refuse.
fn claim(file: &File) -> io::Result<()> {
    /// A run that was killed while it started an engine may hold the file until the engine runs.
    const TRIES: u32 = 20;
    const NAP: std::time::Duration = std::time::Duration::from_millis(10);
    for _ in 0..TRIES {
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(());
        }
        std::thread::sleep(NAP);
    }
    Err(io::Error::other("another run is writing to it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::GameResult;
    use crate::arena::record::tests::record;

    const TOURNAMENT: &str = "0123456789abcdef";

    fn records() -> Vec<GameRecord> {
        (1..=3).map(|game| record(game, GameResult::Red)).collect()
    }

    fn text(records: &[GameRecord]) -> String {
        records.iter().map(|record| format!("{}\n", serde_json::to_string(record).expect("text"))).collect()
    }

    #[test]
    fn a_torn_file_keeps_its_whole_lines_and_goes_on() {
        let records = records();
        let whole = text(&records);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.json");
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("a file");
            let mut found = Vec::new();
            let mut take = |record| {
                found.push(record);
                Ok(())
            };
            let mut journal = Journal::open(&path, TOURNAMENT, &mut take).expect("a journal");
            assert_eq!(found, records[..whole[..length].matches('\n').count()]);
            for record in &records[found.len()..] {
                journal.append(record).expect("written");
            }
            let mut again = Vec::new();
            let mut take = |record| {
                again.push(record);
                Ok(())
            };
            journal.replay(&mut take).expect("read again");
            assert_eq!(again, records);
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), whole);
        }
    }

    #[test]
    fn a_file_that_is_refused_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.json");
        let games = text(&records());
        let one = text(&records()[..1]);
        let no_game = games.replacen("\"game\":2", "\"game\":0", 1);
        let own_opponent = games.replacen("\"seats\":[0,1]", "\"seats\":[1,1]", 1);
        for (found, why) in [
            ("\n{\"game\":1}\n", "line 2: no record of a game: "),
            ("precious", "line 1: it has no end"),
            (&format!("{one}precious"), "line 2: it has no end"),
            ("{\"tournament\":\"0123456789abcdee\",\"ga", "line 1: it has no end"),
            (&format!("{games}{{\"tournament\":\"0"), "line 2: not wanted"),
            (&no_game, "line 2: no record of a game: game"),
            (&own_opponent, "line 1: no record of a game: seats"),
        ] {
            std::fs::write(&path, found).expect("a file");
            let mut take = |record: GameRecord| if record.game == 2 { Err("not wanted".to_owned()) } else { Ok(()) };
            let error = Journal::open(&path, TOURNAMENT, &mut take).expect_err(why);
            assert!(error.to_string().starts_with(why), "{error}");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), found);
        }
    }

    #[test]
    fn one_run_at_a_time_writes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.json");
        let first = Journal::open(&path, TOURNAMENT, &mut |_| Ok(())).expect("a journal");
        let error = Journal::open(&path, TOURNAMENT, &mut |_| Ok(())).expect_err("it is in use");
        assert!(error.to_string().contains("another run"), "{error}");
        drop(first);
        Journal::open(&path, TOURNAMENT, &mut |_| Ok(())).expect("a journal");
    }

    #[test]
    fn a_line_without_end_does_not_fill_the_memory() {
        let error = read(io::repeat(b'x'), &mut |_| Ok(())).expect_err("no record");
        assert!(error.to_string().starts_with("line 1: longer"), "{error}");
    }
}
