//! Tests of refused commands: other options, damaged files, and files of another format or version.

use super::bytes::checksum;
use super::{FILE, SHORT, Workspace};
use std::fs;

/// Returns a workspace with a folder `a` of games.
fn workspace() -> Workspace {
    let workspace = Workspace::new();
    workspace.make_shared("a", 4, 1);
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
        ("--nodes 100 --relabel 0.1 --relabel-nodes 200", "--relabel"),
        ("--nodes 100 --unadjudicated 0.1", "--unadjudicated"),
    ] {
        workspace.assert_refused(&format!("datagen --output {{}}/a --games 9 {options}"), &[named, FILE]);
    }
    assert!(workspace.bytes("a") == before);
    // The numbers of games and threads may differ. A share of 0 is that of a recipe without the option.
    let zero = "--relabel 0 --relabel-nodes 9 --unadjudicated 0";
    workspace.run_ok(&format!("datagen --output {{}}/a --games 5 {SHORT} --threads 2 {zero}"));
}

#[test]
fn other_values_of_the_options_of_version_2_are_refused() {
    let workspace = Workspace::new();
    fs::write(workspace.path("one.txt"), "khet1 classic moves h2g2\nkhet1 imhotep\n").expect("a file");
    fs::write(workspace.path("same.txt"), "# The same openings.\nkhet1 classic moves h2g2 ; +1\n\nkhet1 imhotep\n")
        .expect("a file");
    fs::write(workspace.path("other.txt"), "khet1 imhotep\nkhet1 classic moves h2g2\n").expect("a file");
    let command = |relabel: &str, nodes: u64, unadjudicated: &str, lead: &str, file: &str| {
        format!(
            "datagen --output {{}}/a --games 2 {SHORT} --threads 1 --variant khet1 --eyes 0 --relabel {relabel} \
             --relabel-nodes {nodes} --unadjudicated {unadjudicated} --lead {lead} --lead-openings {{}}/{file}"
        )
    };
    workspace.run_ok(&command("0.5", 200, "0.5", "0.5", "one.txt"));
    let before = workspace.bytes("a");
    for (line, named) in [
        (command("0.4", 200, "0.5", "0.5", "one.txt"), ["--relabel: ", "0.5, expected 0.4"]),
        (command("0.5", 300, "0.5", "0.5", "one.txt"), ["--relabel-nodes: ", "200, expected 300"]),
        (command("0.5", 200, "0.1", "0.5", "one.txt"), ["--unadjudicated: ", "0.5, expected 0.1"]),
        (command("0.5", 200, "0.5", "1", "one.txt"), ["--lead: ", "0.5, expected 1"]),
        (command("0.5", 200, "0.5", "0.5", "other.txt"), ["--lead-openings: ", "lead openings"]),
        (format!("datagen --output {{}}/a --games 2 {SHORT} --variant khet1 --eyes 0"), ["--relabel: ", "expected 0"]),
    ] {
        workspace.assert_refused(&line, &named);
    }
    assert!(workspace.run_ok(&command("0.5", 200, "0.5", "0.5", "same.txt")).stdout.contains("none were added"));
    assert!(workspace.bytes("a") == before);
}

#[test]
fn lead_openings_that_cannot_be_used_are_refused() {
    let workspace = Workspace::new();
    for (file, text) in [
        ("none.txt", "# no opening\n"),
        ("bad.txt", "khet1 classic\nkhet1 classic moves a1a9\n"),
        ("red.txt", "khet1 classic\n4k5///////4K5 r khet1 0 1\n"),
        ("khet1.txt", "khet1 classic\n"),
    ] {
        fs::write(workspace.path(file), text).expect("a file");
    }
    let datagen = format!("datagen --output {{}}/a --games 1 {SHORT} --variant khet1");
    for (options, named) in [
        ("--eyes 0 --lead-openings {}/none.txt", ["--lead-openings: ", "none.txt: no opening is in it"]),
        ("--eyes 0 --lead-openings {}/missing.txt", ["--lead-openings: ", "missing.txt"]),
        ("--eyes 0 --lead-openings {}/khet1.txt {}/bad.txt", ["--lead-openings: ", "bad.txt: line 2: move 1 `a1a9`"]),
        ("--eyes 0 --lead-openings {}/red.txt", ["--lead-openings: ", "red.txt: opening 2: expected a start"]),
        ("--eyes 0.5 --lead-openings {}/khet1.txt", ["--lead-openings: ", "an opening of khet1 with Eyes"]),
        ("--eyes 1 --lead-openings {}/khet1.txt", ["--lead-openings: ", "an opening of khet1 with Eyes"]),
    ] {
        workspace.assert_refused(&format!("{datagen} --lead 0.5 {options}"), &named);
    }
    for (options, named) in [
        ("--lead 0.5", "--lead-openings"),
        ("--lead-openings {}/khet1.txt", "--lead"),
        ("--relabel 0.5", "--relabel-nodes"),
        ("--relabel-nodes 100", "--relabel"),
        ("--relabel 1.5 --relabel-nodes 100", "expected a share from 0 to 1"),
        ("--unadjudicated x", "expected a share from 0 to 1"),
    ] {
        workspace.assert_refused(&format!("{datagen} {options}"), &[named]);
    }
    assert!(!fs::exists(workspace.path("a")).expect("a folder"));
}

