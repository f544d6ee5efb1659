//! Matches between two mock engines, each in its own folder, and checks of their files and tables.
#![cfg(target_os = "linux")]

mod interrupt;
mod kgn;
mod kill;
mod logs;
mod merge;
mod openings;
mod progress;
mod refusal;
mod spsa;
mod stop;
mod table;

use crate::matches::processes::ids_with;
use crate::support::mock::mock;
use crate::support::{PROGRAM, default_signals, run, wait, wait_for, without_progress};
use khepri_rules::kgn::{GameResult, Note, Reader};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::process::{self, Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;

/// A temporary folder for the files of matches.
struct Folder {
    folder: TempDir,
    /// A word that only the engines of this folder have on their command lines.
    mark: String,
}

/// The exit status and the output of the program, without progress.
struct Output {
    status: Option<i32>,
    table: String,
    errors: String,
}

impl Folder {
    fn new() -> Folder {
        default_signals();
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("mock-{}-{number}-of-a-match", std::process::id());
        Folder { folder: tempfile::tempdir().expect("a folder"), mark }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Returns the arguments for an engine that plays random moves, which depend only on the seed.
    fn mock(&self, name: &str, seed: u32) -> Vec<String> {
        let args = format!("args=--seed {seed} --name {}", self.mark);
        ["--engine", &format!("cmd={}", mock().display()), &format!("name={name}"), &args].map(str::to_owned).to_vec()
    }

    /// Returns the arguments of a match of two mocks with short games. `{}/` stands for the folder.
    fn arguments(&self, more: &str) -> Vec<String> {
        let start = [vec!["match".to_owned()], self.mock("A", 1), self.mock("B", 2)].concat();
        [start, self.words("--st 20 --max-plies 30"), self.words(more)].concat()
    }

    fn words(&self, words: &str) -> Vec<String> {
        words.split_whitespace().map(|word| word.replace("{}/", &self.path(""))).collect()
    }

    fn play(&self, more: &str) -> Output {
        run_program(&self.arguments(more))
    }

    /// Plays a match, checks that it ends with status 0, and returns its table.
    fn play_to_end(&self, more: &str) -> String {
        let output = self.play(more);
        assert_eq!(output.status, Some(0), "{more}: {}", output.errors);
        output.table
    }

    /// Checks that a match is refused, with a line that contains all texts, and changes no file.
    fn assert_refused(&self, arguments: &[String], named: &[&str]) {
        let before = self.contents();
        let output = run_program(arguments);
        assert_eq!((output.status, output.table.as_str()), (Some(2), ""), "{named:?}: {}", output.errors);
        assert_eq!(output.errors.lines().count(), 1, "{named:?}: {}", output.errors);
        assert!(named.iter().all(|name| output.errors.contains(name)), "{named:?}: {}", output.errors);
        assert!(self.contents() == before, "{named:?}: a file was changed");
    }

    /// Returns the files in the folder.
    fn contents(&self) -> BTreeMap<OsString, Vec<u8>> {
        let entries = fs::read_dir(self.path("")).expect("a folder").map(|entry| entry.expect("a file"));
        entries.map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap_or_default())).collect()
    }

    fn start(&self, more: &str) -> Child {
        start(Command::new(PROGRAM).args(self.arguments(more)))
    }

    /// Returns the ids of the running engines of this folder.
    fn engines(&self) -> Vec<u32> {
        ids_with(|word| word == self.mark || word.ends_with(&format!("/{}", self.mark)) && word.starts_with('/'))
    }

    /// Waits until all engines have ended.
    fn expect_no_engines(&self) {
        wait_for(|| self.engines(), Vec::is_empty);
    }

    /// Returns the games on record by number. Checks that none is repeated.
    fn games(&self, name: &str) -> BTreeMap<u64, Value> {
        let mut games = BTreeMap::new();
        for line in self.read(name).lines().filter(|line| !line.trim().is_empty()) {
            let game: Value = serde_json::from_str(line).expect("a line is a JSON object");
            let number = game["game"].as_u64().expect("a number");
            assert!(games.insert(number, game).is_none(), "game {number} is repeated");
        }
        games
    }

    /// Checks that a KGN file has the games on record, each once, and that `khepri games` finds no fault in it.
    fn expect_same_games(&self, kgn: &str, games: &BTreeMap<u64, Value>) {
        let checked = run_program(&["games".to_owned(), self.path(kgn)]);
        assert_eq!(checked.status, Some(0), "{}{}", checked.table, checked.errors);
        assert!(checked.table.starts_with(&format!("games: {}\nfaults: 0\n", games.len())), "{}", checked.table);
        let mut found = BTreeSet::new();
        for game in Reader::new(self.read(kgn).as_bytes()) {
            let game = game.expect("a game");
            let (_, number) = game.round.split_once('.').expect("round and number");
            let number = number.parse().expect("a number");
            assert!(found.insert(number), "game {number} is repeated");
            let record = &games[&number];
            let [silver, red, end] = ["silver", "red", "termination"].map(|key| record[key].as_str().expect("a text"));
            assert_eq!([&*game.silver, &*game.red, &*game.termination], [silver, red, end], "game {number}");
            assert_eq!(GameResult(game.result).name(), record["result"]);
            assert_eq!(game.date.replace('.', "-"), record["started"].as_str().expect("a date")[..10]);
            let played = record["moves"].as_array().expect("moves");
            let (book, rest) = game.moves.split_at(game.moves.len() - played.len());
            assert!(book.iter().all(|played| played.note == Note::Book));
            let book: Vec<String> = book.iter().map(|played| played.mv.to_string()).collect();
            assert!(record["opening"].as_str().expect("an opening").ends_with(&book.join(" ")));
            for (in_kgn, on_record) in rest.iter().zip(played) {
                assert_eq!(in_kgn.mv.to_string(), on_record["move"]);
                let Note::Engine(comment) = &in_kgn.note else { panic!("{:?}", in_kgn.note) };
                let score = comment.evaluation.map(|evaluation| evaluation.to_string());
                assert_eq!(score.as_deref(), on_record["score"].as_str());
                assert_eq!(comment.depth.map(u64::from), on_record["depth"].as_u64());
                assert_eq!(comment.nodes, on_record["nodes"].as_u64());
                let clock = on_record["clock_left_us"].as_u64().map(|clock| (clock + 500) / 1_000);
                assert_eq!(comment.clock.map(|clock| clock.as_millis()), clock.map(u128::from));
            }
        }
        assert_eq!(found.len(), games.len());
    }
}

