//! The properties that hold for every input, one function `check` per fuzz target. libFuzzer calls it with generated
//! inputs, and the test `fuzz_cases` with stored ones.
#![allow(dead_code, reason = "the test calls each by its name")]

#[path = "../../clean_room/mod.rs"]
pub mod clean_room;
pub mod kfen;
pub mod kgn;
pub mod make_unmake;
pub mod moves;
pub mod network;
pub mod protocol;
#[path = "../../twin/mod.rs"]
pub mod twin;

/// Checks that a message is one line and not empty.
fn check_message(message: &str) {
    assert!(message.len() > 3 && !message.chars().any(char::is_control), "{message:?} is one line");
}
