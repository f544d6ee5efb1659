//! The file to which `khepri datagen` appends games. One process at a time creates or continues it.

use super::header;
use super::reader::{Part, ReadError, Reader};
use super::recipe::{Difference, Recipe};
use super::record::Record;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the file in the output folder of `khepri datagen`.
pub const FILE_NAME: &str = "games.khepri";

/// The least time between a sync to disk and the next one by [`Store::append`].
const SYNC: Duration = Duration::from_secs(30);

/// The reason why games cannot be added to a file.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be created, read or written.
    #[error(transparent)]
    Input(#[from] io::Error),
    /// Another process writes to the file.
    #[error("another process writes to it")]
    Locked,
    /// The games of the file have another recipe. The first value of the difference is from the file.
    #[error("its games are made with {} {}, expected {}", .0.name, .0.first, .0.second)]
    OtherRecipe(Box<Difference>),
    /// A header of the file has several recipes, or none.
    #[error("it holds games of {0} recipes, expected one")]
    Recipes(usize),
    /// The file has another version.
    #[error(transparent)]
    Version(ReadError),
    /// The file is not a file of games, or is damaged before its end.
    #[error("it is damaged at byte {byte}, or not a file of games; `khepri data merge` copies its undamaged games")]
    Damaged {
        /// The offset of the first damaged byte.
        byte: u64,
    },
}

/// What a file contained when it was opened.
#[derive(Debug, Default)]
pub struct Found {
    /// The numbers of the games.
    pub numbers: HashSet<u64>,
    /// The number of positions.
    pub positions: u64,
    /// The number of bytes after the last valid block. The first append removes them.
    pub cut: u64,
}

/// A file of games that only this process writes.
#[derive(Debug)]
pub struct Store {
    file: File,
    /// The length of the header and all complete blocks, in bytes.
    length: u64,
    /// Whether the file is longer. A file to which no game is added stays as it is.
    has_rest: bool,
    /// The time of the last sync to disk.
    synced: Instant,
}

impl Store {
    /// Returns the path of the file in a folder.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join(FILE_NAME)
    }

    /// Opens the file in a folder and reads its games. Creates folder and file if they do not exist. Removes all games if
    /// `replaces` is true.
    ///
    /// # Errors
    /// Games cannot be added to the file. The file is unchanged, unless writing to it failed.
    pub fn open(folder: &Path, recipe: &Recipe, replaces: bool) -> Result<(Store, Found), StoreError> {
        fs::create_dir_all(folder)?;
        let path = Store::path(folder);
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Locked),
            Err(TryLockError::Error(error)) => return Err(StoreError::Input(error)),
        }
        let header = header::write(std::slice::from_ref(recipe));
        let is_new = replaces || ends_in_header(&mut file, &header)?;
        let mut store = Store { file, length: 0, has_rest: false, synced: Instant::now() };
        if is_new {
            store.file.set_len(0)?;
            store.file.seek(SeekFrom::Start(0))?;
            store.append_bytes(&header)?;
            return Ok((store, Found::default()));
        }
        let found = store.read(recipe)?;
        Ok((store, found))
    }

    /// Reads the file, and seeks to the end of its last valid block.
    fn read(&mut self, recipe: &Recipe) -> Result<Found, StoreError> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut reader = Reader::new(&self.file);
        let mut found = Found::default();
        let mut damaged = None;
        loop {
            match reader.next_part() {
                // Damage before a game or a header is not at the end, so the file is refused.
                Ok(Some(Part::Game(_) | Part::Header(_))) if damaged.is_some() => break,
                Ok(Some(Part::Header(recipes))) => match &recipes[..] {
                    [stored] => {
                        if let Some(difference) = stored.difference(recipe) {
                            return Err(StoreError::OtherRecipe(Box::new(difference)));
                        }
                    }
                    others => return Err(StoreError::Recipes(others.len())),
                },
                Ok(Some(Part::Game(record))) => {
                    if found.numbers.insert(record.number) {
                        found.positions += record.data().count() as u64;
                    }
                }
                Ok(Some(Part::Damage(damage))) => {
                    damaged.get_or_insert(damage.byte);
                }
                Ok(None) => break,
                Err(ReadError::Input(error)) => return Err(StoreError::Input(error)),
                Err(error @ ReadError::Version(_)) => return Err(StoreError::Version(error)),
            }
        }
        let (valid, end) = (reader.valid_length(), reader.offset());
        drop(reader);
        // Without a header before it, the file may be of another format.
        if let Some(byte) = damaged.filter(|&byte| byte < valid || byte == 0) {
            return Err(StoreError::Damaged { byte });
        }
        found.cut = end - valid;
        self.length = valid;
        self.has_rest = found.cut > 0;
        self.file.seek(SeekFrom::Start(valid))?;
        Ok(found)
    }

    /// Appends a game. The first one replaces what follows the last valid block.
    ///
    /// # Errors
    /// The game cannot be written, or the file cannot be synced to disk. After a failed write the file has its former length
    /// or an incomplete last block.
    pub fn append(&mut self, record: &Record) -> io::Result<()> {
        self.append_bytes(&record.to_block()?)?;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    fn append_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.has_rest {
            self.file.set_len(self.length)?;
            self.has_rest = false;
        }
        if let Err(error) = self.file.write_all(bytes) {
            // If truncation fails too, the next run removes the incomplete block.
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            return Err(error);
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Syncs the file to disk.
    ///
    /// # Errors
    /// The system reports a failure.
    pub fn sync(&mut self) -> io::Result<()> {
        self.synced = Instant::now();
        self.file.sync_data()
    }
}

/// Returns whether a file is empty or ends within this header. Such a file remains if its writer was killed before it had
/// written the header.
fn ends_in_header(file: &mut File, header: &[u8]) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut start)?;
    Ok(start.len() < header.len() && header.starts_with(&start))
}

