//! The KGN file of a match with records. It is made from the records and holds nothing else.

use super::journal::{self, Journal};
use super::kgn_file::{self, open};
use super::record::GameRecord;
use same_file::Handle;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The beginning of the tag that may differ: a game that is played again may have another date.
const DATE: &[u8] = b"[Date \"";

/// The games on record as KGN, in a temporary file without a name.
#[derive(Debug)]
pub struct Games {
    text: File,
    event: String,
}

impl Games {
    /// Creates an empty list. `event` is the name of the event.
    ///
    /// # Errors
    /// There is no room for temporary files.
    pub fn new(event: &str) -> io::Result<Games> {
        Ok(Games { text: tempfile::tempfile()?, event: event.to_owned() })
    }

    /// Appends a game.
    ///
    /// # Errors
    /// The record has no valid moves, or there is no room for temporary files.
    pub fn add(&mut self, record: &GameRecord) -> io::Result<()> {
        let text = kgn_file::text(record, &self.event).map_err(io::Error::other)?;
        self.text.write_all(text.as_bytes())
    }

    /// Appends all games, from an offset in bytes, to a stream or a file.
    ///
    /// # Errors
    /// The games cannot be written.
    pub fn copy_from(&mut self, offset: u64, to: &mut impl Write) -> io::Result<()> {
        self.text.seek(SeekFrom::Start(offset))?;
        io::copy(&mut self.text, to).map(drop)
    }
}

/// The KGN file of a match with records. Between two calls of [`DerivedKgn::make`] it does not change.
#[derive(Debug)]
pub struct DerivedKgn {
    file: File,
    path: PathBuf,
}

