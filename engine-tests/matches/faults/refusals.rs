//! Programs that the system refuses to run. The match ends with the reason, and no game counts as lost.

use super::Match;
use crate::support::{PROGRAM, run, without_progress};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};
use tempfile::{TempDir, tempdir};

/// Creates a folder with a file `program` of this text and mode.
fn folder_with(text: &str, mode: u32) -> TempDir {
    let folder = tempdir().expect("a folder");
    let program = folder.path().join("program");
    fs::write(&program, text).expect("a file");
    fs::set_permissions(&program, Permissions::from_mode(mode)).expect("a mode");
    folder
}

/// Runs a match in which `Bad` has these words.
fn play(folder: &TempDir, words: &[&str]) -> Output {
    let words = [&["depth=1"], words].concat();
    let words = Match { bad_words: &words, ..Match::default() }.command(folder.path(), 2);
    run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Checks that the match ended with this status and one line on stderr, and recorded no game.
fn assert_refused(folder: &TempDir, output: &Output, status: i32, line: &str) {
    let errors = without_progress(&String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{errors}");
    assert!(errors.starts_with(line) && errors.lines().count() == 1, "{errors}");
    let records = fs::read_to_string(folder.path().join("games.json")).unwrap_or_default();
    assert_eq!(records, "", "no game is on record");
}

#[test]
fn a_file_that_is_not_executable_is_refused() {
    let folder = folder_with("#!/bin/sh\n", 0o644);
    let output = play(&folder, &["cmd={folder}/program"]);
    assert_refused(&folder, &output, 2, "khepri: --engine: Bad: not executable: ");
}

#[test]
fn a_file_that_is_no_program_ends_the_match() {
    let folder = folder_with("no program", 0o755);
    let output = play(&folder, &["cmd={folder}/program"]);
    assert_refused(&folder, &output, 1, "khepri: match: Bad cannot be started: ");
}

#[test]
fn a_missing_interpreter_ends_the_match() {
    let folder = folder_with("#!/no/such/interpreter\n", 0o755);
    let output = play(&folder, &["cmd={folder}/program"]);
    assert_refused(&folder, &output, 1, "khepri: match: Bad cannot be started: ");
}

#[test]
fn a_folder_as_the_file_for_stderr_is_refused() {
    let folder = folder_with("", 0o755);
    let output = play(&folder, &["stderr={folder}"]);
    let line = format!("khepri: --engine: {}: expected a file, found a folder", folder.path().display());
    assert_refused(&folder, &output, 2, &line);
}

#[test]
fn a_script_that_cannot_run_its_program_is_a_crash_at_start() {
    let folder = folder_with("#!/bin/sh\nexec no-such-program-anywhere\n", 0o755);
    let output = play(&folder, &["cmd={folder}/program"]);
    assert_eq!(output.status.code(), Some(0));
    let records = fs::read_to_string(folder.path().join("games.json")).expect("records");
    assert_eq!(records.matches("crash at start").count(), 2, "{records}");
}

#[test]
fn too_few_open_files_end_the_match_and_cost_no_game() {
    let folder = tempdir().expect("a folder");
    let games = Match { arguments: &["--max-plies", "6", "--concurrency", "16"], ..Match::default() };
    let limited = ["-c", "ulimit -n 40; exec \"$0\" \"$@\"", PROGRAM];
    let output = Command::new("sh").args(limited).args(games.command(folder.path(), 64)).output().expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("cannot be started: Too many open files"), "{errors}");
    let records = fs::read_to_string(folder.path().join("games.json")).unwrap_or_default();
    assert!(!records.contains("crash"), "{records}");
}
