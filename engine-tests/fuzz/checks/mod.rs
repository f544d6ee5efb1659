//! The checks of the fuzz targets: a function `check` for each, which must accept every input. libFuzzer calls them with
//! generated inputs, and the test `fuzz_cases` with stored ones.
#![allow(dead_code, reason = "every target uses one of them")]

pub mod kfen;
pub mod kgn;
pub mod make_unmake;
pub mod moves;
pub mod network;
pub mod protocol;

pub use khepri_second::{clean_room, twin};

/// Checks that a message is not empty and has one line.
fn check_message(message: &str) {
    assert!(message.len() > 3 && !message.chars().any(char::is_control), "{message:?} is one line");
}
