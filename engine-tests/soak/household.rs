//! Samples of the engine: its memory, threads and files, and the output of a search that is always the same.

use crate::support::{Engine, wait_until_idle, without_times};
use std::fmt;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// The settings under which samples are comparable. `ucinewgame` clears what the engine has learned in the games.
const SETTINGS: [&str; 10] = [
    "setoption name Hash value 16",
    "setoption name Threads value 1",
    "setoption name MultiPV value 1",
    "setoption name Ponder value false",
    "setoption name Move Overhead value 10",
    "setoption name UCI_LimitStrength value false",
    "setoption name UCI_ShowWDL value false",
    "setoption name UCI_Variant value khet2",
    "ucinewgame",
    "position startpos",
];

/// The maximum growth of the memory from the second quarter of the run to the last: the larger of the two counts. The allocator
/// retains freed memory in several heaps, and which heap the next thread gets is chance.
const GROWTH_MIB: f64 = 4.0;
const GROWTH_PERCENT: f64 = 3.0;

/// The process at one moment.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The time since the start of the run.
    at: Duration,
    /// Resident memory before and after the search, in MiB.
    before: f64,
    after: f64,
    threads: usize,
    files: usize,
    /// Nodes per second of processor time, which other work on the machine does not slow down.
    speed: f64,
    /// The output of the search, without times.
    output: Vec<String>,
}

impl Sample {
    /// Makes the settings and takes the figures before and after a search of a number of nodes.
    pub fn take(engine: &mut Engine, nodes: u64, start: Instant) -> Sample {
        SETTINGS.iter().for_each(|line| engine.accept(line));
        let before = engine.resident();
        let clock = engine.processor_time();
        engine.send(&format!("go nodes {nodes}"));
        let output = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
        let time = engine.processor_time() - clock;
        let unasked = engine.sync();
        assert!(unasked.is_empty(), "{unasked:#?}");
        let count = |what: &str| fs::read_dir(format!("/proc/{}/{what}", engine.id())).expect("the process").count();
        // The thread of a search may still be ending when its answer arrives.
        wait_until_idle(engine.id());
        Sample {
            at: start.elapsed(),
            before,
            after: engine.resident(),
            threads: count("task"),
            files: count("fd"),
            speed: nodes as f64 / time.as_secs_f64().max(0.01),
            output: without_times(&output),
        }
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sample { at, before, after, threads, files, speed, .. } = self;
        let (seconds, thousands) = (at.as_secs_f64(), speed / 1000.0);
        write!(
            f,
            "{seconds:>7.0} s, {before:.1} and {after:.1} MiB, {threads} threads, {files} files, {thousands:.0} knps"
        )
    }
}

/// Returns the medians of the second and of the last quarter.
fn medians(samples: &[Sample], value: impl Fn(&Sample) -> f64) -> [f64; 2] {
    let quarter = samples.len() / 4;
    [&samples[quarter..2 * quarter], &samples[samples.len() - quarter..]].map(|quarter| {
        let mut values: Vec<f64> = quarter.iter().map(&value).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    })
}

/// Checks that files and search are the same in every sample, and that no threads accumulate.
pub fn check_constants(samples: &[Sample]) {
    let first = &samples[0];
    for sample in samples {
        assert_eq!(sample.output, first.output, "the search of the sample at {:?}", sample.at);
        assert_eq!(sample.files, first.files, "open files at {:?}", sample.at);
    }
    // The helper threads start when a search first needs them, and stay: at most one per processor.
    let helpers = thread::available_parallelism().map_or(1, usize::from);
    let most = samples.iter().map(|sample| sample.threads).max().unwrap_or(0);
    assert!(most <= first.threads + helpers, "{most} threads, {} at the start", first.threads);
}

/// Checks that the memory does not grow, and prints the medians.
pub fn check_memory(samples: &[Sample]) {
    let [second, last] = medians(samples, |sample| sample.after);
    let [slow, fast] = medians(samples, |sample| sample.speed / 1000.0);
    eprintln!("the second and the last quarter: {second:.1} and {last:.1} MiB, {slow:.0} and {fast:.0} knps");
    let room = GROWTH_MIB.max(second * GROWTH_PERCENT / 100.0);
    assert!(last <= second + room, "the memory grew from {second:.1} to {last:.1} MiB");
}
