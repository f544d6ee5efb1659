//! What was said to engines and by them, line by line: the log of a match, and those of games with a fault.

use super::names::shown_at;
use super::record::GameRecord;
use super::timestamp::Reference;
use crate::notation::excerpt::escaped;
use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Bytes of a line that are kept: the `position` of a game of ten thousand moves.
const LONGEST_LINE: usize = 1 << 16;
/// Bytes kept of the first lines of a game, the start of its engines among them.
const MOST_FIRST: usize = 1 << 16;
/// Bytes kept of the last lines of a game, at the end of which a fault stands.
const MOST_LAST: usize = 1 << 20;
/// Files of one game that a folder may hold: logs of other matches are never written over.
const MOST_FILES: u32 = 1_000;

/// The logs of a match.
#[derive(Debug)]
pub struct MatchLog {
    /// Where every line goes, until it cannot be written.
    all: Option<Mutex<Option<File>>>,
    /// The folder of the games with a fault.
    faults: Option<PathBuf>,
    /// What times are counted from.
    reference: Reference,
    /// What went wrong first.
    error: Mutex<Option<io::Error>>,
}

impl MatchLog {
    /// Opens the log, to which lines are appended, and makes the folder of the games with a fault. `None` if neither is
    /// wanted.
    ///
    /// # Errors
    /// Why the file cannot be opened, or else why the folder cannot be made.
    pub fn open(all: Option<&Path>, faults: Option<&Path>) -> Result<Option<Arc<MatchLog>>, Unopened> {
        let appended = |path| OpenOptions::new().create(true).append(true).open(path);
        let file = all.map(appended).transpose().map_err(Unopened::All)?;
        faults.map_or(Ok(()), fs::create_dir_all).map_err(Unopened::Faults)?;
        let is_wanted = file.is_some() || faults.is_some();
        Ok(is_wanted.then(|| {
            Arc::new(MatchLog {
                all: file.map(|file| Mutex::new(Some(file))),
                faults: faults.map(Path::to_owned),
                reference: Reference::now(),
                error: Mutex::default(),
            })
        }))
    }

    /// Takes out why a log could not be written, if that has happened.
    pub fn take_error(&self) -> Option<io::Error> {
        lock(&self.error).take()
    }

    fn fail(&self, error: io::Error) {
        lock(&self.error).get_or_insert(error);
    }

    fn write(&self, line: &str) {
        let Some(all) = &self.all else { return };
        let mut file = lock(all);
        if let Some(open) = file.as_mut()
            && let Err(error) = open.write_all(line.as_bytes())
        {
            *file = None;
            self.fail(error);
        }
    }
}

/// Which log cannot be opened, and why.
#[derive(Debug)]
pub enum Unopened {
    /// That of all lines.
    All(io::Error),
    /// The folder of the games with a fault.
    Faults(io::Error),
}

/// The lines of the game that a worker plays; clones share them.
#[derive(Clone, Debug)]
pub struct GameLog(Arc<Game>);

#[derive(Debug)]
struct Game {
    of_match: Arc<MatchLog>,
    number: AtomicU64,
    kept: Mutex<Kept>,
}

impl GameLog {
    /// No game yet.
    pub fn new(of_match: Arc<MatchLog>) -> GameLog {
        GameLog(Arc::new(Game { of_match, number: AtomicU64::new(0), kept: Mutex::default() }))
    }

    /// Begins a game, to which all lines belong that follow. Its number is from 1.
    pub fn begin(&self, number: u64) {
        self.0.number.store(number, Ordering::Relaxed);
        *lock(&self.0.kept) = Kept::default();
    }

    /// The log of an engine that plays in these games.
    pub fn of_engine(&self, seat: usize, name: &str) -> EngineLog {
        EngineLog { game: self.clone(), name: shown_at(seat, name) }
    }

