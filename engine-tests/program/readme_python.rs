//! Tests that the Python code of the README works unchanged.

use crate::support::{Engine, PROGRAM, is_missing, wait};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the first block of Python in a Markdown text.
fn first_python(markdown: &str) -> Option<&str> {
    let (_, rest) = markdown.split_once("```python\n")?;
    rest.split_once("\n```").map(|(code, _)| code)
}

#[test]
fn the_python_code_of_the_readme_prints_a_legal_move() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let code = first_python(&readme).expect("the README has a block of Python");
    if is_missing("python3", "--version") {
        return;
    }
    let mut python = Command::new("python3")
        .args(["-c", code])
        .env("KHEPRI", PROGRAM)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    let status = wait(&mut python);
    let output = python.wait_with_output().expect("the output is read");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    let played = printed.split_whitespace().last().expect("a move is printed");
    let mut engine = Engine::start();
    engine.accept("position startpos moves h2g2 c7d7");
    assert!(engine.moves().iter().any(|legal| legal == played), "`{played}` is legal: {printed}");
    engine.quit();
}

#[test]
fn the_first_block_of_python_is_found() {
    assert_eq!(first_python("a\n```sh\nx\n```\n```python\ny\nz\n```\n```python\nw\n```\n"), Some("y\nz"));
    assert_eq!(first_python("a\n```sh\nx\n```\n"), None);
}
