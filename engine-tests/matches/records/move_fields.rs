//! Fields of the moves in records and KGN: nodes and the time on the clock.

use super::{Folder, run_program};
use serde_json::Value;
use std::fs;

/// The clock of the engines in these matches, in microseconds.
const BASE: u64 = 20_000_000;
const INCREMENT: u64 = 1_000_000;

#[test]
fn moves_have_nodes_and_the_time_on_the_clock() {
    let folder = Folder::new();
    folder.play_to_end("--games 2 --each tc=20+1 --json {}/games.json --kgn {}/games.kgn");
    let games = folder.games("games.json");
    folder.expect_same_games("games.kgn", &games);
    for game in games.values() {
        let mut clocks = [BASE; 2];
        let moves = game["moves"].as_array().expect("moves");
        assert!(moves.len() > 5, "{game}");
        for (ply, played) in moves.iter().enumerate() {
            let clock = &mut clocks[ply % 2];
            let number = |key: &str| played[key].as_u64().unwrap_or_else(|| panic!("{key} of {played}"));
            // The mock reports one node.
            assert_eq!(number("nodes"), 1);
            *clock = *clock - number("time_us") + INCREMENT;
            // The time of each move is rounded down to a microsecond.
            assert!(clock.abs_diff(number("clock_left_us")) <= 1 + ply as u64, "{played} {clock}");
        }
    }
    assert!(folder.read("games.kgn").replace('\n', " ").contains("s n=1 tl=2"), "{}", folder.read("games.kgn"));
}

#[test]
fn moves_without_a_clock_have_no_time_on_it() {
    let folder = Folder::new();
    folder.play_to_end("--games 1 --json {}/games.json --kgn {}/games.kgn");
    assert!(!folder.read("games.json").contains("clock_left_us") && !folder.read("games.kgn").contains("tl="));
}

#[test]
fn records_of_earlier_versions_without_these_fields_can_be_resumed() {
    let folder = Folder::new();
    folder.play_to_end("--games 2 --each tc=20+1 --json {}/games.json");
    let lines = folder.read("games.json");
    let stripped = lines.lines().map(|line| {
        let mut game: Value = serde_json::from_str(line).expect("JSON");
        for played in game["moves"].as_array_mut().expect("moves") {
            let played = played.as_object_mut().expect("an object");
            assert!(played.remove("nodes").is_some() && played.remove("clock_left_us").is_some());
        }
        format!("{game}\n")
    });
    fs::write(folder.path("games.json"), stripped.collect::<String>()).expect("a file");
    let merged = run_program(&["match".to_owned(), "--merge".to_owned(), folder.path("games.json")]);
    assert_eq!((merged.status, merged.errors.as_str()), (Some(0), ""));
    let table = folder.play_to_end("--games 4 --each tc=20+1 --resume {}/games.json --kgn {}/games.kgn");
    assert!(table.starts_with("games 4 of 4\n"), "{table}");
    folder.expect_same_games("games.kgn", &folder.games("games.json"));
}
