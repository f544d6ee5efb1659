//! An engine for the tests of programs that run engines. It plays random legal moves, and its flags choose its faults.
//!
//! It shares nothing with Khepri but the rules and the notation.

mod flags;
mod khet2ai;
mod occasion;
mod order;
mod output;
mod player;
mod score;
mod session;
mod signals;
mod turn;
mod uci;

use clap::Parser;
use flags::{Flags, GoFaults};
use output::Output;
use session::Session;
use std::process::{Command, ExitCode, Stdio, exit};
use std::sync::Arc;
use std::thread::{sleep, spawn};
use std::time::Duration;
use std::{fs, io};

/// The exit status of a crash by a flag.
const CRASHED: i32 = 3;

/// The exit status after an unreadable position.
const REFUSED: i32 = 2;

/// The exit status of a mock that outlives its test.
const FORGOTTEN: i32 = 4;

/// The maximum lifetime, longer than any test. It ends the mocks of a test that fails.
const LIFETIME: Duration = Duration::from_secs(600);

fn main() -> ExitCode {
    let flags = Flags::parse();
    if flags.when.if_first(&flags.start).crash_at_start {
        exit(CRASHED);
    }
    spawn(|| {
        sleep(LIFETIME);
        exit(FORGOTTEN);
    });
    match play(flags) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mock: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play(flags: Flags) -> io::Result<()> {
    have_child(&flags.go)?;
    let output = Arc::new(Output::new(&flags)?);
    Session::new(Arc::new(flags), output)?.run()
}

/// Starts a child that outlives the mock, if a flag says so.
fn have_child(faults: &GoFaults) -> io::Result<()> {
    let Some(path) = &faults.grandchild else { return Ok(()) };
    // The child goes on holding this stdout and stderr.
    let child = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn()?;
    fs::write(path, child.id().to_string())
}
