//! The harness of the tests of matches. It plays a match of `Bad`, which misbehaves, against `Good`, and checks the table,
//! the records, the KGN, the lines on stderr, and that no process is left.

mod adjudications;
mod after_game;
mod crashes;
mod floods;
mod harmless;
mod khet2ai;
#[cfg(target_os = "linux")]
mod kills;
mod logs;
mod mistakes;
mod moves;
mod ponder;
mod processes;
#[cfg(unix)]
mod refusals;
#[cfg(target_os = "linux")]
mod resources;
mod stalls;
mod times;

use crate::support::mock::mock;
use crate::support::{run, without_progress};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// Deadlines that a well-behaved engine meets on a busy machine.
pub const PATIENT: [&str; 4] = ["start=20", "ready=20", "quit=1", "answer=20"];

/// The end of an undisturbed game in these matches, at the maximum number of plies.
pub const NORMAL: Ending = Ending { result: Points::Draw, termination: "max plies", plies: 6 };

/// The terminations by a fault.
const FAULTS: [&str; 12] = [
    "no move",
    "illegal move",
    "unreadable move",
    "time forfeit",
    "crash at start",
    "crash on go",
    "crash after bestmove",
    "no uciok",
    "no readyok",
    "no answer",
    "output flood",
    "two bestmoves",
];

/// The result of a game for `Bad`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// It won.
    Win,
    /// Neither player won.
    Draw,
    /// It lost.
    Loss,
}

/// The expected end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The result for `Bad`.
    pub result: Points,
    /// The name of the termination.
    pub termination: &'static str,
    /// Number of plies, those of the opening included.
    pub plies: u64,
}

/// Returns the end of a game that `Bad` loses.
pub fn lost(termination: &'static str, plies: u64) -> Ending {
    Ending { result: Points::Loss, termination, plies }
}

/// Returns the end of a game that `Bad` wins.
pub fn won(termination: &'static str, plies: u64) -> Ending {
    Ending { result: Points::Win, termination, plies }
}

/// Returns the end of a drawn game.
pub fn drawn(termination: &'static str, plies: u64) -> Ending {
    Ending { result: Points::Draw, termination, plies }
}

/// A match. `{folder}` in the words stands for its own folder.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    /// The flags of the mock engine `Bad`, the first engine.
    pub bad: &'a [&'a str],
    /// Further words of its `--engine`.
    pub bad_words: &'a [&'a str],
    /// The flags of the mock engine `Good`, the second engine.
    pub good: &'a [&'a str],
    /// Further words of its `--engine`.
    pub good_words: &'a [&'a str],
    /// The words of `--deadline`.
    pub deadlines: &'a [&'a str],
    /// More arguments.
    pub arguments: &'a [&'a str],
    /// The openings; `Bad` plays Silver in the first game of each.
    pub openings: &'a str,
}

impl Default for Match<'_> {
    fn default() -> Self {
        Match {
            bad: &[],
            bad_words: &["depth=1"],
            good: &[],
            good_words: &["depth=1"],
            deadlines: &PATIENT,
            arguments: &["--max-plies", "6"],
            openings: "khet2 classic",
        }
    }
}

/// A finished match.
pub struct Finished {
    /// The folder with its files.
    pub folder: TempDir,
    /// The table on stdout.
    pub table: String,
    /// The lines on stderr, without progress.
    pub errors: String,
    /// The record of each game.
    pub records: Vec<Value>,
    /// The games as KGN.
    pub kgn: String,
}

