//! The slow twin of the library: the rules of `clean_room` with the library's types, a naive network, and the comparison of the
//! library with both.
#![allow(dead_code, reason = "every test uses a part of it")]

pub mod compare;
pub mod network;
pub mod pyramids;
pub mod random_positions;
pub mod state;

use khepri::internal::notation::setups;
use khepri::internal::rules::{Position, Setup};

/// Returns the position of a valid KFEN.
pub fn position(text: &str) -> Position {
    let setup = text.parse::<Setup>().unwrap_or_else(|rejection| panic!("{text}: {rejection}"));
    Position::try_from(setup).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

/// Returns the KFENs of the named set-ups.
pub fn setup_lines() -> Vec<String> {
    setups::all().iter().map(|named| named.kfen.to_owned()).collect()
}

/// A line of a perft suite.
pub struct SuiteLine {
    pub kfen: String,
    /// Depths with their numbers of leaves.
    pub depths: Vec<(u32, u64)>,
}

/// Returns the lines of all perft suites.
pub fn suites() -> Vec<SuiteLine> {
    let lines: Vec<SuiteLine> = ["khet2", "khet1", "deflexion"]
        .into_iter()
        .flat_map(|name| {
            let path = format!("{}/positions/perft/{name}.perft", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(suite_line).collect::<Vec<_>>()
        })
        .collect();
    assert!(lines.len() >= 30, "{} lines in the suites", lines.len());
    lines
}

fn suite_line(line: &str) -> SuiteLine {
    let mut parts = line.split(';');
    let kfen = parts.next().expect("a position").trim().to_owned();
    let depths = parts
        .map(|part| {
            let (depth, leaves) =
                part.trim().strip_prefix('D').and_then(|part| part.split_once(' ')).expect("Dn count");
            (depth.parse().expect("a depth"), leaves.trim().parse().expect("a count"))
        })
        .collect();
    SuiteLine { kfen, depths }
}
