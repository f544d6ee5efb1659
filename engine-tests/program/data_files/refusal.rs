//! What is refused: folders of others, other options, files that are damaged, cut, foreign or of another version.

use super::bytes::checksum;
use super::{FILE, Place, SHORT};
use crate::support::wait;
use std::fs;

/// A place with a folder `a` of some games.
fn place() -> Place {
    let place = Place::new();
    place.well(&format!("datagen --output {{}}/a --games 4 {SHORT} --threads 1"));
    place
}

#[test]
fn other_options_than_those_of_the_folder_are_refused() {
    let place = place();
    let before = place.bytes("a");
    for (options, named) in [
        ("--nodes 101", "--nodes"),
        ("--nodes 100 --seed 2", "--seed"),
        ("--nodes 100 --shard 1/2", "--shard"),
        ("--nodes 100 --variant khet2", "--variant"),
        ("--nodes 100 --eyes 0.5", "--eyes"),
    ] {
        place.refused(&format!("datagen --output {{}}/a --games 9 {options}"), &[named, FILE]);
    }
    assert!(place.bytes("a") == before);
    // How many games and threads is no matter of the folder.
    place.well(&format!("datagen --output {{}}/a --games 5 {SHORT} --threads 2"));
}

#[test]
fn a_second_writer_is_refused() {
    let place = Place::new();
    let command = format!("datagen --output {{}}/a {SHORT} --threads 1");
    let mut first = place.start(&command);
    place.wait_for_bytes("a", 500);
    place.refused(&command, &["--output", "another process"]);
    first.kill().expect("it runs");
    wait(&mut first);
    let games = place.say("data check {}/a");
    let games: u64 = games.last().split(' ').next().and_then(|count| count.parse().ok()).expect("a count");
    assert_eq!(place.say(&format!("{command} --games {}", games + 2)).status, Some(0));
}

#[test]
fn every_cut_and_every_changed_byte_is_one_fault() {
    let place = Place::new();
    place.well("datagen --output {}/a --games 2 --nodes 100 --threads 1 --variant khet1");
    let whole = place.bytes("a");
    // Each takes a process; places are spread over the head and both games, every one near the borders of blocks.
    let first_end = 96 + usize::from(u16::from_le_bytes([whole[92], whole[93]])) + 2;
    let near = |at: usize| [90, first_end, whole.len()].iter().any(|&border| at.abs_diff(border) < 10);
    assert_eq!(&whole[first_end..first_end + 2], b"KG");
    let positions = |count: usize| -> Vec<String> {
        let said = place.say(&format!("data sample {{}}/a --games {count}"));
        said.text.lines().map(str::to_owned).collect()
    };
    assert!(positions(2).len() > 10);
    let file = place.path("changed");
    for at in (0..whole.len()).filter(|&at| at % 29 == 0 || near(at)) {
        fs::write(&file, &whole[..at]).expect("a file");
        let games = usize::from(at >= first_end);
        let faults = usize::from(at != 90 && at != first_end);
        let said = place.say("data check {}/changed");
        assert_eq!(said.status, Some(faults as i32), "cut at {at}: {}", said.text);
        let (begins, ends) = (format!("{games} games, "), format!(" positions, {faults} faults"));
        assert!(said.last().starts_with(&begins) && said.last().ends_with(&ends), "cut at {at}: {}", said.text);
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&file, &changed).expect("a file");
        let said = place.say("data check {}/changed");
        let games = if at < 90 { 2 } else { 1 };
        assert_eq!(said.status, Some(1), "byte {at}: {}", said.text);
        assert!(said.last().starts_with(&format!("{games} games, ")), "byte {at}: {}", said.text);
        assert!(said.last().ends_with(" positions, 1 faults"), "byte {at}: {}", said.text);
        assert_eq!(said.text.lines().count(), 2, "byte {at}: {}", said.text);
    }
}