/// Starts a program whose output is read later.
fn start(command: &mut Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// Runs the program with these arguments and returns its output.
fn run_program(arguments: &[String]) -> Output {
    let output = run(arguments);
    read(output.status, &output)
}

/// Waits for a match to end and returns its output.
fn finish(mut child: Child) -> Output {
    let status = wait(&mut child);
    read(status, &child.wait_with_output().expect("its output"))
}

fn read(status: ExitStatus, output: &process::Output) -> Output {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let errors = text(&output.stderr);
    assert!(!errors.contains("panicked"), "{errors}");
    Output { status: status.code(), table: text(&output.stdout), errors: without_progress(&errors) }
}

/// Returns the lines of a table without what differs between runs: times, the widths of columns, and the number of games
/// after a decision.
fn comparable(table: &str) -> Vec<String> {
    let words = |line: &str| {
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if line.starts_with("speed") {
            words.remove(7);
            words.remove(5);
        }
        words.join(" ")
    };
    table.lines().filter(|line| !line.starts_with("beyond the decision")).map(words).collect()
}

/// Returns the line of a table with this beginning.
fn line<'a>(table: &'a str, beginning: &str) -> &'a str {
    table.lines().find(|line| line.starts_with(beginning)).unwrap_or_else(|| panic!("no {beginning} in\n{table}"))
}

/// Returns games on record without their times, which differ between runs, by number.
fn comparable_games(games: &BTreeMap<u64, Value>) -> BTreeMap<u64, Value> {
    let mut games = games.clone();
    for game in games.values_mut() {
        (game["started"], game["duration_us"]) = (Value::Null, Value::Null);
        for played in game["moves"].as_array_mut().expect("moves") {
            for key in ["time_us", "clock_left_us", "processor_us"] {
                played[key] = Value::Null;
            }
        }
    }
    games
}
