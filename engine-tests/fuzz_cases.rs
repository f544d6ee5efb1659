//! The stored inputs of the fuzz targets, which are seeds and cases that once failed, checked without the fuzzer.

use crate::checks;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest size of a stored input, in bytes.
const MAX_FILE: usize = 4096;

/// Checks all stored inputs of a target, and prints the path of each before it is checked.
fn replay(target: &str, check: fn(&[u8])) {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/fuzz");
    let folders = ["seeds", "cases"].map(|folder| fuzz.join(folder).join(target));
    let entries = folders.into_iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() >= 5, "the seeds of {target} are found");
    for file in files {
        println!("{}", file.display());
        let input = fs::read(file).expect("a file");
        assert!(input.len() <= MAX_FILE, "{} bytes", input.len());
        check(&input);
    }
}

#[test]
fn stored_positions_are_read_or_refused() {
    replay("kfen", checks::kfen::check);
}

#[test]
fn stored_moves_are_played_or_refused() {
    replay("moves", checks::moves::check);
}

#[test]
fn stored_games_are_read_or_refused() {
    replay("kgn", checks::kgn::check);
}

#[test]
fn stored_sessions_are_answered() {
    replay("protocol", checks::protocol::check);
}

#[test]
fn stored_walks_are_unmade() {
    replay("make_unmake", checks::make_unmake::check);
}

#[test]
fn stored_networks_are_read_or_refused() {
    replay("network", checks::network::check);
}
