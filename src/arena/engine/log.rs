//! Logs of every line to and from the engines: one of the whole match, and one of each game with a fault.

use super::lock;
use crate::names::shown_at;
use crate::records::journal::with_path;
use crate::records::record::GameRecord;
use crate::timestamp::Reference;
use khepri_rules::internal::notation::excerpt::escaped;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// The number of bytes of a line that are logged. The `position` command of a game of ten thousand moves fits.
const LONGEST_LINE: usize = 1 << 16;
/// The largest size of the stored first lines of a game, in bytes.
const MAX_FIRST: usize = 1 << 16;
/// The largest size of the stored last lines of a game, in bytes. The fault is at their end.
const MAX_LAST: usize = 1 << 20;
/// The largest number of logs of games with the same number in a folder. Existing logs are not overwritten.
const MAX_FILES: u32 = 1_000;

/// The logs of a match.
#[derive(Debug)]
pub struct MatchLog {
    /// The log of all lines; closed at the first write error.
    all: Mutex<Option<File>>,
    /// The folder for the logs of games with a fault.
    faults: Option<PathBuf>,
    /// The instant from which the times of the lines are computed.
    reference: Reference,
    /// The first error of writing a log.
    error: Mutex<Option<io::Error>>,
}

impl MatchLog {
    /// Creates the logs: `all` is an open file for all lines, `faults` an existing folder for games with a fault.
    pub fn new(all: Option<File>, faults: Option<PathBuf>) -> MatchLog {
        let (reference, error) = (Reference::now(), Mutex::default());
        MatchLog { all: Mutex::new(all), faults, reference, error }
    }

    /// Takes the first error of writing a log, if there was one.
    pub fn take_error(&self) -> Option<io::Error> {
        lock(&self.error).take()
    }

    fn record_error(&self, error: io::Error) {
        lock(&self.error).get_or_insert(error);
    }

    fn write(&self, line: &str) {
        let mut file = lock(&self.all);
        if let Some(open) = file.as_mut()
            && let Err(error) = open.write_all(line.as_bytes())
        {
            *file = None;
            self.record_error(error);
        }
    }
}

/// The lines of a worker's current game; clones share them.
#[derive(Clone, Debug)]
pub struct GameLog(Arc<CurrentGame>);

#[derive(Debug)]
struct CurrentGame {
    match_log: Arc<MatchLog>,
    /// The number of the game, from 1; 0 before the first game.
    number: AtomicU64,
    lines: Mutex<BoundedLines>,
}

impl GameLog {
    /// Creates a log without a game.
    pub fn new(match_log: Arc<MatchLog>) -> GameLog {
        GameLog(Arc::new(CurrentGame { match_log, number: AtomicU64::new(0), lines: Mutex::default() }))
    }

    /// Begins the game with this number, from 1.
    pub fn begin(&self, number: u64) {
        self.0.number.store(number, Ordering::Relaxed);
        *lock(&self.0.lines) = BoundedLines::default();
    }

    /// Returns a handle that logs the lines of one engine in this log.
    pub fn of_engine(&self, seat: usize, name: &str) -> EngineLog {
        EngineLog { game: self.clone(), name: shown_at(seat, name) }
    }

    /// Writes the lines of the game to a new file, if the match has a folder for games with a fault.
    pub fn save(&self, record: &GameRecord) {
        let Some(folder) = &self.0.match_log.faults else { return };
        let GameRecord { tournament, game, seats, silver, red, termination, detail, .. } = record;
        let [silver, red] = [(seats[0], silver), (seats[1], red)].map(|(seat, name)| shown_at(seat, name));
        let detail = escaped(detail.as_bytes(), LONGEST_LINE);
        let head = format!("# tournament {tournament} game {game}: {silver} - {red}: {termination} ({detail})\n");
        let text = head + &lock(&self.0.lines).text();
        let written = create_new(folder, *game).and_then(|mut file| file.write_all(text.as_bytes()));
        written.unwrap_or_else(|error| self.0.match_log.record_error(with_path(folder, &error)));
    }
}

