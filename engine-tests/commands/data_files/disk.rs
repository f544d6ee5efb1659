//! Tests with a disk that becomes full, and with folders that are not writable.

use super::{FILE, SHORT, Workspace, end};
use crate::support::{PROGRAM, start_without_root};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// Runs a command whose files may have at most `blocks` blocks of 512 bytes. Larger files are errors and not signals.
fn limited(workspace: &Workspace, blocks: u32, line: &str) -> (Option<i32>, String) {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM]).args(workspace.words(line));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let (status, [_, errors]) = end(command.spawn().expect("a shell"));
    (status, errors)
}

#[test]
fn a_full_disk_ends_the_command_and_no_game_is_lost() {
    let workspace = Workspace::new();
    let command = format!("datagen --output {{}}/a --games 24 {SHORT} --threads 2");
    let (status, errors) = limited(&workspace, 10, &command);
    assert_eq!(status, Some(1), "{errors}");
    assert!(errors.lines().count() == 1 && errors.contains(FILE), "{errors}");
    let checked = workspace.run_ok("data check {}/a");
    assert!(checked.last_line().ends_with(" 0 faults") && !checked.last_line().starts_with("0 "), "{}", checked.stdout);
    workspace.run_ok(&command);
    assert!(workspace.run_ok("data check {}/a").last_line().starts_with("24 games, "));
    for line in ["merge {}/a", "shuffle {}/a", "sample {}/a --games 24"] {
        let (status, errors) = limited(&workspace, 10, &format!("data {line} --output {{}}/new"));
        assert_eq!(status, Some(1), "{line}: {errors}");
        assert!(errors.lines().count() == 1 && errors.contains("--output"), "{line}: {errors}");
    }
    assert_eq!(fs::read_dir(workspace.path("")).expect("a folder").count(), 1, "no incomplete file is left");
}

#[test]
fn a_folder_that_is_not_writable_is_refused() {
    let workspace = Workspace::new();
    workspace.run_ok(&format!("datagen --output {{}}/a --games 2 {SHORT}"));
    let before = workspace.bytes("a");
    fs::set_permissions(workspace.path(&format!("a/{FILE}")), Permissions::from_mode(0o444)).expect("a mode");
    for folder in ["a", ""] {
        fs::set_permissions(workspace.path(folder), Permissions::from_mode(0o555)).expect("a mode");
    }
    for line in [
        "datagen --output {}/new --games 2 --nodes 100",
        "datagen --output {}/a --games 9 --nodes 100",
        "data merge {}/a --output {}/new",
        "data shuffle {}/a --output {}/new",
    ] {
        let mut command = Command::new(PROGRAM);
        command.args(workspace.words(line)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let Some(child) = start_without_root(&mut command) else { break };
        let (status, [_, errors]) = end(child);
        assert_eq!((status, errors.lines().count()), (Some(2), 1), "{line}: {errors}");
        assert!(errors.contains("--output"), "{line}: {errors}");
    }
    fs::set_permissions(workspace.path(""), Permissions::from_mode(0o755)).expect("a mode");
    assert!(workspace.bytes("a") == before && !fs::exists(workspace.path("new")).expect("a folder"));
}