#[test]
fn foreign_files_and_other_versions_are_named() {
    let place = place();
    fs::write(place.path("text"), "[Event \"x\"]\n\nh2g2 c7d7 *\n").expect("a file");
    fs::write(place.path("empty"), "").expect("a file");
    let mut newer = place.bytes("a");
    newer[8] = 2;
    let sum = checksum(&newer[..86]);
    newer[86..90].copy_from_slice(&sum.to_le_bytes());
    fs::write(place.path("newer"), &newer).expect("a file");
    for (file, what) in [("text", "not a file of games"), ("empty", "empty"), ("newer", "version 2")] {
        let said = place.say(&format!("data check {{}}/{file}"));
        assert_eq!((said.status, said.last()), (Some(1), "0 games, 0 positions, 1 faults"), "{}", said.text);
        assert!(said.text.contains(what), "{}", said.text);
        place.refused(&format!("data merge {{}}/{file} --output {{}}/new"), &[file]);
        let folder = format!("folder-of-{file}");
        fs::create_dir(place.path(&folder)).expect("a folder");
        fs::copy(place.path(file), place.path(&format!("{folder}/{FILE}"))).expect("a file");
        if file != "empty" {
            place.refused(&format!("datagen --output {{}}/{folder} --games 1 {SHORT}"), &["--output", &folder]);
        }
    }
    place.refused("data check {}/none", &["none"]);
    place.refused("data stats {}/newer", &["version 2"]);
    place.refused(&format!("datagen --output {{}}/text --games 1 {SHORT}"), &["--output", "text"]);
    assert!(!fs::exists(place.path("new")).expect("known"));
}

#[test]
fn a_folder_that_is_damaged_before_its_end_is_refused() {
    let place = place();
    let mut bytes = place.bytes("a");
    bytes[150] ^= 1;
    fs::write(place.path(&format!("a/{FILE}")), &bytes).expect("a file");
    place.refused(&format!("datagen --output {{}}/a --games 5 {SHORT}"), &["--output", "damaged at byte 90", "merge"]);
    assert!(place.bytes("a") == bytes);
    // What is whole is copied, and the games that are missing are made again.
    let merged = place.say(&format!("data merge {{}}/a --output {{}}/{FILE}"));
    assert_eq!((merged.status, merged.errors.lines().count()), (Some(1), 1));
    assert!(merged.last().starts_with("3 games, ") && merged.last().ends_with(" 1 faults"), "{}", merged.text);
    fs::rename(place.path(FILE), place.path(&format!("a/{FILE}"))).expect("a file");
    place.well(&format!("datagen --output {{}}/a --games 5 {SHORT}"));
    assert!(place.well("data check {}/a").last().starts_with("5 games, "));
}

#[test]
fn games_of_the_same_seed_and_shard_are_not_merged() {
    let place = place();
    place.well(&format!("datagen --output {{}}/same --games 2 {SHORT}"));
    place.well(&format!("datagen --output {{}}/part --games 2 {SHORT} --shard 2/2"));
    place.well(&format!("datagen --output {{}}/other --games 2 {SHORT} --seed 2"));
    for command in ["merge", "shuffle"] {
        for doubled in ["same", "part", "a"] {
            let line = format!("data {command} {{}}/other {{}}/a {{}}/{doubled} --output {{}}/new");
            place.refused(&line, &["seed 1", doubled]);
            assert!(!fs::exists(place.path("new")).expect("known"));
        }
    }
    place.well("data merge {}/a {}/other --output {}/both");
    place.refused("data merge {}/both {}/other --output {}/new", &["seed 2", "other", "both"]);
    place.refused("data merge {}/a --output {}/both", &["--output", "both"]);
}

#[test]
fn mistakes_on_the_line_name_their_argument() {
    let place = Place::new();
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
        place.refused(line, &[named]);
    }
    assert!(!fs::exists(place.path("x")).expect("known"));
}
