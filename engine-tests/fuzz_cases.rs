//! The stored inputs of the fuzz targets, which are seeds and cases that once failed, checked without the fuzzer.

#[path = "fuzz/checks/mod.rs"]
mod checks;

use std::fs;
use std::path::{Path, PathBuf};

/// The largest size of a stored input, in bytes.
const MAX_FILE: u64 = 4096;

/// The largest size of all stored inputs together, in bytes.
const MAX_TOTAL: u64 = 200 << 10;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn folders(target: &str) -> [PathBuf; 2] {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/fuzz");
    ["seeds", "cases"].map(|folder| fuzz.join(folder).join(target))
}

/// Checks all stored inputs of a target, and prints the path of each before it is checked.
fn replay(target: &str, check: fn(&[u8])) {
    let [seeds, cases] = folders(target).map(|folder| files(&folder));
    assert!(seeds.len() >= 5, "the seeds of {target} are found");
    for file in seeds.iter().chain(&cases) {
        println!("{}", file.display());
        check(&fs::read(file).expect("a file"));
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

#[test]
fn stored_inputs_are_small() {
    let mut all = 0;
    for target in ["kfen", "moves", "kgn", "protocol", "make_unmake", "network"] {
        for file in folders(target).iter().flat_map(|folder| files(folder)) {
            let length = fs::metadata(&file).expect("a file").len();
            assert!(length <= MAX_FILE, "{} has {length} bytes", file.display());
            all += length;
        }
    }
    assert!(all <= MAX_TOTAL, "{all} bytes are stored");
}