impl Match<'_> {
    /// Returns the arguments of `khepri` for a number of games.
    pub fn command(&self, folder: &Path, games: usize) -> Vec<String> {
        let file = |name: &str| folder.join(name).display().to_string();
        fs::write(folder.join("openings.txt"), self.openings).expect("a file");
        let mut words: Vec<String> = ["match", "--games", &games.to_string()].map(str::to_owned).to_vec();
        for (name, flags, more) in [("Bad", self.bad, self.bad_words), ("Good", self.good, self.good_words)] {
            words.extend(["--engine".to_owned(), format!("name={name}"), format!("cmd={}", mock().display())]);
            let log = ["--option-log".to_owned(), file(name)];
            let flags = flags.iter().map(|flag| flag.to_string()).chain(log);
            words.extend(flags.map(|flag| format!("arg={flag}")));
            words.extend(more.iter().map(|word| word.to_string()));
        }
        for (argument, name) in [("--openings", "openings.txt"), ("--json", "games.json"), ("--kgn", "games.kgn")] {
            words.extend([argument.to_owned(), file(name)]);
        }
        words.extend(["--deadline"].iter().chain(self.deadlines).map(|word| word.to_string()));
        words.extend(self.arguments.iter().map(|word| word.to_string()));
        words.iter().map(|word| word.replace("{folder}", &folder.display().to_string())).collect()
    }

    /// Plays the match. Checks that it ends in time and with status 0, and that no process is left.
    pub fn play(&self, games: usize) -> Finished {
        self.play_while(games, |_| ())
    }

    /// As `play`, but calls `meanwhile` with the folder of the match while it is played.
    pub fn play_while(&self, games: usize, meanwhile: impl FnOnce(&Path)) -> Finished {
        let folder = tempdir().expect("a folder");
        let words = self.command(folder.path(), games);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = std::thread::scope(|scope| {
            let runner = scope.spawn(|| run(&words));
            meanwhile(folder.path());
            runner.join().expect("the match ends")
        });
        let errors = without_progress(&String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{errors}");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file of the match");
        let records = read("games.json").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let (kgn, table) = (read("games.kgn"), String::from_utf8_lossy(&output.stdout).into_owned());
        let finished = Finished { table, errors, records, kgn, folder };
        assert_eq!(processes::ids_about(finished.folder.path()), Vec::<u32>::new(), "a process still runs");
        finished
    }

    /// Plays the match and checks the ends of its games in all outputs.
    pub fn ends(&self, expected: &[Ending]) -> Finished {
        self.ends_while(expected, |_| ())
    }

    /// As `ends`, but calls `meanwhile` with the folder of the match while it is played.
    pub fn ends_while(&self, expected: &[Ending], meanwhile: impl FnOnce(&Path)) -> Finished {
        let finished = self.play_while(expected.len(), meanwhile);
        finished.check(expected);
        finished
    }
}

impl Finished {
    /// Returns the content of a file that a mock has written to the folder.
    pub fn received(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect("the mock wrote it")
    }

    fn check(&self, expected: &[Ending]) {
        let found: Vec<String> = self.records.iter().map(|game| game["termination"].to_string()).collect();
        assert_eq!(self.records.len(), expected.len(), "{found:?}\n{}", self.errors);
        for (index, (record, ending)) in self.records.iter().zip(expected).enumerate() {
            check_record(index, record, ending);
        }
        self.check_kgn(expected);
        self.check_merge();
        self.check_table(expected);
        self.check_errors(expected);
        for name in ["Bad", "Good"] {
            // The mock logs an error if it receives an illegal position or move.
            let log = fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
            assert!(!log.contains("error"), "{log}");
        }
    }

