//! A disk that fills up while games are written, and a folder in which nothing can be written.

use super::{FILE, Place, SHORT};
use crate::support::{PROGRAM, start_without_root, wait};
use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};

/// The status and the errors of a command that ends.
fn end(mut child: Child) -> (Option<i32>, String) {
    let status = wait(&mut child).code();
    let mut errors = String::new();
    child.stderr.take().expect("stderr is a pipe").read_to_string(&mut errors).expect("text");
    (status, errors)
}

/// A command whose files can have only some blocks of 512 bytes, without the signal that would end the process.
fn limited(place: &Place, blocks: u32, line: &str) -> (Option<i32>, String) {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM]).args(place.words(line));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    end(command.spawn().expect("a shell"))
}

#[test]
fn a_full_disk_ends_it_and_loses_nothing() {
    let place = Place::new();
    let command = format!("datagen --output {{}}/a --games 60 {SHORT} --threads 2");
    let (status, errors) = limited(&place, 20, &command);
    assert_eq!(status, Some(1), "{errors}");
    assert!(errors.lines().count() == 1 && errors.contains(FILE), "{errors}");
    let checked = place.well("data check {}/a");
    assert!(checked.last().ends_with(" 0 faults") && !checked.last().starts_with("0 "), "{}", checked.text);
    place.well(&command);
    assert!(place.well("data check {}/a").last().starts_with("60 games, "));
    for line in ["merge {}/a", "shuffle {}/a", "sample {}/a --games 60"] {
        let (status, errors) = limited(&place, 20, &format!("data {line} --output {{}}/new"));
        assert_eq!(status, Some(1), "{line}: {errors}");
        assert!(errors.lines().count() == 1 && errors.contains("--output"), "{line}: {errors}");
    }
    assert_eq!(fs::read_dir(place.path("")).expect("a folder").count(), 1, "nothing half written is left");
}

#[test]
fn a_folder_that_cannot_be_written_is_a_mistake() {
    let place = Place::new();
    place.well(&format!("datagen --output {{}}/a --games 2 {SHORT}"));
    let before = place.bytes("a");
    fs::set_permissions(place.path(&format!("a/{FILE}")), Permissions::from_mode(0o444)).expect("a mode");
    for folder in ["a", ""] {
        fs::set_permissions(place.path(folder), Permissions::from_mode(0o555)).expect("a mode");
    }
    for line in [
        "datagen --output {}/new --games 2 --nodes 100",
        "datagen --output {}/a --games 9 --nodes 100",
        "data merge {}/a --output {}/new",
        "data shuffle {}/a --output {}/new",
    ] {
        let mut command = Command::new(PROGRAM);
        command.args(place.words(line)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let Some(child) = start_without_root(&mut command) else { break };
        let (status, errors) = end(child);
        assert_eq!((status, errors.lines().count()), (Some(2), 1), "{line}: {errors}");
        assert!(errors.contains("--output"), "{line}: {errors}");
    }
    fs::set_permissions(place.path(""), Permissions::from_mode(0o755)).expect("a mode");
    assert!(place.bytes("a") == before && !fs::exists(place.path("new")).expect("known"));
}
