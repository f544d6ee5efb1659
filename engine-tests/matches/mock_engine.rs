//! Tests of the input that the mock engine refuses. The matches show its faults.

use crate::support::Engine;
use crate::support::mock::mock;
use std::process::Command;

#[test]
fn it_refuses_faulty_positions_in_both_protocols() {
    for (protocol, position, why) in [
        ("uci", "startpos moves h2h4", "move `h2h4`: h4 is not next to h2"),
        ("uci", "startpos moves f4-", ""),
        ("khet2ai", "imhotep a1b1", "a1 is empty"),
        ("khet2ai", "standard f4-", "`f4-`: a Scarab or Eye turns with +"),
        ("khet2ai", "standard f4+", ""),
    ] {
        let mut engine = Engine::run(Command::new(mock()).args(["--protocol", protocol]));
        engine.send(&format!("position {position}\ngo depth 1"));
        let ended = engine.end();
        let status = if why.is_empty() { 0 } else { 2 };
        assert_eq!(ended.status.code(), Some(status), "{position}: {}", ended.errors);
        assert!(ended.errors.contains(why) && ended.lines.is_empty() != why.is_empty(), "{position}: {}", ended.errors);
    }
}
