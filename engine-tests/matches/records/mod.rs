//! Matches between two mock engines, each in its own folder, and checks of their files and tables.
#![cfg(target_os = "linux")]

mod disk;
mod interrupt;
mod kill;
mod logs;
mod merge;
mod move_fields;
mod openings;
mod progress;
mod refusal;
mod table;

use crate::support::mock::mock;
use crate::support::{PROGRAM, default_signals, run, wait, wait_for, without_progress};
use khepri::internal::notation::kgn::{GameResult, Note, Reader};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
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
        let mut words = vec!["match".to_owned()];
        words.extend(self.mock("A", 1));
        words.extend(self.mock("B", 2));
        words.extend(["--st", "20", "--max-plies", "30"].map(str::to_owned));
        words.extend(self.words(more));
        words
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

    fn start(&self, more: &str) -> Child {
        Command::new(PROGRAM)
            .args(self.arguments(more))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    /// Returns the number of running engines of this folder.
    fn engines(&self) -> usize {
        self.engine_ids().len()
    }

    /// Returns the process ids of the running engines of this folder.
    fn engine_ids(&self) -> Vec<i32> {
        let processes = fs::read_dir("/proc").expect("processes").filter_map(Result::ok);
        let command = |path: PathBuf| fs::read(path.join("cmdline")).unwrap_or_default();
        let is_word = |word: &[u8]| {
            let word = String::from_utf8_lossy(word);
            word == self.mark || (word.starts_with('/') && word.ends_with(&format!("/{}", self.mark)))
        };
        let is_ours = |line: &[u8]| line.split(|&byte| byte == 0).any(is_word);
        let ours = processes.filter(|process| is_ours(&command(process.path())));
        ours.filter_map(|process| process.file_name().to_str()?.parse().ok()).collect()
    }

    /// Waits until all engines have ended.
    fn expect_no_engines(&self) {
        wait_for(|| self.engines(), |&engines| engines == 0);
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
        let text = self.read(kgn);
        let mut found = BTreeMap::new();
        for game in Reader::new(text.as_bytes()) {
            let game = game.expect("a game");
            let (_, number) = game.round.split_once('.').expect("round and number");
            let number = number.parse().expect("a number");
            let record = &games[&number];
            for (tag, key) in [(&game.silver, "silver"), (&game.red, "red"), (&game.termination, "termination")] {
                assert_eq!(tag, &record[key], "{key} of game {number}");
            }
            assert_eq!(GameResult(game.result).name(), record["result"]);
            assert_eq!(game.date.replace('.', "-"), record["started"].as_str().expect("a date")[..10]);
            assert_eq!(game.moves.len() as u64, record["plies"]);
            let played: Vec<&Value> = record["moves"].as_array().expect("moves").iter().collect();
            let (book, rest) = game.moves.split_at(game.moves.len() - played.len());
            let book: Vec<String> = book
                .iter()
                .map(|played| {
                    assert_eq!(played.note, Note::Book);
                    played.mv.to_string()
                })
                .collect();
            assert!(record["opening"].as_str().expect("an opening").ends_with(&book.join(" ")));
            for (in_kgn, on_record) in rest.iter().zip(played) {
                assert_eq!(in_kgn.mv.to_string(), on_record["move"]);
                let Note::Engine(comment) = &in_kgn.note else { panic!("{:?}", in_kgn.note) };
                assert_eq!(
                    comment.evaluation.map(|evaluation| evaluation.to_string()).as_deref(),
                    on_record["score"].as_str()
                );
                assert_eq!(comment.depth.map(u64::from), on_record["depth"].as_u64());
                assert_eq!(comment.nodes, on_record["nodes"].as_u64());
                let clock = on_record["clock_left_us"].as_u64().map(|clock| (clock + 500) / 1_000);
                assert_eq!(comment.clock.map(|clock| clock.as_millis()), clock.map(u128::from));
            }
            assert!(found.insert(number, ()).is_none(), "game {number} is repeated");
        }
        assert_eq!(found.len(), games.len());
    }
}

/// Runs the program with these arguments and returns its output.
fn run_program(arguments: &[String]) -> Output {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = run(&arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let errors = text(&output.stderr);
    assert!(!errors.contains("panicked"), "{errors}");
    Output { status: output.status.code(), table: text(&output.stdout), errors: without_progress(&errors) }
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

/// Returns a game on record without its times, which differ between runs.
fn comparable_game(game: &Value) -> Value {
    let mut game = game.clone();
    for key in ["started", "duration_us"] {
        game[key] = Value::Null;
    }
    for played in game["moves"].as_array_mut().expect("moves") {
        played["time_us"] = Value::Null;
        played["clock_left_us"] = Value::Null;
        played["processor_us"] = Value::Null;
    }
    game
}

/// Returns games on record without their times, by number.
fn comparable_games(games: &BTreeMap<u64, Value>) -> BTreeMap<u64, Value> {
    games.iter().map(|(&number, game)| (number, comparable_game(game))).collect()
}

/// Waits for a match to end and returns its output.
fn finish(mut child: Child) -> Output {
    let status = wait(&mut child);
    let output = child.wait_with_output().expect("its output");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Output { status: status.code(), table: text(&output.stdout), errors: without_progress(&text(&output.stderr)) }
}
