//! Tests that the Python code of the README works unchanged.

use super::data_files::end;
use crate::support::{Engine, PROGRAM, is_missing};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn the_python_code_of_the_readme_prints_a_legal_move() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let (_, rest) = readme.split_once("```python\n").expect("the README has a block of Python");
    let (code, _) = rest.split_once("\n```").expect("the end of the block");
    if is_missing("python3", "--version") {
        return;
    }
    let mut python = Command::new("python3");
    python.args(["-c", code]).env("KHEPRI", PROGRAM).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (status, [printed, errors]) = end(python.spawn().expect("python3 starts"));
    assert_eq!(status, Some(0), "{printed}{errors}");
    let played = printed.split_whitespace().last().expect("a move is printed");
    let mut engine = Engine::start();
    engine.accept("position startpos moves h2g2 c7d7");
    assert!(engine.moves().iter().any(|legal| legal == played), "`{played}` is legal: {printed}");
    engine.quit();
}
