//! Faults of the world around the program: no memory, a closed or full output, signals, a clock that jumps, input faster
//! than it can be answered, and extreme positions.
#![cfg(target_os = "linux")]

mod floods;
mod memory;
mod output;
mod pages;
mod rims;
mod signals;

use crate::support::{PROGRAM, wait};
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};

/// Returns a command of the program under limits of the shell, such as `-v 600000`.
fn limited(limits: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit {limits} && exec \"$0\" \"$@\""), PROGRAM]);
    command
}

/// Waits for the end of a process, and returns its status and its stderr. Its stdout is not read here.
fn end_of(mut child: Child) -> (ExitStatus, String) {
    let status = wait(&mut child);
    let mut errors = String::new();
    child.stderr.take().expect("stderr is a pipe").read_to_string(&mut errors).expect("text");
    assert!(!errors.contains("panicked"), "{errors}");
    (status, errors)
}

/// Returns a command of the program that prints to this stdout.
fn answering_to(arguments: &[&str], stdout: Stdio) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped());
    command
}

/// System clocks jump, so the engine measures time with a monotonic clock.
#[test]
fn only_log_lines_dates_of_games_and_seeds_come_from_the_clock_on_the_wall() {
    let clocks = "SystemTime|UNIX_EPOCH|CLOCK_REALTIME|Timestamp::now|Zoned::now";
    let mut grep = Command::new("grep");
    let found =
        grep.args(["-rlE", clocks, "src"]).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("grep starts");
    let text = String::from_utf8(found.stdout).expect("names");
    let mut files: Vec<&str> = text.lines().collect();
    files.sort();
    assert_eq!(
        files,
        [
            "src/arena/timestamp.rs",
            "src/arena/tournament/runner.rs",
            "src/engine/util/clock.rs",
            "src/program/cli/play.rs"
        ]
    );
}
