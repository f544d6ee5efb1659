//! The log of a match: every line to and from every engine, with its time and its game.

use super::{Folder, run_program};
use std::collections::BTreeMap;
use std::fs;

/// A line of a log.
struct Logged<'a> {
    time: &'a str,
    game: u64,
    engine: &'a str,
    mark: &'a str,
    text: &'a str,
}

fn read(log: &str) -> Vec<Logged<'_>> {
    log.lines().map(logged).collect()
}

fn logged(line: &str) -> Logged<'_> {
    let words: Vec<&str> = line.splitn(6, ' ').collect();
    let &[time, "game", game, engine, mark, text] = words.as_slice() else { panic!("`{line}` is no line of a log") };
    Logged { time, game: game.parse().expect("a number"), engine, mark, text }
}

#[test]
fn every_line_is_logged_with_its_time_its_game_and_its_engine() {
    let folder = Folder::new();
    folder.play_to_end("--games 6 --concurrency 2 --json {}/games.json --log {}/log");
    let log = folder.read("log");
    let lines = read(&log);
    for line in &lines {
        assert!(line.time.len() == 27 && line.time.starts_with("20") && line.time.ends_with('Z'), "{}", line.time);
        assert!(["A", "B"].contains(&line.engine) && [">", "<", "*"].contains(&line.mark), "{}", line.text);
    }
    // The log has a `go` and a `bestmove` for each move of the records.
    for (number, game) in folder.games("games.json") {
        let moves = game["moves"].as_array().expect("moves");
        let first = game["first_mover"].as_str().expect("a colour");
        let second = if first == "silver" { "red" } else { "silver" };
        for (index, colour) in [first, second].into_iter().enumerate() {
            let own = lines.iter().filter(|line| line.game == number && game[colour] == line.engine);
            let own: Vec<(&str, &str)> = own.map(|line| (line.mark, line.text)).collect();
            let played = moves.iter().skip(index).step_by(2).map(|played| played["move"].as_str().expect("a move"));
            let played: Vec<String> = played.map(|mv| format!("bestmove {mv}")).collect();
            let answers: Vec<&str> = own
                .iter()
                .filter(|(mark, text)| *mark == "<" && text.starts_with("bestmove"))
                .map(|own| own.1)
                .collect();
            assert_eq!(answers, played, "game {number}");
            let count = |line: &str| own.iter().filter(|own| **own == (">", line)).count();
            assert_eq!((count("go movetime 20000"), count("ucinewgame")), (played.len(), 1), "game {number}");
        }
    }
    let count = |mark: &str, text: &str| lines.iter().filter(|line| (line.mark, line.text) == (mark, text)).count();
    // Two workers, each with two engines that play all its games.
    for (mark, text) in [(">", "uci"), ("<", "uciok"), (">", "quit")] {
        assert!((2..=4).contains(&count(mark, text)), "{mark} {text}: {}", count(mark, text));
    }
    // Each `go` precedes its `bestmove`.
    let mut open_requests: BTreeMap<(u64, &str), u32> = BTreeMap::new();
    for line in &lines {
        let open = open_requests.entry((line.game, line.engine)).or_default();
        match (line.mark, line.text.split(' ').next()) {
            (">", Some("go")) => *open += 1,
            ("<", Some("bestmove")) => *open = open.checked_sub(1).expect("a `go` before each `bestmove`"),
            _ => {}
        }
    }
    // Another match is appended.
    folder.play_to_end("--games 1 --log {}/log");
    assert!(folder.read("log").starts_with(&log) && folder.read("log").len() > log.len());
}

#[test]
fn a_log_that_cannot_be_written_does_not_end_the_match() {
    let folder = Folder::new();
    let output = folder.play("--games 4 --log /dev/full --json {}/games.json");
    assert_eq!(output.status, Some(1), "{}", output.errors);
    assert!(output.errors.lines().count() == 1 && output.errors.contains("log"), "{}", output.errors);
    assert!(output.table.starts_with("games 4 of 4\n"), "{}", output.table);
    assert_eq!(folder.games("games.json").len(), 4);
}

#[test]
fn a_log_that_cannot_be_opened_is_a_mistake() {
    let folder = Folder::new();
    fs::write(folder.path("precious"), "precious").expect("a file");
    for (more, argument) in [
        ("--log {}/nowhere/log", "--log: "),
        ("--log {}/", "--log: "),
        ("--log-faults {}/precious", "--log-faults: "),
        ("--log-faults {}/precious/folder", "--log-faults: "),
    ] {
        let output = folder.play(&format!("--games 2 --json {{}}/games.json {more}"));
        assert_eq!((output.status, output.table.as_str()), (Some(2), ""), "{more}: {}", output.errors);
        assert!(output.errors.lines().count() == 1 && output.errors.contains(argument), "{more}: {}", output.errors);
        assert_eq!((folder.read("precious").as_str(), folder.read("games.json").as_str()), ("precious", ""));
    }
    let merged = run_program(&["match", "--log", "x", "--merge", "y"].map(str::to_owned));
    assert!(merged.status == Some(2) && merged.errors.contains("--log"), "{}", merged.errors);
}
