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
