//! The slow twin of the library: the rules of `clean_room` with the library's types, a naive network, and the comparison of the
//! library with both.

pub mod compare;
pub mod network;
pub mod pyramids;
pub mod random_positions;
pub mod reach;
pub mod state;

use khepri_lab::measure::suite::{self, Case};
use khepri_rules::{Position, setups};

/// Returns the position of a valid KFEN.
pub fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|rejection| panic!("{text}: {rejection}"))
}

/// Returns the KFENs of the named set-ups.
pub fn setup_lines() -> Vec<String> {
    setups::all().iter().map(|named| named.kfen.to_owned()).collect()
}

/// Returns the positions of all perft suites.
pub fn suites() -> Vec<Case> {
    let read = |name| {
        let path = format!("{}/../../positions/perft/{name}.perft", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        suite::read(text.as_slice()).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let cases: Vec<Case> = ["khet2", "khet1", "deflexion"].into_iter().flat_map(read).collect();
    assert!(cases.len() >= 30, "{} positions in the suites", cases.len());
    cases
}
