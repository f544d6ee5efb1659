//! The soak: one engine process plays game after game under changing settings, and stays as it was: the same memory,
//! threads and files, the same nodes of the same search, an answer to every `go`.
//!
//! `SOAK_SECONDS=7200 cargo test --release --test program soak:: -- --ignored --nocapture` is the long form; 20 minutes
//! without the variable. At least twenty times, and once a minute in long runs, the test makes the same settings, runs the same
//! search, and takes a sample of the process, which it prints. The short form plays a few games and does not check the memory.

mod game;
mod household;

use crate::support::env_number;
use game::Table;
use household::Sample;
use std::time::{Duration, Instant};

/// The length of the soak in seconds if `SOAK_SECONDS` is not set.
const SECONDS: u64 = 20 * 60;

/// The node limit of the search of a sample, which takes long enough for a clock with a resolution of 0.01 s.
const NODES: u64 = 500_000;

/// The minimum number of samples of a run, and the maximum time between two of them.
const SAMPLES: u32 = 20;
const BETWEEN: Duration = Duration::from_secs(60);

/// Plays games until `is_over`, and returns the samples: one at the start, one at the end, and one after each game after which
/// `is_due` holds for the number of samples. `nodes` is the limit of the search of a sample.
fn soak(nodes: u64, is_due: impl Fn(u32) -> bool, is_over: impl Fn(&Table) -> bool) -> Vec<Sample> {
    let start = Instant::now();
    let mut table = Table::new(1);
    let mut samples = Vec::new();
    let take = |table: &mut Table| {
        let sample = Sample::take(&mut table.engine, nodes, start);
        eprintln!("{sample}; {}", table.progress());
        sample
    };
    samples.push(take(&mut table));
    while !is_over(&table) {
        table.play_a_game();
        if is_due(samples.len() as u32) {
            samples.push(take(&mut table));
        }
    }
    samples.push(take(&mut table));
    let left = table.engine.quit();
    assert!(left.is_empty(), "{left:#?}");
    samples
}

#[test]
fn a_few_games_leave_the_engine_as_it_was() {
    household::check_constants(&soak(20_000, |_| true, |table| table.games == 3));
}

#[test]
#[ignore = "takes 20 minutes, or SOAK_SECONDS"]
fn one_engine_stays_as_it_was() {
    let (start, time) = (Instant::now(), Duration::from_secs(env_number("SOAK_SECONDS", SECONDS)));
    let between = (time / SAMPLES).min(BETWEEN);
    let samples = soak(NODES, |samples| start.elapsed() >= between * samples, |_| start.elapsed() >= time);
    household::check_constants(&samples);
    household::check_memory(&samples);
}
