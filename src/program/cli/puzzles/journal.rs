//! The journal of unfinished work: a file beside the output. It has the puzzles of each game that is done, in order, and after
//! them a comment with the number of games. A game that was not written completely is dropped.

use khepri_lab::puzzles::puzzle::Puzzle;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The beginning of every journal.
pub(super) const START: &str = "# khepri puzzles, unfinished: ";

/// The beginning of the comment after the puzzles of a game.
const GAMES: &str = "# games ";

/// Returns the path of the journal of an output.
pub(super) fn path(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".journal");
    PathBuf::from(name)
}

/// The work of a journal.
#[derive(Default)]
pub(super) struct Done {
    /// The number of games.
    pub(super) games: usize,
    /// Their puzzles.
    pub(super) puzzles: Vec<Puzzle>,
}

/// The reason why a journal cannot be continued.
#[derive(Debug, Error)]
pub(super) enum JournalError {
    #[error(transparent)]
    Input(#[from] io::Error),
    #[error("expected a regular file")]
    NotAFile,
    #[error("another process writes to it")]
    Locked,
    #[error("it continues other work ({0}), expected {1}; --force replaces it")]
    OtherWork(String, String),
    #[error("line {0}: {1}; --force replaces it")]
    Line(usize, String),
}

/// A journal that only this process writes.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Creates a journal, or continues one of the same work. Replaces a journal of other work, or a damaged one, if `replaces` is true.
    pub(super) fn open(path: &Path, work: &str, replaces: bool) -> Result<(Journal, Done), JournalError> {
        // Opening a pipe would wait for another process.
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(JournalError::NotAFile);
        }
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::Locked,
            TryLockError::Error(error) => JournalError::Input(error),
        })?;
        let mut text = String::new();
        let found = file.read_to_string(&mut text).map_err(JournalError::Input).and_then(|_| read(&text, work));
        let (done, length) = found.or_else(|error| if replaces { Ok((Done::default(), 0)) } else { Err(error) })?;
        file.set_len(length as u64)?;
        file.seek(SeekFrom::End(0))?;
        if length == 0 {
            file.write_all(format!("{START}{work}\n").as_bytes())?;
        }
        Ok((Journal { file, path: path.to_owned() }, done))
    }

    /// Appends the puzzles of a game. `games` is the number of games that are done with it.
    pub(super) fn append(&mut self, games: usize, puzzles: &[Puzzle]) -> io::Result<()> {
        let mut text = String::new();
        for puzzle in puzzles {
            let _ = writeln!(text, "{puzzle}");
        }
        let _ = writeln!(text, "{GAMES}{games}");
        self.file.write_all(text.as_bytes())
    }

    /// Removes the journal.
    pub(super) fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

/// Reads a journal. Returns the complete games, and the length in bytes up to the end of the last one.
fn read(text: &str, work: &str) -> Result<(Done, usize), JournalError> {
    let mut lines = (1..).zip(text.split_inclusive('\n')).take_while(|(_, line)| line.ends_with('\n'));
    let Some((_, first)) = lines.next() else { return Ok((Done::default(), 0)) };
    let found = first.trim_end().strip_prefix(START).unwrap_or_default();
    if found != work {
        return Err(JournalError::OtherWork(found.to_owned(), work.to_owned()));
    }
    let (mut done, mut length, mut at) = (Done::default(), first.len(), first.len());
    let mut puzzles = Vec::new();
    for (number, line) in lines {
        at += line.len();
        let error = |why: String| JournalError::Line(number, why);
        if let Some(games) = line.trim_end().strip_prefix(GAMES) {
            let is_next = games.parse() == Ok(done.games + 1);
            if !is_next {
                return Err(error(format!("expected `{GAMES}{}`", done.games + 1)));
            }
            done.games += 1;
            done.puzzles.append(&mut puzzles);
            length = at;
        } else {
            puzzles.push(line.trim_end().parse::<Puzzle>().map_err(|why| error(why.to_string()))?);
        }
    }
    Ok((done, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "////4k4P2///4K5 s khet1 0 1 ; best j4+ ; line j4+ ; rating 700 ; kind win ; themes - ; mate 1";

    #[test]
    fn complete_games_are_read_and_the_rest_is_cut() {
        let head = format!("{START}work\n");
        let whole = format!("{head}# games 1\n{PUZZLE}\n{PUZZLE}\n# games 2\n");
        for (more, games, puzzles, length) in [
            ("", 2, 2, whole.len()),
            (PUZZLE, 2, 2, whole.len()),
            ("# games 3", 2, 2, whole.len()),
            ("# games 3\n", 3, 2, whole.len() + 10),
            (&format!("{PUZZLE}\n"), 2, 2, whole.len()),
            (&format!("{PUZZLE}\n# games 3\n"), 3, 3, whole.len() + PUZZLE.len() + 11),
        ] {
            let (done, found) = read(&format!("{whole}{more}"), "work").expect("a journal");
            assert_eq!((done.games, done.puzzles.len(), found), (games, puzzles, length), "{more}");
        }
        for cut in ["", START, &head[..head.len() - 1]] {
            let (done, length) = read(cut, "work").expect("a new journal");
            assert_eq!((done.games, length), (0, 0), "{cut}");
        }
    }

    #[test]
    fn other_work_and_damaged_lines_are_refused() {
        let head = format!("{START}work\n");
        for (text, named) in [
            (format!("{START}other\n"), "other work (other), expected work"),
            ("# something\n".to_owned(), "other work"),
            (format!("{head}# games 2\n"), "line 2: expected `# games 1`"),
            (format!("{head}x\n# games 1\n"), "line 2: "),
        ] {
            let error = read(&text, "work").err().expect(named).to_string();
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn force_continues_the_same_work_and_replaces_any_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let whole = format!("{START}work\n# games 1\n{PUZZLE}\n# games 2\n");
        for (text, games, left) in [
            (whole.clone(), 2, whole.as_str()),
            (whole.replace("work", "other"), 0, "# khepri puzzles, unfinished: work\n"),
            (format!("{whole}x\n# games 3\n"), 0, "# khepri puzzles, unfinished: work\n"),
        ] {
            fs::write(&path, &text).expect("a file");
            let (_, done) = Journal::open(&path, "work", true).expect("a journal");
            assert_eq!(done.games, games, "{text}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), left);
        }
        assert!(matches!(Journal::open(folder.path(), "work", true), Err(JournalError::NotAFile)));
    }
}
