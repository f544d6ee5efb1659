//! Faults of the world around the program: no memory, a closed or full output, signals, a clock that jumps, input faster
//! than it can be answered, and extreme positions.
#![cfg(target_os = "linux")]

mod clock;
mod floods;
mod memory;
mod output;
mod pages;
mod rims;
mod signals;

use crate::support::{PROGRAM, wait};
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};

/// The program with limits of a shell, as `-v 600000`.
fn limited(limits: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit {limits} && exec \"$0\" \"$@\""), PROGRAM]);
    command
}

/// How a process ended, and what it wrote to stderr; its stdout is not read here.
fn end_of(mut child: Child) -> (ExitStatus, String) {
    let status = wait(&mut child);
    let mut errors = String::new();
    child.stderr.take().expect("stderr is a pipe").read_to_string(&mut errors).expect("text");
    assert!(!errors.contains("panicked"), "{errors}");
    (status, errors)
}

/// A command of the program whose answers go there.
fn answering_to(arguments: &[&str], stdout: Stdio) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped());
    command
}