    /// Writes the lines of the game into a file of its own, if games with a fault have such files.
    pub fn keep(&self, record: &GameRecord) {
        let Some(folder) = &self.0.of_match.faults else { return };
        let GameRecord { tournament, game, seats, silver, red, termination, detail, .. } = record;
        let [silver, red] = [(seats[0], silver), (seats[1], red)].map(|(seat, name)| shown_at(seat, name));
        let detail = escaped(detail.as_bytes(), LONGEST_LINE);
        let head = format!("# tournament {tournament} game {game}: {silver} - {red}: {termination} ({detail})\n");
        let text = head + &lock(&self.0.kept).text();
        let written = create_new(folder, *game).and_then(|mut file| file.write_all(text.as_bytes()));
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
        written.unwrap_or_else(|error| self.0.of_match.fail(named(error)));
    }
}

/// Makes `game-N.log`, or `game-N-2.log` and so on if that is there.
fn create_new(folder: &Path, game: u64) -> io::Result<File> {
    let mut names = (1..=MOST_FILES)
        .map(|copy| if copy == 1 { format!("game-{game}.log") } else { format!("game-{game}-{copy}.log") });
    let created = names.find_map(|name| match File::create_new(folder.join(name)) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
        created => Some(created),
    });
    created.unwrap_or_else(|| Err(io::ErrorKind::AlreadyExists.into()))
}

/// The lines of a game, with a bound on their size.
#[derive(Default, Debug)]
struct Kept {
    first: String,
    last: VecDeque<String>,
    /// Bytes of the last lines.
    size: usize,
    /// The number of lines between both that were dropped.
    left_out: u64,
}

impl Kept {
    fn push(&mut self, line: String) {
        if self.last.is_empty() && self.left_out == 0 && self.first.len() + line.len() <= MOST_FIRST {
            self.first.push_str(&line);
            return;
        }
        self.size += line.len();
        self.last.push_back(line);
        while self.size > MOST_LAST
            && let Some(oldest) = self.last.pop_front()
        {
            self.size -= oldest.len();
            self.left_out += 1;
        }
    }

    fn text(&self) -> String {
        let mut text = self.first.clone();
        if self.left_out > 0 {
            text.push_str(&format!("# {} lines are left out here\n", self.left_out));
        }
        text.extend(self.last.iter().map(String::as_str));
        text
    }
}

/// Logs what is said to an engine and by it.
#[derive(Clone, Debug)]
pub struct EngineLog {
    game: GameLog,
    name: String,
}

impl EngineLog {
    /// Logs the lines of a command that is about to be sent.
    pub fn sent(&self, command: &str) {
        command.lines().for_each(|line| self.line(Instant::now(), '>', line.as_bytes()));
    }

    /// Logs a line that the engine has printed, with when it came.
    pub fn heard(&self, at: Instant, line: &[u8]) {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        self.line(at, '<', line.strip_suffix(b"\r").unwrap_or(line));
    }

    /// Logs what happened to the engine.
    pub fn note(&self, what: &str) {
        self.line(Instant::now(), '*', what.as_bytes());
    }

    fn line(&self, at: Instant, mark: char, text: &[u8]) {
        let Game { of_match, number, kept } = &*self.game.0;
        let (time, number, text) =
            (of_match.reference.iso(at), number.load(Ordering::Relaxed), escaped(text, LONGEST_LINE));
        let line = format!("{time} game {number} {} {mark} {text}\n", self.name);
        of_match.write(&line);
        if of_match.faults.is_some() {
            lock(kept).push(line);
        }
    }
}

/// A panic of another thread leaves nothing half done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_game_the_beginning_and_the_end_are_kept() {
        let mut kept = Kept::default();
        let line = |number: u32| format!("line {number:>8}\n");
        (0..1_000_000).for_each(|number| kept.push(line(number)));
        let text = kept.text();
        assert!(text.starts_with(&(line(0) + &line(1))) && text.ends_with(&(line(999_998) + &line(999_999))));
        assert!(text.len() < MOST_FIRST + MOST_LAST + 100, "{} bytes", text.len());
        let note = text.lines().find(|line| line.starts_with('#')).expect("a note");
        let kept_lines = text.lines().count() - 1;
        assert_eq!(note, format!("# {} lines are left out here", 1_000_000 - kept_lines));
    }

    #[test]
    fn a_short_game_is_kept_whole() {
        let mut kept = Kept::default();
        (0..10_000).for_each(|number| kept.push(format!("{number}\n")));
        assert_eq!(kept.text().lines().count(), 10_000);
    }
}
