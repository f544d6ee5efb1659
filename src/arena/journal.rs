//! The file of records: a line a game, on disk before the next game starts, and what is left of it after a kill.

use super::record::GameRecord;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

/// Why a file of records cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// The system says so.
    Io(io::Error),
    /// A line, from 1, is no record.
    Line(u64, serde_json::Error),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Io(error) => write!(f, "{error}"),
            JournalError::Line(line, error) => write!(f, "line {line} is no record of a game: {error}"),
        }
    }
}

impl std::error::Error for JournalError {}

impl From<io::Error> for JournalError {
    fn from(error: io::Error) -> JournalError {
        JournalError::Io(error)
    }
}

/// Reads records from the first on; says how many bytes the whole lines have. A last line without its end is what a
/// killed run has left, and no game.
///
/// # Errors
/// The file cannot be read, or has a line that is no record.
pub fn read(file: &File, each: &mut dyn FnMut(GameRecord)) -> Result<u64, JournalError> {
    let mut reader = BufReader::new(file);
    let (mut length, mut number, mut line) = (0, 0, Vec::new());
    loop {
        line.clear();
        let count = reader.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return Ok(length);
        }
        number += 1;
        length += count as u64;
        if !line.trim_ascii().is_empty() {
            each(serde_json::from_slice(&line).map_err(|error| JournalError::Line(number, error))?);
        }
    }
}

/// A file to which records are appended.
#[derive(Debug)]
pub struct Journal {
    file: File,
    length: u64,
}

impl Journal {
    /// Opens the file, or makes it, and reads what is there; a torn last line is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, or has a line that is no record.
    pub fn open(path: &Path, each: &mut dyn FnMut(GameRecord)) -> Result<Journal, JournalError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let length = read(&file, each)?;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Journal { file, length })
    }

    /// Appends a record and waits until it is on disk.
    ///
    /// # Errors
    /// Why it cannot be written; the file is as it was, if that is possible.
    pub fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => self.length += line.len() as u64,
            Err(_) => {
                let _ = self.file.set_len(self.length);
                let _ = self.file.seek(SeekFrom::Start(self.length));
            }
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::GameResult;
    use crate::arena::record::tests::record;

    #[test]
    fn a_torn_file_keeps_its_whole_lines_and_goes_on() {
        let records: Vec<_> = (1..=3).map(|game| record(game, GameResult::Red)).collect();
        let lines: Vec<String> =
            records.iter().map(|record| format!("{}\n", serde_json::to_string(record).expect("text"))).collect();
        let whole = lines.concat();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.json");
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("a file");
            let mut found = Vec::new();
            let mut journal = Journal::open(&path, &mut |record| found.push(record)).expect("a journal");
            assert_eq!(found, records[..whole[..length].matches('\n').count()]);
            for record in &records[found.len()..] {
                journal.append(record).expect("written");
            }
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), whole);
        }
    }

    #[test]
    fn a_line_that_is_no_record_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.json");
        std::fs::write(&path, "\n{\"game\":1}\n").expect("a file");
        let error = Journal::open(&path, &mut |_| {}).expect_err("no record");
        assert!(error.to_string().starts_with("line 2 "), "{error}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "\n{\"game\":1}\n");
    }
}
