//! The inputs that are kept for the fuzzer, its seeds and what it has found, each through its check without the fuzzer.

#[path = "fuzz/checks/mod.rs"]
mod checks;

use std::fs;
use std::path::{Path, PathBuf};

/// Bytes that a kept input has at most.
const LONGEST: u64 = 4096;

/// Bytes of all kept inputs together at most.
const ALL: u64 = 200 << 10;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn folders(target: &str) -> [PathBuf; 2] {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/fuzz");
    ["seeds", "cases"].map(|kept| fuzz.join(kept).join(target))
}

/// Checks all that is kept for a target. A failed check is preceded by the name of its file.
fn replay(target: &str, check: fn(&[u8])) {
    let [seeds, cases] = folders(target).map(|folder| files(&folder));
    assert!(seeds.len() >= 5, "the seeds of {target} are found");
    for file in seeds.iter().chain(&cases) {
        println!("{}", file.display());
        check(&fs::read(file).expect("a file"));
    }
}

#[test]
fn kept_positions_are_read_or_refused() {
    replay("kfen", checks::kfen::check);
}

#[test]
fn kept_moves_are_played_or_refused() {
    replay("moves", checks::moves::check);
}

#[test]
fn kept_games_are_read_or_refused() {
    replay("kgn", checks::kgn::check);
}

#[test]
fn kept_sessions_are_answered() {
    replay("protocol", checks::protocol::check);
}

#[test]
fn kept_walks_are_taken_back() {
    replay("make_unmake", checks::make_unmake::check);
}

#[test]
fn kept_networks_are_read_or_refused() {
    replay("network", checks::network::check);
}

#[test]
fn kept_inputs_are_small() {
    let mut all = 0;
    for target in ["kfen", "moves", "kgn", "protocol", "make_unmake", "network"] {
        for file in folders(target).iter().flat_map(|folder| files(folder)) {
            let length = fs::metadata(&file).expect("a file").len();
            assert!(length <= LONGEST, "{} has {length} bytes", file.display());
            all += length;
        }
    }
    assert!(all <= ALL, "{all} bytes are kept");
}
