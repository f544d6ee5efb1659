//! Interrupts: the engines end, the table is printed, and the match can be resumed.

use super::{Folder, comparable, comparable_games, finish, start};
use crate::support::{PROGRAM, threads, wait_for};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// Waits until `count` games are on record.
fn wait_for_records(folder: &Folder, count: usize) {
    wait_for(|| folder.read("games.json").lines().count(), |&games| games >= count);
}

#[test]
fn an_interrupted_match_prints_its_table_and_can_be_resumed() {
    let folder = Folder::new();
    let more = "--concurrency 2 --resume {}/games.json --kgn {}/games.kgn";
    for signal in [Signal::INT, Signal::TERM] {
        let before = folder.games("games.json").len();
        let runner = folder.start(&format!("--games 100000 {more}"));
        wait_for_records(&folder, before + 5);
        kill_process(Pid::from_child(&runner), signal).expect("it runs");
        let output = finish(runner);
        assert_eq!(output.status, Some(130), "{}", output.errors);
        assert!(folder.engines().is_empty(), "the match waits for its engines");
        assert!(output.errors.contains("--resume FILE"), "{}", output.errors);
        let games = folder.games("games.json");
        assert!(games.len() > before && games.len() < 100_000, "{} games", games.len());
        assert!(output.table.starts_with(&format!("games {} of 100000\n", games.len())), "{}", output.table);
        folder.expect_same_games("games.kgn", &games);
    }
    let all = folder.games("games.json").len() + 20;
    let expected = comparable(&folder.play_to_end(&format!("--games {all} --json {{}}/one.json")));
    assert_eq!(comparable(&folder.play_to_end(&format!("--games {all} {more}"))), expected);
    let games = folder.games("games.json");
    // The lengths of the matches differ.
    let without_length = |games: &BTreeMap<u64, Value>| {
        let mut games = comparable_games(games);
        games.values_mut().for_each(|game| game["games"] = Value::Null);
        games
    };
    assert!(without_length(&games) == without_length(&folder.games("one.json")));
    folder.expect_same_games("games.kgn", &games);
}

#[test]
fn engines_that_get_the_signal_of_their_runner_do_not_count_as_crashed() {
    let folder = Folder::new();
    for round in 0..4 {
        let before = folder.read("games.json").lines().count();
        let runner = folder.start("--games 100000 --concurrency 2 --resume {}/games.json");
        wait_for_records(&folder, before + 1);
        let engines = folder.engines().into_iter().filter_map(|id| Pid::from_raw(id as i32));
        let mut all: Vec<Pid> = engines.chain([Pid::from_child(&runner)]).collect();
        if round % 2 == 0 {
            all.reverse();
        }
        // A process may have ended already.
        for process in all {
            let _ = kill_process(process, Signal::TERM);
        }
        assert_eq!(finish(runner).status, Some(130));
        for game in folder.games("games.json").values() {
            let termination = game["termination"].as_str().expect("a text");
            assert!(!termination.starts_with("crash"), "{game}");
        }
    }
}

#[test]
fn a_later_interrupt_ends_the_match_at_once() {
    let folder = Folder::new();
    // The match waits for the engines, which take an hour to quit.
    let more = "--games 100000 --each arg=--slow-quit arg=3600000 --deadline quit=3600 --resume {}/games.json";
    let runner = folder.start(more);
    wait_for_records(&folder, 1);
    let id = Pid::from_child(&runner);
    // Signals within a second are one interrupt.
    let has_ended = || {
        kill_process(id, Signal::INT).expect("the process is not reaped");
        threads(runner.id()).iter().all(|(_, state)| state == "Z")
    };
    wait_for(has_ended, |ended| *ended);
    let output = finish(runner);
    assert_eq!((output.status, output.table.as_str()), (Some(130), ""), "{}", output.errors);
    for engine in folder.engines().into_iter().filter_map(|id| Pid::from_raw(id as i32)) {
        let _ = kill_process(engine, Signal::KILL);
    }
}

#[test]
fn a_signal_that_nohup_ignores_stays_ignored() {
    let folder = Folder::new();
    let words = folder.arguments("--games 30 --resume {}/games.json");
    let runner = start(Command::new("nohup").arg(PROGRAM).args(words));
    wait_for_records(&folder, 1);
    // The match may be over already, which is no failure either.
    let _ = kill_process(Pid::from_child(&runner), Signal::HUP);
    let output = finish(runner);
    assert_eq!(output.status, Some(0), "{}", output.errors);
    assert!(output.table.starts_with("games 30 of 30\n"), "{}", output.table);
}
