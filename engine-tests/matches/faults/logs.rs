//! The logs of games with a fault: they have the lines of these games only, up to a maximum size.

use super::{Finished, Match, NORMAL, lost};
use std::fs;

/// Returns the only log in the folder for faults, as name and text.
fn log(finished: &Finished) -> (String, String) {
    let files = fs::read_dir(finished.folder.path().join("faults/new")).expect("the folder was created");
    let paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    let [path] = paths.as_slice() else { panic!("{paths:?}") };
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    (name, fs::read_to_string(path).expect("text"))
}

fn with_logs(bad: &str) -> Match<'_> {
    Match { bad, arguments: "--max-plies 6 --log-faults {folder}/faults/new", ..Match::default() }
}

#[test]
fn only_games_with_a_fault_are_logged() {
    let finished = with_logs("--answer a1b1 --game 2").ends(&[NORMAL, lost("illegal move", 3), NORMAL]);
    let (name, log) = log(&finished);
    assert_eq!(name, "game-2.log");
    let tournament = finished.records[1]["tournament"].as_str().expect("a digest");
    let head = format!("# tournament {tournament} game 2: Good - Bad: illegal move (");
    assert!(log.starts_with(&head), "{log}");
    assert!(log.lines().skip(1).all(|line| line.contains(" game 2 ")), "{log}");
    for line in ["Bad > ucinewgame", "Good > ucinewgame", "Bad < readyok", "Good < bestmove ", "Bad < bestmove a1b1"] {
        assert!(log.contains(&format!(" game 2 {line}")), "{line}: {log}");
    }
}

#[test]
fn the_log_of_a_flood_is_bounded() {
    for (flag, note) in [("--flood", " lines are left out here\n"), ("--flood-line", " bytes in all)\n")] {
        let (name, log) = log(&with_logs(flag).loses_once("output flood", 2));
        assert_eq!(name, "game-1.log");
        assert!(log.len() < 2 << 20, "{flag}: {} bytes", log.len());
        assert!(log.contains(note) && log.contains("Bad > uci\n") && log.contains("not read any further"), "{flag}");
    }
}

#[test]
fn bytes_that_are_not_text_are_escaped() {
    let arguments = "--max-plies 6 --log {folder}/log";
    let finished = Match { bad: "--odd-lines --at 1", arguments, ..Match::default() }.ends(&[NORMAL]);
    let log = finished.read("log");
    assert!(log.contains(" < info string \\x00\\xff\\xfe \\x80\\xc3( \\x00 bestmove\n"), "{log}");
    assert!(log.is_ascii() && !log.contains(|letter: char| letter != '\n' && letter.is_control()));
}

#[test]
fn an_existing_log_is_not_overwritten() {
    let games = Match { bad: "--crash-on-go", arguments: "--log-faults {folder}", ..Match::default() };
    let finished = games.play_while(1, |folder| {
        // The crash, which creates the log, comes after the first move of the opponent at the earliest.
        fs::write(folder.join("game-1.log"), "precious").expect("a file");
    });
    assert_eq!(finished.read("game-1.log"), "precious");
    assert!(finished.read("game-1-2.log").contains("crash on go"));
}
