//! The harness of the tests of matches. It plays a match of `Bad`, which misbehaves, against `Good`, and checks the table,
//! the records, the KGN, the lines on stderr, and that no process is left.

mod adjudications;
mod harmless;
mod khet2ai;
#[cfg(target_os = "linux")]
mod kills;
mod logs;
mod losses;
mod mistakes;
mod ponder;
#[cfg(unix)]
mod refusals;
#[cfg(target_os = "linux")]
mod resources;
mod times;

use crate::matches::processes;
use crate::support::mock::mock;
use crate::support::{run, without_progress};
use khepri_rules::kgn::{GameResult, Reader};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// The number of matches that a test plays at a time.
const AT_A_TIME: usize = 3;

/// Deadlines that a well-behaved engine meets on a busy machine.
const PATIENT: &str = "start=20 ready=20 quit=1 answer=20";

/// The end of an undisturbed game in these matches, at the maximum number of plies.
const NORMAL: Ending = drawn("max plies", 6);

/// The terminations of lost games that are no faults.
const REGULAR: [&str; 3] = ["pharaoh hit", "resignation", "forced loss"];

/// The expected end of a game.
#[derive(Clone, Copy, Debug)]
struct Ending {
    /// The half points of `Bad`.
    points: usize,
    /// The name of the termination.
    termination: &'static str,
    /// Number of plies, those of the opening included.
    plies: u64,
}

/// Returns the end of a game that `Bad` loses.
const fn lost(termination: &'static str, plies: u64) -> Ending {
    Ending { points: 0, termination, plies }
}

/// Returns the end of a game that `Bad` wins.
const fn won(termination: &'static str, plies: u64) -> Ending {
    Ending { points: 2, termination, plies }
}

/// Returns the end of a drawn game.
const fn drawn(termination: &'static str, plies: u64) -> Ending {
    Ending { points: 1, termination, plies }
}

impl Ending {
    fn is_fault(&self) -> bool {
        self.points == 0 && !REGULAR.contains(&self.termination)
    }

    /// Returns the written result. `Bad` plays Silver in the games with an even index.
    fn result(&self, index: usize) -> &'static str {
        let silver = if index.is_multiple_of(2) { self.points } else { 2 - self.points };
        ["0-1", "1/2-1/2", "1-0"][silver]
    }
}

/// A match. All words are separated as by a shell, and `{folder}` stands for the folder of the match.
#[derive(Clone, Copy, Debug)]
struct Match<'a> {
    /// The flags of the mock engine `Bad`, the first engine.
    bad: &'a str,
    /// Further words of its `--engine`.
    bad_words: &'a str,
    /// The flags of the mock engine `Good`, the second engine.
    good: &'a str,
    /// Further words of its `--engine`.
    good_words: &'a str,
    /// The words of `--deadline`.
    deadlines: &'a str,
    /// More arguments.
    arguments: &'a str,
    /// The openings; `Bad` plays Silver in the first game of each.
    openings: &'a str,
}

impl Default for Match<'_> {
    fn default() -> Self {
        Match {
            bad: "",
            bad_words: "depth=1",
            good: "",
            good_words: "depth=1",
            deadlines: PATIENT,
            arguments: "--max-plies 6",
            openings: "khet2 classic",
        }
    }
}

/// A finished match.
struct Finished {
    /// The folder with its files.
    folder: TempDir,
    /// The table on stdout.
    table: String,
    /// The lines on stderr, without progress.
    errors: String,
    /// The record of each game.
    records: Vec<Value>,
    /// The games as KGN.
    kgn: String,
}

impl Match<'_> {
    /// Returns the arguments of `khepri` for a number of games.
    fn command(&self, folder: &Path, games: usize) -> Vec<String> {
        let folder = folder.display().to_string();
        fs::write(format!("{folder}/openings"), self.openings).expect("a file");
        let mut words: Vec<String> = ["match", "--games", &games.to_string()].map(str::to_owned).to_vec();
        let mut add = |text: &str| {
            let text = text.replace("{folder}", &folder).replace("{mock}", &mock().display().to_string());
            words.extend(shlex::split(&text).expect("closed quotes"));
        };
        for (name, flags, more) in [("Bad", self.bad, self.bad_words), ("Good", self.good, self.good_words)] {
            let flags = format!("args={flags} --option-log {{folder}}/{name}");
            let flags = shlex::try_quote(&flags).expect("no NUL");
            add(&format!("--engine name={name} cmd={{mock}} {flags} {more}"));
        }
        add("--openings {folder}/openings --json {folder}/games.json --kgn {folder}/games.kgn");
        add(&format!("--deadline {} {}", self.deadlines, self.arguments));
        words
    }

    /// Plays the match. Checks that it ends in time and with status 0, and that no process is left.
    fn play(&self, games: usize) -> Finished {
        self.play_while(games, |_| ())
    }

    /// As `play`, but calls `meanwhile` with the folder of the match while it is played.
    fn play_while(&self, games: usize, meanwhile: impl FnOnce(&Path)) -> Finished {
        println!("{self:?}");
        let folder = tempdir().expect("a folder");
        let words = self.command(folder.path(), games);
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
        assert_eq!(processes::ids_about(folder.path()), Vec::<u32>::new(), "a process still runs");
        Finished { table, errors, records, kgn, folder }
    }

    /// Plays the match and checks the ends of its games in all outputs.
    fn ends(&self, expected: &[Ending]) -> Finished {
        let finished = self.play(expected.len());
        finished.check(expected);
        finished
    }

    /// Plays two games, in which the faults of `Bad` happen once. Checks that it loses the first game and plays on.
    fn loses_once(&self, termination: &'static str, plies: u64) -> Finished {
        let bad = format!("{} --once {{folder}}/once", self.bad);
        Match { bad: &bad, ..*self }.ends(&[lost(termination, plies), NORMAL])
    }
}