    /// Checks that a merge accepts the records.
    fn check_merge(&self) {
        let output = run(&["match", "--merge", &self.folder.path().join("games.json").display().to_string()]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn check_kgn(&self, expected: &[Ending]) {
        let file = self.folder.path().join("games.kgn").display().to_string();
        let output = run(&["games", &file]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(text.starts_with(&format!("games: {}\nfaults: 0\n", expected.len())), "{text}");
        let tags = |name: &str| -> Vec<&str> {
            let value = |line: &'_ str| -> Option<(usize, usize)> {
                let start = line.strip_prefix(&format!("[{name} \""))?;
                Some((line.len() - start.len(), line.len() - 2))
            };
            self.kgn.lines().filter_map(|line| value(line).map(|(from, to)| &line[from..to])).collect()
        };
        let ends: Vec<&str> = expected.iter().map(|ending| ending.termination).collect();
        assert_eq!(tags("Termination"), ends);
        let results: Vec<&str> = expected.iter().enumerate().map(|(index, end)| result(index, end.result)).collect();
        assert_eq!(tags("Result"), results);
        let plies: Vec<String> = expected.iter().map(|ending| ending.plies.to_string()).collect();
        assert_eq!(tags("PlyCount"), plies);
    }

    fn check_table(&self, expected: &[Ending]) {
        let count = |points: Points| expected.iter().filter(|ending| ending.result == points).count();
        let [wins, draws, losses] = [Points::Win, Points::Draw, Points::Loss].map(count);
        let games = expected.len();
        assert!(self.table.starts_with(&format!("games {games} of {games}\n")), "{}", self.table);
        let rows: Vec<Vec<&str>> = self.table.lines().map(|line| line.split_whitespace().collect()).collect();
        for (name, wins, losses) in [("Bad", wins, losses), ("Good", losses, wins)] {
            let points = format!("{:.1}", wins as f64 + draws as f64 / 2.0);
            let row = [games, wins, losses, draws].map(|number| number.to_string());
            let row = row.iter().map(String::as_str).chain([points.as_str()]).collect::<Vec<_>>();
            let is_row = |words: &&Vec<&str>| words.get(1) == Some(&name) && words.get(2..7) == Some(row.as_slice());
            assert!(rows.iter().any(|words| is_row(&words)), "{name}: {row:?} is not in\n{}", self.table);
        }
        for Ending { termination, .. } in expected {
            let count = expected.iter().filter(|ending| ending.termination == *termination).count();
            let line = format!("ended by {termination}: {count}");
            assert!(self.table.lines().any(|found| found == line), "{line} is not in\n{}", self.table);
        }
        let faults = expected.iter().filter(|ending| is_fault(ending)).count();
        assert_eq!((self.speed("Bad", 6), self.speed("Good", 6)), (faults.to_string(), "0".to_owned()));
    }

    /// Returns a cell of the table of speeds, in the row of an engine. The column counts from 0.
    pub fn speed(&self, name: &str, column: usize) -> String {
        let rows = self.table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let mut rows = rows.filter(|words| words.first() == Some(&"speed") && words.get(1) == Some(&name));
        rows.next().expect("a row for each engine")[column].to_owned()
    }

    fn check_errors(&self, expected: &[Ending]) {
        let faults = expected.iter().enumerate().filter(|(_, ending)| is_fault(ending));
        let lines: Vec<String> = faults
            .map(|(index, ending)| format!("khepri: match: game {}: Bad: {}", index + 1, ending.termination))
            .collect();
        let found: Vec<&str> = self.errors.lines().filter(|line| !line.contains(" offers no option ")).collect();
        assert_eq!(found.len(), lines.len(), "{found:#?}");
        for (found, line) in found.iter().zip(&lines) {
            assert!(found.starts_with(line), "{found} does not begin with {line}");
        }
    }
}

fn is_fault(ending: &Ending) -> bool {
    FAULTS.contains(&ending.termination)
}

/// Returns the written result of a game. `Bad` plays Silver in the games with an even index.
fn result(index: usize, result: Points) -> &'static str {
    match (result, index.is_multiple_of(2)) {
        (Points::Draw, _) => "1/2-1/2",
        (Points::Win, true) | (Points::Loss, false) => "1-0",
        (Points::Win, false) | (Points::Loss, true) => "0-1",
    }
}

fn check_record(index: usize, record: &Value, ending: &Ending) {
    let players = if index.is_multiple_of(2) { ["Bad", "Good"] } else { ["Good", "Bad"] };
    assert_eq!(record["game"], index + 1, "{record}");
    assert_eq!([&record["silver"], &record["red"]], players, "{record}");
    assert_eq!(record["termination"], ending.termination, "{record}");
    assert_eq!(record["result"], result(index, ending.result), "{record}");
    assert_eq!(record["plies"], ending.plies, "{record}");
    assert_eq!(record.get("overrun_us").is_some(), ending.termination == "time forfeit", "{record}");
}
