//! The soak: one engine process plays game after game under changing settings, and stays as it was: the same memory,
//! threads and files, the same nodes of the same search, an answer to every `go`.
//!
//! `SOAK_SECONDS=7200 cargo test --release --test soak -- --ignored --nocapture` is the long form; 20 minutes without
//! the variable. Twenty times or more, once a minute in long runs, the same settings are made, the same search is run
//! and the process is looked at; the table of it comes at the end, and lines of progress before. The short form, a few
//! seconds without a judgement of the memory, is a test like all others.
#![cfg(target_os = "linux")]

mod game;
mod household;
#[path = "../support/mod.rs"]
mod support;

use game::Table;
use household::Sample;
use std::time::{Duration, Instant};
use support::{Engine, wanted};

/// How long the soak lasts if `SOAK_SECONDS` does not say so.
const SECONDS: u64 = 20 * 60;

/// Samples of a run at least, and time between two of them at most.
const SAMPLES: u32 = 20;
const BETWEEN: Duration = Duration::from_secs(60);

/// Plays for so long; gives the samples.
fn soak(time: Duration) -> Vec<Sample> {
    let start = Instant::now();
    let between = (time / SAMPLES).min(BETWEEN);
    let mut table = Table::new(Engine::start(), 1);
    let mut samples = Vec::new();
    while start.elapsed() < time {
        if start.elapsed() >= between * samples.len() as u32 {
            samples.push(Sample::take(table.engine(), start));
            eprintln!("{}; {}", samples[samples.len() - 1], table.progress());
        }
        table.play_a_game();
    }
    samples.push(Sample::take(table.engine(), start));
    eprintln!("\n{}\n{}", household::report(&samples), table.progress());
    table.end();
    samples
}

#[test]
fn a_few_seconds_of_games_leave_the_engine_as_it_was() {
    household::check_constants(&soak(Duration::from_secs(4)));
}

#[test]
#[ignore = "takes 20 minutes, or SOAK_SECONDS"]
fn one_engine_lives_on_as_it_was() {
    let samples = soak(Duration::from_secs(wanted("SOAK_SECONDS", SECONDS)));
    household::check_constants(&samples);
    household::check_memory(&samples);
}