impl Finished {
    /// Returns the content of a file in the folder.
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect("a file")
    }

    /// Returns the detail in the record of a game.
    fn detail(&self, index: usize) -> &str {
        self.records[index]["detail"].as_str().unwrap_or_default()
    }

    fn check(&self, expected: &[Ending]) {
        let found: Vec<String> = self.records.iter().map(|game| game["termination"].to_string()).collect();
        assert_eq!(self.records.len(), expected.len(), "{found:?}\n{}", self.errors);
        let games: Vec<_> = Reader::new(self.kgn.as_bytes()).map(|game| game.expect("a game")).collect();
        assert_eq!(games.len(), expected.len(), "{}", self.kgn);
        for (index, ((record, game), ending)) in self.records.iter().zip(games).zip(expected).enumerate() {
            check_record(index, record, ending);
            let in_kgn = (game.termination.as_str(), GameResult(game.result).name(), game.moves.len() as u64);
            assert_eq!(in_kgn, (ending.termination, ending.result(index), ending.plies), "{}", self.kgn);
        }
        // A merge accepts the records.
        let output = run(&["match", "--merge", &self.folder.path().join("games.json").display().to_string()]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        self.check_table(expected);
        self.check_errors(expected);
        for name in ["Bad", "Good"] {
            // The mock logs an error if it receives an illegal position or move.
            let log = fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
            assert!(!log.contains("error"), "{log}");
        }
    }

    fn check_table(&self, expected: &[Ending]) {
        let count = |points| expected.iter().filter(|ending| ending.points == points).count();
        let [losses, draws, wins] = [0, 1, 2].map(count);
        let games = expected.len();
        assert!(self.table.starts_with(&format!("games {games} of {games}\n")), "{}", self.table);
        let lines: Vec<String> =
            self.table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        for (name, wins, losses) in [("Bad", wins, losses), ("Good", losses, wins)] {
            let points = wins as f64 + draws as f64 / 2.0;
            let row = format!(" {name} {games} {wins} {losses} {draws} {points:.1} ");
            assert!(lines.iter().any(|line| line.contains(&row)), "{row} is not in\n{}", self.table);
        }
        for Ending { termination, .. } in expected {
            let count = expected.iter().filter(|ending| ending.termination == *termination).count();
            let line = format!("ended by {termination}: {count}");
            assert!(lines.contains(&line), "{line} is not in\n{}", self.table);
        }
        let faults = expected.iter().filter(|ending| ending.is_fault()).count();
        assert_eq!((self.speed("Bad", 6), self.speed("Good", 6)), (faults.to_string(), "0".to_owned()));
    }

    /// Returns a cell of the table of speeds, in the row of an engine. The column counts from 0.
    fn speed(&self, name: &str, column: usize) -> String {
        let rows = self.table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let mut rows = rows.filter(|words| words.starts_with(&["speed", name]));
        rows.next().expect("a row for each engine")[column].to_owned()
    }

    fn check_errors(&self, expected: &[Ending]) {
        let faults = expected.iter().enumerate().filter(|(_, ending)| ending.is_fault());
        let lines =
            faults.map(|(index, ending)| format!("khepri: match: game {}: Bad: {}", index + 1, ending.termination));
        let found: Vec<&str> = self.errors.lines().filter(|line| !line.contains(" option ")).collect();
        let is_found = lines.clone().zip(&found).all(|(line, found)| found.starts_with(&line));
        assert!(lines.count() == found.len() && is_found, "{found:#?}");
    }
}

fn check_record(index: usize, record: &Value, ending: &Ending) {
    let players = if index.is_multiple_of(2) { ["Bad", "Good"] } else { ["Good", "Bad"] };
    assert_eq!(record["game"], index + 1, "{record}");
    assert_eq!([&record["silver"], &record["red"]], players, "{record}");
    assert_eq!(record["termination"], ending.termination, "{record}");
    assert_eq!(record["result"], ending.result(index), "{record}");
    assert_eq!(record["plies"], ending.plies, "{record}");
    assert_eq!(record.get("overrun_us").is_some(), ending.termination == "time forfeit", "{record}");
}
