//! An engine for the tests of programs that run engines. It plays random legal moves, and its flags choose its faults.
//!
//! It shares only the rules and the notation with Khepri.

mod command;
mod flags;
mod khet2ai;
mod output;
mod player;
mod session;
mod turn;
mod uci;

use clap::Parser;
use flags::Flags;
use output::Output;
use session::Session;
use std::process::{Command, ExitCode, Stdio, exit};
use std::sync::Arc;
use std::thread::{sleep, spawn};
use std::time::Duration;
use std::{fs, io};

/// The exit status of a crash that a flag causes.
const CRASHED: i32 = 3;

/// The exit status after an unreadable position or an illegal move.
const REFUSED: i32 = 2;

/// The exit status after the maximum lifetime.
const TIMED_OUT: i32 = 4;

/// The maximum lifetime, longer than any test. It ends the mocks of failed tests.
const LIFETIME: Duration = Duration::from_secs(600);

fn main() -> ExitCode {
    let flags = Flags::parse();
    if flags.happens(flags.crash_at_start, 0) {
        exit(CRASHED);
    }
    spawn(|| {
        sleep(LIFETIME);
        exit(TIMED_OUT);
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
    if let Some(path) = &flags.go.grandchild {
        // The child inherits stdout and stderr and keeps them open.
        let child = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn()?;
        fs::write(path, child.id().to_string())?;
    }
    let output = Arc::new(Output::new(&flags)?);
    Session::new(Arc::new(flags), output).run()
}