impl DerivedKgn {
    /// Opens or creates a file, and locks it against all other runs.
    ///
    /// # Errors
    /// The file cannot be opened, or another run has locked it.
    pub fn open(path: &Path) -> io::Result<DerivedKgn> {
        Ok(DerivedKgn { file: open(path, true)?, path: path.to_owned() })
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the file can be made several times, which a device, a pipe or stdout cannot.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn is_file(&self) -> io::Result<bool> {
        journal::is_regular_file(&self.file, &self.path)
    }

    /// Checks that the file is a beginning of these games, dates aside, unless it is to be replaced. Returns the length in
    /// bytes of what stays. A stream holds nothing.
    ///
    /// # Errors
    /// The file holds anything else, or cannot be read.
    pub fn check(&self, games: &mut Games, replaces: bool) -> io::Result<u64> {
        if !self.is_file()? {
            return Ok(0);
        }
        (&self.file).seek(SeekFrom::Start(0))?;
        games.text.seek(SeekFrom::Start(0))?;
        match equal_length(BufReader::new(&self.file), BufReader::new(&games.text))? {
            Some(length) => Ok(length),
            None if replaces => Ok(0),
            None => Err(io::Error::other(
                "it is there already, and is not a beginning of the games on record; --force replaces it",
            )),
        }
    }

    /// Makes the file from these games. It is cut where it differs from them and then only grows, so that after a kill it is
    /// still a beginning of them. A stream receives them all.
    ///
    /// # Errors
    /// The file holds anything else and is not to be replaced, or cannot be read or written.
    pub fn make(&mut self, games: &mut Games, replaces: bool) -> io::Result<()> {
        if !self.is_file()? {
            return games.copy_from(0, &mut self.file);
        }
        // Another program may have replaced or deleted the file.
        if !is_at(&self.file, &self.path) {
            self.file = open(&self.path, true)?;
        }
        let length = self.check(games, replaces)?;
        if self.file.metadata()?.len() > length {
            self.file.set_len(length)?;
        }
        games.copy_from(length, &mut self.file)?;
        self.file.sync_data()
    }

    /// Makes the file from all records of a match.
    ///
    /// # Errors
    /// As for [`DerivedKgn::make`], or the records cannot be read.
    pub fn make_from(&mut self, journal: &Journal, event: &str) -> io::Result<()> {
        let (mut games, mut seen) = (Games::new(event)?, HashSet::new());
        for record in journal.records()? {
            let record = record?;
            if seen.insert(record.game) {
                games.add(&record)?;
            }
        }
        self.make(&mut games, false)
    }
}

/// Returns the length in bytes of the common beginning of a file and of games; `None` if the file is not a beginning of the
/// games, dates aside.
fn equal_length(mut file: impl BufRead, mut games: impl BufRead) -> io::Result<Option<u64>> {
    /// The number of bytes by which a line with another date may be longer.
    const LONGER: u64 = 64;
    let (mut length, mut is_equal) = (0, true);
    loop {
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        games.read_until(b'\n', &mut expected)?;
        file.by_ref().take(expected.len() as u64 + LONGER).read_until(b'\n', &mut found)?;
        let is_date = found.starts_with(DATE) && expected.starts_with(DATE);
        if !is_date && !expected.starts_with(&found) {
            return Ok(None);
        }
        is_equal &= expected.starts_with(&found);
        if is_equal {
            length += found.len() as u64;
        }
        // The file has ended, in this line or before it.
        if !found.ends_with(b"\n") {
            return Ok(file.fill_buf()?.is_empty().then_some(length));
        }
    }
}

/// Returns whether an open file is the file at a path.
fn is_at(file: &File, path: &Path) -> bool {
    let open = file.try_clone().and_then(Handle::from_file);
    open.is_ok_and(|open| Handle::from_path(path).is_ok_and(|found| found == open))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::tests::record;
    use khepri_rules::Outcome;

    fn games(numbers: impl IntoIterator<Item = u64>) -> Games {
        let mut games = Games::new("E").expect("a temporary file");
        numbers.into_iter().for_each(|number| games.add(&record(number, Outcome::Draw)).expect("written"));
        games
    }

    fn text(numbers: impl IntoIterator<Item = u64>) -> String {
        let game = |number| kgn_file::text(&record(number, Outcome::Draw), "E").expect("a game");
        numbers.into_iter().map(game).collect()
    }

    /// Makes a file that holds `found` from three games, and returns its new text.
    fn made(found: &str, replaces: bool) -> io::Result<String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        std::fs::write(&path, found).expect("a file");
        let made = DerivedKgn::open(&path)?.make(&mut games(1..=3), replaces);
        let text = std::fs::read_to_string(&path).expect("text");
        assert!(made.is_ok() || text == found, "a refused file stays: {text}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
        made.map(|()| text)
    }

    #[test]
    fn any_beginning_of_the_games_is_made_anew() {
        let whole = text(1..=3);
        let other_dates = whole.replace("[Date \"2026.11.21\"]", "[Date \"1999.1.2\"]");
        for beginning in [&whole, &other_dates] {
            // All lengths would take too long. Every seventh one still cuts each part of the text.
            for length in (0..=beginning.len()).step_by(7).chain([beginning.len()]) {
                assert_eq!(made(&beginning[..length], false).expect("made"), whole, "{length}");
            }
        }
    }

    #[test]
    fn a_file_that_holds_anything_else_is_replaced_only_if_that_is_requested() {
        let whole = text(1..=3);
        let long_date = format!("[Date \"{}\"]", "9".repeat(1_000));
        for other in [
            "x".to_owned(),
            "\n".to_owned(),
            "\0".repeat(40),
            text(1..=4),
            text([2]),
            whole.replace('\n', "\r\n"),
            format!("{whole}; a note\n"),
            format!("{whole}\0"),
            whole.replace("0.103s", "0.104s"),
            whole.replace("[Date \"2026.11.21\"]", &long_date),
            whole.replace("[Date \"2026.11.21\"]\n", ""),
            whole.replace("[Site \"?\"]", "[Date \"2026.11.21\"]"),
        ] {
            let error = made(&other, false).expect_err("another file");
            assert!(error.to_string().starts_with("it is there already"), "{error}");
            assert_eq!(made(&other, true).expect("replaced"), whole);
        }
    }

    #[test]
    fn a_file_that_another_program_changed_meanwhile_is_not_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        let mut kgn = DerivedKgn::open(&path).expect("a file");
        std::fs::remove_file(&path).expect("a file");
        kgn.make(&mut games([1]), false).expect("made");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), text([1]));
        let saved = text([1]).replace("{book}", "{book; a note}");
        std::fs::write(folder.path().join("saved"), &saved).expect("a file");
        std::fs::rename(folder.path().join("saved"), &path).expect("renamed");
        kgn.make(&mut games(1..=2), false).expect_err("it was changed");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), saved);
    }

    #[test]
    #[cfg(unix)]
    fn links_names_and_permissions_stay() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [path, link, second] = ["games.kgn", "link", "second"].map(|name| folder.path().join(name));
        std::fs::write(&path, text([1])).expect("a file");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o604)).expect("a mode");
        symlink("games.kgn", &link).expect("a link");
        std::fs::hard_link(&path, &second).expect("a name");
        DerivedKgn::open(&link).expect("a file").make(&mut games(1..=2), false).expect("made");
        let found = path.metadata().expect("a file");
        assert_eq!((found.mode() & 0o777, found.nlink(), link.is_symlink()), (0o604, 2, true));
        assert_eq!(std::fs::read_to_string(&second).expect("a file"), text(1..=2));
    }
}
