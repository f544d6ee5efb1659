//! The accuracy of the clocks of `khepri match`, measured with engines that sleep and log the time of each answer.

use crate::support::PROGRAM;
use crate::support::mock::mock;
use khepri::internal::notation::Opening;
use khepri::internal::rules::{Colour, Move};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

/// Shortest time of an answer, in microseconds.
const SLEEP_US: i64 = 8_000;

/// The names of the engines, and of their logs.
const NAMES: [&str; 2] = ["A", "B"];

/// Plays games of two engines that sleep 8 ms before each move, two games at a time. Returns for each move the time charged
/// minus the time that the engine measured, in microseconds. It is negative if the engine read its clock late.
fn excess_times(games: u32) -> Vec<i64> {
    let folder = tempdir().expect("a folder");
    let json = folder.path().join("games.json");
    let mut command = Command::new(PROGRAM);
    command.arg("match");
    for (seed, name) in (1..).zip(NAMES) {
        let log = folder.path().join(name);
        let arguments = format!("args=--sleep 8 --seed {seed} --log '{}'", log.display());
        command.args(["--engine", &format!("cmd={}", mock().display()), &format!("name={name}"), &arguments]);
    }
    command.args([
        "--st",
        "0.008",
        "--margin",
        "1000",
        "--concurrency",
        "2",
        "--max-plies",
        "80",
        "--games",
        &games.to_string(),
        "--json",
    ]);
    let output = command.arg(&json).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut used = NAMES.map(|name| read_log(&folder.path().join(name)));
    let records = fs::read_to_string(&json).expect("records");
    records.lines().flat_map(|line| differences(line, &mut used)).collect()
}

/// Reads the log of an engine: the times of its answers by position, in microseconds.
fn read_log(path: &Path) -> HashMap<String, Vec<i64>> {
    let mut times: HashMap<String, Vec<i64>> = HashMap::new();
    for line in fs::read_to_string(path).expect("a log").lines() {
        let (time, position) = line.split_once(' ').expect("a time and a position");
        times.entry(position.to_owned()).or_default().push(time.parse().expect("a time"));
    }
    times
}

/// Returns the differences in one game. Replays it, since the log is by position.
fn differences(record: &str, used: &mut [HashMap<String, Vec<i64>>; 2]) -> Vec<i64> {
    let record: Value = serde_json::from_str(record).expect("JSON");
    assert!(
        ["pharaoh hit", "threefold repetition", "max plies"].contains(&record["termination"].as_str().expect("a text"))
    );
    let mut game = record["opening"].as_str().expect("a text").parse::<Opening>().expect("an opening").game();
    let mut differences = Vec::new();
    for played in record["moves"].as_array().expect("moves") {
        let side = if game.position().side_to_move() == Colour::Silver { "silver" } else { "red" };
        let engine = NAMES.iter().position(|name| record[side] == *name).expect("one of the engines");
        let times = used[engine].get_mut(&game.position().to_string()).expect("a logged position");
        let charged = played["time_us"].as_i64().expect("a time");
        assert!(charged >= SLEEP_US, "the engine slept for {SLEEP_US} us, and {charged} us were charged");
        differences.push(charged - times.pop().expect("an answer"));
        game.push(played["move"].as_str().expect("a text").parse::<Move>().expect("a move")).expect("a legal move");
    }
    differences
}

#[test]
fn every_answer_is_charged_at_least_its_time() {
    assert!(excess_times(6).len() > 20);
}

/// Run on an idle machine: `cargo test --release --test matches clock:: -- --ignored --nocapture`.
#[test]
#[ignore = "takes five minutes and checks nothing"]
fn accuracy_of_the_clocks() {
    let mut differences = excess_times(1_000);
    differences.sort_unstable();
    let at = |thousandths: usize| differences[(differences.len() - 1) * thousandths / 1_000];
    println!("{} moves; charged beyond what was used, in microseconds:", differences.len());
    println!("least {}, median {}, 90 % {}, 99 % {}, most {}", at(0), at(500), at(900), at(990), at(1_000));
}
