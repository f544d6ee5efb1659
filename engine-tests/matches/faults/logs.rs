//! The logs of games with a fault: they have the lines of these games only, up to a maximum size.

use super::{Match, NORMAL, lost};
use std::fs;
use std::path::Path;

const ARGUMENTS: [&str; 4] = ["--max-plies", "6", "--log-faults", "{folder}/faults/new"];

/// Returns the logs in the folder for faults, as name and text, sorted by name.
fn logs(folder: &Path) -> Vec<(String, String)> {
    let files = fs::read_dir(folder.join("faults/new")).expect("the folder was created");
    let mut logs: Vec<(String, String)> = files
        .map(|file| {
            let path = file.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("text"))
        })
        .collect();
    logs.sort();
    logs
}

#[test]
fn only_games_with_a_fault_are_logged() {
    let bad = ["--illegal", "--game", "2"];
    let finished = Match { bad: &bad, arguments: &ARGUMENTS, ..Match::default() };
    let finished = finished.ends(&[NORMAL, lost("illegal move", 3), NORMAL]);
    let logs = logs(finished.folder.path());
    let [(name, log)] = logs.as_slice() else { panic!("{logs:?}") };
    assert_eq!(name, "game-2.log");
    let tournament = finished.records[1]["tournament"].as_str().expect("a digest");
    let head = format!("# tournament {tournament} game 2: Good - Bad: illegal move (");
    assert!(log.starts_with(&head), "{log}");
    let lines: Vec<&str> = log.lines().skip(1).collect();
    assert!(lines.iter().all(|line| line.contains(" game 2 ")), "{log}");
    for line in ["Bad > ucinewgame", "Good > ucinewgame", "Bad < readyok", "Good < bestmove ", "Bad < bestmove "] {
        assert!(lines.iter().any(|found| found.contains(&format!(" game 2 {line}"))), "{line}: {log}");
    }
    // The last `bestmove` is the illegal move.
    let last = lines.iter().rfind(|line| line.contains("Bad < bestmove ")).expect("a bestmove");
    let word = last.split(' ').next_back().expect("a move");
    assert!(finished.records[1]["detail"].as_str().expect("a detail").contains(word), "{last}");
}

#[test]
fn the_log_of_a_flood_is_bounded() {
    for (flag, note) in [("--flood", " lines are left out here\n"), ("--flood-line", " bytes in all)\n")] {
        let bad = [flag, "--once", "{folder}/once"];
        let finished = Match { bad: &bad, arguments: &ARGUMENTS, ..Match::default() };
        let finished = finished.ends(&[lost("output flood", 2), NORMAL]);
        let logs = logs(finished.folder.path());
        let [(name, log)] = logs.as_slice() else { panic!("{} logs", logs.len()) };
        assert_eq!(name, "game-1.log");
        assert!(log.len() < 2 << 20, "{flag}: {} bytes", log.len());
        assert!(log.contains(note) && log.contains("Bad > uci\n") && log.contains("not read any further"), "{flag}");
    }
}

#[test]
fn bytes_that_are_not_text_are_escaped() {
    let bad = ["--null-bytes", "--at", "1"];
    let arguments = ["--max-plies", "6", "--log", "{folder}/log"];
    let finished = Match { bad: &bad, arguments: &arguments, ..Match::default() }.ends(&[NORMAL]);
    let log = fs::read_to_string(finished.folder.path().join("log")).expect("ASCII");
    assert!(log.contains(" < info string \\x00\\xff\\xfe \\x80\\xc3( \\x00 bestmove\n"), "{log}");
    assert!(log.is_ascii() && !log.contains(|letter: char| letter != '\n' && letter.is_control()));
}

#[test]
fn an_existing_log_is_not_overwritten() {
    let bad = ["--crash-on-go"];
    let arguments = ["--max-plies", "6", "--log-faults", "{folder}"];
    let games = Match { bad: &bad, arguments: &arguments, ..Match::default() };
    let finished = games.play_while(1, |folder| {
        // The crash, which creates the log, comes after the first move of the opponent at the earliest.
        fs::write(folder.join("game-1.log"), "precious").expect("a file");
    });
    let read = |name: &str| fs::read_to_string(finished.folder.path().join(name)).expect("a log");
    assert_eq!(read("game-1.log"), "precious");
    assert!(read("game-1-2.log").contains("crash on go"));
}
