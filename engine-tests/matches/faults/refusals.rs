//! Programs that the system refuses to run. The match ends with the reason, and no game counts as lost.

use super::Match;
use crate::support::{PROGRAM, run, without_progress};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use tempfile::tempdir;

#[test]
fn a_program_that_cannot_be_run_ends_the_match() {
    for (text, mode, bad_words, status, message) in [
        ("#!/bin/sh\n", 0o644, "cmd={folder}/program depth=1", 2, "khepri: --engine: Bad: not executable: "),
        ("no program", 0o755, "cmd={folder}/program depth=1", 1, "khepri: match: Bad cannot be started: "),
        (
            "#!/no/such/interpreter\n",
            0o755,
            "cmd={folder}/program depth=1",
            1,
            "khepri: match: Bad cannot be started: ",
        ),
        ("", 0o755, "stderr={folder} depth=1", 2, "khepri: --engine: "),
    ] {
        let folder = tempdir().expect("a folder");
        let program = folder.path().join("program");
        fs::write(&program, text).expect("a file");
        fs::set_permissions(&program, Permissions::from_mode(mode)).expect("a mode");
        let output = run(&Match { bad_words, ..Match::default() }.command(folder.path(), 2));
        let errors = without_progress(&String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(status), "{errors}");
        assert!(errors.starts_with(message) && errors.lines().count() == 1, "{errors}");
        let records = fs::read_to_string(folder.path().join("games.json")).unwrap_or_default();
        assert_eq!(records, "", "no game is on record");
    }
}

#[test]
fn too_few_open_files_end_the_match_and_cost_no_game() {
    let folder = tempdir().expect("a folder");
    let games = Match { arguments: "--max-plies 6 --concurrency 16", ..Match::default() };
    let limited = ["-c", "ulimit -n 40; exec \"$0\" \"$@\"", PROGRAM];
    let output = Command::new("sh").args(limited).args(games.command(folder.path(), 64)).output().expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("cannot be started: Too many open files"), "{errors}");
    let records = fs::read_to_string(folder.path().join("games.json")).unwrap_or_default();
    assert!(!records.contains("crash"), "{records}");
}
