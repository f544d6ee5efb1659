//! The soak: one engine process plays game after game under changing settings, and stays as it was: the same memory,
//! threads and files, the same nodes of the same search, an answer to every `go`.
//!
//! `SOAK_SECONDS=7200 cargo test --release --test program soak:: -- --ignored --nocapture` is the long form; 20 minutes
//! without the variable. At least twenty times, and once a minute in long runs, the test makes the same settings, runs the same
//! search, and takes a sample of the process, which it prints. The short form takes a few seconds and does not check the memory.

mod game;
mod household;

use crate::support::env_number;
use game::Table;
use household::Sample;
use std::time::{Duration, Instant};

/// The length of the soak in seconds if `SOAK_SECONDS` is not set.
const SECONDS: u64 = 20 * 60;

/// The minimum number of samples of a run, and the maximum time between two of them.
const SAMPLES: u32 = 20;
const BETWEEN: Duration = Duration::from_secs(60);

/// Plays games for this time and returns the samples.
fn soak(time: Duration) -> Vec<Sample> {
    let start = Instant::now();
    let between = (time / SAMPLES).min(BETWEEN);
    let mut table = Table::new(1);
    let mut samples = Vec::new();
    let mut take = |table: &mut Table| {
        let sample = Sample::take(&mut table.engine, start);
        eprintln!("{sample}; {}", table.progress());
        samples.push(sample);
        start + between * samples.len() as u32
    };
    let mut next = take(&mut table);
    while start.elapsed() < time {
        table.play_a_game();
        if Instant::now() >= next {
            next = take(&mut table);
        }
    }
    take(&mut table);
    let left = table.engine.quit();
    assert!(left.is_empty(), "{left:#?}");
    samples
}

#[test]
fn a_few_seconds_of_games_leave_the_engine_as_it_was() {
    household::check_constants(&soak(Duration::from_secs(4)));
}

#[test]
#[ignore = "takes 20 minutes, or SOAK_SECONDS"]
fn one_engine_stays_as_it_was() {
    let samples = soak(Duration::from_secs(env_number("SOAK_SECONDS", SECONDS)));
    household::check_constants(&samples);
    household::check_memory(&samples);
}
