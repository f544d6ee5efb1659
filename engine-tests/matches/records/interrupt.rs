//! An interrupt: the engines end, the table is there, and the match can be gone on with.

use super::{Folder, courses, finish, timeless};
use crate::support::{PROGRAM, wait_for};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

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
        let id = Pid::from_child(&runner);
        kill_process(id, signal).expect("it runs");
        let said = finish(runner);
        assert_eq!(said.status, Some(130), "{}", said.errors);
        assert_eq!(folder.engines(), 0, "it waits for its engines");
        assert!(said.errors.contains("--resume"), "{}", said.errors);
        let games = folder.games("games.json");
        assert!(games.len() > before && games.len() < 100_000, "{} games", games.len());
        assert!(said.table.starts_with(&format!("games {} of 100000\n", games.len())), "{}", said.table);
        folder.expect_same_games("games.kgn", &games);
    }
    let all = folder.games("games.json").len() + 20;
    let expected = timeless(&folder.play_well(&format!("--games {all} --json {{}}/one.json")));
    assert_eq!(timeless(&folder.play_well(&format!("--games {all} {more}"))), expected);
    let games = folder.games("games.json");
    // But for the length of the match that was interrupted.
    let courses = |games: &BTreeMap<u64, Value>| {
        let mut courses = courses(games);
        courses.values_mut().for_each(|course| course["games"] = Value::Null);
        courses
    };
    assert!(courses(&games) == courses(&folder.games("one.json")));
    folder.expect_same_games("games.kgn", &games);
}

#[test]
fn engines_that_get_the_signal_of_their_runner_have_not_crashed() {
    let folder = Folder::new();
    let more = "--games 100000 --concurrency 2 --resume {}/games.json";
    for round in 0..6 {
        let before = folder.read("games.json").lines().count();
        let runner = folder.start(more);
        wait_for_records(&folder, before + 1);
        let engines: Vec<Pid> = folder.engine_ids().into_iter().filter_map(Pid::from_raw).collect();
        let runner_id = Pid::from_child(&runner);
        let mut all = engines.clone();
        all.insert(if round % 2 == 0 { 0 } else { engines.len() }, runner_id);
        // One that is gone already needs no signal.
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
fn two_signals_at_once_leave_the_table() {
    let folder = Folder::new();
    for (more, then) in [("--resume {}/games.json", "--resume FILE"), ("--kgn {}/games.kgn", "no records were kept")] {
        let runner = folder.start(&format!("--games 100000 {more}"));
        // It heeds signals before it starts an engine.
        wait_for(|| folder.engines(), |&engines| engines > 0);
        let id = Pid::from_child(&runner);
        kill_process(id, Signal::TERM).expect("it runs");
        // The match looks for signals every 20 ms, and those of one second are one interrupt. One that is gone already needs
        // no second one.
        sleep(Duration::from_millis(40));
        let _ = kill_process(id, Signal::TERM);
        let said = finish(runner);
        assert_eq!(said.status, Some(130), "{}", said.errors);
        assert!(said.table.starts_with("games "), "{}", said.table);
        assert!(said.errors.contains(then), "{}", said.errors);
    }
}

#[test]
fn a_later_interrupt_ends_it_at_once() {
    let folder = Folder::new();
    // The engines take an hour to quit, and are waited for.
    let more = "--games 100000 --each arg=--slow-quit arg=3600000 --deadline quit=3600 --resume {}/games.json";
    let mut runner = folder.start(more);
    wait_for_records(&folder, 1);
    let id = Pid::from_child(&runner);
    // Signals that a busy machine delivers together are one interrupt, so there may have to be a third.
    let ended = (0..20).any(|_| {
        kill_process(id, Signal::INT).expect("it is not yet buried");
        sleep(Duration::from_millis(1_500));
        runner.try_wait().expect("it can be asked").is_some()
    });
    assert!(ended, "interrupts do not end it");
    let said = finish(runner);
    assert_eq!((said.status, said.table.as_str()), (Some(130), ""), "{}", said.errors);
    for engine in folder.engine_ids().into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process(engine, Signal::KILL);
    }
}

#[test]
fn what_nohup_ignores_stays_ignored() {
    let folder = Folder::new();
    let runner = Command::new("nohup")
        .arg(PROGRAM)
        .args(folder.arguments("--games 200 --resume {}/games.json"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("nohup starts");
    wait_for_records(&folder, 1);
    // One that is over already has not heeded it either.
    let _ = kill_process(Pid::from_child(&runner), Signal::HUP);
    let said = finish(runner);
    assert_eq!(said.status, Some(0), "{}", said.errors);
    assert!(said.table.starts_with("games 200 of 200\n"), "{}", said.table);
}