/// Creates `game-N.log`. If it exists, tries `game-N-2.log`, `game-N-3.log`, and so on.
fn create_new(folder: &Path, game: u64) -> io::Result<File> {
    let mut names = (1..=MAX_FILES)
        .map(|copy| if copy == 1 { format!("game-{game}.log") } else { format!("game-{game}-{copy}.log") });
    let created = names.find_map(|name| match File::create_new(folder.join(name)) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
        created => Some(created),
    });
    created.unwrap_or_else(|| Err(io::ErrorKind::AlreadyExists.into()))
}

/// The first and the last lines of a game, both bounded in size.
#[derive(Default, Debug)]
struct BoundedLines {
    first: String,
    last: VecDeque<String>,
    /// The size of the last lines in bytes.
    size: usize,
    /// Number of lines dropped between the first and the last.
    dropped: u64,
}

impl BoundedLines {
    fn push(&mut self, line: String) {
        if self.last.is_empty() && self.dropped == 0 && self.first.len() + line.len() <= MAX_FIRST {
            self.first.push_str(&line);
            return;
        }
        self.size += line.len();
        self.last.push_back(line);
        while self.size > MAX_LAST
            && let Some(oldest) = self.last.pop_front()
        {
            self.size -= oldest.len();
            self.dropped += 1;
        }
    }

    fn text(&self) -> String {
        let mut text = self.first.clone();
        if self.dropped > 0 {
            text.push_str(&format!("# {} lines are left out here\n", self.dropped));
        }
        text.extend(self.last.iter().map(String::as_str));
        text
    }
}

/// A handle that logs the lines to and from one engine.
#[derive(Clone, Debug)]
pub struct EngineLog {
    game: GameLog,
    name: String,
}

impl EngineLog {
    /// Logs the lines of a command before it is sent.
    pub fn sent(&self, command: &str) {
        command.lines().for_each(|line| self.line(Instant::now(), '>', line.as_bytes()));
    }

    /// Logs a line of the engine, with the time of its arrival.
    pub fn received(&self, at: Instant, line: &[u8]) {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        self.line(at, '<', line.strip_suffix(b"\r").unwrap_or(line));
    }

    /// Logs a remark about the engine, such as its start.
    pub fn note(&self, text: &str) {
        self.line(Instant::now(), '*', text.as_bytes());
    }

    fn line(&self, at: Instant, mark: char, text: &[u8]) {
        let CurrentGame { match_log, number, lines } = &*self.game.0;
        let (time, number, text) =
            (match_log.reference.iso(at), number.load(Ordering::Relaxed), escaped(text, LONGEST_LINE));
        let line = format!("{time} game {number} {} {mark} {text}\n", self.name);
        match_log.write(&line);
        if match_log.faults.is_some() {
            lock(lines).push(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_of_a_long_game_are_kept() {
        let mut kept = BoundedLines::default();
        let line = |number: u32| format!("line {number:>8}\n");
        (0..1_000_000).for_each(|number| kept.push(line(number)));
        let text = kept.text();
        assert!(text.starts_with(&(line(0) + &line(1))) && text.ends_with(&(line(999_998) + &line(999_999))));
        assert!(text.len() < MAX_FIRST + MAX_LAST + 100, "{} bytes", text.len());
        let note = text.lines().find(|line| line.starts_with('#')).expect("a note");
        let kept_lines = text.lines().count() - 1;
        assert_eq!(note, format!("# {} lines are left out here", 1_000_000 - kept_lines));
    }

    #[test]
    fn all_lines_of_a_short_game_are_kept() {
        let mut kept = BoundedLines::default();
        (0..10_000).for_each(|number| kept.push(format!("{number}\n")));
        assert_eq!(kept.text().lines().count(), 10_000);
    }
}
