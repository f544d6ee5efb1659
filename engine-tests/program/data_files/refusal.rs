//! Tests of refused commands: other options, a second writer, damaged files, and files of another format or version.

use super::bytes::checksum;
use super::{FILE, SHORT, Workspace};
use crate::support::wait;
use std::fs;

/// Returns a workspace with a folder `a` of games.
fn workspace() -> Workspace {
    let workspace = Workspace::new();
    workspace.run_ok(&format!("datagen --output {{}}/a --games 4 {SHORT} --threads 1"));
    workspace
}

#[test]
fn options_that_differ_from_those_of_the_folder_are_refused() {
    let workspace = workspace();
    let before = workspace.bytes("a");
    for (options, named) in [
        ("--nodes 101", "--nodes"),
        ("--nodes 100 --seed 2", "--seed"),
        ("--nodes 100 --shard 1/2", "--shard"),
        ("--nodes 100 --variant khet2", "--variant"),
        ("--nodes 100 --eyes 0.5", "--eyes"),
    ] {
        workspace.assert_refused(&format!("datagen --output {{}}/a --games 9 {options}"), &[named, FILE]);
    }
    assert!(workspace.bytes("a") == before);
    // The numbers of games and threads may differ.
    workspace.run_ok(&format!("datagen --output {{}}/a --games 5 {SHORT} --threads 2"));
}

#[test]
fn a_second_writer_is_refused() {
    let workspace = Workspace::new();
    let command = format!("datagen --output {{}}/a {SHORT} --threads 1");
    let mut first = workspace.start(&command);
    workspace.wait_for_bytes("a", 500);
    workspace.assert_refused(&command, &["--output", "another process"]);
    first.kill().expect("a running command");
    wait(&mut first);
    let checked = workspace.run("data check {}/a");
    let games: u64 = checked.last_line().split(' ').next().and_then(|count| count.parse().ok()).expect("a count");
    assert_eq!(workspace.run(&format!("{command} --games {}", games + 2)).status, Some(0));
}

#[test]
fn every_cut_and_every_changed_byte_is_one_fault() {
    let workspace = Workspace::new();
    workspace.run_ok("datagen --output {}/a --games 2 --nodes 100 --threads 1 --variant khet1");
    let whole = workspace.bytes("a");
    // Each check takes a process, so only some offsets are tested: all near the borders of blocks, and others spread over the file.
    let first_end = 96 + usize::from(u16::from_le_bytes([whole[92], whole[93]])) + 2;
    let near = |at: usize| [90, first_end, whole.len()].iter().any(|&border| at.abs_diff(border) < 10);
    assert_eq!(&whole[first_end..first_end + 2], b"KG");
    assert!(workspace.run("data sample {}/a --games 2").stdout.lines().count() > 10);
    let file = workspace.path("changed");
    for at in (0..whole.len()).filter(|&at| at % 29 == 0 || near(at)) {
        fs::write(&file, &whole[..at]).expect("a file");
        let games = usize::from(at >= first_end);
        let faults = usize::from(at != 90 && at != first_end);
        let result = workspace.run("data check {}/changed");
        assert_eq!(result.status, Some(faults as i32), "cut at {at}: {}", result.stdout);
        let (begins, ends) = (format!("{games} games, "), format!(" positions, {faults} faults"));
        assert!(
            result.last_line().starts_with(&begins) && result.last_line().ends_with(&ends),
            "cut at {at}: {}",
            result.stdout
        );
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&file, &changed).expect("a file");
        let result = workspace.run("data check {}/changed");
        let games = if at < 90 { 2 } else { 1 };
        assert_eq!(result.status, Some(1), "byte {at}: {}", result.stdout);
        assert!(result.last_line().starts_with(&format!("{games} games, ")), "byte {at}: {}", result.stdout);
        assert!(result.last_line().ends_with(" positions, 1 faults"), "byte {at}: {}", result.stdout);
        assert_eq!(result.stdout.lines().count(), 2, "byte {at}: {}", result.stdout);
    }
}