#[test]
fn damage_is_one_fault_and_the_other_games_are_read() {
    let workspace = workspace();
    let whole = workspace.bytes("a");
    // In the header, without which no game is read, in the first game, and in the last one.
    for (at, games_of_cut, games_of_changed) in [(50, 0, 0), (150, 0, 3), (whole.len() - 1, 3, 3)] {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        for (bytes, games) in [(&whole[..at], games_of_cut), (&changed, games_of_changed)] {
            fs::write(workspace.path("changed"), bytes).expect("a file");
            let result = workspace.run("data check {}/changed");
            assert_eq!((result.status, result.stdout.lines().count()), (Some(1), 2), "{at}: {}", result.stdout);
            let last = result.last_line();
            assert!(
                last.starts_with(&format!("{games} games, ")) && last.ends_with(" positions, 1 faults"),
                "{at}: {last}"
            );
        }
    }
}

#[test]
fn files_of_another_format_or_version_are_reported_and_refused() {
    let workspace = workspace();
    fs::write(workspace.path("text"), "[Event \"x\"]\n\nh2g2 c7d7 *\n").expect("a file");
    fs::write(workspace.path("empty"), "").expect("a file");
    let mut newer = workspace.bytes("a");
    newer[8] = 3;
    let sum = checksum(&newer[..86]);
    newer[86..90].copy_from_slice(&sum.to_le_bytes());
    fs::write(workspace.path("newer"), &newer).expect("a file");
    for (file, what) in [("text", "not a file of games"), ("empty", "empty"), ("newer", "version 3")] {
        let result = workspace.run(&format!("data check {{}}/{file}"));
        assert_eq!(
            (result.status, result.last_line()),
            (Some(1), "0 games, 0 positions, 1 faults"),
            "{}",
            result.stdout
        );
        assert!(result.stdout.contains(what), "{}", result.stdout);
        workspace.assert_refused(&format!("data merge {{}}/{file} --output {{}}/new"), &[file]);
    }
    fs::copy(workspace.path("newer"), workspace.path(&format!("a/{FILE}"))).expect("a file");
    workspace.assert_refused(&format!("datagen --output {{}}/a --games 1 {SHORT}"), &["--output", FILE]);
    workspace.assert_refused("data stats {}/newer", &["version 3"]);
    workspace.assert_refused(&format!("datagen --output {{}}/text --games 1 {SHORT}"), &["--output", "text"]);
    assert!(!fs::exists(workspace.path("new")).expect("a folder"));
}

#[test]
fn a_file_damaged_before_its_end_is_refused_until_it_is_merged() {
    let workspace = workspace();
    let mut bytes = workspace.bytes("a");
    bytes[150] ^= 1;
    fs::write(workspace.path(&format!("a/{FILE}")), &bytes).expect("a file");
    let command = format!("datagen --output {{}}/a --games 5 {SHORT}");
    workspace.assert_refused(&command, &["--output", "damaged at byte 90", "merge"]);
    assert!(workspace.bytes("a") == bytes);
    // The undamaged games are copied, and the missing ones are made again.
    let merged = workspace.run(&format!("data merge {{}}/a --output {{}}/{FILE}"));
    assert_eq!((merged.status, merged.stderr.lines().count()), (Some(1), 1));
    let last = merged.last_line();
    assert!(last.starts_with("3 games, ") && last.ends_with(" 1 faults"), "{last}");
    fs::rename(workspace.path(FILE), workspace.path(&format!("a/{FILE}"))).expect("a file");
    workspace.run_ok(&command);
    assert!(workspace.run_ok("data check {}/a").last_line().starts_with("5 games, "));
}

#[test]
fn games_of_the_same_seed_and_shard_are_not_merged() {
    let workspace = workspace();
    workspace.run_ok(&format!("datagen --output {{}}/part --games 2 {SHORT} --shard 2/2"));
    workspace.run_ok(&format!("datagen --output {{}}/other --games 2 {SHORT} --seed 2"));
    for duplicate in ["part", "a"] {
        let line = format!("data merge {{}}/other {{}}/a {{}}/{duplicate} --output {{}}/new");
        workspace.assert_refused(&line, &["seed 1", duplicate]);
        assert!(!fs::exists(workspace.path("new")).expect("a folder"));
    }
    workspace.run_ok("data merge {}/a {}/other --output {}/both");
    workspace.assert_refused("data merge {}/both {}/other --output {}/new", &["seed 2", "other", "both"]);
}

#[test]
fn errors_in_arguments_name_the_argument() {
    let workspace = Workspace::new();
    for (line, named) in [
        ("datagen", "--output"),
        ("datagen --output {}/x --nodes 0", "--nodes"),
        ("datagen --output {}/x --eyes nan", "--eyes"),
        ("datagen --output {}/x --shard 3/2", "--shard"),
        ("datagen --output {}/x --threads 0", "--threads"),
        ("data merge {}/x", "--output"),
        ("data check", "<FILE>"),
        ("data check {}/none", "none"),
    ] {
        workspace.assert_refused(line, &[named]);
    }
    assert!(!fs::exists(workspace.path("x")).expect("a folder"));
}
