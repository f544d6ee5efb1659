//! An engine for the tests of those that run engines: it plays random legal moves and misbehaves as its flags say.
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

/// Status of a crash that was wanted.
const CRASHED: i32 = 3;

/// Status after a position that cannot be read.
const REFUSED: i32 = 2;

/// Status of a mock that outlives its test.
const FORGOTTEN: i32 = 4;

/// No test takes longer, and one that fails leaves nothing behind for good.
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

/// The child that outlives it, if one is wanted.
fn have_child(faults: &GoFaults) -> io::Result<()> {
    let Some(path) = &faults.grandchild else { return Ok(()) };
    // The child goes on holding this stdout and stderr.
    let child = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn()?;
    fs::write(path, child.id().to_string())
}
