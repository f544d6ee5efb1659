//! An interrupt: the engines end, the table is there, and the match can be gone on with.

use super::{Folder, courses, finish, timeless};
use rustix::process::{Pid, Signal, kill_process};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn an_interrupted_match_tells_its_table_and_is_gone_on_with() {
    let folder = Folder::new();
    let expected = timeless(&folder.play_well("--games 150 --json {}/one.json"));
    let more = "--games 150 --concurrency 2 --resume {}/games.json --kgn {}/games.kgn";
    for signal in [Signal::INT, Signal::TERM] {
        let before = folder.games("games.json").len();
        let runner = folder.start(more);
        let start = Instant::now();
        while folder.read("games.json").lines().count() < before + 5 && start.elapsed() < Duration::from_secs(30) {
            sleep(Duration::from_millis(2));
        }
        let id = Pid::from_child(&runner);
        kill_process(id, signal).expect("it runs");
        let said = finish(runner);
        assert_eq!(said.status, Some(130), "{}", said.errors);
        assert_eq!(folder.engines(), 0, "it waits for its engines");
        assert!(said.errors.contains("--resume"), "{}", said.errors);
        let games = folder.games("games.json");
        assert!(games.len() > before && games.len() < 150, "{} games", games.len());
        assert!(said.table.starts_with(&format!("games {} of 150\n", games.len())), "{}", said.table);
        folder.expect_same_games("games.kgn", &games);
    }
    assert_eq!(timeless(&folder.play_well(more)), expected);
    let games = folder.games("games.json");
    assert!(courses(&games) == courses(&folder.games("one.json")));
    folder.expect_same_games("games.kgn", &games);
}

#[test]
fn engines_that_are_told_to_end_with_their_runner_have_not_crashed() {
    let folder = Folder::new();
    let more = "--games 100000 --concurrency 2 --resume {}/games.json";
    for round in 0..6 {
        let before = folder.read("games.json").lines().count();
        let runner = folder.start(more);
        let start = Instant::now();
        while folder.read("games.json").lines().count() <= before && start.elapsed() < Duration::from_secs(30) {
            sleep(Duration::from_millis(2));
        }
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