#[cfg(test)]
mod tests {
    use super::super::recipe::tests::{extended_recipe, recipe};
    use super::super::record::tests::{extended_record, record};
    use super::*;

    /// Returns a folder whose file has the games with these numbers.
    fn folder(numbers: std::ops::Range<u64>) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut store, found) = Store::open(folder.path(), &recipe(), false).expect("a file");
        assert_eq!((found.numbers.len(), found.positions, found.cut), (0, 0, 0));
        for number in numbers {
            store.append(&record(number)).expect("room");
        }
        folder
    }

    /// Opens the file in a folder and returns the numbers of its games, or the error.
    fn open(folder: &tempfile::TempDir) -> Result<Vec<u64>, String> {
        let (_, found) = Store::open(folder.path(), &recipe(), false).map_err(|error| error.to_string())?;
        assert_eq!(found.positions, 2 * found.numbers.len() as u64);
        let mut numbers: Vec<u64> = found.numbers.into_iter().collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    #[test]
    fn a_file_that_is_cut_anywhere_is_continued_after_its_complete_blocks() {
        let folder = folder(0..3);
        let path = Store::path(folder.path());
        let whole = fs::read(&path).expect("a file");
        let block = record(0).to_block().expect("a block").len();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).expect("a file");
            let games = (length.saturating_sub(whole.len() - 3 * block) / block) as u64;
            assert_eq!(open(&folder), Ok((0..games).collect()), "{length}");
            let (mut store, _) = Store::open(folder.path(), &recipe(), false).expect("a file");
            (games..3).for_each(|number| store.append(&record(number)).expect("room"));
            drop(store);
            assert_eq!(fs::read(&path).expect("a file"), whole, "{length}");
        }
    }

    #[test]
    fn a_file_damaged_before_its_end_is_refused_and_unchanged() {
        let folder = folder(0..3);
        let path = Store::path(folder.path());
        let whole = fs::read(&path).expect("a file");
        let last = whole.len() - record(2).to_block().expect("a block").len();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x40;
            fs::write(&path, &changed).expect("a file");
            if at < last {
                assert!(open(&folder).is_err(), "{at}");
                assert_eq!(fs::read(&path).expect("a file"), changed, "{at}");
            } else {
                assert_eq!(open(&folder), Ok(vec![0, 1]), "{at}");
            }
        }
    }

    #[test]
    fn positions_that_are_not_data_are_not_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut store, _) = Store::open(folder.path(), &extended_recipe(), false).expect("a file");
        (0..3).for_each(|number| store.append(&extended_record(number)).expect("room"));
        drop(store);
        let (_, found) = Store::open(folder.path(), &extended_recipe(), false).expect("a file");
        assert_eq!((found.numbers.len(), found.positions), (3, 3));
    }

    #[test]
    fn a_second_writer_and_another_recipe_are_refused() {
        let folder = folder(0..1);
        let (_store, _) = Store::open(folder.path(), &recipe(), false).expect("a file");
        assert_eq!(open(&folder), Err("another process writes to it".to_owned()));
        drop(_store);
        let other = Recipe { nodes: 9, ..recipe() };
        let error = Store::open(folder.path(), &other, false).expect_err("another recipe").to_string();
        assert_eq!(error, "its games are made with nodes 2000, expected 9");
    }

    #[test]
    fn a_joined_file_is_continued_only_if_all_its_games_have_the_recipe() {
        let folder = folder(0..3);
        let path = Store::path(folder.path());
        let whole = fs::read(&path).expect("a file");
        let header = header::write(&[recipe()]).len();
        // A game that stands twice counts once.
        fs::write(&path, whole.repeat(2)).expect("a file");
        assert_eq!(open(&folder), Ok(vec![0, 1, 2]));
        let cut = [&whole[..], &whole[..header - 1]].concat();
        fs::write(&path, &cut).expect("a file");
        assert_eq!(open(&folder), Ok(vec![0, 1, 2]));
        assert_eq!(fs::read(&path).expect("a file"), cut);
        let (mut store, _) = Store::open(folder.path(), &recipe(), false).expect("a file");
        store.append(&record(3)).expect("room");
        let continued = [whole.clone(), record(3).to_block().expect("a block")].concat();
        assert_eq!(fs::read(&path).expect("a file"), continued, "the incomplete header is removed");
        drop(store);
        let mut changed = whole.clone();
        changed[header / 2] ^= 1;
        let other = header::write(&[Recipe { seed: 9, ..recipe() }]);
        let both = header::write(&[recipe(), Recipe { seed: 9, ..recipe() }]);
        let named_damage = format!("damaged at byte {}", whole.len());
        for (joined, named) in [(&changed, named_damage.as_str()), (&other, "seed 9"), (&both, "2 recipes")] {
            let joined = [&whole[..], joined].concat();
            fs::write(&path, &joined).expect("a file");
            assert!(open(&folder).is_err_and(|error| error.contains(named)), "{named}");
            assert_eq!(fs::read(&path).expect("a file"), joined);
        }
    }

    #[test]
    fn files_of_another_format_are_refused_and_unchanged() {
        let folder = folder(0..0);
        let path = Store::path(folder.path());
        for (content, named) in [(&b"some text"[..], "damaged at byte 0"), (&header::write(&[]), "0 recipes")] {
            fs::write(&path, content).expect("a file");
            assert!(open(&folder).is_err_and(|error| error.contains(named)), "{named}");
            assert_eq!(fs::read(&path).expect("a file"), content);
        }
    }
}
