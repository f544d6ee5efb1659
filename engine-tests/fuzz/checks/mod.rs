//! What has to hold of any input: a function a target, which never fails. libFuzzer calls it with inputs of its own,
//! and the test `fuzz_cases` with those that are kept.
#![allow(dead_code, reason = "the test calls each by its name")]

#[path = "../../clean_room/mod.rs"]
pub mod clean_room;
pub mod kfen;
pub mod kgn;
pub mod make_unmake;
pub mod moves;
pub mod protocol;
#[path = "../../twin/mod.rs"]
pub mod twin;

/// Checks that a message is one line that says something.
fn check_message(message: &str) {
    assert!(message.len() > 3 && !message.chars().any(char::is_control), "{message:?} is one line");
}