#[test]
fn files_of_another_format_or_version_are_reported_and_refused() {
    let workspace = workspace();
    fs::write(workspace.path("text"), "[Event \"x\"]\n\nh2g2 c7d7 *\n").expect("a file");
    fs::write(workspace.path("empty"), "").expect("a file");
    let mut newer = workspace.bytes("a");
    newer[8] = 2;
    let sum = checksum(&newer[..86]);
    newer[86..90].copy_from_slice(&sum.to_le_bytes());
    fs::write(workspace.path("newer"), &newer).expect("a file");
    for (file, what) in [("text", "not a file of games"), ("empty", "empty"), ("newer", "version 2")] {
        let result = workspace.run(&format!("data check {{}}/{file}"));
        assert_eq!(
            (result.status, result.last_line()),
            (Some(1), "0 games, 0 positions, 1 faults"),
            "{}",
            result.stdout
        );
        assert!(result.stdout.contains(what), "{}", result.stdout);
        workspace.assert_refused(&format!("data merge {{}}/{file} --output {{}}/new"), &[file]);
        let folder = format!("folder-of-{file}");
        fs::create_dir(workspace.path(&folder)).expect("a folder");
        fs::copy(workspace.path(file), workspace.path(&format!("{folder}/{FILE}"))).expect("a file");
        if file != "empty" {
            workspace
                .assert_refused(&format!("datagen --output {{}}/{folder} --games 1 {SHORT}"), &["--output", &folder]);
        }
    }
    workspace.assert_refused("data check {}/none", &["none"]);
    workspace.assert_refused("data stats {}/newer", &["version 2"]);
    workspace.assert_refused(&format!("datagen --output {{}}/text --games 1 {SHORT}"), &["--output", "text"]);
    assert!(!fs::exists(workspace.path("new")).expect("a folder"));
}

#[test]
fn a_file_damaged_before_its_end_is_refused_until_it_is_merged() {
    let workspace = workspace();
    let mut bytes = workspace.bytes("a");
    bytes[150] ^= 1;
    fs::write(workspace.path(&format!("a/{FILE}")), &bytes).expect("a file");
    workspace.assert_refused(
        &format!("datagen --output {{}}/a --games 5 {SHORT}"),
        &["--output", "damaged at byte 90", "merge"],
    );
    assert!(workspace.bytes("a") == bytes);
    // The undamaged games are copied, and the missing ones are made again.
    let merged = workspace.run(&format!("data merge {{}}/a --output {{}}/{FILE}"));
    assert_eq!((merged.status, merged.stderr.lines().count()), (Some(1), 1));
    assert!(
        merged.last_line().starts_with("3 games, ") && merged.last_line().ends_with(" 1 faults"),
        "{}",
        merged.stdout
    );
    fs::rename(workspace.path(FILE), workspace.path(&format!("a/{FILE}"))).expect("a file");
    workspace.run_ok(&format!("datagen --output {{}}/a --games 5 {SHORT}"));
    assert!(workspace.run_ok("data check {}/a").last_line().starts_with("5 games, "));
}

#[test]
fn games_of_the_same_seed_and_shard_are_not_merged() {
    let workspace = workspace();
    workspace.run_ok(&format!("datagen --output {{}}/same --games 2 {SHORT}"));
    workspace.run_ok(&format!("datagen --output {{}}/part --games 2 {SHORT} --shard 2/2"));
    workspace.run_ok(&format!("datagen --output {{}}/other --games 2 {SHORT} --seed 2"));
    for command in ["merge", "shuffle"] {
        for duplicate in ["same", "part", "a"] {
            let line = format!("data {command} {{}}/other {{}}/a {{}}/{duplicate} --output {{}}/new");
            workspace.assert_refused(&line, &["seed 1", duplicate]);
            assert!(!fs::exists(workspace.path("new")).expect("a folder"));
        }
    }
    workspace.run_ok("data merge {}/a {}/other --output {}/both");
    workspace.assert_refused("data merge {}/both {}/other --output {}/new", &["seed 2", "other", "both"]);
    workspace.assert_refused("data merge {}/a --output {}/both", &["--output", "both"]);
}

#[test]
fn errors_in_arguments_name_the_argument() {
    let workspace = Workspace::new();
    for (line, named) in [
        ("datagen", "--output"),
        ("datagen --output {}/x --games 0", "--games"),
        ("datagen --output {}/x --nodes 0", "--nodes"),
        ("datagen --output {}/x --variant chess", "--variant"),
        ("datagen --output {}/x --eyes 1.5", "--eyes"),
        ("datagen --output {}/x --eyes nan", "--eyes"),
        ("datagen --output {}/x --shard 3/2", "--shard"),
        ("datagen --output {}/x --threads 0", "--threads"),
        ("data merge {}/x", "--output"),
        ("data check", "<FILE>"),
    ] {
        workspace.assert_refused(line, &[named]);
    }
    assert!(!fs::exists(workspace.path("x")).expect("a folder"));
}
